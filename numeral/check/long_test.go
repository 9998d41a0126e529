package check_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"hed/numeral/check"
	"hed/numeral/derive"
)

// TestLate: a number is stated however many come before it.
func TestLate(t *testing.T) {
	var b strings.Builder
	for i := range 600 {
		fmt.Fprintf(&b, "Ward %d of the town had %d streets. ", i+10, i+2000)
	}
	b.WriteString("In the end the mayor lost by 73,120 votes and paid a fine of £914 to the court.")
	for _, headline := range []string{"Mayor Loses by 73,120 Votes", "Mayor Pays £914 Fine"} {
		if r := check1(t, b.String(), headline); r.Verdict != check.Stated || r.Evidence.Start == 0 {
			t.Errorf("%s: %v (%s)", headline, r.Verdict, r.Message)
		}
	}
	if r := check1(t, b.String(), "Mayor Pays £915 Fine"); r.Verdict.Level() != check.Error {
		t.Errorf("a wrong number: %v (%s)", r.Verdict, r.Message)
	}
}

// TestLong: work grows with the length of an article, not with its square. The bound is generous, so that only what
// grows faster fails.
func TestLong(t *testing.T) {
	const size = 200_000
	for _, c := range []struct{ piece, headline string }{
		{"Anna and Ben paid $5 each. ", "Anna and Ben Paid $35 Each for 7 Tickets"},
		{"Anna, Cleo and Ben paid $5 each. ", "Anna, Cleo and Ben: 4 Friends Paid $35"},
		{"Anna and Ben paid $5 each, ", "Anna and Ben Paid $35 Each for 7 Tickets"},
		{"5 dogs, ", "5 Dogs Beat 7 Cats 5-3, Win £8"},
		{"On 5 May 2011 Anna and Ben, 7, lost 5 to 4. ", "Anna Lost 5-3 at 9 in 2012 After 11 Days"},
		{"on Monday, ", "Anna Held for 3 Days"},
	} {
		done := make(chan bool)
		go func() {
			check.Read(strings.Repeat(c.piece, size/len(c.piece)), "", time.Date(2015, 5, 4, 0, 0, 0, 0, time.UTC)).Check(derive.English(), c.headline)
			close(done)
		}()
		begin := time.Now()
		select {
		case <-done:
			t.Logf("%q: %v", c.piece, time.Since(begin))
		case <-time.After(time.Minute):
			t.Fatalf("%q again and again takes more than a minute", c.piece)
		}
	}
}
