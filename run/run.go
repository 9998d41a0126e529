// Package run is an evaluation from its files to the folder of its results.
//
// Run evaluates: it opens the corpus, lets generators write and metrics score,
// analyses the scores and fills the folder, from which it can go on if it was
// stopped. Open reads such a folder, and Compare holds two of them against each
// other. Commands, pages and clusters call these; whatever they ask for is in
// Options, and what they show comes back as values. The parts are in evaluate (rows),
// analysis (what they show) and report (how it looks).
package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"hed/analysis"
	"hed/corpus"
	"hed/corpus/input"
	"hed/corpus/split"
	"hed/evaluate"
	"hed/internal/count"
	"hed/internal/option"
	"hed/internal/plain"
	"hed/internal/staging"
	"hed/metric"
	"hed/report/figure"
	"hed/report/page"
	"hed/score"
	"hed/stat"
)

// Confidence is the level of all intervals; tests have the rest of 1.
const Confidence = 0.95

// Options are what to evaluate, how, and where the results go.
type Options struct {
	Paths   *input.Paths // documents and references
	Systems []System     // whose headlines are read
	// Plan has the metrics and generators; its Systems are filled in.
	Plan evaluate.Plan
	// State is a file of what metrics learnt before; "" lets them learn.
	State string

	Charts    []string        // specs of figures; empty for figure.Default
	Test      analysis.Test   // "" is analysis.Paired
	Overall   score.Overall   // "" is score.Unit
	Bootstrap int             // resamples for intervals of many values; 0 for plain Student's t everywhere
	Percent   bool            // tables.tex has fractions times 100
	Parquet   bool            // scores.parquet, too
	Raw       bool            // texts in CSV files as they are, though a spreadsheet may run them
	Seed      uint64          // of everything random
	Lang      string          // of all texts, for the marks on numbers; "" for what each document says
	Workers   int             // at least 1; changes no result
	Folds     string          // name of the split whose folds Paths has, for Record
	Folder    string          // for the results
	Engine    evaluate.Engine // scores on other machines; nil scores here, and gives the same
	Resume    bool            // go on with what was stopped there

	// Command says how to make the results again, for the page; nil shows none.
	Command func(*Record) string
	// Words puts warnings, and what the page says of options, into the words of those
	// who read them; nil leaves them as they are.
	Words func(text string) string
	// Example, if not nil, is handed what the page shows of each document, in their
	// order.
	Example func(*page.Example)
	// Tell, if not nil, is told what happens meanwhile.
	Tell func(Event)
}

// A System is a file of headlines, by what tables call their writer.
type System = input.Named

// An Event is something to show while a run goes.
type Event struct {
	Kind Kind
	Text string // of Warning, Note and Doing; who learns, of Learning
	// Stage and Done say how far it is, for Progress; Done is the number of
	// documents, also of Resumed and Scored.
	Stage evaluate.Stage
	Done  int
	// Sources are what is read, for Begun: they tell how far that is.
	Sources []*corpus.Source
}

// A Kind tells events apart.
type Kind int

const (
	Begun    Kind = iota // inputs are open
	Resumed              // documents of an earlier run need not be done again
	Learning             // a metric or generator learns from the documents
	Progress             // documents are done
	Scored               // all are
	Doing                // something takes a moment
	Warning              // something may make a result wrong; it is in run.json
	Note                 // something is worth knowing
)

// tell passes an event on.
func (o *Options) tell(e Event) {
	if o.Tell != nil {
		o.Tell(e)
	}
}

func (o *Options) warn(all []string) {
	for _, w := range o.worded(all) {
		o.tell(Event{Kind: Warning, Text: w})
	}
}

// worded has the texts as Words puts them.
func (o *Options) worded(all []string) []string {
	if o.Words == nil {
		return all
	}
	var worded []string
	for _, text := range all {
		worded = append(worded, o.Words(text))
	}
	return worded
}

// A Result is what an evaluation found and wrote.
type Result struct {
	*analysis.Analysis
	Record *Record
	// Before says that all of it was in the folder already.
	Before bool
}

// An UnfinishedError is why a run stopped that can go on: Options with Resume take
// it up where it was.
type UnfinishedError struct{ Err error }

func (e *UnfinishedError) Error() string { return e.Err.Error() }

func (e *UnfinishedError) Unwrap() error { return e.Err }

