package check

import (
	"math"
	"strings"

	"hed/numeral/quantity"
)

// stated lists the figures of the article that say what h says: equal, or rounded or converted in no way that
// changes what is said.
func (c *checker) stated(h *figure) (all []int) {
	for i := range c.a.figures {
		if c.says(h, &c.a.figures[i]) {
			all = append(all, i)
		}
	}
	return all
}

func (c *checker) says(h, a *figure) bool {
	switch h.Kind {
	case quantity.Date:
		return a.Kind == quantity.Date && sameDay(h.When, a.When)
	case quantity.Year:
		return a.When.Year != 0 && a.When.Year == h.When.Year && (a.Kind == quantity.Date || near(a.low, h.low) || a.Kind != h.Kind) ||
			a.Kind == h.Kind && near(a.low, h.low) && near(a.high, h.high) || a.Kind == quantity.Count && near(a.low, h.low)
	case quantity.Time:
		return a.Kind == quantity.Time && sameHour(h.low, a.low) || a.Kind == quantity.Count && near(a.low*60, h.low)
	case quantity.Score:
		return a.Kind == quantity.Score && (near(h.low, a.low) && near(h.high, a.high) || near(h.low, a.high) && near(h.high, a.low)) ||
			c.apart(h, a)
	case quantity.Ordinal:
		return a.Kind == quantity.Ordinal && near(a.low, h.low) || a.Kind == quantity.Label && near(a.low, h.low) ||
			(a.Kind == quantity.Count || a.Kind == quantity.Multiple || a.Kind == quantity.Duration) && near(a.low, h.low) && (a.Of != "" && meaning(a.Of) == meaning(h.Of) || h.Of == "anniversari")
	case quantity.Vague:
		return a.Kind == quantity.Vague && near(a.low, h.low)
	}
	if h.Kind == quantity.Count && a.Kind == quantity.Year && near(h.low, a.low) {
		return true
	}
	if h.Kind == quantity.Count && a.Kind == quantity.Score && (near(h.low, a.low) || near(h.low, a.high)) {
		return true
	}
	low, high, exact, ok := c.values(h, a)
	if !ok || !exact {
		return false
	}
	if near(h.low, h.high) {
		return near(h.low, low) || near(h.low, high)
	}
	return near(h.low, low) && near(h.high, high) || near(h.low, low) && math.IsNaN(h.high) || near(h.high, high) && math.IsNaN(h.low)
}

// apart reports whether the sides of a score stand apart in the article: 2,106 to 438.
func (c *checker) apart(h, a *figure) bool {
	if a.Kind == quantity.Score || !(near(a.low, h.low) || near(a.low, h.high)) {
		return false
	}
	for i := range c.a.figures {
		b := &c.a.figures[i]
		if b.sentence == a.sentence && b.Start > a.Start && b.first-a.last <= 12 && b.Kind == a.Kind &&
			(near(a.low, h.low) && near(b.low, h.high) || near(a.low, h.high) && near(b.low, h.low)) {
			return true
		}
	}
	return false
}

// sameDay reports whether two dates agree in what both say, and both say the month.
func sameDay(h, a quantity.When) bool {
	agree := func(x, y int16) bool { return x == 0 || y == 0 || x == y }
	return agree(h.Year, a.Year) && h.Month == a.Month && agree(h.Day, a.Day)
}

// sameHour compares minutes after midnight; half a day may not be said.
func sameHour(h, a float64) bool { return near(math.Mod(h, 720), math.Mod(a, 720)) }

// opposed finds that what the article states, it states the other way: a fall and not a rise, under and not over.
func (c *checker) opposed(h *figure, stated []int) (Result, bool) {
	direction, hedge := -1, -1
	for _, i := range stated {
		a := &c.a.figures[i]
		if h.Direction == 0 || a.Direction != -h.Direction {
			direction = -2
		} else if direction == -1 {
			direction = i
		}
		if !against(h.Hedge, a.Hedge) {
			hedge = -2
		} else if hedge == -1 {
			hedge = i
		}
	}
	switch {
	case direction >= 0:
		a := &c.a.figures[direction]
		word := "a rise"
		if a.Direction < 0 {
			word = "a fall"
		}
		return c.result(Contradicted, "sign", direction, "The article says "+word+" of "+c.a.quote(a)+", not the opposite."), true
	case hedge >= 0:
		a := &c.a.figures[hedge]
		return c.result(Contradicted, "hedge", hedge, "The article says "+c.a.hedged(a)+", not "+c.head.hedged(h)+"."), true
	}
	return Result{}, false
}

// against reports whether two hedges set the true value on different sides of the number.
func against(h, a quantity.Hedge) bool {
	return under(h) && over(a) || over(h) && under(a)
}

func under(h quantity.Hedge) bool { return h == quantity.Nearly || h == quantity.Under }

func over(h quantity.Hedge) bool { return h == quantity.Over || h == quantity.AtLeast }

// label checks a name with a number.
func (c *checker) label(h *figure) Result {
	text := h.Text(c.head.text)
	other := -1
	for i := range c.a.figures {
		a := &c.a.figures[i]
		if a.Kind == quantity.Label && strings.EqualFold(a.Text(c.a.text), text) || near(a.low, h.low) {
			return c.result(Stated, "name", i, "The article has "+text+".")
		}
		if a.Kind == quantity.Label && a.Of != "" && a.Of == h.Of && !math.IsNaN(h.low) && !math.IsNaN(a.low) {
			other = i
		}
	}
	if containsFold(c.a.text, text) {
		return Result{Verdict: Stated, Kind: "name", Message: "The article has " + text + "."}
	}
	if other >= 0 {
		a := &c.a.figures[other]
		return c.result(Contradicted, "name", other, "The article says "+c.a.quote(a)+", not "+text+".")
	}
	return Result{Verdict: Unchecked, Kind: "name", Message: text + " is a name that the article does not have."}
}

func containsFold(text, words string) bool {
	for i := 0; i+len(words) <= len(text); i++ {
		if strings.EqualFold(text[i:i+len(words)], words) {
			return true
		}
	}
	return false
}
