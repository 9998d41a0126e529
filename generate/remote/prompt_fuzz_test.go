package remote

import "testing"

// FuzzPrompt: a file of a prompt is read or refused.
func FuzzPrompt(f *testing.F) {
	f.Add([]byte("system: You write headlines.\nuser: |\n  {{.Text}}\n"))
	f.Add([]byte("user: '{{range $x := .}}{{.}}{{end}}'\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := parsePrompt(data)
		if (p == nil) != (err != nil) {
			t.Errorf("%v, %v", p, err)
		}
	})
}
