package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"hed/score"
	"hed/stat"
	"hed/stat/agree"
)

// bootstrapItems is the size of the test part of NumHG.
const bootstrapItems = 3_758

// bootstrap compares making intervals for the means of nine columns.
func bootstrap(b *bench) ([]row, error) {
	data := b.data.head(max(bootstrapItems*b.pairs/fullSizes.pairs, 100))
	r := row{
		what: fmt.Sprintf("1,000 resamples of ROUGE-1, 2, Lsum, %s items", group(len(data.refs))),
		peer: "rouge-score BootstrapAggregator", goal: 20, most: 3, unit: seconds,
	}
	return r.finish(raceBootstrap(b, data, &r))
}

func raceBootstrap(b *bench, data *dataset, r *row) error {
	peer, err := b.startWorker("bootstrap", data)
	if err != nil {
		return err
	}
	defer peer.stop()
	scores, err := scorePairs("rouge:types=1/2/Lsum", data)
	if err != nil {
		return err
	}
	want, err := peer.means()
	if err != nil {
		return err
	}
	if err := agreeing(scores.means(), want, 1e-9); err != nil {
		return err
	}
	var columns []score.Sample
	for _, values := range scores.values {
		columns = append(columns, score.Sample{Values: score.SeriesOf(values...)})
	}
	how := stat.Resampling{Resamples: 1000, Level: 0.95, Workers: threads}
	hed := func() (float64, error) {
		runtime.GC()
		start := time.Now()
		_, err := stat.Means(context.Background(), columns, how, rand.New(rand.NewPCG(dataSeed, 0)))
		return time.Since(start).Seconds(), err
	}
	return b.alternate(r, hed, peer.run)
}

// Ratings as large as those of big studies, with a tenth missing.
const (
	ratedItems = 10_000
	raters     = 20
	ratingTop  = 5
)

// agreement compares Krippendorff's alpha of ratings that are in memory.
func agreement(b *bench) ([]row, error) {
	var rows []row
	data, ratings, err := b.ratingData(ratedItems * b.pairs / fullSizes.pairs)
	if err != nil {
		return nil, err
	}
	for _, level := range []agree.Level{agree.Nominal, agree.Interval} {
		r := row{
			what: fmt.Sprintf("Krippendorff's alpha, %s, %s items × %d raters", level, group(len(data.refs)), raters),
			peer: "krippendorff", goal: 5, unit: seconds,
		}
		done, err := r.finish(raceAlpha(b, data, ratings, level, &r))
		if err != nil {
			return nil, err
		}
		rows = append(rows, done...)
	}
	return rows, nil
}

func raceAlpha(b *bench, data *dataset, ratings *agree.Ratings, level agree.Level, r *row) error {
	peer, err := b.startWorker("krippendorff-"+string(level), data)
	if err != nil {
		return err
	}
	defer peer.stop()
	want, err := peer.means()
	if err != nil {
		return err
	}
	alpha := func() (agree.Agreement, error) { return ratings.Agreement(agree.Alpha{Level: level}) }
	got, err := alpha()
	if err != nil {
		return err
	}
	if err := agreeing(map[string]float64{"alpha": got.Value}, want, 1e-9); err != nil {
		return err
	}
	hed := func() (float64, error) {
		runtime.GC()
		start := time.Now()
		_, err := alpha()
		return time.Since(start).Seconds(), err
	}
	return b.alternate(r, hed, peer.run)
}

// ratingData writes ratings, an item a line with - for what is missing, and
// returns them as hed has them.
func (b *bench) ratingData(n int) (*dataset, *agree.Ratings, error) {
	rng := rand.New(rand.NewPCG(dataSeed, 2))
	var lines []string
	var rows []agree.Row
	for item := range n {
		truth := rng.IntN(ratingTop)
		cells := make([]string, raters)
		for rater := range cells {
			cells[rater] = "-"
			if rng.IntN(10) == 0 {
				continue
			}
			value := truth
			if rng.IntN(3) == 0 {
				value = rng.IntN(ratingTop)
			}
			cells[rater] = strconv.Itoa(value + 1)
			rows = append(rows, agree.Row{Item: strconv.Itoa(item), Rater: strconv.Itoa(rater), Value: cells[rater]})
		}
		lines = append(lines, strings.Join(cells, " "))
	}
	ratings, err := agree.New(rows)
	if err != nil {
		return nil, nil, err
	}
	name := filepath.Join(b.dir, "ratings.txt")
	return &dataset{lines, lines, name, name}, ratings, writeLines(name, lines)
}