// Run evaluates and fills the folder.
func Run(ctx context.Context, o Options) (*Result, error) {
	choice, err := o.check()
	if err != nil {
		return nil, err
	}
	dir, err := staging.Open(o.Folder)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	defer o.Paths.Forget()
	begun := evaluate.HasJournal(dir.Unfinished())
	dir.Keep = begun // until it is known whether that is given up
	if err := o.foreign(dir); err != nil {
		return nil, err
	}
	o.Paths.Folder = dir.Unfinished()
	job, inputs, err := o.open(ctx)
	if err != nil {
		return nil, err
	}
	if err := o.checkColumns(choice); err != nil { // some may have been left out
		return nil, err
	}
	record, err := o.describe(ctx, inputs, job)
	if err != nil {
		return nil, err
	}
	if o.Resume && !begun {
		if before := o.finished(record, job.Columns()); before != nil {
			return before, nil
		}
	}
	if err := o.journal(dir, job, record); err != nil {
		return nil, err
	}
	defer job.Journal.Close()
	return o.evaluate(ctx, dir, job, inputs, record, choice)
}

// Check refuses what cannot work, as far as that is known before anything is read. Run does
// so too.
func (o *Options) Check() error {
	_, err := o.check()
	return err
}

// check refuses what cannot work before anything is read, and fills in defaults.
func (o *Options) check() (figure.Choice, error) {
	if len(o.Charts) == 0 {
		o.Charts = strings.Split(figure.Default, ",")
	}
	var err error
	if o.Test, err = analysis.ParseTest(string(o.Test)); err != nil {
		return nil, option.Errorf("test", ": %w", err)
	}
	o.Overall = cmp.Or(o.Overall, score.Unit)
	if err := o.names(); err != nil {
		return nil, err
	}
	choice, err := figure.Parse(strings.Join(o.Charts, ","))
	if err != nil {
		return nil, option.Errorf("chart", ": %w", err)
	}
	if err := o.checkColumns(choice); err != nil {
		return nil, err
	}
	files := o.Paths.Files()
	for _, s := range o.Systems {
		if s.File != "" {
			files = append(files, o.Paths.PerFold(s.File)...)
		}
	}
	return choice, input.CheckStdin(files...)
}

// checkColumns refuses options that name other columns than there are.
func (o *Options) checkColumns(choice figure.Choice) error {
	if err := o.Overall.Check(o.Plan.Columns()); err != nil {
		return option.Errorf("overall", " %w", err)
	}
	systems := o.Plan.Names() // of the generators
	for _, s := range o.Systems {
		systems = append(systems, s.Name)
	}
	if err := choice.Check(o.Plan.Columns(), systems); err != nil {
		return option.Errorf("chart", ": %w", err)
	}
	return nil
}

// open opens the inputs and puts the job together.
func (o *Options) open(ctx context.Context) (*evaluate.Job, *input.Documents, error) {
	required := false
	for _, m := range o.Plan.Metrics {
		required = required || m.Info.Needs&metric.References != 0 && !m.Spec.Optional
	}
	for _, s := range o.Systems {
		if s.File != "" {
			continue
		}
		if err := o.Paths.CheckInside(s.Name); err != nil {
			return nil, nil, err
		}
	}
	if o.Engine != nil && o.Paths.IsParts() {
		return o.openPlace(ctx)
	}
	docs, err := o.Paths.Open(ctx, required)
	if err != nil {
		return nil, nil, err
	}
	o.leaveOut(ctx, docs.Reader)
	o.warn(docs.Warnings)
	sources := docs.Sources
	job := o.newJob(docs)
	job.Systems = nil
	var systems []corpus.System
	for _, s := range o.Systems {
		job.Systems = append(job.Systems, s.Name)
		if s.File == "" {
			sys, err := docs.Inside(s.Name)
			if err != nil {
				return nil, nil, err
			}
			systems = append(systems, *sys)
			continue
		}
		sys, err := o.Paths.System(ctx, s.Name, s.File)
		if err != nil {
			return nil, nil, err
		}
		o.warn(sys.Warnings)
		docs.Warnings = append(docs.Warnings, sys.Warnings...)
		systems = append(systems, sys.System)
		sources = append(sources, sys.Source)
	}
	job.Cases = corpus.Join(ctx, docs.Reader, docs.File, systems)
	if err := o.learnt(ctx, job); err != nil {
		return nil, nil, err
	}
	o.tell(Event{Kind: Begun, Sources: sources})
	return job, docs, nil
}

