package main

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"hed/numeral/derive"
)

// FuzzLint prints what is flagged in a headline in every format.
func FuzzLint(f *testing.F) {
	const article = "(Mar 22, 2024 9:15 AM CDT) A fire in Lyon killed 19 people and did $2.5 million in damage, a third of it to No. 10."
	for _, headline := range []string{"24 Killed in Lyon", "$2.7M, 17%: '09\r\n::error", "İ 3½ \xff 1,000,000", "1990s 1/0 9/11 th 5K", "<b>7</b> & \"8\"\u2028"} {
		f.Add(article, headline, "Section 230")
	}
	f.Fuzz(func(t *testing.T, article, headline, allow string) {
		allowed, err := readAllow([]string{strings.TrimPrefix(allow, "@")})
		if err != nil {
			t.Skip() // it names a file
		}
		numbers := view(article, headline, derive.English().Explain(derive.Read(article), headline))
		v := headlineView{Headline: headline, place: place{file: headline, line: 1, plain: true}}
		for _, format := range lintFormats {
			var out strings.Builder
			p := newLintPrinter(format, &out)
			n := 0
			for i := range numbers {
				if numbers[i].Status == unsupported && !allowed.has(headline, &numbers[i]) {
					if err := p.print(flagNumber(&v, &numbers[i])); err != nil {
						t.Fatal(err)
					}
					n++
				}
			}
			if err := p.end(); err != nil {
				t.Fatal(err)
			}
			checkPrinted(t, format, out.String(), n, utf8.ValidString(headline+article))
		}
	})
}

// checkPrinted looks whether JSON can be read, and whether GitHub sees a
// command for each of n flags.
func checkPrinted(t *testing.T, format, out string, n int, valid bool) {
	switch format {
	case "json", "sarif":
		d := json.NewDecoder(strings.NewReader(out))
		values := 0
		for ; ; values++ {
			var v any
			if err := d.Decode(&v); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v in %q", format, err, out)
			}
		}
		if format == "json" && values != n || format == "sarif" && values != 1 {
			t.Errorf("%s: %d values for %d flags", format, values, n)
		}
	case "github":
		if lines := strings.Count(out, "\n"); lines != n || valid && strings.ContainsRune(out, '\r') {
			t.Errorf("%d lines for %d flags: %q", lines, n, out)
		}
	}
}
