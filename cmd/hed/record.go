package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hed/corpus/input"

	"hed"
	"hed/analysis"
	"hed/cmd/hed/internal/cli"
	"hed/evaluate"
	"hed/report/page"
	"hed/score"
	"hed/spec"
)

// A runRecord is run.json: everything that the results depend on, and
// nothing else. Workers, times and folders are left out, so that the same
// evaluation gives the same file anywhere.
type runRecord struct {
	Version   string           `json:"hed"`
	Inputs    []inputRecord    `json:"inputs"`
	Settings  map[string]any   `json:"settings"`
	Seed      uint64           `json:"seed"`
	Documents int              `json:"documents"`
	Systems   []string         `json:"systems"`
	Baselines []baselineRecord `json:"baselines"`
	Columns   []columnRecord   `json:"columns"`
	Warnings  []string         `json:"warnings"`

	// For command: the name of the folder of --folds, and the systems' files as
	// Inputs has them, but one for all folds.
	folds string
	files []namedFile
}

type inputRecord struct {
	Role   string `json:"role"` // docs, ref, state, model or system
	System string `json:"system,omitempty"`
	Name   string `json:"name"` // without the folder; - for a stream
	SHA256 string `json:"sha256"`
}

type baselineRecord struct {
	System    string `json:"system"`
	Spec      string `json:"spec"`
	Signature string `json:"signature"`
}

type columnRecord struct {
	Name      string   `json:"name"`
	Metric    string   `json:"metric"`
	Signature string   `json:"signature"`
	Better    string   `json:"better"`
	Low       *float64 `json:"low"`
	High      *float64 `json:"high"`
	Assume    string   `json:"assume"`
	// Overall is the column's share in the overall score, as a function of
	// its mean x.
	Overall string `json:"overall"`
}

// describe records what is known before anything is scored.
func (r *runRecord) describe(ctx context.Context, e *evaluation, format string, systems []namedFile, job *evaluate.Job) error {
	r.Version, r.Seed = hed.Version, e.Seed
	var err error
	if r.Inputs, err = inputRecords(ctx, &e.Inputs); err != nil {
		return err
	}
	add := func(role, system, file string) error {
		in, err := fileRecord(ctx, &e.Streams, role, system, file)
		r.Inputs = append(r.Inputs, in)
		return err
	}
	if e.State != "" {
		if err := add("state", "", e.State); err != nil {
			return err
		}
	}
	for _, s := range systems {
		for _, file := range e.PerFold(s.file) {
			if err := add("system", s.name, file); err != nil {
				return err
			}
		}
		name := r.Inputs[len(r.Inputs)-1].Name
		if e.IsPerFold(s.file) {
			name = input.SinceFold(s.file)
			names := e.PerFold(name)
			for i, n := range names {
				r.Inputs[len(r.Inputs)-len(names)+i].Name = n
			}
		}
		r.files = append(r.files, namedFile{s.name, name})
	}
	if e.parts != "" {
		r.folds = filepath.Base(e.parts)
	}
	r.Systems = job.Names()
	var metrics []string
	for _, m := range job.Metrics {
		sp, models := portable(m.Spec, m.Info.Options)
		metrics = append(metrics, sp.String())
		for _, file := range models {
			if info, err := os.Stat(file); err != nil || info.IsDir() {
				continue // the signatures tell the contents of folders
			}
			if err := add("model", "", file); err != nil {
				return err
			}
		}
	}
	r.Baselines = []baselineRecord{} // [] rather than null
	for _, g := range job.Generators {
		r.Baselines = append(r.Baselines, baselineRecord{g.Name, g.Spec.String(), g.Signature()})
	}
	r.Settings = map[string]any{
		"bootstrap": e.Bootstrap, "folds": e.parts != "", "columns": append([]string{}, e.Columns...), "format": format,
		"chart": e.chartList(), "metric": metrics, "overall": e.overall, "percent": e.Percent, "test": e.test,
	}
	return nil
}

// portable returns a spec whose files have lost their folders, which are of one
// machine, and the files.
func portable(sp spec.Spec, options any) (spec.Spec, []string) {
	var files []string
	sp.Options = maps.Clone(sp.Options)
	for _, o := range spec.Options(options) {
		if file := sp.Options[o.Name]; o.File && file != "" {
			files = append(files, file)
			sp.Options[o.Name] = filepath.Base(file)
		}
	}
	return sp, files
}

// shown are the settings and inputs as the report has them.
func (r *runRecord) shown() (settings []page.Setting, inputs []page.Input) {
	for _, key := range slices.Sorted(maps.Keys(r.Settings)) {
		var value string
		switch v := r.Settings[key].(type) {
		case []string:
			value = strings.Join(v, ", ")
		default:
			value = fmt.Sprint(v)
		}
		settings = append(settings, page.Setting{Key: key, Value: value})
	}
	for _, b := range r.Baselines {
		settings = append(settings, page.Setting{Key: "baseline " + b.System, Value: b.Signature})
	}
	for _, in := range r.Inputs {
		inputs = append(inputs, page.Input(in))
	}
	return settings, inputs
}