func (o *Options) newJob(docs *input.Documents) *evaluate.Job {
	job := &evaluate.Job{Plan: o.Plan, Workers: o.Workers, Docs: docs.Reader, DocsFile: docs.File, Engine: o.Engine, Sums: o.Paths.IsParts()}
	job.Learns = func(name string) { o.tell(Event{Kind: Learning, Text: name}) }
	job.Progress = func(stage evaluate.Stage, done int) { o.tell(Event{Kind: Progress, Stage: stage, Done: done}) }
	return job
}

// learnt reads what metrics learnt before, if that is given.
func (o *Options) learnt(ctx context.Context, job *evaluate.Job) error {
	if o.State == "" {
		return nil
	}
	src, err := o.Paths.Source(ctx, o.State)
	if err != nil {
		return err
	}
	job.State, err = readState(src)
	return err
}

// openPlace puts a job together whose documents the engine reads.
func (o *Options) openPlace(ctx context.Context) (*evaluate.Job, *input.Documents, error) {
	docs, err := o.Paths.Parts()
	if err != nil {
		return nil, nil, err
	}
	job := o.newJob(docs)
	job.Systems = nil
	for _, s := range o.Systems {
		if s.File != "" {
			return nil, nil, option.Errorf("system", " %s=%s: the engine reads %s in parts, which have the headlines themselves; name the system without a file", s.Name, s.File, docs.File)
		}
		job.Systems = append(job.Systems, s.Name)
	}
	if job.Place, err = place(o.Paths, docs.Format, job.Systems); err != nil {
		return nil, nil, err
	}
	job.Cases = job.PartCases(ctx)
	if err := o.learnt(ctx, job); err != nil {
		return nil, nil, err
	}
	o.tell(Event{Kind: Begun})
	return job, docs, nil
}

// place is where an engine reads documents.
func place(p *input.Paths, format string, systems []string) (at *evaluate.Place, err error) {
	at = &evaluate.Place{Format: format, Systems: systems}
	if at.URI, err = p.PartsURI(); err != nil {
		return nil, err
	}
	at.Columns, err = p.Options()
	return at, err
}

// leaveOut leaves out those metrics of a group of whatever is possible that need what the first
// document does not have. Documents that differ from it in that are refused later.
func (o *Options) leaveOut(ctx context.Context, docs corpus.Reader) {
	if !slices.ContainsFunc(o.Plan.Metrics, func(m metric.Selected) bool { return m.Spec.Optional }) {
		return
	}
	for doc, err := range docs.Documents(ctx) {
		if err != nil {
			return // whoever reads them for good says so
		}
		for _, lack := range []struct {
			need metric.Need
			of   bool
			what string
		}{{metric.References, len(doc.References) == 0, "reference headlines"}, {metric.Body, doc.Body == "", "articles"}} {
			var kept []metric.Selected
			var out []string
			for _, m := range o.Plan.Metrics {
				if lack.of && m.Spec.Optional && m.Info.Needs&lack.need != 0 {
					out = append(out, m.Label())
				} else {
					kept = append(kept, m)
				}
			}
			if o.Plan.Metrics = kept; out != nil {
				o.tell(Event{Kind: Note, Text: fmt.Sprintf("left out, since there are no %s: %s", lack.what, count.List(out))})
			}
		}
		return
	}
}

// journal opens the journal of the run, to be continued if it is to be
// resumed. Only then is what an earlier run left there given up.
func (o *Options) journal(dir *staging.Folder, job *evaluate.Job, record *Record) (err error) {
	if !o.Resume {
		if err := evaluate.RemoveJournal(dir.Unfinished()); err != nil {
			return err
		}
	}
	if job.Journal, err = evaluate.OpenJournal(dir.Unfinished(), record.fingerprint(job.Columns()), &job.Plan); err != nil {
		if errors.Is(err, evaluate.ErrOtherRun) {
			return &OtherRunError{o.Folder}
		}
		return err
	}
	dir.Keep = false
	if n := max(job.Journal.Rows(), job.Journal.Written()); n > 0 {
		o.tell(Event{Kind: Resumed, Done: n})
	}
	return nil
}

