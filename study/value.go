package study

import (
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// mostChars is how many characters the longest FreeText may have.
	mostChars = 20_000
	// UsualChars is what a text may have where the protocol says nothing, and what the
	// reason of an unanswerable numeral may have.
	UsualChars = 2_000
)

// whole makes a pattern match a text from end to end.
func whole(pattern string) string { return `^(?:` + pattern + `)$` }

// checkValue tells whether a value answers the question in a case of the study. Both
// may be nil where the question is about neither. "" takes back the answer to an
// optional question.
func (q *Question) checkValue(s *Study, c *Case, value string) error {
	if value == "" {
		if q.Optional {
			return nil
		}
		return Errorf(Invalid, "question %s needs an answer", q.ID)
	}
	switch q.Kind {
	case YesNo, Choice:
		return q.checkChoice(s, c, value)
	case Scale:
		// The digits are compared too, so that 4 is not also written +4 and 04.
		n, err := strconv.Atoi(value)
		if err != nil || n < q.From || n > q.To || strconv.Itoa(n) != value {
			return Errorf(Invalid, "question %s takes a whole number from %d to %d, not %q", q.ID, q.From, q.To, short(value))
		}
	case Rank:
		return q.checkRank(c, value)
	case FreeText:
		return q.checkFreeText(value)
	case Numeral:
		if d := DeriveResult(c, value); !d.OK {
			return Errorf(Invalid, "%s", d.Reason)
		}
	}
	return nil
}

// keys are the values that a YesNo or a Choice may have.
func (q *Question) keys(s *Study, c *Case) []string {
	switch {
	case q.Kind == YesNo:
		return []string{"yes", "no"}
	case q.Of == OfSources && s != nil:
		return s.Sources
	case q.Of == OfHeadlines && c != nil:
		keys := make([]string, len(c.Headlines))
		for i := range keys {
			keys[i] = Letter(i)
		}
		return keys
	}
	var keys []string
	for _, o := range q.Options {
		keys = append(keys, o.Key)
	}
	return keys
}

func (q *Question) checkChoice(s *Study, c *Case, value string) error {
	if keys := q.keys(s, c); !slices.Contains(keys, value) {
		return Errorf(Invalid, "question %s takes one of %s, not %q", q.ID, strings.Join(keys, ", "), short(value))
	}
	return nil
}

// checkRank wants every headline once, as in B>A>D>C.
func (q *Question) checkRank(c *Case, value string) error {
	n := len(c.Headlines)
	if len(value) != 2*n-1 {
		return Errorf(Invalid, "question %s ranks all %d headlines, from best to worst, as in %s, not %q", q.ID, n, inOrder(n), short(value))
	}
	seen := make([]bool, n)
	for i := range len(value) {
		switch b := value[i]; {
		case i%2 == 1 && b != '>' && !(b == '=' && q.Ties):
			if b == '=' {
				return Errorf(Invalid, "question %s has no ties; give each headline a place of its own", q.ID)
			}
			return Errorf(Invalid, "question %s takes the letters with > between them, as in %s, not %q", q.ID, inOrder(n), short(value))
		case i%2 == 1:
		case b < 'A' || int(b-'A') >= n:
			return Errorf(Invalid, "question %s ranks the headlines A to %s, not %q", q.ID, Letter(n-1), short(value))
		case seen[b-'A']:
			return Errorf(Invalid, "question %s ranks %c twice; each headline has one place", q.ID, b)
		default:
			seen[b-'A'] = true
		}
	}
	return nil
}

// inOrder is the ranking A>B>C.
func inOrder(n int) string {
	letters := make([]string, n)
	for i := range letters {
		letters[i] = Letter(i)
	}
	return strings.Join(letters, ">")
}

func (q *Question) checkFreeText(value string) error {
	most := q.Most
	if most == 0 {
		most = UsualChars
	}
	if err := checkChars(q.ID, value, most); err != nil {
		return err
	}
	if q.Pattern != "" && !regexp.MustCompile(whole(q.Pattern)).MatchString(value) {
		return Errorf(Invalid, "question %s takes an answer of the form %s", q.ID, q.Pattern)
	}
	return nil
}

// checkChars wants text that a person could have typed. It is kept as it is, to the
// byte: what looks equal may have been meant to differ.
func checkChars(id, value string, most int) error {
	switch {
	case len(value) > most && utf8.RuneCountInString(value) > most:
		return Errorf(Invalid, "question %s takes %d characters at most; shorten the answer", id, most)
	case !utf8.ValidString(value):
		return Errorf(Invalid, "question %s takes text in UTF-8; type the answer again", id)
	case strings.ContainsFunc(value, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }):
		return Errorf(Invalid, "question %s takes text without control characters; type the answer again", id)
	case strings.TrimSpace(value) == "":
		return Errorf(Invalid, "question %s needs an answer, not only blanks", id)
	}
	return nil
}

// Places are the letters of a rank with their places, from 1, best first: in B>A=D>C, B is
// first, A and D are second and C is fourth.
func Places(rank string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		before := 0
		for tier := range strings.SplitSeq(rank, ">") {
			letters := strings.Split(tier, "=")
			for _, l := range letters {
				if !yield(l, before+1) {
					return
				}
			}
			before += len(letters)
		}
	}
}
