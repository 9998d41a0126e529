//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"hed/generate/remote/remotetest"
	"hed/internal/killtest"
	"hed/neural/hub/hubtest"
)

// long kills every command that takes long, at random moments, and lets it continue. What it comes to must be, byte for
// byte, what it comes to when nobody kills it.
func long(a *arena, r *row) error {
	works, err := a.works()
	return errors.Join(err, a.endure(r, works, 200, killtest.Kill))
}

// interrupted does the same with what Ctrl-C and a service manager send, in turn.
func interrupted(a *arena, r *row) error {
	works, err := a.works()
	var turn atomic.Int64
	return errors.Join(err, a.endure(r, works, 40, func(p *os.Process) error {
		if turn.Add(1)%2 == 0 {
			return killtest.Terminate(p)
		}
		return killtest.Interrupt(p)
	}))
}

// onSpark kills hed while executors score, and while metrics learn from what executors read.
func onSpark(a *arena, r *row) error {
	in, out := a.fresh("parts"), a.fresh("whole")
	if err := errors.Join(writeLong(out), os.Mkdir(in, 0o777)); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(out, "more.jsonl"))
	if err != nil {
		return err
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	for i := range 20 { // parts, between which it is killed
		part := bytes.Join(lines[i*len(lines)/20:(i+1)*len(lines)/20], nil)
		if err := os.WriteFile(filepath.Join(in, fmt.Sprintf("%02d.jsonl", i)), part, 0o666); err != nil {
			return err
		}
	}
	spark := func(name, ext string, args ...string) *killtest.Work {
		args = append(args, "--docs", "file://"+filepath.Join(in, "*.jsonl"), "--engine", "spark", "--master", "local[2]")
		w := a.work(name, args...)
		if ext != "" {
			w.Command = ending(w.Command, ext)
		}
		return w
	}
	return a.endure(r, []*killtest.Work{
		spark("eval", "", "eval", "--baseline", "first,random", "--metric", "rouge,lsi", "--chart", "none"),
		spark("fit", ".state", "fit", "--metric", "lsi,we"),
	}, 12, killtest.Kill)
}

// endure lets all works be ended so many times in all, at scale 1.
func (a *arena) endure(r *row, works []*killtest.Work, times int, harm killtest.Harm) error {
	var spread [10]int
	all := 0
	for i, w := range works {
		n := a.times(times)*(i+1)/len(works) - a.times(times)*i/len(works)
		toll, err := w.Endure(a.ctx, a.fresh("work"), a.rng, n, harm)
		if a.ctx.Err() != nil {
			return a.ctx.Err()
		}
		if err != nil {
			r.trouble(err)
		}
		r.rounds += toll.Results
		all += toll.Ended
		for i, n := range toll.When {
			spread[i] += n
		}
		r.remark("%s %d (%.1f s)", w.Name, toll.Ended, toll.Took.Seconds())
	}
	r.remark("ended %d times in all, by tenths of the time that the work takes undisturbed: %d", all, spread)
	return nil
}

