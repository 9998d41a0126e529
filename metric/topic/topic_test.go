package topic_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"hed/corpus"
	"hed/metric"
	"hed/metric/internal/terms/termstest"
	"hed/metric/metrictest"
	"hed/metric/topic"
	"hed/score"
)

// small keeps tests quick.
func small() topic.Options {
	o := topic.Defaults
	o.Topics, o.Iterations = 4, 60
	return o
}

func build(t testing.TB, opt topic.Options) *topic.Metric {
	t.Helper()
	m, err := topic.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

type articles = termstest.Articles

func fitted(t testing.TB, opt topic.Options, corpus articles, workers int) *topic.Metric {
	t.Helper()
	m := build(t, opt)
	if err := m.Fit(context.Background(), corpus, workers); err != nil {
		t.Fatal(err)
	}
	return m
}

func save(t testing.TB, m *topic.Metric) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := m.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

var news = articles{
	"bridge harbour ferry bridge council harbour ferry", "goal match striker match league goal", "harbour bridge ferry council bridge",
	"league striker goal match goal", "council ferry bridge harbour council", "match league striker striker goal", "",
	"bank rate loan rate inflation", "loan inflation bank bank rate", "the of and",
}

func TestContract(t *testing.T) {
	metrictest.Run(t, build(t, topic.Defaults))
	o := small()
	o.Lang, o.Topics = "it", 1
	metrictest.Run(t, build(t, o))
}

func TestSignatures(t *testing.T) {
	metrictest.Signatures(t, topic.Info, map[string][]string{
		"topics": {"2", "5"}, "iterations": {"1", "20"}, "alpha": {"", "1"}, "beta": {"", "0.1"},
		"seed": {"", "7"}, "lang": {"", "en", "it"},
	})
}

func score1(t *testing.T, m *topic.Metric, body, reference, headline string) (c, s float64) {
	t.Helper()
	var references []string
	if reference != "" {
		references = strings.Split(reference, "|")
	}
	got := metrictest.Score(t, m, corpus.NewCase(&corpus.Document{Body: body, References: references}, headline))
	return got[0], got[1]
}

func TestTopics(t *testing.T) {
	o := small()
	o.Topics = 3
	m := fitted(t, o, news, 2)
	good, same := score1(t, m, news[0], "ferry council", "harbour bridge")
	bad, other := score1(t, m, news[0], "ferry council", "inflation loan")
	if !(good > 0.99) || !(same > 0.99) || !(bad < good) || !(other < same) {
		t.Errorf("of the article's topic %v and %v, of another %v and %v", good, same, bad, other)
	}
	if _, best := score1(t, m, news[0], "inflation loan|goal match|harbour bridge", "harbour bridge"); best != 1 {
		t.Errorf("the best reference is the headline itself, but gives %v", best)
	}
	for _, test := range []struct {
		body, reference, headline string
		c, s                      bool // whether there is a value
	}{
		{news[0], "ferry", "zebra", false, false},
		{news[0], "ferry", "", false, false},
		{news[0], "", "bridge", true, false},
		{news[0], "zebra", "bridge", true, false},
		{"", "ferry", "bridge", false, true},
		{"zebra", "ferry", "bridge", false, true},
		{"a text that was not fitted, of a bridge", "ferry|zebra", "bridge zebra", true, true},
	} {
		c, s := score1(t, m, test.body, test.reference, test.headline)
		if score.IsAbsent(c) == test.c || score.IsAbsent(s) == test.s {
			t.Errorf("%+v: %v and %v", test, c, s)
		}
	}
}

// TestOdd has one topic, and more than documents or words.
func TestOdd(t *testing.T) {
	for _, topics := range []int{1, 2, 50} {
		o := small()
		o.Topics = topics
		t.Run(fmt.Sprint(topics), func(t *testing.T) {
			termstest.Odd(t, true, func() metric.Keeper { return build(t, o) })
		})
	}
}

func TestNotes(t *testing.T) {
	for topics, want := range map[int]int{1: 0, 10: 0, 11: 1} {
		o := small()
		o.Topics = topics
		if notes := fitted(t, o, news, 1).Warnings(); len(notes) != want {
			t.Errorf("%d topics of %d articles: the notes are %q", topics, len(news), notes)
		}
	}
	if notes := build(t, small()).Warnings(); notes != nil {
		t.Errorf("before Fit: %q", notes)
	}
}

func TestKeeper(t *testing.T) {
	m := fitted(t, small(), news, 1)
	data := save(t, m)
	for _, workers := range []int{2, 5} {
		if !bytes.Equal(save(t, fitted(t, small(), news, workers)), data) {
			t.Errorf("%d workers make other topics", workers)
		}
	}
	again := build(t, small())
	if err := again.Load(bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(save(t, again), data) || again.Columns()[0].String() != m.Columns()[0].String() {
		t.Error("loaded, the topics are others")
	}
	a, b := score1(t, m, news[1], "ferry goal", "match bank")
	c, d := score1(t, again, news[1], "ferry goal", "match bank")
	if a != c || b != d || math.IsNaN(a+b) {
		t.Errorf("fitted %v and %v, loaded %v and %v", a, b, c, d)
	}
	for i := range data {
		if build(t, small()).Load(bytes.NewReader(data[:i])) == nil {
			t.Fatalf("%d bytes of %d, and they are loaded", i, len(data))
		}
	}
	o := small()
	o.Topics = 5
	if err := build(t, o).Load(bytes.NewReader(data)); err == nil || !strings.Contains(err.Error(), "topics=5") {
		t.Errorf("another number of topics: %v", err)
	}
	empty := build(t, small())
	if empty.Save(new(bytes.Buffer)) == nil || empty.Score(context.Background(), corpus.NewCase(&corpus.Document{}), nil) == nil {
		t.Error("a metric that is not fitted saves or scores")
	}
}

// FuzzLoad sees that whatever is read gives values in their range.
func FuzzLoad(f *testing.F) {
	f.Add(save(f, fitted(f, small(), news, 1)))
	f.Add([]byte("hed lda 1\n\x01\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m := build(t, small())
		if m.Load(bytes.NewReader(data)) != nil {
			return
		}
		c := corpus.NewCase(&corpus.Document{Body: news[0], References: []string{"bridge"}}, "bridge goal bank")
		for _, v := range metrictest.Score(t, m, c) {
			if !score.IsAbsent(v) && !(v >= 0 && v <= 1) {
				t.Errorf("value %v", v)
			}
		}
	})
}

func TestOptions(t *testing.T) {
	for option, want := range map[string]string{
		"topics=0": "want 1 to 1024", "topics=1025": "want 1 to 1024", "iterations=0": "want 1 to 100000", "iterations=100001": "want 1 to 100000",
		"alpha=0": "want 1e-06 to 1e+06", "beta=-1": "want 1e-06 to 1e+06", "beta=inf": "want 1e-06 to 1e+06",
		"seed=x": "want a whole number", "lang=xx": "no language", "words=9": `no option "words"`,
	} {
		k, v, _ := strings.Cut(option, "=")
		if _, err := topic.Info.New(map[string]string{k: v}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", option, err, want)
		}
	}
}