// command makes the results again, in a folder that has the inputs.
func (r *runRecord) command() string {
	words := []string{"hed", "eval"}
	add := func(flag, value string) { words = append(words, "--"+flag, shellWord(value)) }
	if r.folds != "" {
		add("folds", r.folds)
	}
	for _, in := range r.Inputs {
		switch in.Role {
		case "model", "system":
			continue // metrics name their models, and the systems follow
		case "docs":
			if r.folds != "" {
				continue
			}
		}
		add(in.Role, in.Name)
	}
	for _, s := range r.files {
		add("system", s.name+"="+s.file)
	}
	if r.folds == "" {
		add("format", fmt.Sprint(r.Settings["format"]))
	}
	for _, b := range r.Baselines {
		add("baseline", b.Spec)
	}
	for _, key := range []string{"columns", "metric", "chart"} {
		if list, _ := r.Settings[key].([]string); len(list) > 0 {
			add(key, strings.Join(list, ","))
		}
	}
	add("test", fmt.Sprint(r.Settings["test"]))
	add("overall", fmt.Sprint(r.Settings["overall"]))
	add("bootstrap", fmt.Sprint(r.Settings["bootstrap"]))
	if r.Settings["percent"] == true {
		words = append(words, "--percent")
	}
	add("seed", fmt.Sprint(r.Seed))
	add("out", "results")
	return strings.Join(words, " ")
}

// record returns the documents and references.
func inputRecords(ctx context.Context, in *cli.Inputs) (all []inputRecord, err error) {
	add := func(role, file string) {
		if err == nil {
			var r inputRecord
			r, err = fileRecord(ctx, &in.Streams, role, "", file)
			all = append(all, r)
		}
	}
	if in.Docs != "" {
		add("docs", in.Docs)
	}
	for _, f := range in.Refs {
		add("ref", f)
	}
	for i, f := range in.Folds {
		add("docs", f.File)
		if i < len(all) { // all parts have the same name
			all[i].Name = filepath.Base(filepath.Dir(f.File)) + "/" + all[i].Name
		}
	}
	return all, err
}

func fileRecord(ctx context.Context, s *input.Streams, role, system, file string) (inputRecord, error) {
	local, name := s.Local(file)
	sum, err := hashFile(ctx, local)
	return inputRecord{role, system, name, sum}, err
}

// fingerprint names everything that a row of scores depends on, and not
// what is made of the rows later. The columns are those of the metrics, whose
// signatures tell the models apart that a spec names by file.
func (r *runRecord) fingerprint(columns []score.Column) string {
	var signatures []string
	for _, c := range columns {
		signatures = append(signatures, c.String())
	}
	data, err := json.Marshal([]any{
		r.Version, r.Inputs, r.Seed, r.Baselines, signatures,
		r.Settings["columns"], r.Settings["format"], r.Settings["metric"],
	})
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// same reports whether r, of a folder, describes the run that is asked for:
// the same rows, and the same made of them.
func (r *runRecord) same(asked *runRecord, columns []score.Column) bool {
	a, errA := json.Marshal(r.Settings)
	b, errB := json.Marshal(asked.Settings)
	if errA != nil || errB != nil || string(a) != string(b) || len(r.Columns) != len(columns) {
		return false
	}
	for i, c := range r.Columns {
		// The corpus and the run have added to the signature.
		own, _, _ := strings.Cut(columns[i].String(), "|version:")
		if !strings.HasPrefix(c.Signature, own+"|") {
			return false
		}
	}
	return r.fingerprint(columns) == asked.fingerprint(columns)
}

// complete records what the run showed.
func (r *runRecord) complete(found *analysis.Analysis, warnings []string) {
	r.Documents = found.Documents
	r.Warnings = append([]string{}, warnings...) // [] rather than null
	for i, c := range found.Columns {
		r.Columns = append(r.Columns, columnRecord{
			c.Name, c.Metric, c.String(), c.Better.String(), finite(c.Low), finite(c.High), c.Assume, found.Formula(i),
		})
	}
}

// finite is nil for a bound that is none.
func finite(v float64) *float64 {
	if math.IsInf(v, 0) {
		return nil
	}
	return &v
}

func hashFile(ctx context.Context, file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	buf := make([]byte, 1<<20)
	for {
		n, err := f.Read(buf)
		h.Write(buf[:n])
		if err == io.EOF {
			return hex.EncodeToString(h.Sum(nil)), nil
		}
		if err != nil {
			return "", fmt.Errorf("read %s: %w", file, err)
		}
		if ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
	}
}
