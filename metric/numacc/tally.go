package numacc

import (
	"iter"

	"hed/numeral"
	"hed/numeral/cloze"
	"hed/numeral/derive"
	"hed/score"
)

// A Tally counts what is right and what is wrong in the headlines of a system,
// by every rule.
type Tally struct {
	// Articles says that the articles are known. Without them copied and
	// inferred numerals cannot be told apart, see [Tally.Errors].
	Articles bool
	// Left is how many headlines were left out, since nobody knows their gold.
	Left int

	rules  [rules]cloze.Score // in the order of Rules
	errors [Errors][cloze.Reasoning + 1]int
	ops    [numeral.Divide + 1]byOperator
}

const rules = 3

// byOperator counts the headlines of one operator.
type byOperator struct {
	rows  int
	right [rules]int
}

// Add counts a headline. The gold must be of a known type.
func (t *Tally) Add(headline, article string, gold cloze.Gold) {
	op := &t.ops[gold.Op]
	op.rows++
	for r, rule := range Rules {
		right := rule.Rule.Match(headline, gold.Numeral)
		t.rules[r].Add(gold.Type, right)
		if right {
			op.right[r]++
		}
	}
	t.errors[Judge(headline, article, gold)][gold.Type]++
}

// Count adds the headlines of a sequence. progress hears how many are done.
func (t *Tally) Count(headlines iter.Seq2[cloze.Judged, error], progress func(done int)) error {
	for j, err := range headlines {
		if err != nil {
			return err
		}
		if j.Known {
			t.Add(j.Headline, j.Article, j.Gold)
		} else {
			t.Left++
		}
		progress(t.N() + t.Left)
	}
	return nil
}

// N is how many headlines there are, and Of how many of one type.
func (t *Tally) N() int              { return t.rules[0].N() }
func (t *Tally) Of(c cloze.Type) int { return t.rules[0].Of(c) }

// Accuracy is the share of right headlines by a rule, by its place in [Rules].
func (t *Tally) Accuracy(rule int) derive.Accuracy { return t.rules[rule].Accuracy() }

// Errors yields the errors that can be told apart, with how often they were
// made. Documents may lack an article here and there, so there may be others too.
func (t *Tally) Errors() iter.Seq2[Error, Made] {
	kinds := []Error{ManyNumerals, NoNumeral, InferredNotCopied, CopiedNotInferred, WrongCopy, WrongInference}
	if !t.Articles {
		kinds = []Error{ManyNumerals, NoNumeral, Other}
	} else if t.errors[Other] != [len(t.errors[Other])]int{} {
		kinds = append(kinds, Other)
	}
	return func(yield func(Error, Made) bool) {
		for _, e := range kinds {
			m := Made{t.made(e, cloze.Copy), t.made(e, cloze.Reasoning)}
			if !yield(e, m) {
				return
			}
		}
	}
}

func (t *Tally) made(e Error, c cloze.Type) *int {
	if !e.Of(c) {
		return nil
	}
	return &t.errors[e][c]
}

// Made is how often an error was made, by the type of the gold; nil where it
// cannot be made.
type Made struct {
	Copy      *int `json:"copy"`
	Reasoning *int `json:"reasoning"`
}

// Annotated reports whether any operator is known.
func (t *Tally) Annotated() bool { return t.ops[numeral.Literal].rows < t.N() }

// Operators yields the operators that occur, by name, and "none" for headlines
// whose numeral nobody annotated.
func (t *Tally) Operators() iter.Seq2[string, Operator] {
	return func(yield func(string, Operator) bool) {
		for i, op := range t.ops {
			if op.rows == 0 {
				continue
			}
			name := numeral.Op(i).String()
			if numeral.Op(i) == numeral.Literal {
				name = cloze.NoOperator
			}
			share := func(rule int) score.Value { return score.Value(score.Share(op.right[rule], op.rows)) }
			if !yield(name, Operator{op.rows, share(0), share(1), share(2)}) {
				return
			}
		}
	}
}

// An Operator is the headlines of one operator, and the share that is right by
// each rule.
type Operator struct {
	N       int         `json:"n"`
	Strict  score.Value `json:"strict"`
	Lenient score.Value `json:"lenient"`
	Value   score.Value `json:"value"`
}

// A Result is a tally as JSON has it.
type Result struct {
	N     int `json:"n"`
	Rules struct {
		Strict  derive.Accuracy `json:"strict"`
		Lenient derive.Accuracy `json:"lenient"`
		Value   derive.Accuracy `json:"value"`
	} `json:"rules"`
	Errors    map[string]Made     `json:"errors"`
	Operators map[string]Operator `json:"operators,omitempty"`
}

// Result is what the headlines so far come to.
func (t *Tally) Result() Result {
	r := Result{N: t.N(), Errors: map[string]Made{}}
	r.Rules.Strict, r.Rules.Lenient, r.Rules.Value = t.Accuracy(0), t.Accuracy(1), t.Accuracy(2)
	for e, made := range t.Errors() {
		r.Errors[e.String()] = made
	}
	if t.Annotated() {
		r.Operators = map[string]Operator{}
		for name, op := range t.Operators() {
			r.Operators[name] = op
		}
	}
	return r
}
