package simulate

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"hed/numeral/derive"
	"hed/study"
)

// A view is how judges see headlines.
type view struct {
	seed  uint64
	noise float64
}

// choose is what the judge of w answers; "" leaves an optional question alone.
func (v view) choose(w *work, it *item) (string, error) {
	question, of := study.CutKey(it.Key)
	see := func(letter string) float64 { return v.sees(w, question, letter) }
	one := "" // the headline that is asked about
	if len(of) == 1 {
		one = study.Letter(of[0])
	}
	switch it.Kind {
	case "yesno":
		if len(of) == 2 { // headlines of one article speak of it, the more alike the surer
			return yesno(1 - math.Abs(see(study.Letter(of[0]))-see(study.Letter(of[1])))), nil
		}
		return yesno(see(one)), nil
	case "scale":
		share := 0.5 * math.Erfc(-see(one)/math.Sqrt2) // even shares of the scale
		return strconv.Itoa(it.From + min(int(share*float64(it.To-it.From+1)), it.To-it.From)), nil
	case "rank":
		var letters []string
		for _, h := range w.Headlines {
			letters = append(letters, h.Letter)
		}
		slices.SortStableFunc(letters, func(a, b string) int { return cmp.Compare(see(b), see(a)) })
		return strings.Join(letters, ">"), nil
	case "choice":
		if len(it.Options) == 0 {
			return "", fmt.Errorf("the question %s has no options", it.Key)
		}
		best := slices.MaxFunc(it.Options, func(a, b struct{ Key string }) int { return cmp.Compare(see(a.Key), see(b.Key)) })
		return best.Key, nil
	case "text":
		if it.Optional {
			return "", nil
		}
		return "simulated", nil
	}
	return "", fmt.Errorf("the question %s is of the kind %q, which this version of hed does not know", it.Key, it.Kind)
}

func yesno(x float64) string {
	if x > 0 {
		return "yes"
	}
	return "no"
}

// sees is the quality of what a letter or key stands for as this judge sees it for
// this question.
func (v view) sees(w *work, question, letter string) float64 {
	h := headline{Text: letter + "\x00" + w.Question} // what is no letter is seen in the light of the whole case
	for i := range w.Headlines {
		if w.Headlines[i].Letter == letter || letter == "" && len(w.Headlines) == 1 {
			h = w.Headlines[i]
			break
		}
		h.Text += "\x00" + w.Headlines[i].Text
	}
	return h.lift + v.normal("quality", question, h.Text) + v.noise*v.normal(w.Judge, question, h.Text, strconv.Itoa(w.Case))
}

// normal is a number of the normal distribution that depends on the seed and the
// words alone.
func (v view) normal(words ...string) float64 {
	h := fnv.New64a()
	for _, s := range words {
		h.Write([]byte(s))
		h.Write([]byte{0})
	}
	return rand.New(rand.NewPCG(v.seed, h.Sum64())).NormFloat64()
}

// derive answers a blank with the first derivation that the server accepts, as a
// judge tries until it fits; one whose error is large says that there is none.
func (j *judge) derive(ctx context.Context, w *work) (string, error) {
	if j.noise*j.normal(w.Judge, w.Question, "gives up") > 1.5 {
		return "unanswerable: the article does not say", nil
	}
	answers, err := derive.English().Solve(derive.Read(w.Article), w.Question, 10)
	if err != nil {
		return "", err
	}
	for _, a := range answers {
		for _, d := range a.Derivations {
			var got struct{ OK bool }
			value := d.Expr.String()
			if _, err := j.call(ctx, "POST", fmt.Sprintf("cases/%d/derive", w.Case), map[string]string{"value": value}, &got); err != nil {
				return "", err
			}
			if got.OK {
				return value, nil
			}
		}
	}
	return "unanswerable: the article does not say", nil
}
