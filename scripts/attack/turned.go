//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hed/internal/killtest"
	"hed/neural/hub/hubtest"
)

// A reading is files that hed writes, and reads again.
type reading struct {
	name string
	// write writes the files, in a folder. Those for which harmed is true are harmed.
	write  func(dir string) error
	harmed func(name string) bool
	// read lets hed read them, and gives what it makes of them.
	read func(dir string) (string, error)
}

// turned turns a bit of files that hed reads again, or cuts them off, one at a time. hed must refuse the file, or come to the
// same as without that.
func turned(a *arena, r *row) error {
	readings, err := a.readings()
	if err != nil {
		return err
	}
	for _, re := range readings {
		if a.ctx.Err() != nil {
			return a.ctx.Err()
		}
		began := time.Now()
		refused, same, err := a.turn(r, &re, a.times(30))
		if err != nil {
			r.trouble(fmt.Errorf("%s: %w", re.name, err))
		}
		r.rounds += refused + same
		r.remark("%s: refused %d, the same %d", re.name, refused, same)
		fmt.Fprintf(os.Stderr, "%s: refused %d, the same %d, %s\n", re.name, refused, same, time.Since(began).Round(time.Second))
	}
	return nil
}

func (a *arena) turn(r *row, re *reading, times int) (refused, same int, err error) {
	master := a.fresh("turned")
	if err := os.MkdirAll(master, 0o777); err != nil {
		return 0, 0, err
	}
	if err := re.write(master); err != nil {
		return 0, 0, err
	}
	trial := filepath.Join(a.dir, "trial") // the same path each time, which is in some results
	copied := func() error {
		if err := os.RemoveAll(trial); err != nil {
			return err
		}
		_, err := a.output("cp", "-a", master, trial)
		return err
	}
	if err := copied(); err != nil {
		return 0, 0, err
	}
	want, err := re.read(trial)
	if err != nil {
		return 0, 0, err
	}
	var files []string
	filepath.WalkDir(master, func(name string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(master, name)
		if info, bad := d.Info(); err == nil && bad == nil && info.Mode().IsRegular() && info.Size() > 0 && (re.harmed == nil || re.harmed(rel)) {
			files = append(files, rel)
		}
		return err
	})
	if len(files) == 0 {
		return 0, 0, errors.New("there is no file to harm")
	}
	for i := range times {
		if err := copied(); err != nil {
			return refused, same, err
		}
		name := files[a.rng.IntN(len(files))]
		data, err := os.ReadFile(filepath.Join(trial, name))
		if err != nil {
			return refused, same, err
		}
		at, what := a.rng.IntN(len(data)), "bit turned"
		if i%3 == 2 {
			data, what = data[:at], "cut off"
		} else {
			data[at] ^= 1 << a.rng.IntN(8)
		}
		if err := os.WriteFile(filepath.Join(trial, name), data, 0o666); err != nil {
			return refused, same, err
		}
		got, err := re.read(trial)
		switch {
		case err != nil && (strings.Contains(err.Error(), "goroutine ") || strings.Contains(err.Error(), "mistake of hed") || strings.Contains(err.Error(), "signal: ")):
			r.trouble(fmt.Errorf("%s: %s at byte %d of %s: %w", re.name, what, at, name, err))
		case err != nil:
			refused++
		case got != want:
			r.trouble(fmt.Errorf("%s: %s at byte %d of %s goes unnoticed", re.name, what, at, name))
		default:
			same++
		}
	}
	return refused, same, nil
}

