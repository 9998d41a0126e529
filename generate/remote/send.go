package remote

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"hed/internal/count"
	"hed/internal/plain"
)

const (
	// mostBody is how many bytes of an answer are read, and mostError of what comes instead of one.
	mostBody, mostError = 8 << 20, 64 << 10
	// mostChoice is how many bytes of a choice are kept, more than any headline or page of answers has.
	mostChoice = 64 << 10
	// mostUsage is how many tokens a server is believed to have counted for a request.
	mostUsage = 1e9
)

// A form is how much of OpenAI's interface a request uses. Servers that do not know something of it refuse the request.
type form int

const (
	structured form = iota // with the schema of the answer
	unstructured
	bare // the model, the messages and how long the answer may be, as servers have always known it
)

// A fault is why there is no answer.
type fault struct {
	err     error
	again   bool          // it may be there later
	after   time.Duration // when the server says so; else -1
	busy    bool          // the server has too much to do, whatever is asked
	unknown bool          // the server may have worked on it
}

// given is the error when it has been tried so often.
func (f *fault) given(tries int) error {
	return &downError{fmt.Errorf("%w, %s", f.err, count.Of(tries, "time")), f.busy || unreachable(f.err)}
}

// A downError is a server that gives no answer, or none that can be used.
type downError struct {
	error
	any bool // request would have heard the same
}

// unreachable tells an error of a connection that did not come about, over which nothing was sent.
func unreachable(err error) bool {
	op, dialled := errors.AsType[*net.OpError](err)
	_, distrusted := errors.AsType[*tls.CertificateVerificationError](err)
	_, garbled := errors.AsType[tls.RecordHeaderError](err)
	return dialled && (op.Op == "dial" || op.Op == "proxyconnect") || distrusted || garbled || errors.Is(err, http.ErrSchemeMismatch)
}

// send sends a request once, in the form that the server is known to have, or in others as long as none is known.
func (e *Endpoint) send(ctx context.Context, r *Request) (*Answer, *fault) {
	e.mu.Lock()
	f, proven := e.form, e.proven
	e.mu.Unlock()
	for {
		a, bad := e.post(ctx, r, f)
		_, refused := asRefusal(bad)
		switch {
		case bad == nil && !proven:
			e.mu.Lock()
			if !e.proven {
				e.form, e.proven = f, true
			}
			e.mu.Unlock()
		case refused && !proven && f < bare:
			if err := e.limits.wait(ctx, 0); err != nil {
				return nil, &fault{err: err}
			}
			f++
			continue
		}
		return a, bad
	}
}

// A refusal is a request that the server says is wrong.
type refusal struct{ Failure }

func asRefusal(f *fault) (*refusal, bool) {
	if f == nil {
		return nil, false
	}
	return errors.AsType[*refusal](f.err)
}

func (e *refusal) Unwrap() error { return &e.Failure }

// body is a request in a form.
func (e *Endpoint) body(r *Request, f form) ([]byte, error) {
	type format struct {
		Type   string `json:"type"`
		Schema any    `json:"json_schema"`
	}
	type strict struct {
		*Schema
		Strict bool `json:"strict"`
	}
	b := struct {
		Model    string    `json:"model"`
		Messages []Message `json:"messages"`
		Format   *format   `json:"response_format,omitempty"`
		N        int       `json:"n,omitempty"`
		Seed     *uint64   `json:"seed,omitempty"`
		Most     int       `json:"max_completion_tokens,omitempty"`
		Longest  int       `json:"max_tokens,omitempty"`
	}{Model: e.Model, Messages: r.Messages}
	if f == bare {
		b.Longest = mostTokens
	} else {
		seed := r.Seed & (1<<53 - 1) // as far as every reader of JSON has whole numbers
		b.Seed, b.Most = &seed, mostTokens
		if r.Choices > 1 {
			b.N = r.Choices
		}
	}
	if f == structured && r.Schema != nil {
		b.Format = &format{"json_schema", strict{r.Schema, true}}
	}
	return json.Marshal(b)
}

// post sends a request in one form. What comes back has no key in it.
func (e *Endpoint) post(ctx context.Context, r *Request, f form) (*Answer, *fault) {
	if ctx.Err() != nil {
		return nil, &fault{err: context.Cause(ctx)}
	}
	data, err := e.body(r, f)
	if err != nil {
		return nil, &fault{err: err}
	}
	inner, cancel := context.WithTimeout(context.WithoutCancel(ctx), e.timeout)
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(grace, cancel) })()
	req, err := http.NewRequestWithContext(inner, http.MethodPost, e.URL+"/chat/completions", bytes.NewReader(data))
	if err != nil {
		return nil, &fault{err: err}
	}
	req.Header.Set("Content-Type", "application/json")
	if e.key.key != "" {
		req.Header.Set("Authorization", "Bearer "+e.key.key)
	}
	e.ledger.request()
	resp, err := e.client.Do(req)
	if err != nil {
		return nil, e.lost(inner, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, mostError)) // as much as there is
		return nil, e.status(resp, text)
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, mostBody+1))
	if err != nil {
		return nil, e.lost(inner, err)
	}
	if len(text) > mostBody {
		return nil, &fault{err: fmt.Errorf("the answer has more than %d bytes", mostBody), again: true, after: -1, unknown: true}
	}
	return e.read(r, text)
}

