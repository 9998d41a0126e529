package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"hed/metric/topic/lda"
	"hed/text"
	"hed/text/bag"
	"hed/text/lang"
)

const (
	ldaArticles = 10_495 // all of NumHG, in a full run
	mallet      = "Mallet 2.0.8 ParallelTopicModel"
)

var ldaOptions = lda.Options{Topics: 50, Iterations: 100, Alpha: 5, Beta: 0.01, Seed: 1, Interval: 10, BurnIn: 50}

// topics compares finding topics in the same tokens, with the same priors and
// as many sweeps. How good the topics are, the tests of metric/topic compare.
func topics(b *bench) ([]row, error) {
	r := row{
		what: fmt.Sprintf("LDA of %d topics, %d sweeps", ldaOptions.Topics, ldaOptions.Iterations),
		peer: mallet, goal: 1.5, most: 3, unit: seconds,
	}
	data, err := b.newsData(ldaArticles * b.pairs / fullSizes.pairs)
	if err == nil {
		err = raceMallet(b, data.refs, &r)
	}
	return r.finish(err)
}

func raceMallet(b *bench, articles []string, r *row) error {
	docs, words := numbered(articles)
	var lines []string
	n := 0
	for _, d := range docs {
		lines = append(lines, strings.Trim(fmt.Sprint(d), "[]"))
		n += len(d)
	}
	r.what += fmt.Sprintf(" over %s tokens", group(n))
	name := filepath.Join(b.dir, "tokens.txt")
	if err := writeLines(name, lines); err != nil {
		return err
	}
	jars, err := b.fetchMallet()
	if err != nil {
		return err
	}
	o := &ldaOptions
	cmd := b.command("java", "-cp", filepath.Join(jars, "*"), filepath.Join(b.scripts, "..", "metric", "topic", "testdata", "Mallet.java"), name)
	for _, x := range []any{words, o.Topics, o.Iterations, o.Interval, o.BurnIn, o.Alpha, o.Beta, threads} {
		cmd.Args = append(cmd.Args, fmt.Sprint(x))
	}
	peer, err := b.startPeer(cmd)
	if err != nil {
		return err
	}
	defer peer.stop()
	if _, err := peer.run(); err != nil { // which also warms up its compiler
		return err
	}
	hed := func() (float64, error) {
		runtime.GC()
		start := time.Now()
		_, err := lda.Fit(context.Background(), docs, words, *o, threads)
		return time.Since(start).Seconds(), err
	}
	return b.alternate(r, hed, peer.run)
}

// numbered returns the words of articles, without stop words, as numbers.
func numbered(articles []string) (docs [][]int32, words int) {
	english := lang.Of("en")
	analyzer := &text.Analyzer{Tokenizer: english.Tokenizer, Filters: []text.Filter{english.Stop}}
	v := bag.NewVocabulary()
	f := bag.NewFiller(v)
	var one bag.Bag
	for _, s := range articles {
		f.Add(&one, analyzer, s)
		var d []int32
		for i, id := range one.IDs {
			for range int(one.Counts[i]) {
				d = append(d, id)
			}
		}
		docs = append(docs, d)
	}
	return docs, v.Size()
}

// malletPOM asks Maven for Mallet and what it needs.
const malletPOM = `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>bench</groupId><artifactId>bench</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>cc.mallet</groupId><artifactId>mallet</artifactId><version>2.0.8</version></dependency>
  </dependencies>
</project>
`

// fetchMallet returns a folder with Mallet in it.
func (b *bench) fetchMallet() (jars string, err error) {
	for _, program := range []string{"java", "mvn"} {
		if _, err := exec.LookPath(program); err != nil {
			return "", absence{program + " is not installed (packages openjdk-17-jdk-headless and maven)"}
		}
	}
	dir := filepath.Join(b.dir, "mallet")
	jars = filepath.Join(dir, "lib")
	if _, err := os.Stat(filepath.Join(jars, "mallet-2.0.8.jar")); err == nil {
		return jars, nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, "pom.xml"), []byte(malletPOM), 0o666); err != nil {
		return "", err
	}
	cmd := exec.Command("mvn", "--quiet", "--batch-mode", "dependency:copy-dependencies", "-DoutputDirectory=lib")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", absence{"Maven cannot fetch it: " + lastLine(string(out))}
	}
	return jars, nil
}

// lastLine keeps a complaint short enough for a cell of the table.
func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return lines[len(lines)-1]
}
