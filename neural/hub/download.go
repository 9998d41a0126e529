package hub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"hed/internal/whole"
)

// errRange is an answer to a request for a file, or the rest of it, that is neither.
var errRange = errors.New("the server answered with something else than the file")

// ensure sees to it that the blob of a file is there and is right. What was
// there but is not right is fetched anew.
func (p *pull) ensure(ctx context.Context, f file) error {
	unlock, err := p.lock(ctx, f)
	if err != nil {
		return err
	}
	defer unlock()
	blob := p.blob(f.sum)
	if info, err := os.Stat(blob); err == nil && info.Size() == f.size {
		err := f.sum.verify(ctx, blob)
		if err == nil {
			p.advance(f, f.size)
		}
		if !errors.Is(err, errContent) {
			return err
		}
	}
	// Older versions of huggingface_hub leave such files too. Whether one has the
	// beginning of this file, the checksum tells.
	part := blob + ".incomplete"
	err = p.download(ctx, f, part)
	if errors.Is(err, errContent) { // as the part from an earlier time may be at fault
		if err = os.Remove(part); err == nil {
			err = p.download(ctx, f, part)
		}
	}
	if errors.Is(err, errContent) {
		os.Remove(part)
		return fmt.Errorf("%s arrived damaged, twice: %w; try again later, or with another endpoint", f.name, err)
	}
	if err != nil {
		return fmt.Errorf("fetch %s: %w", f.name, err)
	}
	return whole.Place(part, blob)
}

// lock waits until nobody else fetches the file. The lock is that of huggingface_hub.
func (p *pull) lock(ctx context.Context, f file) (unlock func() error, err error) {
	dir := filepath.Join(p.cache, ".locks", p.folder())
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	l := flock.New(filepath.Join(dir, string(f.sum)+".lock"))
	got, err := l.TryLock()
	if err == nil && !got {
		p.report(Progress{File: f.name, Done: p.done, Total: p.total, Waiting: true})
		_, err = l.TryLockContext(ctx, 200*time.Millisecond)
	}
	if err != nil {
		return nil, fmt.Errorf("wait for another pull of %s: %w", f.name, err)
	}
	return l.Unlock, nil
}

// download fetches what a file lacks and compares its checksum.
func (p *pull) download(ctx context.Context, f file, part string) error {
	out, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	defer out.Close()
	longest := int64(0)
	err = p.remote.retry(ctx, func() (further bool, err error) {
		have, err := p.rest(ctx, f, out)
		further = have > longest
		longest = max(longest, have)
		return further, err
	})
	if err != nil {
		return err
	}
	if err := out.Close(); err != nil {
		return err
	}
	if err := f.sum.verify(ctx, part); err != nil {
		return err
	}
	p.advance(f, f.size)
	return nil
}

// rest asks once for what out lacks and says how long it is then.
func (p *pull) rest(ctx context.Context, f file, out *os.File) (have int64, err error) {
	if have, err = out.Seek(0, io.SeekEnd); err != nil {
		return have, err
	}
	anew := func() error {
		have = 0
		if _, err := out.Seek(0, io.SeekStart); err != nil {
			return err
		}
		return out.Truncate(0)
	}
	if have > f.size {
		if err := anew(); err != nil {
			return have, err
		}
	}
	if have == f.size {
		return have, nil
	}
	header := http.Header{}
	if have > 0 {
		header.Set("Range", fmt.Sprintf("bytes=%d-", have))
	}
	err = p.remote.send(ctx, http.MethodGet, p.remote.url(p.commit, f.name), header, nil, func(resp *http.Response) error {
		switch begin := fmt.Sprintf("bytes %d-", have); {
		case resp.StatusCode == http.StatusOK:
			if have > 0 { // the server has no ranges
				if err := anew(); err != nil {
					return err
				}
			}
		case resp.StatusCode != http.StatusPartialContent || !strings.HasPrefix(resp.Header.Get("Content-Range"), begin):
			return errRange
		}
		return p.copy(f, out, &have, resp.Body)
	})
	if errors.Is(err, errRange) {
		err = temporary{err, 0}
		if failed := anew(); failed != nil {
			err = failed
		}
	}
	return have, err
}

// copy writes what comes to the end of out. Reading may be tried again, writing not.
func (p *pull) copy(f file, out *os.File, have *int64, body io.Reader) error {
	buf := make([]byte, 1<<18)
	for {
		n, err := body.Read(buf)
		if *have+int64(n) > f.size {
			return fmt.Errorf("the server sends more than the %d bytes that it said; try again later, or with another endpoint", f.size)
		}
		if _, err := out.Write(buf[:n]); err != nil {
			return err
		}
		*have += int64(n)
		p.advance(f, *have)
		switch {
		case errors.Is(err, io.EOF) && *have == f.size:
			return nil
		case errors.Is(err, io.EOF):
			return temporary{fmt.Errorf("the connection ended after %d of %d bytes", *have, f.size), 0}
		case err != nil:
			return temporary{fmt.Errorf("the connection broke after %d of %d bytes: %w", *have, f.size, err), 0}
		}
	}
}