// works are all commands that take long, on inputs so small that each takes seconds.
func (a *arena) works() ([]*killtest.Work, error) {
	dir := a.fresh("inputs")
	in := func(name string) string { return filepath.Join(dir, name) }
	if err := writeLong(dir); err != nil {
		return nil, err
	}
	chat := a.endpoint()
	hub, err := a.offer(30 << 20)
	if err != nil {
		return nil, err
	}
	// Commands without --resume are repeated.
	repeat := func(name string, args ...string) *killtest.Work {
		return &killtest.Work{Name: name, Command: func(out string, _ bool) *exec.Cmd { return a.hedWith(out, args) }}
	}
	works := []*killtest.Work{
		a.work("eval", "eval", "--docs", in("news.jsonl"), "--baseline", "first,random,tfidf,wtextrank", "--metric", "rouge,bleu,kl,fluency", "--chart", "bar"),
		a.work("eval that learns", "eval", "--docs", in("few.jsonl"), "--baseline", "first,random", "--metric", "rouge:types=1,lda:topics=20+iterations=1000,lsi,we", "--chart", "none"),
		a.work("generate", "generate", "--docs", in("more.jsonl"), "--with", "wtextrank"),
		a.work("generate by an endpoint", "generate", "--docs", in("few.jsonl"), "--with", "remote:url="+chat+"+model=m+concurrency=4"),
		a.work("fit", "fit", "--docs", in("few.jsonl"), "--metric", "lda:topics=20+iterations=2000,lsi,fluency,we"),
		a.work("train pn", "train", "pn:hidden=12+embedding=12+vocabulary=500+words=40", "--docs", in("few.jsonl"), "--test", in("fewer.jsonl"), "--steps", "1500", "--batch", "4", "--device", "cpu"),
		a.work("train transformer", "train", "transformer:tokens=30", "--init", model("bart"), "--docs", in("few.jsonl"), "--valid", in("fewer.jsonl"), "--steps", "400", "--batch", "4", "--device", "cpu"),
		a.work("train brio", "train", "brio:candidates=4+warmup=2+tokens=30", "--init", model("t5"), "--docs", in("few.jsonl"), "--valid", in("fewer.jsonl"), "--steps", "40", "--batch", "4", "--device", "cpu"),
		a.work("train season", "train", "season:tokens=30", "--init", model("season"), "--docs", in("few.jsonl"), "--valid", in("fewer.jsonl"), "--steps", "300", "--batch", "4", "--device", "cpu"),
		a.work("train numerals", "train", "numerals", "--docs", in("questions.csv")),
		a.work("train vectors", "train", "vectors", "--docs", in("few.jsonl")),
		a.work("train lm", "train", "lm", "--docs", in("more.jsonl")),
		a.work("train tagger", "train", "tagger", "--conllu", in("bank.conllu"), "--lang", "it"),
		a.work("style train linear", "style", "train", "--docs", in("both.jsonl"), "--classifier", "linear"),
		a.work("style train bilstm", "style", "train", "--docs", in("both.jsonl"), "--classifier", "bilstm:hidden=8+filters=8+embedding=8+epochs=4", "--device", "cpu"),
		repeat("split", "split", "--docs", in("more.jsonl"), "--folds", "5", "--ratio", "0.6,0.2,0.2"),
		repeat("style align", "style", "align", "--a", in("a.jsonl"), "--b", in("b.jsonl")),
		repeat("style run", "style", "run", "--config", in("style.yaml"), "--device", "cpu"),
	}
	for _, w := range works {
		if w.Name == "style align" { // pairs, a figure and a page, which are one file each
			w.Command = ending(w.Command, ".csv")
			w.Result = func(out string) (map[string]string, error) { return killtest.Files(out) }
		}
		if w.Name == "generate" || w.Name == "generate by an endpoint" {
			w.Command = ending(w.Command, ".jsonl")
		}
		if w.Name == "fit" {
			w.Command = ending(w.Command, ".state")
		}
	}
	return append(works, a.pulling(hub), a.answering(in("few.jsonl"), chat)), nil
}

// offer has a server that offers the model org/model, with so many bytes of weights.
func (a *arena) offer(weights int) (url string, err error) {
	folder, err := a.encoder()
	if err != nil {
		return "", err
	}
	files, err := killtest.Files(folder)
	if err != nil {
		return "", err
	}
	if weights > 0 {
		var b strings.Builder
		for b.Len() < weights {
			fmt.Fprintln(&b, b.Len())
		}
		files["model.safetensors"] = b.String()
	}
	hub := hubtest.Start()
	a.host.Cleanup(hub.Close)
	hub.Add("org/model", "main", files)
	return hub.URL, nil
}

// pulling fetches a model.
func (a *arena) pulling(hub string) *killtest.Work {
	return &killtest.Work{
		Name: "models pull",
		Command: func(out string, _ bool) *exec.Cmd {
			cmd := exec.Command(a.hed, "models", "pull", "org/model")
			cmd.Env = append(environment(out), "HF_HUB_CACHE="+out, "HF_ENDPOINT="+hub)
			return cmd
		},
		Result: func(out string) (map[string]string, error) {
			if err := os.RemoveAll(filepath.Join(out, ".locks")); err != nil { // which stay, as those of huggingface_hub do
				return nil, err
			}
			files, err := killtest.Files(out)
			maps.DeleteFunc(files, func(name, _ string) bool { return strings.HasSuffix(name, ".incomplete") })
			return files, err
		},
	}
}

