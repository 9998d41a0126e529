package lang

import (
	"strings"
	"testing"
	"time"
)

func TestFormat(t *testing.T) {
	spanish, err := parseFormat("# así\ndecimal: ,\npercent: N %\ndate: 2 de January de 2006\nshort: ene feb mar abr may jun jul ago sept oct nov dic\n" +
		"months: enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre\n")
	if err != nil {
		t.Fatal(err)
	}
	day := time.Date(2026, 3, 9, 23, 4, 5, 0, time.FixedZone("", -3600))
	for _, c := range []struct {
		f                            *Format
		number, share, date, instant string
	}{
		{Of("en").Format(), "1.50", "12.3%", "2026-03-10", "10 Mar 00:04:05"},
		{Of("it-IT").Format(), "1,50", "12,3%", "10 marzo 2026", "10 mar 00:04:05"},
		{Of("xx").Format(), "1.50", "12.3%", "2026-03-10", "10 Mar 00:04:05"},
		{spanish, "1,50", "12,3 %", "10 de marzo de 2026", "10 mar 00:04:05"},
	} {
		if got := c.f.Number(1.5, 2); got != c.number {
			t.Errorf("the number is %q, want %q", got, c.number)
		}
		if got := c.f.Share(0.123, 1); got != c.share {
			t.Errorf("the share is %q, want %q", got, c.share)
		}
		if got := c.f.Day(day); got != c.date {
			t.Errorf("the day is %q, want %q", got, c.date)
		}
		if got := c.f.Instant(day); got != c.instant {
			t.Errorf("the moment is %q, want %q", got, c.instant)
		}
	}
	for text, want := range map[string]string{
		"decimal ,": "line 1", "\nmonths: enero": "line 2: months has 1 names", "percent: %": "no N", "comma: ,": `"comma" is not one of`, "date:": "line 1",
	} {
		if _, err := parseFormat(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	for _, p := range Packs {
		p.Format()
	}
}
