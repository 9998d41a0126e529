package check_test

import (
	"testing"
	"time"

	"hed/numeral/check"
	"hed/numeral/derive"
)

// FuzzCheck: whatever article and headline are, nothing panics, every result is in the headline and its evidence in
// the article, and a second look says the same.
func FuzzCheck(f *testing.F) {
	f.Add(harbour, "Norvane loses £87.4 billion, cuts 3-2 of 450 jobs in 2016", int64(1e9))
	f.Add(steel, "Orvik, 58, to cut 40% of '68 jobs by June 2020", int64(1.5e9))
	f.Add("(May 3, 2011 1:00 PM) 1/0 -0% ½ \xff İ 9999999999999999999999 $", "No. 1 0 dozens of zero first 9/11 U2", int64(0))
	f.Add("", "24/7 5 years ago", int64(-1e10))
	f.Fuzz(func(t *testing.T, article, headline string, seconds int64) {
		date := time.Time{}
		if -5e10 < seconds && seconds < 5e10 && seconds != 0 {
			date = time.Unix(seconds, 0).UTC()
		}
		a := check.Read(article, date)
		all := a.Check(derive.English(), headline)
		again := check.Read(article, date).Check(derive.English(), headline)
		if len(all) != len(again) || len(all) > check.MaxNumbers+1 {
			t.Fatalf("%d results, and %d", len(all), len(again))
		}
		for i, r := range all {
			if r != again[i] {
				t.Errorf("%+v, and %+v", r, again[i])
			}
			if r.Start < 0 || r.End <= r.Start || r.End > len(headline) || r.Message == "" || r.Kind == "" {
				t.Errorf("%+v of %q", r, headline)
			}
			if e := r.Evidence; e.Start < 0 || e.End < e.Start || e.End > len(article) {
				t.Errorf("evidence %+v of %q", r, article)
			}
		}
	})
}