// readings are all, each with a command that reads them.
func (a *arena) readings() ([]reading, error) {
	inputs := a.fresh("inputs")
	if err := writeLong(inputs); err != nil {
		return nil, err
	}
	in := func(name string) string { return filepath.Join(inputs, name) }
	chat := a.endpoint()
	encoder, err := a.encoder()
	if err != nil {
		return nil, err
	}
	bench, err := a.filled()
	if err != nil {
		return nil, err
	}
	hub, err := a.offer(0)
	if err != nil {
		return nil, err
	}
	under := func(folder string) func(string) bool {
		return func(name string) bool { return strings.HasPrefix(name, folder) }
	}
	hed := func(dir string, args ...string) (string, error) {
		cmd := exec.Command(a.hed, args...)
		cmd.Env = []string{"HF_ENDPOINT=" + hub}
		return a.run(cmd, dir)
	}
	do := func(lines ...[]string) func(string) error {
		return func(dir string) error {
			for _, line := range lines {
				if _, err := hed(dir, line...); err != nil {
					return err
				}
			}
			return nil
		}
	}
	look := func(lines ...[]string) func(string) (string, error) {
		return func(dir string) (all string, err error) {
			for _, line := range lines {
				out, err := hed(dir, line...)
				if all += out; err != nil {
					return "", err
				}
			}
			return all, nil
		}
	}
	// half begins work and kills it when there is enough in a file.
	half := func(file string, size int64, line ...string) func(string) error {
		return func(dir string) error { return a.half(dir, file, size, line) }
	}
	rest := func(out string, line ...string) func(string) (string, error) {
		return func(dir string) (string, error) {
			if _, err := hed(dir, append(line, "--resume")...); err != nil {
				return "", err
			}
			return listing(filepath.Join(dir, out))
		}
	}
	eval := []string{"eval", "-q", "--docs", in("news.jsonl"), "--baseline", "first,random,tfidf", "--metric", "rouge,bleu,js", "--chart", "none", "--workers", "1", "--out", "out"}
	write := []string{"generate", "-q", "--docs", in("news.jsonl"), "--with", "wtextrank", "--workers", "1", "--out", "out.jsonl"}
	fit := []string{"fit", "-q", "--docs", in("few.jsonl"), "--metric", "lsi,lda:topics=20+iterations=2000", "--out", "out.state"}
	teach := []string{"train", "pn:hidden=12+embedding=12+vocabulary=500+words=40", "-q", "--docs", in("few.jsonl"), "--steps", "1500", "--batch", "4", "--device", "cpu", "--out", "out"}
	brio := []string{"train", "brio:candidates=4+warmup=2+tokens=30", "-q", "--init", model("t5"), "--docs", in("few.jsonl"), "--valid", in("fewer.jsonl"), "--steps", "4", "--batch", "4", "--device", "cpu", "--out", "out"}
	tag := []string{"train", "tagger", "-q", "--conllu", in("bank.conllu"), "--lang", "it", "--out", "out"}
	vectors := []string{"train", "vectors", "-q", "--docs", in("few.jsonl"), "--out", "out"}
	learn := []string{"eval", "-q", "--docs", in("few.jsonl"), "--baseline", "first,random", "--metric", "rouge:types=1,lda:topics=20+iterations=1000,lsi,we", "--chart", "none", "--out", "out"}
	season := []string{"train", "season:tokens=30", "-q", "--init", model("season"), "--docs", in("few.jsonl"), "--valid", in("fewer.jsonl"), "--steps", "4", "--batch", "4", "--device", "cpu", "--out", "out"}
	numerals := []string{"train", "numerals", "-q", "--docs", in("questions.csv"), "--out", "out"}
	judge := []string{"style", "train", "-q", "--docs", in("both.jsonl"), "--classifier", "bilstm:hidden=8+filters=8+embedding=8+epochs=4", "--device", "cpu", "--out", "out"}
	score := func(metric string, more ...string) []string {
		return append([]string{"score", "--docs", in("few.jsonl"), "--hyp", in("one.txt"), "--metric", metric, "-f", "csv"}, more...)
	}
	return []reading{
		{"results", do(eval), under("out"), look([]string{"compare", "out", "out", "-f", "json"}, []string{"tables", "--from", "out"})},
		{"results, continued", do(eval), under("out"), rest("out", eval...)},
		{"results, for ratings and figures", do(eval), under("out"), func(dir string) (string, error) {
			all, err := look([]string{"correlate", "--scores", "out", "--human", in("ratings.csv"), "-f", "json"}, []string{"charts", "-q", "--from", "out", "--chart", "bar,box"})(dir)
			if err != nil {
				return "", err
			}
			charts, err := listing(filepath.Join(dir, "out", "charts"))
			return all + charts, err
		}},
		{"journal of eval", half("out/.unfinished/rows", 20_000, eval...), under("out"), rest("out", eval...)},
		{"journal of generate", half(".out.jsonl.unfinished", 20_000, write...), under(".out"), rest("out.jsonl", write...)},
		{"what metrics of eval have learnt so far", half("out/.unfinished/learnt/*/topics", 1000, learn...), under("out"), rest("out", learn...)},
		{"what metrics have learnt so far", half(".out.state.unfinished/.unfinished/*/topics", 1000, fit...), under(".out"), rest("out.state", fit...)},
		{"state", do(fit), nil, look(score("lda:topics=20+iterations=2000", "--state", "out.state"))},
		{"checkpoint of a network", half("out/.unfinished/phase1/checkpoint.safetensors", 1000, teach...), under("out"), rest("out", teach...)},
		{"candidates of brio", half("out/.unfinished/candidates*", 2000, brio...), under("out"), rest("out", brio...)},
		{"parts of a tagger", half("out/.unfinished/run1", 100, tag...), under("out"), rest("out", tag...)},
		{"passes of word vectors", half("out/.unfinished/vectors*", 1000, vectors...), under("out"), rest("out", vectors...)},
		{"model of a network", do(teach), under("out"), look([]string{"generate", "-q", "--docs", in("fewer.jsonl"), "--with", "pn:model=out+beams=2+max=6+min=1", "--device", "cpu", "--out", "-"})},
		{"model of brio", do(brio), under("out"), look([]string{"generate", "-q", "--docs", in("fewer.jsonl"), "--with", "transformer:model=out+beams=2+max=6+min=1", "--device", "cpu", "--out", "-"})},
		{"model of season", do(season), under("out"), look([]string{"generate", "-q", "--docs", in("fewer.jsonl"), "--with", "transformer:model=out+beams=2+max=6+min=1", "--device", "cpu", "--out", "-"})},
		{"parts of numerals", half("out/.unfinished/*net*", 100, numerals...), under("out"), rest("out", numerals...)},
		{"model of numerals", do(numerals), under("out"), look([]string{"numerals", "solve", "-q", "--model", "out", "--docs", in("questions.csv"), "--out", "-"})},
		{"checkpoint of a classifier", half("out/.unfinished/*/checkpoint.safetensors", 1000, judge...), under("out"), rest("out", judge...)},
		{"classifier of style, a network", do(judge), under("out"), look([]string{"style", "classify", "--model", "out", "--hyp", in("one.txt"), "--device", "cpu"})},
		{"model that was pulled", do([]string{"models", "pull", "-q", "org/model"}), under("cache"), look([]string{"models", "check", "org/model"})},
		{"classifier of style", do([]string{"style", "train", "-q", "--docs", in("both.jsonl"), "--classifier", "linear", "--out", "out"}), under("out"),
			look([]string{"style", "classify", "--model", "out", "--hyp", in("one.txt")})},
		{"tagger", do(tag), under("out"), look([]string{"tag", "--model", "out", "--gold", in("bank.conllu")})},
		{"language model", do([]string{"train", "lm", "-q", "--docs", in("few.jsonl"), "--out", "out"}), under("out"), look(score("fluency:lm=out/lm.arpa"))},
		{"word vectors", do(vectors), under("out"), look(score("we:vectors=out/vectors.txt"))},
		{"cache of word vectors", do(vectors, score("we:vectors=out/vectors.txt")), under("cache"), look(score("we:vectors=out/vectors.txt"))},
		{"cache of an encoder", do(score("sbert:model=" + encoder)), under("cache"), look(score("sbert:model=" + encoder))},
		{"kept answers of an endpoint", do([]string{"generate", "-q", "--docs", in("fewer.jsonl"), "--with", "remote:url=" + chat + "+model=m", "--out", "out.txt"}), under("cache"),
			look([]string{"generate", "-q", "--docs", in("fewer.jsonl"), "--with", "remote:url=" + chat + "+model=m", "--out", "-"})},
		{"split", do([]string{"split", "-q", "--docs", in("few.jsonl"), "--folds", "2", "--ratio", "0.25,0.25,0.5", "--out", "out"}), under("out"),
			look([]string{"eval", "-q", "--folds", "out", "--baseline", "first", "--metric", "rouge:types=1", "--chart", "none", "--out", "results", "-f", "json"})},
		{"parts of two newspapers", do([]string{"style", "align", "-q", "--a", in("a.jsonl"), "--b", in("b.jsonl"), "--out", "pairs.csv"},
			[]string{"style", "split", "-q", "--pairs", "pairs.csv", "--a", in("a.jsonl"), "--b", in("b.jsonl"), "--out", "out"}), under("out"), func(dir string) (string, error) {
			if _, err := hed(dir, "style", "train", "-q", "--docs", "out/train-d.jsonl", "--classifier", "linear", "--out", "judge"); err != nil {
				return "", err
			}
			return listing(filepath.Join(dir, "judge"))
		}},
		{"backup of a workbench", func(dir string) error {
			_, err := hed(dir, "serve", "backup", "-q", "--data", bench.at, "--out", "backup")
			return err
		}, under("backup"), func(dir string) (string, error) {
			at := filepath.Join(dir, "restored")
			if _, err := hed(dir, "serve", "restore", "-q", "--from", "backup", "--data", at); err != nil {
				return "", err
			}
			if gone, err := bench.left(at); err != nil || gone > 0 {
				return fmt.Sprint(gone, " things are gone"), err
			}
			return listing(filepath.Join(at, "runs"))
		}},
		{"experiment on style", do([]string{"style", "run", "-q", "--config", in("style.yaml"), "--device", "cpu", "--out", "out"}), under("out"), func(dir string) (string, error) {
			if _, err := hed(dir, "style", "run", "-q", "--config", in("style.yaml"), "--device", "cpu", "--out", "out"); err != nil {
				return "", err
			}
			return listing(filepath.Join(dir, "out"))
		}},
		{"study", do([]string{"study", "new", "-q", "--docs", in("few.jsonl"), "--system", "a=" + in("one.txt"), "--system", "b=" + in("two.txt"), "--protocol", "suitability", "--cases", "20", "--forms", "1", "--judges", "2", "--store", "study.db"},
			[]string{"study", "answer", "-q", "--store", "study.db", "--with", "remote:url=" + chat + "+model=m"}, []string{"study", "backup", "-q", "--store", "study.db", "--out", "backup.db"}), under("backup.db"), func(dir string) (string, error) {
			if _, err := hed(dir, "study", "verify", "--store", "backup.db"); err != nil {
				return "", err
			}
			if _, err := hed(dir, "study", "export", "-q", "--store", "backup.db", "--out", "export"); err != nil {
				return "", err
			}
			return listing(filepath.Join(dir, "export"))
		}},
	}, nil
}