// work is a command that continues with --resume.
func (a *arena) work(name string, args ...string) *killtest.Work {
	return &killtest.Work{Name: name, Command: func(out string, again bool) *exec.Cmd {
		if again {
			return a.hedWith(out, append(args, "--resume"))
		}
		return a.hedWith(out, args)
	}}
}

// ending gives a command a file in the folder as its output.
func ending(command func(string, bool) *exec.Cmd, ext string) func(string, bool) *exec.Cmd {
	return func(out string, again bool) *exec.Cmd {
		os.MkdirAll(out, 0o777)
		return command(filepath.Join(out, "file"+ext), again)
	}
}

// hedWith is hed, which writes to out.
func (a *arena) hedWith(out string, args []string) *exec.Cmd {
	cmd := exec.Command(a.hed, append(args, "--out", out)...)
	cmd.Env = environment(out)
	return cmd
}

// environment has a cache beside the results, and a key.
func environment(out string) []string {
	return append(os.Environ(), "XDG_CACHE_HOME="+out+"-cache", "OPENAI_API_KEY=none")
}

// model is a model folder of the tests.
func model(name string) string {
	folder, err := filepath.Abs(filepath.Join("neural", "decoder", "testdata", name))
	if err != nil {
		panic(fatal(err.Error()))
	}
	return folder
}

// endpoint is a server with OpenAI's interface, which writes headlines, and answers studies.
func (a *arena) endpoint() string {
	return remotetest.New(&a.host, func(w http.ResponseWriter, ask *remotetest.Ask) {
		time.Sleep(10 * time.Millisecond)
		said := map[string]string{}
		for line := range strings.Lines(ask.Text()) {
			key, form, ok := strings.Cut(line, ": ")
			switch {
			case !ok || !strings.HasSuffix(form, "]\n"):
			case strings.Contains(form, "each once"):
				said[key] = "A>B>C"
			case strings.Contains(form, "[yes or no]"):
				said[key] = map[bool]string{true: "yes", false: "no"}[len(ask.Name)%2 == 0]
			default:
				said[key] = "A"
			}
		}
		if len(said) == 0 {
			ask.Say(w, remotetest.Headline(ask.Text()))
			return
		}
		data, _ := json.Marshal(said)
		ask.Say(w, string(data))
	}).URL
}

// answering is a model that answers a study.
func (a *arena) answering(docs, chat string) *killtest.Work {
	store := func(out string) string { return filepath.Join(out, "study.db") }
	return &killtest.Work{
		Name: "study answer",
		Command: func(out string, again bool) *exec.Cmd {
			if !again {
				os.MkdirAll(out, 0o777)
				if _, err := a.command("study", "new", "-q", "--docs", docs, "--system", "a="+filepath.Join(filepath.Dir(docs), "one.txt"), "--system", "b="+filepath.Join(filepath.Dir(docs), "two.txt"), "--protocol", "suitability",
					"--cases", "60", "--forms", "1", "--judges", "2", "--store", store(out)); err != nil {
					panic(fatal(err.Error()))
				}
			}
			cmd := exec.Command(a.hed, "study", "answer", "--store", store(out), "--with", "remote:url="+chat+"+model=m+concurrency=2")
			cmd.Env = environment(out)
			return cmd
		},
		Result: func(out string) (map[string]string, error) { return a.answers(out, store(out)) },
	}
}

// answers are those of a store that is whole, each by where it belongs.
func (a *arena) answers(dir, name string) (map[string]string, error) {
	if out, err := a.command("study", "verify", "--store", name); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	f := &field{arena: a, dir: dir, store: name}
	history, _, err := f.history()
	all := map[string]string{}
	for _, h := range history {
		where := fmt.Sprint(h.Judge, " ", h.Case, " ", h.Question)
		if _, twice := all[where]; twice {
			return nil, fmt.Errorf("%s was answered twice", where)
		}
		all[where] = h.Value
	}
	return all, err
}

