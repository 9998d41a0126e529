package look

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"hed/report/page"
	"hed/score"
)

// An examplesPage is a list of documents.
type examplesPage struct {
	*finder
	Total, Found  string
	Explain       string
	Rows          []exampleRow
	First         int
	Page, Pages   int
	Previous, Nxt string // addresses; empty where there is none
	Note          string
	NoTexts       bool
}

// A finder is the form of a list.
type finder struct {
	Action   string
	Orders   []option
	Columns  []option
	A, B     []option
	Numbers  []option
	Query    string
	Articles bool
	Up       bool
	Clear    string // address without words and numbers; empty where there are none
}

type option struct {
	Value, Text string
	On          bool
}

// An exampleRow is a document in a list.
type exampleRow struct {
	ID, Link   string
	Place      int
	Values     []labelled
	References [][]segment
	Heads      []headline
	Lack       string
}

type labelled struct{ Label, Text string }

// A headline is what a system wrote for a document.
type headline struct {
	System, Mark string
	Segments     []segment
	Stretches    []page.Stretch // where it is shown beside another
	Value        string
	Chosen       bool
}

func (l *looker) examples(v *view) error {
	one, err := v.listOf(v.r.URL.Query())
	if err != nil {
		return err
	}
	docs, err := l.documents(v, one)
	if err != nil {
		return err
	}
	p := &examplesPage{finder: v.finder(one), Total: counted(v.Table.Len(), "document"), Explain: v.explain(one), NoTexts: v.texts == nil}
	p.Found = counted(len(docs), "document")
	p.Pages = max(1, (len(docs)+perPage-1)/perPage)
	p.Page = min(one.page, p.Pages)
	q := v.values(one)
	pageAt := func(n int) string {
		if n < 1 || n > p.Pages {
			return ""
		}
		return v.at("/examples", with(q, "page", strconv.Itoa(n)))
	}
	p.Previous, p.Nxt = pageAt(p.Page-1), pageAt(p.Page+1)
	p.First = (p.Page-1)*perPage + 1
	marks := page.Marks(v.Found, v.Record.Baselines())
	for _, n := range docs[min(len(docs), p.First-1):min(len(docs), p.First-1+perPage)] {
		row, err := v.exampleRow(one, int(n), marks)
		if err != nil {
			return err
		}
		row.Link = v.at("/examples/"+strconv.Itoa(int(n)+1), q)
		p.Rows = append(p.Rows, row)
	}
	p.Note = v.numberNote(one)
	l.show(v, "/examples", "examples.html", http.StatusOK, &scaffold{Wide: true, Body: p})
	return nil
}

// numberNote says for which documents headline numbers are known to be unsupported.
func (v *view) numberNote(l *list) string {
	switch {
	case l.numbers == "":
		return ""
	case l.numbers == "unsupported" && v.supportColumn() >= 0:
		return "By the measure numsupport, of all documents; numbers in doubt count too."
	case v.texts == nil || !v.texts.marked:
		return "No headline number was checked in this run. The measure numsupport checks all of them."
	case v.texts.Marked < v.Table.Len():
		return fmt.Sprintf("Headline numbers are checked in the first %s only. The measure numsupport checks all of them.", counted(v.texts.Marked, "document"))
	}
	return ""
}

