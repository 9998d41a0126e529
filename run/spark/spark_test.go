package spark_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hed/corpus"
	"hed/evaluate"
	"hed/internal/sparktest"
	"hed/metric"
	"hed/run/spark"
	"hed/score"
)

// The test binary plays all parts: Python with a driver that does as the variable says, and
// hed on the executors of a real one.
func TestMain(m *testing.M) {
	switch {
	case os.Getenv(playVariable) != "" && len(os.Args) == 2 && strings.HasSuffix(os.Args[1], ".py"):
		play(os.Getenv(playVariable))
	case len(os.Args) == 3 && os.Args[1] == "refuse":
		f, err := os.OpenFile(os.Args[2], os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err == nil {
			_, err = f.WriteString("x")
		}
		fmt.Fprintln(os.Stderr, "no such model", err)
		os.Exit(1)
	case len(os.Args) > 1 && os.Args[1] == "killed":
		if p, err := os.FindProcess(os.Getpid()); err == nil {
			_ = p.Kill()
		}
	case len(os.Args) > 1 && os.Args[1] == "worker":
		if os.Getenv("HED_SYSTEM") != "" || os.Getenv("HED_CONFIG") != os.DevNull {
			fmt.Fprintln(os.Stderr, "settings of this machine reach the worker")
			os.Exit(1)
		}
		fmt.Fprintln(os.Stderr, strings.Repeat("x", 1<<17)) // more than a pipe holds
		w, err := plan().Worker(context.Background(), nil, 1)
		if err == nil {
			w.Systems = os.Args[2:]
			w.Summary, w.Blocks = len(w.Systems) > 0, true
			_, err = w.Run(context.Background(), os.Stdin, os.Stdout)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	default:
		os.Exit(m.Run())
	}
}

const playVariable = "HED_TEST_DRIVER"

// play is a driver without Spark.
func play(how string) {
	in := os.Stdin
	var setup struct{ Master, Machine, Binary string }
	line := []byte{}
	for b := make([]byte, 1); b[0] != '\n'; line = append(line, b...) {
		if _, err := in.Read(b); err != nil {
			os.Exit(3)
		}
	}
	if err := json.Unmarshal(line, &setup); err != nil || setup.Master != "spark://nowhere:1" || setup.Binary == "" {
		fmt.Fprintln(os.Stderr, "the setup is", string(line))
		os.Exit(3)
	}
	tell := func(number uint32, kind byte, text string) {
		head := append(binary.BigEndian.AppendUint32(nil, number), kind)
		os.Stdout.Write(append(binary.BigEndian.AppendUint32(head, uint32(len(text))), text...))
	}
	switch how {
	case "refuse":
		tell(0, 'e', "no Spark master answers")
		return
	case "die":
		fmt.Fprintln(os.Stderr, "Java is missing")
		os.Exit(1)
	}
	tell(0, 'n', "wait")
	tell(0, 's', `{"slots":4}`)
	for {
		head := make([]byte, 9)
		if _, err := io.ReadFull(in, head); err != nil {
			return
		}
		data := make([]byte, binary.BigEndian.Uint32(head[5:]))
		io.ReadFull(in, data)
		if how == "die later" {
			os.Exit(1)
		}
		if how == "silent" {
			continue
		}
		number := binary.BigEndian.Uint32(head)
		go func() { // the later ones first
			time.Sleep(time.Duration(10-number) * time.Millisecond)
			if strings.Contains(string(data), "bad") {
				tell(number, 'e', "executor x cannot")
				return
			}
			tell(number, 'r', strings.ToUpper(string(data)))
		}()
	}
}

type letters struct{}

func (letters) Columns() []score.Column { return []score.Column{{Name: "letters"}} }

func (letters) Score(_ context.Context, c *corpus.Case, out []float64) error {
	for i, o := range c.Outputs {
		out[i] = float64(len(o.Text))
	}
	return nil
}

func plan() *evaluate.Plan {
	return &evaluate.Plan{Metrics: []metric.Selected{{Metric: letters{}, Info: metric.Info{Name: "letters"}}}}
}

func engine(t *testing.T, master string) *spark.Engine {
	e := &spark.Engine{Master: master, Args: func(*evaluate.Plan) []string { return []string{"worker"} }}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// Answers find whoever asked, in whatever order they come.
func TestAnswers(t *testing.T) {
	t.Setenv("PYSPARK_PYTHON", os.Args[0])
	t.Setenv(playVariable, "answer")
	e := engine(t, "spark://nowhere:1")
	var notes []string
	e.Note = func(text string) { notes = append(notes, text) }
	if err := e.Start(t.Context(), plan(), nil, nil); err != nil {
		t.Fatal(err)
	}
	if e.Slots() != 10 || len(notes) != 1 || notes[0] != "wait" {
		t.Errorf("%d slots, notes %q", e.Slots(), notes)
	}
	type result struct {
		got []byte
		err error
	}
	results := make([]chan result, 8)
	for i := range results {
		results[i] = make(chan result, 1)
		go func() {
			got, err := e.Answer(t.Context(), fmt.Appendf(nil, "case %d", i))
			results[i] <- result{got, err}
		}()
	}
	for i, c := range results {
		if r := <-c; r.err != nil || string(r.got) != fmt.Sprintf("CASE %d", i) {
			t.Errorf("%d: %s, %v", i, r.got, r.err)
		}
	}
	if _, err := e.Answer(t.Context(), []byte("bad")); err == nil || err.Error() != "spark: executor x cannot" {
		t.Errorf("got %v", err)
	}
}

func TestFailures(t *testing.T) {
	t.Setenv("PYSPARK_PYTHON", os.Args[0])
	for how, want := range map[string]string{
		"refuse": "spark: no Spark master answers",
		"die":    "spark: its driver ended; it said last: Java is missing",
	} {
		t.Setenv(playVariable, how)
		if err := engine(t, "spark://nowhere:1").Start(t.Context(), plan(), nil, nil); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", how, err, want)
		}
	}
	t.Setenv(playVariable, "die later")
	e := engine(t, "spark://nowhere:1")
	if err := e.Start(t.Context(), plan(), nil, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Answer(t.Context(), []byte("x")); err == nil || !strings.Contains(err.Error(), "its driver ended") {
		t.Errorf("got %v", err)
	}
	if _, err := e.Answer(t.Context(), []byte("x")); err == nil {
		t.Error("a driver that ended answers")
	}
	t.Setenv("PYSPARK_PYTHON", "no-such-python")
	if err := engine(t, "").Start(t.Context(), plan(), nil, nil); err == nil || !strings.Contains(err.Error(), "PYSPARK_PYTHON") {
		t.Errorf("got %v", err)
	}
}

// What a hed that was killed has left is removed by the next one, and what another uses is not.
func TestLeft(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("PYSPARK_PYTHON", os.Args[0])
	t.Setenv(playVariable, "answer")
	left := filepath.Join(os.TempDir(), "hed-spark-left")
	if err := os.Mkdir(left, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"lock", "hed_spark.py", "learnt.state"} { // nobody locks a lock whose process was killed
		if err := os.WriteFile(filepath.Join(left, name), []byte("x"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	folders := func() int {
		found, err := filepath.Glob(filepath.Join(os.TempDir(), "hed-spark-*"))
		if err != nil {
			t.Fatal(err)
		}
		return len(found)
	}
	one, other := engine(t, "spark://nowhere:1"), engine(t, "spark://nowhere:1")
	for i, e := range []*spark.Engine{one, other} {
		if err := e.Start(t.Context(), plan(), nil, nil); err != nil {
			t.Fatal(err)
		}
		if n := folders(); n != i+1 {
			t.Errorf("there are %d folders for %d runs", n, i+1)
		}
	}
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what was left is still there: %v", err)
	}
	for _, e := range []*spark.Engine{one, other} {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
	if n := folders(); n != 0 {
		t.Errorf("%d folders are left", n)
	}
}

// Whoever stops does not wait for an answer.
func TestStop(t *testing.T) {
	t.Setenv("PYSPARK_PYTHON", os.Args[0])
	t.Setenv(playVariable, "silent")
	e := engine(t, "spark://nowhere:1")
	ctx, stop := context.WithCancel(t.Context())
	if err := e.Start(ctx, plan(), nil, nil); err != nil {
		t.Fatal(err)
	}
	stop()
	if _, err := e.Answer(ctx, []byte("x")); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Spark itself, on this machine.
func TestSpark(t *testing.T) {
	sparktest.Need(t, "spark.default.parallelism=50")
	t.Setenv("HED_SYSTEM", "b")
	e := engine(t, "local[2]")
	if err := e.Start(t.Context(), plan(), nil, nil); err != nil {
		t.Fatal(err)
	}
	cases := []byte(`{"id":"1","headline":"h","outputs":{"a":"abc"}}` + "\n" + `{"id":"2","headline":"h","outputs":{"a":"é"}}` + "\n")
	if e.Slots() != 6 {
		t.Errorf("%d slots for two cores, whatever else Spark is told", e.Slots())
	}
	for range 3 { // one worker serves them all
		got, err := e.Answer(t.Context(), cases)
		if err != nil {
			t.Fatal(err)
		}
		if want := rows(3, 2); string(got) != want {
			t.Errorf("got %q want %q", got, want)
		}
	}
	// Workers get other work, and end what they did.
	e.Args = func(*evaluate.Plan) []string { return []string{"worker", "a"} }
	if err := e.Start(t.Context(), plan(), nil, nil); err != nil {
		t.Fatal(err)
	}
	if got, err := e.Answer(t.Context(), cases); err != nil || !strings.HasPrefix(string(got), rows(3, 2)+`{"summary":`) {
		t.Errorf("got %q, %v", got, err)
	}
	// What trying again does not change is tried once, though Spark would do so four times.
	tries := filepath.Join(t.TempDir(), "tries")
	refusing := engine(t, "local[2,4]")
	refusing.Args = func(*evaluate.Plan) []string { return []string{"refuse", tries} }
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if err := refusing.Start(t.Context(), plan(), nil, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := refusing.Answer(t.Context(), cases); err == nil || !strings.Contains(err.Error(), "no such model") {
		t.Errorf("got %v", err)
	}
	if got, err := os.ReadFile(tries); err != nil || len(got) != 1 {
		t.Errorf("it was tried %d times, %v", len(got), err)
	}
	// Of what was killed each time Spark has tried it again, and what is said names the executor.
	refusing.Args = func(*evaluate.Plan) []string { return []string{"killed"} }
	if err := refusing.Start(t.Context(), plan(), nil, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := refusing.Answer(t.Context(), cases); err == nil || !strings.HasPrefix(err.Error(), "spark: hed worker on executor ") || !strings.Contains(err.Error(), " ended with -9") {
		t.Errorf("got %v", err)
	}
	read(t)
	// Nobody waits long for a master that is not there.
	for _, master := range []string{"spark://127.0.0.1:1", "spark://[::1]:1"} {
		closed := engine(t, master)
		if err := closed.Start(t.Context(), plan(), nil, nil); err == nil || !strings.Contains(err.Error(), "no Spark master answers at "+master+": [Errno") {
			t.Errorf("got %v", err)
		}
	}
}

// rows are those of documents 1, 2 and so on, in a block.
func rows(values ...float64) (all string) {
	for i, v := range values {
		all += fmt.Sprintf("r\x01%d\x01", i+1) + string(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
	}
	return all
}

// read lets executors read documents, in every format and in several parts of a file.
func read(t *testing.T) {
	sparktest.Settings(t, "spark.sql.files.maxPartitionBytes=100")
	folder := t.TempDir()
	for name, text := range map[string]string{
		"lines/1.jsonl": `{"id":"1","text":"t","headline":"h","outputs":{"a":"abc"}}` + "\n\n" + `{"id":"2","text":"` + strings.Repeat("t", 300) + `","headline":"h","a":"é"}`,
		"lines/2.jsonl": `{"id":"3","text":"t","headline":"h","a":""}` + "\n", "lines/_SUCCESS": "",
		"table/1.csv":   "id,text,headline,a\n1,t,h,abc\n2,\"two\nlines\",h,é\n3,t,h,\n",
		"table/2.csv":   "id,Text,text,headline,A,a\n4,,\ufffd,h,x,four\n",
		"lines/3.jsonl": "\nno\n", "lines/4.jsonl": "",
		// White space is no record, whoever reads it. What follows it is answered with what came before.
		"odd [1]/a[1] %41.jsonl": `{"id":"1","text":"t","headline":"h","a":"abc"}` + "\n\u00a0\u3000\n" + `{"id":"2","text":"t","headline":"h","a":"é"}` + "\n",
		"odd [1]/b*.jsonl":       `{"id":"3","text":"t","headline":"h","a":""}` + "\n",
		"odd [1]/c.jsonl":        "",
		"wrong/1.csv":            "id,text,headline,a\n1,t,h,abc\n2,t,h\n",
		"wrong/2.csv":            "id,text,headline,a\n1,t,h,abc\n2,\xff,h,abc\n",
		"wrong/3.csv":            "id,text,headline,a\n",
	} {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	start := func(name, format string, systems ...string) (*spark.Engine, error) {
		e := engine(t, "local[2]")
		e.Args = func(*evaluate.Plan) []string { return append([]string{"worker"}, systems...) }
		return e, e.Start(t.Context(), plan(), nil, &evaluate.Place{URI: "file://" + filepath.Join(folder, name), Format: format, Systems: systems})
	}
	answers := func(e *spark.Engine) (all string) {
		for i := range e.Parts() {
			a, err := e.AnswerPart(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(e.Parts()[i].File, "lines/3.jsonl") { // which is none
				if a.Before == 0 || fmt.Sprint(a.Blank) != "[1]" || !strings.Contains(string(a.Rows), fmt.Sprintf(`{"line":%d,"error":`, a.Before+1)) {
					t.Errorf("got %+v %s", a, a.Rows)
				}
				continue
			}
			values, _, _ := strings.Cut(string(a.Rows), `{"summary"`)
			all += values
		}
		return all
	}
	want := map[string]string{"lines": rows(3, 2, 0), "table/*.csv": rows(3, 2, 0, 4), "odd [1]": rows(3, 2, 0)}
	for _, c := range [][2]string{{"lines", "jsonl"}, {"table/*.csv", "csv"}, {"odd [1]", "jsonl"}} {
		e, err := start(c[0], c[1], "a")
		if err != nil {
			t.Fatal(err)
		}
		if got := answers(e); got != want[c[0]] {
			t.Errorf("%s: got %q want %q", c, got, want[c[0]])
		}
		if n := len(e.Parts()); c[0] == "lines" && n < 4 {
			t.Errorf("long files were not split: %d parts", n)
		}
		e.Close()
	}
	e, err := start("wrong", "csv", "a")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "wrong/3.csv"), []byte("id,text,headline,a,b\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		"/1.csv: a row has another number of columns than the header, or a quote in it is not closed: 2,t,h",
		"/2.csv:3: byte 3 of the line is not valid UTF-8", "/3.csv: it has changed",
	} {
		if _, err := e.AnswerPart(t.Context(), i); err == nil || !strings.HasPrefix(err.Error(), "spark: file:") || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	e.Close()
	if _, err := start("none*", "jsonl", "a"); err == nil || !strings.Contains(err.Error(), "there is no such file") {
		t.Errorf("got %v", err)
	}
}