// lost is a connection that ended before the answer did.
func (e *Endpoint) lost(ctx context.Context, err error) *fault {
	f := &fault{again: true, after: -1, unknown: !unreachable(err)}
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		f.err = fmt.Errorf("%s gave no answer in %v", e.URL, e.timeout)
	case f.unknown:
		f.err = fmt.Errorf("%s closed the connection before the answer was complete: %s", e.URL, e.clean(err.Error()))
	default: // so that it is known for one of dialling
		f.err = fmt.Errorf("the server cannot be reached; correct url, or start the server: %w", err)
	}
	return f
}

// read makes an answer to a request of what the server sent.
func (e *Endpoint) read(r *Request, text []byte) (*Answer, *fault) {
	var got struct {
		Choices []struct {
			Message struct {
				Content string `json:"content"`
				Refusal string `json:"refusal"`
			} `json:"message"`
		} `json:"choices"`
		Usage struct {
			In  int `json:"prompt_tokens"`
			Out int `json:"completion_tokens"`
		} `json:"usage"`
	}
	bad := func(format string, args ...any) *fault {
		return &fault{err: fmt.Errorf(format, args...), again: true, after: -1, unknown: true}
	}
	if err := json.Unmarshal(text, &got); err != nil {
		return nil, bad("%s sent what is not a whole answer in JSON", e.URL)
	}
	if len(got.Choices) == 0 {
		return nil, bad("%s sent an answer without a choice: %s", e.URL, e.said(text))
	}
	a := &Answer{Usage: Usage{min(max(0, got.Usage.In), mostUsage), min(max(0, got.Usage.Out), mostUsage)}}
	for _, c := range got.Choices[:min(r.choices(), len(got.Choices))] {
		said := e.key.redactJSON(c.Message.Content)
		if len(said) > mostChoice {
			said = strings.ToValidUTF8(said[:mostChoice], "")
		}
		if said == "" && c.Message.Refusal != "" && a.Refused == "" {
			a.Refused = e.clean(c.Message.Refusal)
		}
		a.Texts = append(a.Texts, said)
	}
	return a, nil
}

// overloaded is what some servers answer in place of 503.
const overloaded = 529

// status is what an answer means that is not one.
func (e *Endpoint) status(resp *http.Response, text []byte) *fault {
	said := e.said(text)
	f := &fault{after: -1}
	code := resp.StatusCode
	switch {
	case code == http.StatusUnauthorized || code == http.StatusForbidden && !e.known(): // a key that was good may not be for everything
		// Servers show part of the key in what they say of it.
		f.err = fmt.Errorf("%s refuses the key (%d); set %s to one that may use %s", e.URL, code, keyVariable, e.Model)
	case code == http.StatusPaymentRequired || strings.Contains(said, "insufficient_quota"):
		f.err = fmt.Errorf("%s asks for payment first (%d): %s", e.URL, code, said)
	case code == http.StatusNotFound:
		f.err = fmt.Errorf("%s has no such address or model (404): %s; correct url or model", e.URL, said)
	case code >= 300 && code < 400:
		f.err = fmt.Errorf("%s redirects (%d) to %s; set url to that", e.URL, code, e.clean(resp.Header.Get("Location")))
	case code == http.StatusTooManyRequests || code == http.StatusRequestTimeout || code == http.StatusConflict || code == http.StatusTooEarly || code >= 500:
		f.err = fmt.Errorf("%s answered %d: %s", e.URL, code, said)
		f.again, f.after, f.busy = true, after(resp.Header, time.Now()), code == http.StatusTooManyRequests
		// Behind an error of a gateway a server may have worked, and bill it. One with too much to do has not begun.
		f.unknown = code == http.StatusRequestTimeout || code >= 500 && code != http.StatusServiceUnavailable && code != overloaded
	default:
		f.err = &refusal{Failure{fmt.Sprintf("the server refused the request (%d): %s", code, said)}}
	}
	return f
}

// after is how long a server wants to be left alone; -1 if it does not say.
func after(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms >= 0 && ms < 1e12 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	text := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(text, 64); err == nil && s >= 0 && s < 1e9 {
		return time.Duration(s * float64(time.Second))
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, at.Sub(now))
	}
	return -1
}

// said is what the body of an answer says, for people.
func (e *Endpoint) said(text []byte) string {
	var got struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
	}
	said := string(text)
	var whole any
	if json.Unmarshal(text, &whole) == nil { // without escapes, behind which a key could be
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if enc.Encode(whole) == nil {
			said = b.String()
		}
	}
	if json.Unmarshal(text, &got) == nil {
		var inner struct {
			Message string `json:"message"`
			Code    any    `json:"code"`
		}
		var plainly string
		switch {
		case json.Unmarshal(got.Error, &inner) == nil && inner.Message != "":
			said = inner.Message
			if code, ok := inner.Code.(string); ok && code != "" {
				said += " (" + code + ")"
			}
		case json.Unmarshal(got.Error, &plainly) == nil && plainly != "":
			said = plainly
		case got.Message != "":
			said = got.Message
		}
	}
	if said = e.clean(said); said == "" {
		return "it says nothing more"
	}
	return said
}

// clean makes a line for people of what a server says.
func (e *Endpoint) clean(text string) string {
	const most = 300
	text = plain.Line(e.key.redact(strings.ToValidUTF8(text, "\uFFFD")))
	line := []rune(strings.TrimSpace(e.key.redact(text))) // again, since an escape can end as the key begins
	if len(line) > most {
		line = append(line[:most], '…')
	}
	return string(line)
}
