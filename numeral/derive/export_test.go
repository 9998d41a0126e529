package derive

// FullStops tells the sentences of numbers.
var FullStops = fullStops

// Quick makes training short, for tests. What it returns puts things back.
func Quick() (restore func()) {
	net, how, vec, lex := netTuning, howTuning, vectorTraining, lexicalTuning
	netTuning.epochs, netTuning.wide, netTuning.deep, netTuning.batch = 2, 8, 4, 16
	howTuning.epochs, howTuning.wide, howTuning.deep, howTuning.batch = 2, 8, 4, 16
	vectorTraining.Dim, vectorTraining.Epochs = 8, 1
	lexicalTuning.epochs = 2
	return func() { netTuning, howTuning, vectorTraining, lexicalTuning = net, how, vec, lex }
}

// Changed returns the answer of a question made wrong in three ways: the
// other answer, 20 percent more or less, another number of the article. ""
// stands for none.
func Changed(q *Question, other *Question, seed uint64) (texts [3]string) {
	left, right, _ := question(q.Cloze.Question)
	l := &lesson{Question: q, article: Read(q.Article), blank: newBlank(left, right)}
	l.r.cs = l.article.candidates(l.blank)
	rng := (&trainer{Training: Training{Seed: seed}}).random(9)
	for c := range changes {
		texts[c] = l.change(c, &lesson{Question: other}, rng)
	}
	return texts
}

// Reach reports whether the answer of a question is among the candidates.
func Reach(q *Question) bool {
	left, right, _ := question(q.Cloze.Question)
	for _, c := range Read(q.Article).candidates(newBlank(left, right)) {
		if c.text == q.Answer {
			return true
		}
	}
	return false
}

// Work counts what ranking a question takes: the words and the numbers that
// are looked at closely, and the candidates.
func Work(article, headline string) (words, sources, candidates int) {
	left, right, _ := question(headline)
	a := Read(article)
	return len(a.words), len(a.sources), len(a.candidates(newBlank(left, right)))
}