// finder is the form for a list.
func (v *view) finder(l *list) *finder {
	f := &finder{Action: v.base + "/examples", Query: l.query, Articles: l.articles, Up: l.up}
	for _, o := range orders {
		if len(v.Found.Systems) > 1 || o.name == "given" || o.name == "score" {
			f.Orders = append(f.Orders, option{o.name, o.text, o.name == l.by})
		}
	}
	titles := score.Titles(v.Found.Columns)
	for c, col := range v.Found.Columns {
		f.Columns = append(f.Columns, option{col.Name, titles[c], c == l.column})
	}
	f.A, f.B = []option{{"", "all systems", l.a < 0}}, []option{{"", "no other", l.b < 0}}
	for s := range v.Found.Systems {
		name := v.Found.Systems[s].Name
		f.A, f.B = append(f.A, option{name, name, s == l.a}), append(f.B, option{name, name, s == l.b})
	}
	for _, n := range [][2]string{{"", "all headlines"}, {"unsupported", "an unsupported number"}, {"doubtful", "an unsupported or doubtful one"}} {
		f.Numbers = append(f.Numbers, option{n[0], n[1], n[0] == l.numbers})
	}
	if l.query != "" || l.numbers != "" {
		plain := *l
		plain.query, plain.numbers = "", ""
		f.Clear = v.at("/examples", v.values(&plain))
	}
	return f
}

// explain says what the documents are ordered by.
func (v *view) explain(l *list) string {
	title := score.Titles(v.Found.Columns)[l.column]
	name := func(s int) string { return v.Found.Systems[s].Name }
	end := "the highest first"
	if l.up {
		end = "the lowest first"
	}
	switch {
	case l.by == "score" && l.a < 0:
		return fmt.Sprintf("By the mean score of all systems in %s, %s.", title, end)
	case l.by == "score":
		return fmt.Sprintf("By the score of %s in %s, %s.", name(l.a), title, end)
	case l.by == "difference":
		return fmt.Sprintf("By how much %s and %s differ in %s, whichever is better, %s.", name(l.a), name(l.b), title, end)
	case l.by == "ahead":
		return fmt.Sprintf("By how far %s is ahead of %s in %s, %s.", name(l.a), name(l.b), title, end)
	case l.by == "spread":
		return fmt.Sprintf("By the highest less the lowest score of a document in %s, %s.", title, end)
	}
	return ""
}

// exampleRow is a document of a list. It has the headlines of the chosen systems, or of the leader.
func (v *view) exampleRow(l *list, n int, marks []string) (exampleRow, error) {
	row := exampleRow{Place: n + 1}
	systems := slices.DeleteFunc([]int{l.a, l.b}, func(s int) bool { return s < 0 })
	if l.by == "spread" {
		systems = v.extremes(l.column, n)
	}
	if len(systems) == 0 && l.numbers != "" {
		systems = v.unsupported(l, n)
	}
	if len(systems) == 0 {
		systems = []int{0}
	}
	digits := v.digits(l.column)
	for _, s := range systems {
		row.Heads = append(row.Heads, headline{System: v.Found.Systems[s].Name, Mark: marks[s], Value: page.Number(v.Found.Systems[s].Series[l.column].At(n), digits)})
	}
	if l.by == "score" && l.a < 0 {
		row.Values = append(row.Values, labelled{"mean", page.Number(v.meanOf(l.column, n), digits)})
	}
	if len(systems) == 2 && l.by != "score" && l.by != "given" {
		x, y := v.Found.Systems[systems[0]].Series[l.column].At(n), v.Found.Systems[systems[1]].Series[l.column].At(n)
		row.Values = append(row.Values, labelled{"difference", page.Signed(x-y, digits)})
	}
	if v.texts == nil || n >= v.texts.Documents {
		row.ID, row.Lack = v.id(n), "The folder has no texts of this document."
		return row, nil
	}
	ex, numbers, err := v.texts.example(n)
	if err != nil {
		return row, err
	}
	row.ID = ex.ID
	for _, text := range ex.References {
		row.References = append(row.References, segments(text, nil, nil, l.words))
	}
	for i, s := range systems {
		at := v.texts.systems[s]
		row.Heads[i].Segments = segments(ex.Headlines[at], of(numbers, at), nil, l.words)
	}
	return row, nil
}

// unsupported are the systems, a few, that wrote a number which the article does not support.
func (v *view) unsupported(l *list, n int) (systems []int) {
	const most = 4
	for s := range v.Found.Systems {
		one := *l
		if one.a = s; v.numbered(&one).has(n) && len(systems) < most {
			systems = append(systems, s)
		}
	}
	return systems
}

