package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// wholeGroup times hed eval with all 17 columns of HEvAS, and with each of its
// metrics alone beside that: whole processes, which all write the headlines of
// the five baselines first. Once each, since it takes minutes.
func wholeGroup(b *bench) ([]row, error) {
	r := row{what: "hed eval with hevas", peer: "the whole group", unit: seconds}
	data, err := b.newsData(ldaArticles * b.pairs / fullSizes.pairs)
	if err != nil {
		return r.finish(err)
	}
	whole, err := b.evaluate(data, "hevas")
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, part := range []string{"rouge:profile=hevas", "kl", "lda", "lsi", "we", "readability"} {
		alone, err := b.evaluate(data, part)
		if err != nil {
			return nil, err
		}
		r := r
		name, _, _ := strings.Cut(part, ":")
		r.what = fmt.Sprintf("hed eval with %s of hevas, %s articles, 5 baselines", name, group(len(data.refs)))
		r.add(alone, whole)
		rows = append(rows, r)
	}
	return rows, nil
}

// evaluate returns the seconds that hed eval takes.
func (b *bench) evaluate(data *dataset, metrics string) (float64, error) {
	out := filepath.Join(b.dir, "eval")
	defer os.RemoveAll(out)
	done, err := b.execute(b.hed, "eval", "--docs", data.refFile, "--ref", data.hypFile, "--metric", metrics,
		"--baseline", "first,random,tfidf,wtextrank,stextrank", "--out", out)
	return done.Seconds, err
}
