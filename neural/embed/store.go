package embed

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"hed/internal/whole"
)

// A store keeps numbers by key in a folder, of which it owns all that is there.
//
// The folder has segments: files of records, which are only ever added to. A
// record has a checksum over its head, by which records are found, and one over
// its numbers, which is looked at each time that they are read: what is damaged is
// computed again. The end of a segment that was not written whole is cut off.
//
// One process adds; one that comes meanwhile reads what was there when it came.
// What finds no room is not added, and when the process that it came to ends, it
// takes away the oldest of the four segments: a corpus that is too large finds the
// most part of itself that way, where making room at once would throw away what is
// needed next. A folder that cannot be written to is read all the same, and a disk
// that is full fails nothing.
//
// The methods do nothing for a nil store. They are safe for concurrent use.
type store struct {
	dir  string
	most int64 // bytes of all segments
	lock *flock.Flock

	mu     sync.RWMutex
	index  map[key]place
	files  []*os.File
	total  int64 // bytes of all segments
	end    int64 // of the last one, where the next record goes; -1 to begin a segment
	number int   // of the last one
	closed bool  // to what is new
	err    error // why, if not for want of room
	full   bool  // something new found no room
	lost   bool  // something new is not kept, whyever
	wrote  int   // the first of files that was added to; -1 for none
	buf    []byte
}

// mostBytes is the size of a model's folder.
const mostBytes = 1 << 30

// A place is where a record lies, and how many numbers it has.
type place struct {
	file  int
	at    int64
	count int
}