// of are the marks of a headline; none where there are none at all.
func of(marks [][]page.Mark, at int) []page.Mark {
	if marks == nil {
		return nil
	}
	return marks[at]
}

// extremes are the systems with the highest and the lowest score of a document.
func (v *view) extremes(column, n int) []int {
	high, low := -1, -1
	value := func(s int) float64 { return v.Found.Systems[s].Series[column].At(n) }
	for s := range v.Found.Systems {
		if score.IsAbsent(value(s)) {
			continue
		}
		if high < 0 || value(s) > value(high) {
			high = s
		}
		if low < 0 || value(s) < value(low) {
			low = s
		}
	}
	if high < 0 || high == low {
		return nil
	}
	return []int{high, low}
}

// meanOf is the mean score of all systems for a document.
func (v *view) meanOf(column, n int) float64 {
	var mean score.Mean
	for s := range v.Found.Systems {
		mean.Add(v.Found.Systems[s].Series[column].At(n))
	}
	return mean.Value()
}

// digits are those of the scores of documents: as many as of the means.
func (v *view) digits(column int) int { return digitsOf(v.Found, column) }

// id is that of a document, from the scores.
func (v *view) id(n int) string {
	for id := range v.Table.IDs() {
		if n == 0 {
			return id
		}
		n--
	}
	return ""
}

// A segment is a part of a text that is shown in one way.
type segment struct {
	Text     string
	Hit      bool   // it was looked for
	Class    string // of a headline number: "found", "derived", "doubtful" or "unsupported"
	Sign     string
	Tip      string
	Evidence string // what shows it in the article
	Link     string // where that is on the page
	ID       string // of evidence in an article
}

// signs are those of headline numbers, so that no colour is needed.
var signs = map[string]string{"found": "✓", "derived": "=", "doubtful": "?", "unsupported": "!"}

// segments are those of a headline with marks on its numbers, and of which words were looked for. dress may add to a mark.
func segments(text string, marks []page.Mark, dress func(i int, s *segment), words []string) (all []segment) {
	at := 0
	for i, m := range marks {
		if m.Start < at || m.End > len(text) || m.Start >= m.End {
			continue
		}
		all = append(all, hits(text[at:m.Start], words)...)
		s := segment{Text: text[m.Start:m.End], Class: m.Class, Sign: signs[m.Class], Tip: m.Message}
		if dress != nil {
			dress(i, &s)
		}
		all = append(all, s)
		at = m.End
	}
	return append(all, hits(text[at:], words)...)
}

// hits cuts a text where it has words that were looked for. Lower case may change the length of a text in some scripts; then
// nothing is marked rather than the wrong place.
func hits(text string, words []string) (all []segment) {
	folded := strings.ToLower(text)
	if len(folded) != len(text) {
		words = nil
	}
	for text != "" {
		first, size := -1, 0
		for _, w := range words {
			if i := strings.Index(folded, w); i >= 0 && (first < 0 || i < first || i == first && len(w) > size) {
				first, size = i, len(w)
			}
		}
		if first < 0 {
			return append(all, segment{Text: text})
		}
		if first > 0 {
			all = append(all, segment{Text: text[:first]})
		}
		all = append(all, segment{Text: text[first : first+size], Hit: true})
		text, folded = text[first+size:], folded[first+size:]
	}
	return all
}

// A documentPage is a document with everything.
type documentPage struct {
	ID, Source, Date string
	Place, Total     string
	Back             string
	Previous, Nxt    string
	Where            string
	References       [][]segment
	Two              []headline // beside each other; nil where none were chosen
	Heads            []headline
	Column           string
	HasMarks         bool
	Note             string
	Paragraphs       [][]segment
	ArticleLack      string
	Names            []pick
	Scores           []scoreRow
	A, B             []option
	Keep             [][2]string
	Action           string
	Lack             string
}