// evaluate scores, analyses and writes.
func (o *Options) evaluate(ctx context.Context, dir *staging.Folder, job *evaluate.Job, inputs *input.Documents, record *Record, choice figure.Choice) (res *Result, err error) {
	table, folds := score.NewTable(job.Names(), job.Columns()), []string(nil)
	table.Raw = o.Raw
	spill, err := score.NewSpill(dir.Unfinished())
	if err != nil {
		return nil, err
	}
	defer spill.Close()
	defer func() {
		if failed := spill.Err(); failed != nil && recover() != nil { // as a disk that is full when scores are compared
			res, err = nil, &UnfinishedError{failed}
		}
	}()
	table.SpillTo(spill)
	failed := 0
	job.Failed = func(h corpus.Output) {
		if failed++; failed <= mostReasons { // run.json has how many are empty
			o.warn([]string{fmt.Sprintf("%s has an empty headline for document %s: %s", h.System, plain.Line(h.Doc), plain.Line(h.Reason))})
		}
	}
	sum, err := job.Run(ctx, func(row *evaluate.Row) error {
		table.Append(row.Doc.ID, row.Values)
		if fold := row.Doc.Meta[split.FoldField]; fold != "" && table.Len() == 1 || folds != nil {
			folds = append(folds, fold)
		}
		return spill.Err()
	})
	if errors.Is(err, evaluate.ErrOtherRun) { // what executors read is not what it was
		dir.Keep = true
		return nil, &OtherRunError{o.Folder}
	}
	if err != nil {
		if dir.Keep = CanResume(err) && job.Journal.Begun(); dir.Keep {
			err = &UnfinishedError{err}
		}
		return nil, err
	}
	record.sum(sum.SHA256)
	o.tell(Event{Kind: Scored, Done: sum.Docs})
	table.Describe(sum.Sign(job.Metrics))
	dir.Keep = true // until it is written
	o.tell(Event{Kind: Doing, Text: "analysing the scores"})
	found, err := analysis.Of(ctx, table, o.analysis())
	if err != nil {
		return nil, &UnfinishedError{err}
	}
	o.sign(found.Columns, found.Means)
	warnings := Warnings(job, sum)
	o.warn(warnings)
	warnings = append(warnings, inputs.Warnings...) // which were told when they arose
	for _, n := range Notes(job, sum) {
		o.tell(Event{Kind: Note, Text: n})
	}
	doubts := doubts(found, choice)
	o.warn(doubts)
	record.complete(found, o.worded(append(warnings, doubts...)))
	o.tell(Event{Kind: Doing, Text: "writing the results"})
	r := &results{Options: o, record: record, table: table, found: found, folds: folds, figures: choice.Figures(found, record.baselines()...), job: job}
	if err := r.write(ctx, dir); err != nil {
		return nil, &UnfinishedError{err}
	}
	dir.Keep = false
	return &Result{Analysis: found, Record: record}, nil
}

// CanResume reports whether the same can do better next time: where it was
// stopped, a generator or an engine failed, or files could not be read or written. It cannot
// where an input is at fault.
func CanResume(err error) bool {
	_, generate := errors.AsType[*evaluate.GenerateError](err)
	_, engine := errors.AsType[*evaluate.EngineError](err)
	_, file := errors.AsType[*fs.PathError](err)
	_, system := errors.AsType[syscall.Errno](err)
	_, input := errors.AsType[*corpus.SyntaxError](err)
	return errors.Is(err, context.Canceled) || (generate || engine || file || system) && !input
}

// sign adds to the signature of every column how the intervals of its systems were made.
func (o *Options) sign(columns []score.Column, means func(column int) []stat.Interval) {
	for c := range columns {
		columns[c].Signature = slices.Concat(columns[c].Signature, score.Signature{
			{Key: "ci", Value: stat.Methods(means(c))},
			{Key: "bs", Value: strconv.Itoa(o.Bootstrap)},
			{Key: "seed", Value: strconv.FormatUint(o.Seed, 10)},
		})
	}
}

// analysis is how the scores are analysed.
func (o *Options) analysis() analysis.Options {
	return analysis.Options{
		Overall: o.Overall, Test: o.Test, Seed: o.Seed,
		Intervals: stat.Resampling{Resamples: o.Bootstrap, Level: Confidence, Workers: o.Workers},
	}
}
