//go:build linux

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// power copies the blocks of a store's disk while judges answer, which is what is left of it
// if the power goes at that moment.
func power(a *arena, r *row) error {
	d, err := a.ext4(96 << 20)
	if err != nil {
		return err
	}
	defer d.drop()
	for range a.times(8) {
		f, s, judges, err := a.begin(a.freshIn(d.dir, "study"), "", 30, 10)
		if err != nil {
			return err
		}
		judges.until(300 + a.rng.IntN(900))
		time.Sleep(a.moment(50 * time.Millisecond))
		// Nothing is acknowledged while the copy is made, since copying takes a moment.
		if err := s.pause(); err != nil {
			return err
		}
		after, err := d.copied()
		if err != nil {
			return err
		}
		s.kill()
		judges.stop()
		here := f.dir
		f.store = filepath.Join(after.dir, filepath.Base(f.dir), "study.db")
		if err := f.settle(r, nil); err != nil {
			r.trouble(err)
		}
		if err := after.drop(); err != nil {
			return err
		}
		if err := os.RemoveAll(here); err != nil {
			return err
		}
	}
	return nil
}

// exits runs commands that write files, and takes the power away as soon as each has said
// that it is done. What it wrote must be there, byte for byte.
func exits(a *arena, r *row) error {
	d, err := a.ext4(128 << 20)
	if err != nil {
		return err
	}
	defer d.drop()
	news := func(name string) string { return filepath.Join(a.dir, "news", name) }
	out := func(name string) string { return filepath.Join(d.dir, name) }
	docs := []string{"--docs", news("news.jsonl")}
	f, s, judges, err := a.begin(out("study"), "", 6, 2)
	if err != nil {
		return err
	}
	judges.finish(r)
	s.end()
	files := 0
	for _, line := range [][]string{
		append([]string{"eval", "-q", "--system", "a=" + news("s0.txt"), "--system", "b=" + news("s1.txt"), "--out", out("eval")}, docs...),
		append([]string{"eval", "-q", "--system", "a=" + news("s0.txt"), "--baseline", "first,random", "--metric", "rouge,kl,fluency", "--out", out("eval")}, docs...),
		append([]string{"generate", "-q", "--with", "tfidf", "--out", out("headlines.txt")}, docs...),
		append([]string{"split", "-q", "--folds", "5", "--out", out("split")}, docs...),
		append([]string{"fit", "-q", "--metric", "lsi", "--out", out("state")}, docs...),
		append([]string{"train", "lm", "-q", "--out", out("lm")}, docs...),
		append([]string{"train", "vectors", "-q", "--out", out("vectors")}, docs...),
		{"demo", "-q", "--out", out("demo")},
		{"study", "invite", "--store", f.store, "--judges", "5"},
		{"study", "export", "-q", "--store", f.store, "--out", out("export")},
		{"study", "report", "-q", "--store", f.store, "--out", out("report")},
		{"study", "backup", "-q", "--store", f.store, "--out", out("backup.db")},
	} {
		_, err := a.command(line...)
		if err != nil {
			r.trouble(err)
			continue
		}
		after, err := d.copied()
		if err != nil {
			return err
		}
		n, bad, err := same(d.dir, after.dir)
		if err != nil {
			return err
		}
		files += n
		r.rounds++
		if len(bad) > 0 {
			r.trouble(fmt.Errorf("after hed %s: %d files are not as they were, such as %s", strings.Join(line[:2], " "), len(bad), bad[0]))
		}
		if err := after.drop(); err != nil {
			return err
		}
	}
	r.remark("%d files compared", files)
	f.judges += 5
	return f.settle(r, nil)
}

// same compares all files of one folder with those of another.
func same(dir, other string) (n int, differ []string, err error) {
	err = filepath.WalkDir(dir, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			if e != nil && e.Name() == "lost+found" {
				return fs.SkipDir
			}
			return err
		}
		if strings.HasSuffix(file, "-shm") || strings.HasSuffix(file, "-lock") {
			return nil // they are of the processes, and nothing is kept there
		}
		name, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		want, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		n++
		if got, err := os.ReadFile(filepath.Join(other, name)); err != nil || !bytes.Equal(got, want) {
			differ = append(differ, name)
		}
		return nil
	})
	return n, differ, err
}
