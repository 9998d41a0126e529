package hub_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"github.com/google/go-cmp/cmp"

	"hed/neural/hub"
	"hed/neural/hub/hubtest"
)

// start gives a server with the models bert and org/shards, and a Hub for it.
func start(t *testing.T) (*hubtest.Server, *hub.Hub) {
	t.Helper()
	s := hubtest.Start()
	t.Cleanup(s.Close)
	s.Add("bert", "main", model(t, "bert"))
	s.Add("org/shards", "main", model(t, "xlm-roberta"))
	return s, &hub.Hub{Cache: filepath.Join(t.TempDir(), "cache"), Endpoint: s.URL, Pause: time.Millisecond}
}

func model(t *testing.T, name string) map[string]string {
	t.Helper()
	files, err := hubtest.Model("../encoder/testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// layout is what is in a cache: a line for each file and link.
func layout(t *testing.T, cache string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(cache, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.Contains(file, ".locks") {
			return err
		}
		name, err := filepath.Rel(cache, file)
		if err != nil {
			return err
		}
		if target, err := os.Readlink(file); err == nil {
			fmt.Fprintf(&b, "%s -> %s\n", filepath.ToSlash(name), filepath.ToSlash(target))
			return nil
		}
		data, err := os.ReadFile(file)
		if len(data) > 100 || strings.Contains(name, "blobs") {
			data = fmt.Appendf(nil, "%d bytes", len(data))
		}
		fmt.Fprintf(&b, "%s: %q\n", filepath.ToSlash(name), data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func pull(t *testing.T, h *hub.Hub, name string) hub.Model {
	t.Helper()
	m, err := h.Pull(t.Context(), name, nil)
	if err != nil {
		t.Fatal(err)
	}
	if dir, err := h.Find(name); err != nil || dir != m.Dir {
		t.Errorf("%s is in %s, but found in %s (%v)", name, m.Dir, dir, err)
	}
	if d, err := hub.Check(t.Context(), m.Dir); err != nil || d.Checksums < 6 || d.Name != m.Name || d.Commit != m.Commit {
		t.Errorf("%+v, %v", d, err)
	}
	return m
}

func TestPull(t *testing.T) {
	s, h := start(t)
	m := pull(t, h, "bert")
	want := m
	want.Name, want.Refs = "bert", []string{"main"}
	for _, f := range []string{"config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json", "modules.json", "1_Pooling/config.json"} {
		got, err := os.ReadFile(filepath.Join(m.Dir, f))
		if err != nil || string(got) != model(t, "bert")[f] {
			t.Errorf("%s: %v", f, err)
		}
	}
	if _, err := os.Stat(filepath.Join(m.Dir, "README.md")); err == nil {
		t.Error("README.md is there, which nobody needs")
	}
	list, err := h.List()
	if diff := cmp.Diff([]hub.Model{want}, list); err != nil || diff != "" {
		t.Error(err, diff)
	}
	// What sentence-transformers says of an encoder, whatever its kind.
	files, limits := model(t, "bert"), "sentence_xlm-roberta_config.json"
	files[limits] = `{"max_seq_length": 7}`
	s.Add("org/sentences", "main", files)
	if _, err := os.Stat(filepath.Join(pull(t, h, "org/sentences").Dir, limits)); err != nil {
		t.Error(err)
	}
	shards := pull(t, h, "org/shards")
	if _, err := os.Stat(filepath.Join(shards.Dir, "model-00003-of-00003.safetensors")); err != nil {
		t.Error(err)
	}

	// What is there is not fetched again.
	before, laid := s.Fetched(), layout(t, h.Cache)
	pull(t, h, "bert")
	if s.Fetched() != before {
		t.Errorf("%d bytes were fetched again", s.Fetched()-before)
	}
	if diff := cmp.Diff(laid, layout(t, h.Cache)); diff != "" {
		t.Error(diff)
	}

	// A branch that has moved is another snapshot; files that are the same are not
	// fetched. The old one stays for those who name its commit.
	files = model(t, "bert")
	files["tokenizer_config.json"] = `{"new": true}`
	commit := s.Add("bert", "main", files)
	if now := pull(t, h, "bert"); now.Commit != commit || s.Fetched() != before+int64(len(`{"new": true}`)) {
		t.Errorf("commit %s, want %s; %d bytes", now.Commit, commit, s.Fetched()-before)
	}
	if old := pull(t, h, "bert@"+m.Commit); old.Dir != m.Dir || old.Refs != nil {
		t.Errorf("%+v", old)
	}
	s.Add("bert", "refs/pr/1", model(t, "bert"))
	if pr := pull(t, h, "bert@refs/pr/1"); pr.Dir != m.Dir {
		t.Errorf("%+v", pr)
	}
}

// Blobs that are damaged, of another length or gone are mended.
func TestPullMends(t *testing.T) {
	s, h := start(t)
	m := pull(t, h, "bert")
	weights := filepath.Join(m.Dir, "model.safetensors")
	for what, damage := range map[string]func(data []byte) []byte{
		"one byte": func(d []byte) []byte { d[len(d)-1] ^= 1; return d },
		"cut off":  func(d []byte) []byte { return d[:len(d)-7] },
		"longer":   func(d []byte) []byte { return append(d, 0) },
		"empty":    func([]byte) []byte { return nil },
	} {
		data, err := os.ReadFile(weights)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(weights, damage(data), 0o666); err != nil { // through the link
			t.Fatal(err)
		}
		_, err = hub.Check(t.Context(), m.Dir)
		missing, ok := errors.AsType[*hub.MissingError](err)
		if !ok || missing.Model != "bert@"+m.Commit || !strings.Contains(err.Error(), `model.safetensors is damaged`) || !strings.HasSuffix(err.Error(), "; fetch it") {
			t.Errorf("%s: %v", what, err)
		}
		pull(t, h, "bert")
	}
	blob := filepath.Join(h.Cache, "models--bert", "blobs", hubtest.Sum(model(t, "bert")["model.safetensors"]))
	if err := os.Remove(blob); err != nil {
		t.Fatal(err)
	}
	if _, err := hub.Check(t.Context(), m.Dir); err == nil || !strings.Contains(err.Error(), "a link to a file that is gone") {
		t.Error(err)
	}
	if _, err := hub.Inspect(m.Dir); err == nil || !strings.Contains(err.Error(), "model.safetensors is missing") {
		t.Error(err)
	}
	pull(t, h, "bert")
	if s.Leaked() {
		t.Error("a token without a token")
	}
}

// A pull that is stopped leaves its part, and the next one goes on from there.
func TestPullResumes(t *testing.T) {
	s, h := start(t)
	s.Silent["model.safetensors"] = true
	ctx, stop := context.WithCancel(t.Context())
	half := int64(len(model(t, "bert")["model.safetensors"]) / 2)
	_, err := h.Pull(ctx, "bert", func(p hub.Progress) {
		if p.File == "model.safetensors" && p.Done > half {
			stop()
		}
	})
	if err == nil || ctx.Err() == nil {
		t.Fatal("it was not stopped: ", err)
	}
	parts, _ := filepath.Glob(filepath.Join(h.Cache, "models--bert", "blobs", "*.incomplete"))
	if len(parts) != 1 {
		t.Fatal(parts)
	}
	if info, err := os.Stat(parts[0]); err != nil || info.Size() != half {
		t.Fatal(info, err)
	}
	if list, err := h.List(); err != nil || len(list) > 0 {
		t.Fatal(list, err)
	}
	before := s.Fetched()
	m := pull(t, h, "bert")
	if got := s.Fetched() - before; got != half {
		t.Errorf("%d bytes were fetched of the %d that were left", got, half)
	}

	// A part of something else is noticed by its checksum, one that is too long by that.
	for _, content := range []string{"nonsense", strings.Repeat("x", 50_000), model(t, "bert")["model.safetensors"]} {
		if err := os.RemoveAll(filepath.Join(h.Cache, "models--bert", "snapshots")); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(strings.TrimSuffix(parts[0], ".incomplete")); err != nil {
			t.Fatal(err)
		}
		write(t, parts[0], content)
		if now := pull(t, h, "bert"); now.Commit != m.Commit {
			t.Error(now)
		}
	}
}

func TestPullToken(t *testing.T) {
	s, h := start(t)
	s.Token = "secret"
	_, err := h.Pull(t.Context(), "bert", nil)
	if err == nil || !strings.Contains(err.Error(), "has no model bert that everybody may read; check the name (ORG/NAME), or set HF_TOKEN") {
		t.Error(err)
	}
	h.Token = "other"
	if _, err := h.Pull(t.Context(), "bert", nil); err == nil || !strings.Contains(err.Error(), "that your token may read; check the name (ORG/NAME) and the token") {
		t.Error(err)
	}
	h.Token, h.TokenFile = "", filepath.Join(t.TempDir(), "token")
	write(t, h.TokenFile, "secret\n")
	pull(t, h, "bert")
	h.Token = "secret"
	pull(t, h, "org/shards")
	if s.Leaked() {
		t.Error("the token was sent to the host of large files")
	}
}

// Two pulls at once: the second waits, also for huggingface_hub, and stops if asked to.
func TestPullWaits(t *testing.T) {
	s, h := start(t)
	locks := filepath.Join(h.Cache, ".locks", "models--bert")
	if err := os.MkdirAll(locks, 0o777); err != nil {
		t.Fatal(err)
	}
	other := flock.New(filepath.Join(locks, hubtest.Sum(model(t, "bert")["model.safetensors"])+".lock"))
	if err := other.Lock(); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	_, err := h.Pull(ctx, "bert", func(p hub.Progress) {
		if p.Waiting {
			stop()
		}
	})
	if err == nil || ctx.Err() == nil {
		t.Fatal("it did not wait: ", err)
	}
	_, err = h.Pull(t.Context(), "bert", func(p hub.Progress) {
		if p.Waiting {
			other.Unlock()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	before := s.Fetched()
	done := make(chan error)
	for range 4 {
		go func() {
			_, err := h.Pull(t.Context(), "org/shards", nil)
			done <- err
		}()
	}
	var size int64
	for range 4 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	size = pull(t, h, "org/shards").Size
	if got := s.Fetched() - before; got != size {
		t.Errorf("four pulls fetched %d bytes, want %d", got, size)
	}
}

// Where there are no links, files have two names, or are there twice.
func TestPlace(t *testing.T) {
	dir := t.TempDir()
	blob, at := filepath.Join(dir, "blobs", "x"), filepath.Join(dir, "snapshots", "y", "config.json")
	none := func(string, string) error { return errors.ErrUnsupported }
	for i, ways := range [][]func(blob, at string) error{{none, os.Link}, {none, none, hub.Duplicate}} {
		for _, content := range []string{"one", "two", "two"} {
			os.Remove(blob)
			write(t, blob, content)
			if err := hub.Place(blob, at, ways...); err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(at); err != nil || string(got) != content {
				t.Errorf("way %d: %q, %v; want %q", i, got, err, content)
			}
		}
	}
	if err := hub.Place(blob, at, none); !errors.Is(err, errors.ErrUnsupported) {
		t.Error(err)
	}
}

// Where another pull makes the link first, the blob behind it stays as it is.
func TestPlaceTwice(t *testing.T) {
	dir := t.TempDir()
	blob, at := filepath.Join(dir, "blobs", "x"), filepath.Join(dir, "snapshots", "y", "config.json")
	write(t, blob, "one")
	slow := func(blob, at string) error {
		if err := hub.Link(blob, at); err != nil {
			t.Skip("skipped: no links here")
		}
		return hub.Link(blob, at)
	}
	before, err := os.Stat(blob)
	if err != nil {
		t.Fatal(err)
	}
	if err := hub.Place(blob, at, slow, hub.Duplicate); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(blob); err != nil || !os.SameFile(before, after) {
		t.Errorf("the blob is another file now (%v)", err)
	}
}

// What has come of a file needs no more room.
func TestPullRoom(t *testing.T) {
	h := &hub.Hub{Cache: t.TempDir(), Pause: time.Millisecond}
	free, ok := hub.FreeSpace(h.Cache)
	if !ok {
		t.Skip("skipped: the system does not say how much room there is")
	}
	margin := free / 12 // others write to the disk meanwhile
	part := filepath.Join(h.Cache, "models--bert", "blobs", two+".incomplete")
	write(t, part, "")
	if err := os.Truncate(part, int64(2*margin)); err != nil {
		t.Skip("skipped: no files with holes here: ", err)
	}
	h.Endpoint = oddServer(t, listOf(one), `"`+two+`"`, strconv.FormatUint(free/3+margin, 10)) // three files
	if _, err := h.Pull(t.Context(), "bert", nil); err == nil || strings.Contains(err.Error(), "make room") {
		t.Errorf("got %v, want something else than a full disk", err)
	}
	if err := os.Truncate(part, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Pull(t.Context(), "bert", nil); err == nil || !strings.Contains(err.Error(), "make room") {
		t.Error(err)
	}
}

func TestProgress(t *testing.T) {
	_, h := start(t)
	last := hub.Progress{}
	m, err := h.Pull(t.Context(), "org/shards", func(p hub.Progress) {
		if p.Done > p.Total || p.Done < last.Done && last.File != "model.safetensors.index.json" {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
	})
	if err != nil || last.Done != m.Size || last.Total != m.Size {
		t.Errorf("%+v of %d, %v", last, m.Size, err)
	}
}
