package run

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"hed"
	"hed/analysis"
	"hed/corpus"
	"hed/corpus/input"
	"hed/evaluate"
	generators "hed/generate/all"
	"hed/internal/option"
	"hed/report/page"
	"hed/score"
	"hed/spec"
)

// A Record is run.json: everything that the results depend on, and
// nothing else. Workers, times and folders are left out, so that the same
// evaluation gives the same file anywhere.
type Record struct {
	Version    string         `json:"hed"`
	Inputs     []input.Record `json:"inputs"`
	Settings   Settings       `json:"settings"`
	Seed       uint64         `json:"seed"`
	Documents  int            `json:"documents"`
	Systems    []string       `json:"systems"`
	Generators []Generator    `json:"generators"`
	Columns    []Column       `json:"columns"`
	Warnings   []string       `json:"warnings"`

	// For Options.Command: the name of the split, and the systems' files as
	// Inputs has them, but one for all folds.
	Folds string   `json:"-"`
	Files []System `json:"-"`
	// parts tell files apart that have no sums before they are read.
	parts []string
}

// Settings are what was chosen besides the inputs, in the order of their names.
type Settings struct {
	Bootstrap int           `json:"bootstrap"`
	Charts    []string      `json:"chart"`
	Columns   []string      `json:"columns"`
	Folds     bool          `json:"folds"`
	Format    string        `json:"format"`
	Metrics   []string      `json:"metric"`
	Overall   score.Overall `json:"overall"`
	Parquet   bool          `json:"parquet,omitempty"`
	Percent   bool          `json:"percent"`
	Raw       bool          `json:"raw,omitempty"`
	Test      analysis.Test `json:"test"`
}

// A Generator is a system that wrote its headlines while it was evaluated.
type Generator struct {
	System    string `json:"system"`
	Spec      string `json:"spec"`
	Signature string `json:"signature"`
}

// A Column is what run.json says of a measure.
type Column struct {
	Name   string `json:"name"`
	Metric string `json:"metric"`
	// Title, Topic, Doc, Full and Aside are those of score.Column. Earlier runs have none of them.
	Title     string      `json:"title,omitempty"`
	Topic     score.Topic `json:"topic,omitempty"`
	Doc       string      `json:"doc,omitempty"`
	Full      float64     `json:"full,omitempty"`
	Aside     bool        `json:"aside,omitempty"`
	Signature string      `json:"signature"`
	Better    string      `json:"better"`
	Low       *float64    `json:"low"`
	High      *float64    `json:"high"`
	Assume    string      `json:"assume"`
	// Overall is the column's share in the overall score, as a function of
	// its mean x; nil where the column does not count.
	Overall *string `json:"overall"`
}

// Options are what the run was asked for: the names of options, each with its value, in the
// order in which people write them. One without a value is switched on.
func (r *Record) Options() (all [][2]string) {
	add := func(name, value string) {
		if value != "" {
			all = append(all, [2]string{name, value})
		}
	}
	add("folds", r.Folds)
	for _, in := range r.Inputs {
		// Metrics name their models, the systems follow, and folds have the documents.
		if in.Role != "model" && in.Role != "system" && !(in.Role == "docs" && r.Folds != "") {
			add(in.Role, in.Name)
		}
	}
	for _, s := range r.Files {
		if s.File == "" { // the documents have its headlines
			add("system", s.Name)
			continue
		}
		add("system", s.Name+"="+s.File)
	}
	if r.Folds == "" {
		add("format", r.Settings.Format)
	}
	for _, g := range r.Generators {
		add("baseline", g.Spec)
	}
	add("columns", strings.Join(r.Settings.Columns, ","))
	add("metric", strings.Join(r.Settings.Metrics, ","))
	add("chart", strings.Join(r.Settings.Charts, ","))
	add("test", string(r.Settings.Test))
	add("overall", string(r.Settings.Overall))
	add("bootstrap", strconv.Itoa(r.Settings.Bootstrap))
	if r.Settings.Parquet {
		all = append(all, [2]string{"parquet"})
	}
	if r.Settings.Percent {
		all = append(all, [2]string{"percent"})
	}
	if r.Settings.Raw {
		all = append(all, [2]string{"raw"})
	}
	add("seed", strconv.FormatUint(r.Seed, 10))
	return all
}