// listing is all files of a folder, or one, as one text.
func listing(at string) (string, error) {
	files, err := killtest.Files(at)
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&b, "%s\n%s\n", name, files[name])
	}
	return b.String(), err
}

// run runs hed in a folder, where its cache is too.
func (a *arena) run(cmd *exec.Cmd, dir string) (string, error) {
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), cmd.Env...), "XDG_CACHE_HOME="+filepath.Join(dir, "cache"), "OPENAI_API_KEY=none")
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Start(); err != nil {
		return "", err
	}
	limit, cancel := context.WithTimeout(a.ctx, patience)
	defer cancel()
	defer context.AfterFunc(limit, func() { cmd.Process.Kill() })()
	if err := cmd.Wait(); err != nil {
		return "", fmt.Errorf("hed %s: %w: %.600s", strings.Join(cmd.Args[1:], " "), err, said.String())
	}
	return out.String(), nil
}

// half begins work, and kills it when a file has so many bytes.
func (a *arena) half(dir, pattern string, size int64, line []string) error {
	cmd := exec.Command(a.hed, line...)
	enough := make(chan bool, 1)
	stop := make(chan struct{})
	go func() {
		for {
			select {
			case <-stop:
				enough <- false
				return
			case <-time.After(time.Millisecond):
			}
			found, _ := filepath.Glob(filepath.Join(dir, pattern))
			for _, f := range found {
				if info, err := os.Stat(f); err == nil && info.Size() >= size {
					cmd.Process.Kill()
					enough <- true
					return
				}
			}
		}
	}()
	_, err := a.run(cmd, dir)
	close(stop)
	if err == nil || !<-enough {
		return fmt.Errorf("it could not be killed in the middle: %v", err)
	}
	return nil
}

// encoder is a small model folder.
func (a *arena) encoder() (string, error) {
	files, err := hubtest.Model(filepath.Join("neural", "encoder", "testdata", "bert"))
	if err != nil {
		return "", err
	}
	dir := a.fresh("encoder")
	for name, text := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			return "", err
		}
		if err := os.WriteFile(at, []byte(text), 0o666); err != nil {
			return "", err
		}
	}
	return dir, nil
}
