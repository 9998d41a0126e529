package main

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"hed/internal/browser"
)

// TestStudyFullDisk fills the disk under a study that people and programs are at work
// on: the page says that the answer is not saved and keeps it, and when there is room
// again everything goes on. Nothing that was acknowledged is lost.
func TestStudyFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	dir := t.TempDir()
	disk := filepath.Join(dir, "disk")
	if err := os.Mkdir(disk, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=16m"); err != nil {
		t.Skipf("only who may mount a small disk can fill it: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, 0); err != nil {
			t.Error(err)
		}
	})
	tab := browser.Open(t)
	writeNews(t, dir, 12)
	h := host(t, dir, "disk/study.db", 6, "--docs", "news.jsonl", "--system", "a=a.txt", "--system", "b=b.txt", "--system", "c=c.txt",
		"--protocol", "suitability", "--cases", "4", "--forms", "2", "--judges", "3")
	said := answers{}
	p := h.sit(tab, h.links[0], mouse, said)
	p.name = "disk"
	p.begin()

	theirs, programs := answers{}, make(chan struct{})
	go func() {
		defer close(programs)
		h.simulate(h.links[1:], theirs)
	}()
	// Choosing this and that again and again needs room in the end.
	first := p.items()[0]
	fill(t, filepath.Join(disk, "ballast"))
	state := `document.getElementById("save").dataset.state`
	for i := 0; browser.Eval[string](t, tab, state) != "full"; i++ {
		if i == 5000 {
			t.Fatal("the disk is full, and no answer was refused")
		}
		p.press(`label:has(> input[name="` + first.Key + `"][value="` + first.Values[i%2] + `"])`)
		p.wait(state + ` === "saved" || ` + state + ` === "full"`)
	}
	p.picture("full")
	// One more is kept on the page, too, which does not go on.
	now := p.page()
	items := p.items()
	said[spot{now.Judge, now.Case, items[0].Key}] = p.answer(items[0])
	if shown := browser.Eval[string](t, tab, state); shown != "full" {
		t.Errorf("with a full disk the page says %q", shown)
	}
	if err := os.Remove(filepath.Join(disk, "ballast")); err != nil {
		t.Fatal(err)
	}
	p.wait(state + ` === "saved"`)
	if state := p.rest(); state != "finished" {
		t.Errorf("the page at the end is %q", state)
	}
	<-programs
	maps.Copy(said, theirs)
	h.compare(said)
}

// fill writes a file until there is no room for a byte more.
func fill(t *testing.T, file string) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for size := 1 << 16; size > 0; {
		if _, err := f.Write(make([]byte, size)); errors.Is(err, syscall.ENOSPC) {
			size /= 2
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