// A head is magic, count, key, the checksum of the numbers and that of the head.
const (
	headSize = 32
	magic    = 0x31646568 // "hed1"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// openStore opens or makes the store of a folder. It gives one that keeps
// nothing, and has a complaint, if that cannot be done.
func openStore(dir string, most int64) *store {
	s := &store{dir: dir, most: most, index: map[key]place{}, end: -1, closed: true, wrote: -1}
	if s.err = whole.MakeFolder(dir); s.err != nil {
		return s
	}
	s.lock = flock.New(lockOf(dir))
	mine, err := s.lock.TryLock()
	if err != nil {
		s.err = err
	}
	s.closed = !mine
	now := time.Now()
	os.Chtimes(lockOf(dir), now, now) // for sweep; of another user it stays as it is
	for _, name := range segments(dir) {
		s.add(name)
	}
	if mine && s.closed { // whoever can write may have it
		if err := s.lock.Unlock(); err != nil {
			s.refuse(err)
		}
	}
	return s
}

// segments are the files of records, which have numbers for names, oldest first.
func segments(dir string) (names []string) {
	entries, _ := os.ReadDir(dir) // what cannot be listed is not there
	for _, e := range entries {
		if _, err := strconv.Atoi(e.Name()); err == nil {
			names = append(names, filepath.Join(dir, e.Name()))
		}
	}
	return names
}

func bytesOf(files []string) (total int64) {
	for _, name := range files {
		if info, err := os.Stat(name); err == nil {
			total += info.Size()
		}
	}
	return total
}

func lockOf(dir string) string { return filepath.Join(dir, "lock") }

// add takes the records of a segment into the index. It adds to the last one
// later, if that can be written.
func (s *store) add(name string) {
	var f *os.File
	var err error
	if !s.closed {
		if f, err = os.OpenFile(name, os.O_RDWR, 0); err != nil {
			s.refuse(err) // another user's, perhaps, which can be read
		}
	}
	if s.closed {
		f, err = os.Open(name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return // another process made room meanwhile
	}
	if err != nil {
		s.refuse(err)
		return
	}
	s.number, _ = strconv.Atoi(filepath.Base(name))
	info, err := f.Stat()
	if err != nil {
		s.refuse(errors.Join(err, f.Close()))
		return
	}
	s.end = s.scan(f, info.Size(), len(s.files))
	s.files = append(s.files, f)
	if !s.closed {
		if err := f.Truncate(s.end); err != nil {
			s.refuse(err)
		}
	}
	s.total += s.end
}

// scan gives the end of the records that are whole.
func (s *store) scan(f io.ReaderAt, length int64, file int) (at int64) {
	var head [headSize]byte
	for {
		if _, err := f.ReadAt(head[:], at); err != nil {
			return at
		}
		k, count, ok := parseHead(head[:])
		size := headSize + 4*int64(count)
		if !ok || at+size > length {
			return at
		}
		s.index[k] = place{file, at, count}
		at += size
	}
}

func parseHead(b []byte) (k key, count int, ok bool) {
	ok = binary.LittleEndian.Uint32(b) == magic &&
		binary.LittleEndian.Uint32(b[headSize-4:]) == crc32.Checksum(b[:headSize-4], castagnoli)
	copy(k[:], b[8:])
	return k, int(binary.LittleEndian.Uint32(b[4:])), ok
}

var buffers = sync.Pool{New: func() any { return new([]byte) }}

// get fills dst with the numbers of a key, and tells whether it has them.
func (s *store) get(k key, dst []float32) bool {
	s.mu.RLock()
	p, ok := s.index[k]
	var f *os.File
	if ok {
		f = s.files[p.file]
	}
	s.mu.RUnlock()
	if !ok || p.count != len(dst) {
		return false
	}
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	*buf = grown(*buf, headSize+4*p.count)
	b := *buf
	_, err := f.ReadAt(b, p.at)
	found, count, whole := parseHead(b)
	if err != nil || !whole || found != k || count != p.count ||
		binary.LittleEndian.Uint32(b[headSize-8:]) != crc32.Checksum(b[headSize:], castagnoli) {
		s.mu.Lock()
		delete(s.index, k) // so that it is kept anew
		s.mu.Unlock()
		return false
	}
	for i := range dst {
		dst[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[headSize+4*i:]))
	}
	return true
}

// put keeps the numbers of a key, unless it has them.
func (s *store) put(k key, numbers []float32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.index[k]; ok {
		return
	}
	if !s.closed {
		if err := s.write(k, numbers); err != nil {
			s.refuse(err)
		}
	}
	s.lost = s.lost || s.closed
}

// write adds a record, or closes the store if that has no room.
func (s *store) write(k key, numbers []float32) error {
	size := int64(headSize + 4*len(numbers))
	if s.total+size > s.most {
		s.closed, s.full = true, true
		return nil
	}
	s.buf = grown(s.buf, int(size))
	encodeRecord(s.buf, k, numbers)
	if s.end < 0 || s.end+size > s.most/4 && s.end > 0 {
		if err := s.begin(); err != nil {
			return err
		}
	}
	last := len(s.files) - 1
	if _, err := s.files[last].WriteAt(s.buf, s.end); err != nil {
		return errors.Join(err, s.files[last].Truncate(s.end))
	}
	if s.wrote < 0 {
		s.wrote = last
	}
	s.index[k] = place{last, s.end, len(numbers)}
	s.end += size
	s.total += size
	return nil
}

func encodeRecord(b []byte, k key, numbers []float32) {
	for i, x := range numbers {
		binary.LittleEndian.PutUint32(b[headSize+4*i:], math.Float32bits(x))
	}
	binary.LittleEndian.PutUint32(b, magic)
	binary.LittleEndian.PutUint32(b[4:], uint32(len(numbers)))
	copy(b[8:], k[:])
	binary.LittleEndian.PutUint32(b[headSize-8:], crc32.Checksum(b[headSize:], castagnoli))
	binary.LittleEndian.PutUint32(b[headSize-4:], crc32.Checksum(b[:headSize-4], castagnoli))
}

// begin begins a segment.
func (s *store) begin() error {
	name := filepath.Join(s.dir, fmt.Sprintf("%08d", s.number+1))
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	s.files = append(s.files, f)
	s.number++
	s.end = 0
	return nil
}

// refuse ends the adding for good.
func (s *store) refuse(err error) {
	s.closed = true
	if s.err == nil {
		s.err = err
	}
}

// complaint is why something that was new is not kept, or nil.
func (s *store) complaint() error {
	if s == nil {
		return nil
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if !s.lost {
		return nil
	}
	return s.err
}

func (s *store) close() error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	clear(s.index)
	var errs []error
	for i, f := range s.files {
		if s.wrote >= 0 && i >= s.wrote {
			errs = append(errs, f.Sync())
		}
		errs = append(errs, f.Close())
	}
	if s.wrote >= 0 {
		errs = append(errs, whole.SyncFolders(s.dir))
	}
	if names := segments(s.dir); s.full && len(names) > 0 {
		os.Remove(names[0]) // what cannot be removed stays
	}
	if s.lock != nil {
		errs = append(errs, s.lock.Close())
	}
	return errors.Join(errs...)
}

func grown(b []byte, n int) []byte {
	if cap(b) < n {
		return make([]byte, n)
	}
	return b[:n]
}
