package teach

import (
	"context"
	"io"
	"path/filepath"

	"hed"
	"hed/corpus/input"
	"hed/internal/option"
	"hed/internal/staging"
	"hed/metric/embedding"
	"hed/metric/fluency"
	"hed/report"
	"hed/text/lang"
	"hed/text/ngram"
	"hed/text/pos"
	"hed/text/vector"
)

// asJSON writes a value into a file of a model.
func asJSON(v any) func(io.Writer) error {
	return func(w io.Writer) error { return report.JSON(w, v) }
}

// A modelRecord is lm.json.
type modelRecord struct {
	Version string         `json:"hed"`
	Inputs  []input.Record `json:"inputs"`
	Lang    string         `json:"lang,omitempty"`
	Order   int            `json:"order"`
	NGrams  []int          `json:"ngrams"` // of each length, from 1
}

// LanguageModel learns a language model from the reference headlines.
func (l *Lesson) LanguageModel(ctx context.Context, workers int) (*ngram.Model, error) {
	m, err := fluency.Train(ctx, l.Reader, l.Lang, workers)
	if err != nil {
		return nil, err
	}
	record := modelRecord{Version: hed.Version, Inputs: l.Inputs, Lang: l.Lang, Order: m.Order()}
	for n := range m.Order() {
		record.NGrams = append(record.NGrams, m.Len(n+1))
	}
	return m, l.dir.Write("the model", unlisted, Files{"lm.arpa": m.Write, "lm.json": asJSON(record)})
}

// A vectorRecord is vectors.json.
type vectorRecord struct {
	Version string         `json:"hed"`
	Inputs  []input.Record `json:"inputs"`
	Words   int            `json:"words"` // that have a vector
	Seed    uint64         `json:"seed"`
	Lang    string         `json:"lang,omitempty"`
	vector.Training
}

// Vectors learns word vectors from the articles.
func (l *Lesson) Vectors(ctx context.Context, workers int, progress func(done, all int)) (*vector.Table, error) {
	record := vectorRecord{Version: hed.Version, Inputs: l.Inputs, Lang: l.Lang}
	var table *vector.Table
	err := l.Learn("the vectors", "the last complete pass", []any{record, l.Format, l.Paths.Columns}, func(unfinished string) (_ Files, err error) {
		var how vector.Training
		table, how, err = embedding.Train(ctx, l.Reader, l.Lang, vector.Training{Seed: l.Seed, Workers: workers, Folder: unfinished, Progress: progress})
		if err != nil {
			return nil, err
		}
		record.Words, record.Seed, record.Training = table.Len(), how.Seed, how
		return Files{"vectors.txt": table.WriteText, "vectors.json": asJSON(record)}, nil
	})
	return table, err
}

// A Tagger is a tagger to be trained on treebanks, and the place for it.
type Tagger struct {
	Place
	Treebanks []string // files
	Lang      string
	Streams   input.Streams
	Workers   int
	Progress  func(done, all int)
}

// Teach trains it, and says how many sentences and words it learnt from.
func (t *Tagger) Teach(ctx context.Context) (sentences, words int, err error) {
	pack, err := lang.Parse(t.Lang)
	if err != nil {
		return 0, 0, option.Errorf("lang", ": %w", err)
	}
	if err := input.CheckStdin(t.Treebanks...); err != nil {
		return 0, 0, err
	}
	if _, err := staging.Missing(t.Folder); err != nil {
		return 0, 0, err
	}
	about := pos.About{Lang: pack.Code}
	var all []pos.Sentence
	for _, file := range t.Treebanks {
		src, err := t.Streams.Source(ctx, file)
		if err != nil {
			return 0, 0, err
		}
		some, bank, err := pos.ReadTreebank(src)
		if err != nil {
			return 0, 0, err
		}
		bank.Name = filepath.Base(file)
		about.Treebanks, all, words = append(about.Treebanks, bank), append(all, some...), words+bank.Words
	}
	if t.dir, err = staging.Open(t.Folder); err != nil {
		return 0, 0, err
	}
	defer t.dir.Close()
	return len(all), words, t.Learn("the tagger", "run", []any{about}, func(unfinished string) (Files, error) {
		tagger, err := pos.Train(ctx, about, all, pos.Options{Seed: t.Seed, Workers: t.Workers, Folder: unfinished, Progress: t.Progress})
		if err != nil {
			return nil, err
		}
		return Files{pos.FileName: tagger.Write, "tagger.json": asJSON(tagger.About)}, nil
	})
}