type scoreRow struct {
	Title, Arrow, About string
	Values              []scoreCell
	Current             bool
	Difference          string
}

type scoreCell struct {
	Text string
	Best bool
}

func (l *looker) document(v *view) error {
	place, err := strconv.Atoi(v.r.PathValue("number"))
	if n := v.Table.Len(); err != nil || place < 1 || place > n {
		return &refusal{http.StatusNotFound, fmt.Sprintf("There is no such document. This run has %s.", counted(n, "document"))}
	}
	n := place - 1
	one, err := v.listOf(v.r.URL.Query())
	if err != nil {
		return err
	}
	docs, err := l.documents(v, one)
	if err != nil {
		return err
	}
	q := v.values(one)
	p := &documentPage{
		Place: grouped(place), Total: grouped(v.Table.Len()), Action: v.base + "/examples/" + strconv.Itoa(place), Back: v.at("/examples", q),
		Column: score.Titles(v.Found.Columns)[one.column],
	}
	if at := slices.Index(docs, uint32(n)); at >= 0 {
		p.Where = fmt.Sprintf("%s of %s in this list", grouped(at+1), grouped(len(docs)))
		p.Back = v.at("/examples", with(q, "page", strconv.Itoa(at/perPage+1)))
		to := func(i int) string {
			if i < 0 || i >= len(docs) {
				return ""
			}
			return v.at("/examples/"+strconv.Itoa(int(docs[i])+1), q)
		}
		p.Previous, p.Nxt = to(at-1), to(at+1)
	}
	f := v.finder(one)
	p.A, p.B = f.A[1:], f.B
	for _, key := range []string{"by", "m", "up", "q", "in", "numbers"} {
		if value := q.Get(key); value != "" {
			p.Keep = append(p.Keep, [2]string{key, value})
		}
	}
	v.scoresOf(p, one, n)
	if v.texts == nil || n >= v.texts.Documents {
		p.ID, p.Lack = v.id(n), "The folder has no texts of this document, only its scores."
	} else if err := v.textOf(p, one, n); err != nil {
		return err
	}
	l.show(v, "/examples", "document.html", http.StatusOK, &scaffold{Wide: true, Heading: p.ID, Body: p})
	return nil
}

// scoresOf are the scores of a document by measure, of all systems or of two.
func (v *view) scoresOf(p *documentPage, l *list, n int) {
	systems := everything(len(v.Found.Systems))
	if l.a >= 0 && l.b >= 0 {
		systems = []int{l.a, l.b}
	}
	marks, titles := page.Marks(v.Found, v.Record.Baselines()), score.Titles(v.Found.Columns)
	for _, s := range systems {
		p.Names = append(p.Names, pick{Name: v.Found.Systems[s].Name, Mark: marks[s]})
	}
	for c, col := range v.Found.Columns {
		row := scoreRow{Title: titles[c], Arrow: arrow(col.Better), About: v.at("/made", nil) + "#column-" + strconv.Itoa(c), Current: c == l.column}
		best, digits := score.Absent, v.digits(c)
		for _, s := range systems {
			value := v.Found.Systems[s].Series[c].At(n)
			if better := float64(col.Better); !score.IsAbsent(value) && better != 0 && !(value*better <= best*better) {
				best = value
			}
		}
		different := false
		for _, s := range systems {
			value := v.Found.Systems[s].Series[c].At(n)
			row.Values = append(row.Values, scoreCell{page.Number(value, digits), value == best})
			different = different || value != best && !score.IsAbsent(value)
		}
		for i := range row.Values {
			row.Values[i].Best = row.Values[i].Best && different
		}
		if len(systems) == 2 && l.b >= 0 {
			row.Difference = page.Signed(v.Found.Systems[l.a].Series[c].At(n)-v.Found.Systems[l.b].Series[c].At(n), digits)
		}
		p.Scores = append(p.Scores, row)
	}
}

