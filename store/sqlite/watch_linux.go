package sqlite

import (
	"encoding/binary"
	"syscall"
	"time"
)

// A watch hears what programs do with a file. It hears this one as well, but not what a
// program does to its memory of the file.
type watch struct{ fd int }

// newWatch gives nil where the system has no watch to give; then marks have to suffice.
func newWatch(file string) *watch {
	fd, err := syscall.InotifyInit1(syscall.IN_NONBLOCK | syscall.IN_CLOEXEC)
	if err != nil {
		return nil
	}
	const what = syscall.IN_MODIFY | syscall.IN_OPEN | syscall.IN_CLOSE_WRITE | syscall.IN_CLOSE_NOWRITE
	if _, err := syscall.InotifyAddWatch(fd, file, what); err != nil {
		syscall.Close(fd)
		return nil
	}
	return &watch{fd}
}

// A noise is what was heard since the last time.
type noise struct {
	written bool // the file was written
	// over: a program opened it and closed it after it could write, as one does that puts a
	// copy over it. One that only closed it had it open before, and the look would have
	// seen that it was emptied; a process that was killed closes it at any time.
	over bool
	open int // programs that opened it and have not closed it yet
}

func (w *watch) listen() noise { return w.more(noise{}) }

// more adds what was heard since n.
func (w *watch) more(n noise) noise {
	if w == nil {
		return n
	}
	var buf [4096]byte
	for {
		k, err := syscall.Read(w.fd, buf[:])
		if err == syscall.EINTR {
			continue
		}
		if err != nil || k < syscall.SizeofInotifyEvent {
			return n
		}
		for b := buf[:k]; len(b) >= syscall.SizeofInotifyEvent; {
			mask := binary.NativeEndian.Uint32(b[4:])
			lost := mask&syscall.IN_Q_OVERFLOW != 0
			n.written = n.written || lost || mask&syscall.IN_MODIFY != 0
			n.over = n.over || lost || mask&syscall.IN_CLOSE_WRITE != 0 && n.open > 0
			if mask&syscall.IN_OPEN != 0 {
				n.open++
			} else if mask&syscall.IN_CLOSE != 0 {
				n.open = max(0, n.open-1)
			}
			b = b[min(len(b), syscall.SizeofInotifyEvent+int(binary.NativeEndian.Uint32(b[12:]))):]
		}
	}
}

// listenOut is listen, but waits a little for programs that have just opened the file: one
// that copies something over it closes it soon.
func (w *watch) listenOut() noise {
	n := w.listen()
	for end := time.Now().Add(50 * time.Millisecond); n.open > 0 && !n.over && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
		n = w.more(n)
	}
	return n
}

func (w *watch) close() {
	if w != nil {
		syscall.Close(w.fd)
	}
}
