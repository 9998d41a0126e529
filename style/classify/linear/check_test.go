package linear

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"hed/style/classify"
)

// What tells newspapers apart is found where it was put: in quotes, in letter case, in names, in other words, or in common ones. A
// headline of which nothing is left when it is made plain counts in all rows.
func TestCheck(t *testing.T) {
	names := strings.Fields("Anna Berlin Carter Dover Essex Fiona")
	nouns := strings.Fields("storm vote budget police school market senate train river strike")
	for of, text := range map[string]func(other bool, topic, name string) string{
		"characters": func(other bool, topic, name string) string {
			return map[bool]string{false: "the " + topic + "’s end", true: "the " + topic + "'s end"}[other]
		},
		"letter case": func(other bool, topic, name string) string {
			return map[bool]string{false: "the " + topic + " is back", true: "The " + strings.ToUpper(topic[:1]) + topic[1:] + " Is Back"}[other]
		},
		"names and numbers": func(other bool, topic, name string) string {
			return "the " + topic + " of " + map[bool]string{false: name, true: "Zurich"}[other]
		},
		"other words except the most common": func(other bool, topic, name string) string {
			return "the " + topic + map[bool]string{false: " halts a plan", true: " stops a plan"}[other]
		},
		"left: common words, marks, length": func(other bool, topic, name string) string {
			return "the " + topic + map[bool]string{false: " is with us", true: ": of us"}[other]
		},
	} {
		r := rand.New(rand.NewPCG(1, 1))
		var all [2][]classify.Example // to learn from, and others
		for part, n := range []int{200, 100} {
			for i := range n {
				topic, name := nouns[r.IntN(len(nouns))], names[r.IntN(len(names))]
				// So common that there is no place for other words among the commonest.
				body := "So " + strings.Repeat("the is with of us a ", 40)
				for k := range 100 {
					body += strings.Repeat(fmt.Sprintf("filler%c%c ", 'a'+k/26, 'a'+k%26), 3)
				}
				body += fmt.Sprintf("they saw %s and Zurich, where the %s halts a plan and stops it, back at the end.", name, topic)
				all[part] = append(all[part], classify.Example{Text: text(i%2 == 1, topic, name), Body: body, Label: []string{"left", "right"}[i%2]})
			}
			all[part] = append(all[part], classify.Example{Text: "\ufffd", Label: "left"})
		}
		l := classify.Lesson{Learn: all[0], Options: "bits=14"}
		checked, err := classify.Check(context.Background(), Kind(), l, all[1], taught(t, l))
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range checked.Rows[:6] {
			if row.N != 101 {
				t.Errorf("%s: %d headlines are judged as %s, of 101", of, row.N, row.Texts)
			}
		}
		for _, s := range checked.Shares {
			if s.Of == of && !(s.F1 > 0.3 && s.Low > 0.2) {
				t.Errorf("%s are worth %.2f [%.2f to %.2f]: %+v", of, s.F1, s.Low, s.High, checked.Shares)
			}
			if s.Of != of && s.Low > 0.1 {
				t.Errorf("%s tell them apart, and %s seem worth %.2f [%.2f to %.2f]", of, s.Of, s.F1, s.Low, s.High)
			}
		}
	}
}