// textOf are the texts of a document.
func (v *view) textOf(p *documentPage, l *list, n int) error {
	ex, numbers, err := v.texts.example(n)
	if err != nil {
		return err
	}
	article, err := v.texts.Article(n)
	if err != nil {
		return err
	}
	p.ID, p.Source, p.Date = cmp.Or(ex.ID, fmt.Sprintf("document %d", n+1)), ex.Source, ex.Date
	for _, text := range ex.References {
		p.References = append(p.References, segments(text, nil, nil, l.words))
	}
	shown := &evidence{article: article}
	marks, digits := page.Marks(v.Found, v.Record.Baselines()), v.digits(l.column)
	head := func(s int) headline {
		at := v.texts.systems[s]
		of := of(numbers, at)
		p.HasMarks = p.HasMarks || len(of) > 0
		return headline{
			System: v.Found.Systems[s].Name, Mark: marks[s], Value: page.Number(v.Found.Systems[s].Series[l.column].At(n), digits), Chosen: s == l.a || s == l.b,
			Segments: segments(ex.Headlines[at], of, func(i int, s *segment) { s.Evidence, s.Link = shown.add(&of[i]) }, l.words),
		}
	}
	for s := range v.Found.Systems {
		p.Heads = append(p.Heads, head(s))
	}
	if l.a >= 0 && l.b >= 0 {
		p.Two = []headline{head(l.a), head(l.b)}
		p.Two[0].Stretches, p.Two[1].Stretches = page.Stretches(ex.Headlines[v.texts.systems[l.a]], ex.Headlines[v.texts.systems[l.b]])
	}
	if !p.HasMarks && v.texts.marked && n >= v.texts.Marked {
		p.Note = fmt.Sprintf("Headline numbers are checked in the first %s only.", counted(v.texts.Marked, "document"))
	}
	if p.Paragraphs = shown.paragraphs(l.words); len(p.Paragraphs) == 0 {
		p.ArticleLack = "There is no article."
	}
	return nil
}

// evidence are the places of an article that show what is said of headline numbers.
type evidence struct {
	article string
	spans   [][2]int // in their order, none within another
}

// add adds that of a mark, and gives the sentence and its address on the page; nothing where there is none.
func (e *evidence) add(m *page.Mark) (sentence, link string) {
	start, end := m.Evidence(e.article)
	if start >= end {
		return "", ""
	}
	at, found := slices.BinarySearchFunc(e.spans, start, func(s [2]int, start int) int { return cmp.Compare(s[0], start) })
	switch {
	case found && e.spans[at][1] == end:
	case found, at > 0 && e.spans[at-1][1] > start, at < len(e.spans) && e.spans[at][0] < end:
		return e.article[start:end], "" // it crosses another
	default:
		e.spans = slices.Insert(e.spans, at, [2]int{start, end})
	}
	return e.article[start:end], "#evidence-" + strconv.Itoa(start)
}

// paragraphs are those of the article.
func (e *evidence) paragraphs(words []string) (all [][]segment) {
	at := 0
	for _, text := range strings.SplitAfter(e.article, "\n\n") {
		var p []segment
		end := at + len(text)
		for at < end {
			next, stop := end, end
			id := ""
			for _, s := range e.spans {
				if s[0] >= at && s[0] < end {
					next, stop, id = s[0], min(s[1], end), "evidence-"+strconv.Itoa(s[0])
					break
				}
			}
			if next > at {
				p = append(p, hits(e.article[at:next], words)...)
			}
			if id != "" {
				p = append(p, segment{Text: e.article[next:stop], ID: id})
			}
			at = stop
		}
		if strings.TrimSpace(text) != "" {
			last := &p[len(p)-1]
			last.Text = strings.TrimRight(last.Text, "\n")
			all = append(all, p)
		}
	}
	return all
}