// describe records what is known before anything is scored.
func (o *Options) describe(ctx context.Context, docs *input.Documents, job *evaluate.Job) (r *Record, err error) {
	r = &Record{Version: hed.Version, Seed: o.Seed, Systems: job.Names(), Folds: o.Folds}
	if o.Paths.IsParts() {
		r.Inputs = []input.Record{o.Paths.RecordParts()}
		for _, src := range docs.Sources {
			if info, err := os.Stat(src.Name()); err == nil {
				r.parts = append(r.parts, fmt.Sprint(src.Name(), info.Size(), info.ModTime().UnixNano()))
			}
		}
	} else if r.Inputs, err = o.Paths.Record(ctx); err != nil {
		return nil, err
	}
	add := func(role, file string) error {
		in, err := o.Paths.RecordFile(ctx, role, "", file)
		r.Inputs = append(r.Inputs, in)
		return err
	}
	if o.State != "" {
		if err := add("state", o.State); err != nil {
			return nil, err
		}
	}
	for _, s := range o.Systems {
		if s.File == "" {
			r.Files = append(r.Files, s)
			continue
		}
		files, name, err := o.Paths.RecordSystem(ctx, s.Name, s.File)
		if err != nil {
			return nil, err
		}
		r.Inputs = append(r.Inputs, files...)
		r.Files = append(r.Files, System{Name: s.Name, File: name})
	}
	var metrics []string
	for _, m := range job.Metrics {
		sp, models := portable(m.Spec, m.Info.Options)
		metrics = append(metrics, sp.String())
		for _, file := range models {
			if info, err := os.Stat(file); err != nil || info.IsDir() {
				continue // the signatures tell the contents of folders
			}
			if err := add("model", file); err != nil {
				return nil, err
			}
		}
	}
	r.Generators = []Generator{} // [] rather than null
	for _, g := range job.Generators {
		r.Generators = append(r.Generators, Generator{g.Name, g.Spec.String(), g.Signature()})
	}
	r.Settings = Settings{
		Bootstrap: o.Bootstrap, Charts: o.Charts, Columns: append([]string{}, o.Paths.Columns...), Folds: len(o.Paths.Folds) > 0,
		Format: docs.Format, Metrics: metrics, Overall: o.Overall, Parquet: o.Parquet, Percent: o.Percent, Raw: o.Raw, Test: o.Test,
	}
	return r, nil
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

// Shown are the settings and inputs as the report has them.
func (r *Record) Shown() (settings []page.Setting, inputs []page.Input) {
	s := r.Settings
	for _, kv := range []struct {
		key   string
		value any
	}{
		{"bootstrap", s.Bootstrap}, {"chart", s.Charts}, {"columns", s.Columns}, {"folds", s.Folds}, {"format", s.Format},
		{"metric", s.Metrics}, {"overall", s.Overall}, {"percent", s.Percent}, {"test", s.Test},
	} {
		value := fmt.Sprint(kv.value)
		if list, ok := kv.value.([]string); ok {
			value = strings.Join(list, ", ")
		}
		settings = append(settings, page.Setting{Key: kv.key, Value: value})
	}
	for _, g := range r.Generators {
		settings = append(settings, page.Setting{Key: "generator " + g.System, Value: g.Signature})
	}
	for _, in := range r.Inputs {
		inputs = append(inputs, page.Input(in))
	}
	return settings, inputs
}

// fingerprint names everything that headlines and scores depend on, and not
// what is made of them later. The columns are those of the metrics, whose
// signatures tell the models apart that a spec names by file.
//
// Its bytes are those of earlier versions, so that what they left unfinished can
// go on.
func (r *Record) fingerprint(columns []score.Column) string {
	var signatures []string
	for _, c := range columns {
		signatures = append(signatures, c.String())
	}
	all := []any{
		r.Version, r.Inputs, r.Seed, r.Generators, signatures,
		r.Settings.Columns, r.Settings.Format, r.Settings.Metrics,
	}
	if len(r.parts) > 0 {
		all = append(all, r.parts)
	}
	// Files are among the inputs. Which headlines inside the documents are scored, only names say.
	if slices.ContainsFunc(r.Files, func(s System) bool { return s.File == "" }) {
		all = append(all, map[string][]string{"systems": r.Systems})
	}
	data, err := json.Marshal(all)
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// sum fills in that of documents whose files have none; it is known when all are read.
func (r *Record) sum(sha256 string) {
	for i := range r.Inputs {
		if in := &r.Inputs[i]; in.Role == "docs" && in.SHA256 == "" {
			in.SHA256 = sha256
		}
	}
}

// same reports whether r, of a folder, describes the run that is asked for:
// the same rows, and the same made of them.
func (r *Record) same(asked *Record, columns []score.Column) bool {
	if !reflect.DeepEqual(r.Settings, asked.Settings) || len(r.Columns) != len(columns) {
		return false
	}
	for i := range r.Columns {
		if !r.Columns[i].isOf(&columns[i]) {
			return false
		}
	}
	return r.fingerprint(columns) == asked.fingerprint(columns)
}

// isOf reports whether c is what has become of a column. The corpus and the run have
// added to its signature and left of languages those that occur, and fitting has put what was learnt in the place of a yes;
// but what tells models apart is still there.
func (c *Column) isOf(before *score.Column) bool {
	now, err := score.ParseSignature(c.Name, c.Signature)
	if err != nil || c.Name != before.Name {
		return false
	}
	for _, kv := range before.Signature {
		i := slices.IndexFunc(now, func(s score.Setting) bool { return s.Key == kv.Key })
		if i < 0 || now[i].Value != kv.Value && kv.Value != "yes" && !(kv.ByLang && partsOf(now[i].Value, kv.Value)) {
			return false
		}
	}
	return true
}

// partsOf reports whether some is what is left of all once the languages that do not occur are gone.
func partsOf(some, all string) bool {
	left := strings.Split(some, "/")
	for part := range strings.SplitSeq(all, "/") {
		if len(left) > 0 && left[0] == part {
			left = left[1:]
		}
	}
	return len(left) == 0
}

// complete records what the run showed.
func (r *Record) complete(found *analysis.Analysis, warnings []string) {
	r.Documents = found.Documents
	r.Warnings = append([]string{}, warnings...) // [] rather than null
	for i, c := range found.Columns {
		col := Column{
			Name: c.Name, Metric: c.Metric, Title: c.Title, Topic: c.Topic, Doc: c.Doc, Full: c.Full, Aside: c.Aside, Signature: c.String(),
			Better: c.Better.String(), Low: finite(c.Low), High: finite(c.High), Assume: c.Assume,
		}
		if formula := found.Formula(i); formula != "" {
			col.Overall = &formula
		}
		r.Columns = append(r.Columns, col)
	}
}

// overall is how the overall score was made, by the columns that counted: in earlier versions
// precision and recall counted beside F.
func (r *Record) overall() score.Overall {
	if r.Settings.Overall == score.Plain {
		return score.Plain
	}
	var names []string
	for _, c := range r.Columns {
		if c.Overall != nil {
			names = append(names, c.Name)
		}
	}
	return score.OverallOf(names...)
}

// finite is nil for a bound that is none.
func finite(v float64) *float64 {
	if math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// baselines are the systems that hed wrote for others to be compared with, by generators that take nothing but the article.
func (r *Record) baselines() (names []string) {
	for _, g := range r.Generators {
		name, _, _ := strings.Cut(g.Spec, ":")
		if _, err := generators.Generators.Find(name); err == nil {
			names = append(names, g.System)
		}
	}
	return names
}

// ofRole are the files of a role.
func (r *Record) ofRole(role string) (of []input.Record) {
	for _, in := range r.Inputs {
		if in.Role == role {
			of = append(of, in)
		}
	}
	return of
}

// UnmarshalJSON also reads what earlier versions wrote, where generators were
// called baselines.
func (r *Record) UnmarshalJSON(data []byte) error {
	type plain Record
	all := struct {
		*plain
		Baselines []Generator `json:"baselines"`
	}{plain: (*plain)(r)}
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	if r.Generators == nil {
		r.Generators = all.Baselines
	}
	return nil
}

// readState reads what metrics learnt.
func readState(src *corpus.Source) (*evaluate.State, error) {
	data, err := src.ReadAll()
	if _, input := errors.AsType[*corpus.SyntaxError](err); input {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", option.Name("state"), err)
	}
	s, err := evaluate.ReadState(data)
	if err != nil {
		return nil, &FileError{File: src.Name(), Err: err}
	}
	return s, nil
}
