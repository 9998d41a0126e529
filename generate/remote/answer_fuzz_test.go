package remote

import (
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzAnswer: whatever a server sends, as an answer or as an error, is read or refused, and what people see and files keep of it has no
// part of the key.
func FuzzAnswer(f *testing.F) {
	const key = "sk-p/roj+9f8e7d6c5b4a"
	e := &Endpoint{Model: "m", URL: "http://localhost/v1", key: newSecret(key)}
	f.Add(200, []byte(`{"choices":[{"message":{"content":"{\"headline\":\"Rain\"}"}},{"message":{"refusal":"no"}}],"usage":{"prompt_tokens":3,"completion_tokens":-1}}`))
	f.Add(200, []byte(`{"choices":[{"message":{"content":"{\"headline\":\"sk-p\\u002froj+9f8e7d6c5b4a\"}"}}]}`))
	f.Add(401, []byte(`{"error":{"message":"not sk-p/roj+9f8…","code":"invalid_api_key"}}`))
	f.Add(500, []byte(`{"error":"c2stcC9yb2orOWY4ZTdkNmM1YjRh"}`))
	f.Add(429, []byte(`{"message":"\u0073k-p%2Froj%2B9f8e7d6c5b4a"}`))
	f.Fuzz(func(t *testing.T, code int, text []byte) {
		if code != http.StatusOK {
			fault := e.status(&http.Response{StatusCode: code, Header: http.Header{"Location": {string(text)}}}, text)
			if said := fault.err.Error(); e.key.redact(said) != said || !utf8.ValidString(said) || strings.Contains(said, "\n") {
				t.Errorf("somebody reads %q", said)
			}
			return
		}
		a, fault := e.read(&Request{Choices: 3}, text)
		if fault != nil {
			if said := fault.err.Error(); e.key.redact(said) != said {
				t.Errorf("somebody reads %q", said)
			}
			return
		}
		if len(a.Texts) < 1 || len(a.Texts) > 3 || a.Usage.In < 0 || a.Usage.Out < 0 {
			t.Errorf("got %+v", a)
		}
		for _, said := range append(a.Texts, a.Refused) {
			if e.key.redact(said) != said {
				t.Errorf("%q has the key", said)
			}
			h, err := (&Generator{endpoint: e}).headline(said)
			if err == nil && (h == "" || strings.ContainsAny(h, "\r\n") || e.key.redact(h) != h) {
				t.Errorf("the headline is %q", h)
			}
			if err != nil && e.key.redact(err.Error()) != err.Error() {
				t.Errorf("somebody reads %q", err)
			}
		}
	})
}