// writeLong writes the inputs.
func writeLong(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(1, 1))
	words := func(n int) (all []string) {
		for range n {
			all = append(all, fmt.Sprintf("word%d", int(rng.ExpFloat64()*200)))
		}
		return all
	}
	files := map[string]*strings.Builder{}
	add := func(name string, v any) {
		if files[name] == nil {
			files[name] = &strings.Builder{}
		}
		data, _ := json.Marshal(v)
		files[name].Write(append(data, '\n'))
	}
	text := func(all []string) string {
		var b strings.Builder
		for i, w := range all {
			switch {
			case i%12 == 0 && i > 0:
				b.WriteString(". The ")
			case i > 0:
				b.WriteByte(' ')
			}
			b.WriteString(w)
		}
		return b.String() + "."
	}
	for i := range 6000 {
		body := words(60 + rng.IntN(60))
		doc := map[string]string{"id": fmt.Sprint("n", i), "text": text(body), "headline": strings.Join(body[:6], " ")}
		add("more.jsonl", doc)
		if i < 1500 {
			add("news.jsonl", doc)
		}
		if i < 200 {
			add("few.jsonl", doc)
		}
		if i >= 200 && i < 220 {
			add("fewer.jsonl", doc)
		}
	}
	for paper := range 2 {
		rng := rand.New(rand.NewPCG(7, 7)) // the same events
		own := rand.New(rand.NewPCG(8, uint64(paper)))
		for event := range 300 {
			shared := map[bool]int{true: 32, false: 14}[event < 40]
			if event >= 120 {
				shared = 0
			}
			var body []string
			for i := range 40 {
				common := rng.IntN(4000)
				if i >= shared {
					common = own.IntN(4000)
				}
				body = append(body, fmt.Sprintf("word%d", common))
			}
			doc := map[string]string{
				"id": fmt.Sprintf("%c%d", 'a'+paper, event), "date": fmt.Sprintf("2020-01-%02d", 1+event%20), "source": []string{"Post", "News"}[paper],
				"headline": []string{"Reportedly", "Exclusive"}[paper] + " " + strings.Join(body[:4], " "), "text": text(body),
			}
			add([]string{"a.jsonl", "b.jsonl"}[paper], doc)
			add("both.jsonl", doc)
		}
	}
	var bank, questions, ratings, one, two strings.Builder
	ratings.WriteString("id,system,quality\n")
	for i := range 300 {
		fmt.Fprintf(&ratings, "n%d,%s,%d\n", i, []string{"first", "random", "tfidf"}[i%3], 1+i*i%5)
	}
	for i := range 200 {
		fmt.Fprintf(&one, "Town %d is wet\n", i)
		fmt.Fprintf(&two, "It rains on %d\n", i)
	}
	tags := []string{"NOUN", "VERB", "ADJ", "PROPN"}
	for i := range 800 {
		for w := range 9 {
			fmt.Fprintf(&bank, "%d\tword%d\t_\t%s\t_\t_\t_\t_\t_\t_\n", w+1, (i+w*w)%997, tags[(i*w+w)%len(tags)])
		}
		bank.WriteByte('\n')
	}
	questions.WriteString("text,summary,cloze,cloze_gt,cloze_annotation,need_reasoning\n")
	for i := range 300 {
		fmt.Fprintf(&questions, "The town planted %d trees in %d and spent 5 million on them.,Town plants %[1]d trees,Town plants ____ trees,%[1]d,Copy( %[1]d ),0\n", i+12, 1900+i)
	}
	style := &strings.Builder{}
	style.WriteString("a: {name: Post, file: a.jsonl}\nb: {name: News, file: b.jsonl}\ngenerator:\n  network: pnc:hidden=4+embedding=4+vocabulary=200+words=12\n" +
		"  steps: 4\n  batch: 4\n  search: beams=2+max=5+min=1\n")
	files["bank.conllu"], files["questions.csv"], files["style.yaml"], files["ratings.csv"] = &bank, &questions, style, &ratings
	files["one.txt"], files["two.txt"] = &one, &two
	for name, b := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(b.String()), 0o666); err != nil {
			return err
		}
	}
	return nil
}
