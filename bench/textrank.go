package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"hed/corpus"
	"hed/corpus/numhg"
	"hed/generate/textrank"
	"hed/text/lang"
)

// articles is how many summa gets in a full run: it takes seconds for them.
const articles = 1_000

// taggerTried is said where the goal is missed.
const taggerTried = "Most of the time is the tagger's, which summa does not have: without it the ratio is 65×, so that the goal leaves 26 " +
	"ms by the clock to tag 200,000 words, which take 74. Remembering what a word comes to, tables for pairs of tags, " +
	"weights of both looks side by side and adding eight tags at a time made it three times as fast; what is left is " +
	"waiting for memory where features of rare words are looked up. Reading the slots of all features of a word before any " +
	"is looked at, so that the processor waits for them together, changed nothing that could be measured (611 ms of " +
	"processor time beside 607 without, three runs in turn on a busy machine)"

// textRank compares keywords and sentences of articles with summa's. The
// scores are not compared: both rank the same kind of graph, but cut and stem
// words in ways of their own.
func textRank(b *bench) ([]row, error) {
	// summa knows stop words and no parts of speech, so hed without its
	// tagger does the same work. The first row is what users get.
	english := lang.Of("en")
	plain := english
	plain.Tagger = nil
	data, absent := b.newsData(articles * b.pairs / fullSizes.pairs)
	var rows []row
	for _, side := range []struct {
		what    string
		pack    lang.Pack
		threads int
		goal    float64
	}{
		{"TextRank with tagger", english, threads, 50},
		{"TextRank without tagger", plain, threads, 50},
		{"TextRank without tagger, one thread", plain, 1, 0},
	} {
		r := row{what: side.what, peer: "summa keywords and summarize", goal: side.goal, unit: seconds, tried: taggerTried}
		err := absent
		if err == nil {
			r.what += fmt.Sprintf(", %s articles", group(len(data.refs)))
			err = raceSumma(b, side.pack, side.threads, data, &r)
		}
		done, err := r.finish(err)
		if err != nil {
			return nil, err
		}
		rows = append(rows, done...)
	}
	return rows, nil
}

func raceSumma(b *bench, p lang.Pack, threads int, data *dataset, r *row) error {
	peer, err := b.startWorker("summa", data)
	if err != nil {
		return err
	}
	defer peer.stop()
	hed := func() (float64, error) {
		runtime.GC()
		start := time.Now()
		rankArticles(p, threads, data.refs)
		return time.Since(start).Seconds(), nil
	}
	hed()
	if _, err := peer.run(); err != nil {
		return err
	}
	return b.alternate(r, hed, peer.run)
}

// rankArticles is what a user of the library writes.
func rankArticles(p lang.Pack, threads int, articles []string) (keywords [][]textrank.Keyword, sentences [][]textrank.Sentence) {
	keywords, sentences = make([][]textrank.Keyword, len(articles)), make([][]textrank.Sentence, len(articles))
	r := textrank.New(p)
	var wg sync.WaitGroup
	for first := range threads {
		wg.Go(func() {
			for i := first; i < len(articles); i += threads {
				keywords[i], sentences[i] = r.Keywords(articles[i]), r.Sentences(articles[i])
			}
		})
	}
	wg.Wait()
	return keywords, sentences
}

// numhgFile is real news, which is not part of the repository.
const numhgFile = "../../shared/data/numhg/annotated.csv.gz"

// newsData writes the first n articles of NumHG and their headlines into files
// of lines and returns them, the articles in place of references.
func (b *bench) newsData(n int) (*dataset, error) {
	if _, err := os.Stat(numhgFile); errors.Is(err, fs.ErrNotExist) {
		return nil, absence{"there is no " + numhgFile}
	}
	var articles, titles []string
	line := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	for d, err := range numhg.Format.Documents(corpus.File(numhgFile), corpus.Options{}).Documents(context.Background()) {
		if err != nil {
			return nil, err
		}
		articles, titles = append(articles, line(d.Body)), append(titles, line(d.References[0]))
		if len(articles) == n {
			break
		}
	}
	data := &dataset{articles, titles, filepath.Join(b.dir, "articles.txt"), filepath.Join(b.dir, "titles.txt")}
	if err := writeLines(data.refFile, articles); err != nil {
		return nil, err
	}
	return data, writeLines(data.hypFile, titles)
}
