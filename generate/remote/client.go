// Package remote writes headlines with models behind chat endpoints that speak OpenAI's interface, and lets others ask such
// models: study/answer does, for judgements.
//
// An Endpoint is asked, and answers or says why not. It keeps to limits on requests, tokens and cost, tries again what may
// work later, and keeps every answer on disk by its request: what was answered once is not asked again, so that the
// same answers give the same headlines. A Generator makes requests of documents and headlines of answers.
//
// The key of an endpoint comes from the environment and goes to the server, nowhere else: whatever comes back has it taken
// out before anything is done with it.
package remote

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"hed/internal/count"
)

// The variables of the environment that OpenAI's own clients read.
const (
	keyVariable = "OPENAI_API_KEY"
	urlVariable = "OPENAI_BASE_URL"
)

// A Client is what endpoints need of the process: a way to servers, its environment, and a folder for answers.
type Client struct {
	Transport http.RoundTripper
	Getenv    func(string) string
	Cache     string // "" keeps nothing

	mu   sync.Mutex
	open []*Endpoint
}

// Notes say what was asked of the endpoints, and what it cost.
func (c *Client) Notes() (all []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.open {
		all = append(all, e.notes()...)
	}
	return all
}

// EndpointOptions are those of a spec that say which model is asked, and how much.
type EndpointOptions struct {
	Model       string   `opt:"model" doc:"name of the model, as its server calls it"`
	URL         string   `opt:"url" doc:"address of the endpoint, with what comes before /chat/completions; default OPENAI_BASE_URL of the environment, from which the key comes too (OPENAI_API_KEY)"`
	RPM         int      `opt:"rpm" doc:"most requests per minute; default no limit"`
	TPM         int      `opt:"tpm" doc:"most tokens per minute, as far as hed can foresee them; default no limit"`
	Concurrency *int     `opt:"concurrency" doc:"requests at the same time; default 8"`
	Timeout     *int     `opt:"timeout" doc:"seconds that an answer may take; default 120"`
	Price       []string `opt:"price" doc:"price of a million tokens, read and written: IN/OUT"`
	Cost        float64  `opt:"cost" doc:"most that all answers may cost, by price; default no limit"`
}

const (
	usualConcurrency = 8
	mostConcurrency  = 1000
	usualTimeout     = 120
	mostTimeout      = 24 * 60 * 60
)

// Endpoint is what the options name. Nothing is asked of it yet.
func (c *Client) Endpoint(o *EndpointOptions) (*Endpoint, error) {
	if o.Model == "" {
		return nil, errors.New("model=NAME is missing: the model, as its server calls it")
	}
	base, err := address(cmp.Or(o.URL, c.Getenv(urlVariable)))
	if err != nil {
		return nil, err
	}
	concurrency, timeout := usualConcurrency, usualTimeout
	if o.Concurrency != nil {
		concurrency = *o.Concurrency
	}
	if o.Timeout != nil {
		timeout = *o.Timeout
	}
	switch {
	case concurrency < 1 || concurrency > mostConcurrency:
		return nil, fmt.Errorf("concurrency=%d: want 1 to %d", concurrency, mostConcurrency)
	case timeout < 1 || timeout > mostTimeout:
		return nil, fmt.Errorf("timeout=%d: want 1 to %d seconds", timeout, mostTimeout)
	case o.RPM < 0:
		return nil, fmt.Errorf("rpm=%d: want the largest number of requests per minute", o.RPM)
	case o.TPM < 0:
		return nil, fmt.Errorf("tpm=%d: want the largest number of tokens per minute", o.TPM)
	}
	e := &Endpoint{
		Model: o.Model, URL: base, cache: c.Cache, key: newSecret(c.Getenv(keyVariable)), timeout: time.Duration(timeout) * time.Second,
		slots: make(chan struct{}, concurrency), begun: map[string]chan struct{}{}, pause: firstPause,
		limits: limits{requests: rate(o.RPM), tokens: rate(o.TPM)},
		client: http.Client{Transport: transport(c.Transport, concurrency), CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}
	if e.key.redact(base) != base {
		return nil, fmt.Errorf("url: leave the key out, since addresses are written to files; hed sends the key from %s", keyVariable)
	}
	if strings.ContainsAny(e.key.key, "\r\n") {
		return nil, fmt.Errorf("%s has a line break; set it to the key alone", keyVariable)
	}
	if err := e.ledger.set(o); err != nil {
		return nil, err
	}
	if e.cache == "" && e.ledger.cap > 0 {
		return nil, fmt.Errorf("cost=%s: there is no folder for hed's cache, where answers that you paid for are kept and counted; set HOME or XDG_CACHE_HOME", money(o.Cost))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open = append(c.open, e)
	return e, nil
}

// transport has as many connections as there are requests at a time, which the usual one would close after each.
func transport(t http.RoundTripper, concurrency int) http.RoundTripper {
	usual, ok := t.(*http.Transport)
	if !ok {
		return t
	}
	usual = usual.Clone()
	usual.MaxIdleConnsPerHost = concurrency
	return usual
}

// address checks the address of an endpoint. It stands in signatures and files, so nothing secret may be in it.
func address(text string) (string, error) {
	if text == "" {
		return "", fmt.Errorf("url=URL is missing: the address of the endpoint, such as https://api.openai.com/v1; or set %s", urlVariable)
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https": // the text may have a key in it
		return "", errors.New("url: want the address of an endpoint, such as http://127.0.0.1:8000/v1")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return "", fmt.Errorf("url: leave out what is before @ and after ? or #; the key comes from %s", keyVariable)
	}
	return strings.TrimSuffix(u.String(), "/"), nil
}

// notes say what was asked, what it cost, and what came of it.
func (e *Endpoint) notes() (all []string) {
	u := e.ledger.used()
	if u.requests+u.kept == 0 {
		return nil
	}
	text := fmt.Sprintf("%s at %s: %s", e.Model, e.URL, count.Of(u.requests, "request"))
	if u.kept > 0 {
		text += fmt.Sprintf(", %s kept from before", count.Of(u.kept, "answer"))
	}
	text += fmt.Sprintf("; %s read and %d written", count.Of(u.in, "token"), u.out)
	if e.ledger.priced() {
		text += ", cost " + money(u.cost)
	}
	if u.unknown > 0 {
		text += fmt.Sprintf(" (%s without an answer to the end may cost more; a cap counts the most they can)", count.Of(u.unknown, "request"))
	}
	all = append(all, text)
	if e.cache == "" {
		all = append(all, "the answers are not kept, and the same requests will be sent and paid for again: there is no folder for hed's cache; set HOME or XDG_CACHE_HOME")
	}
	if e.key.key != "" && !e.safe() {
		all = append(all, e.URL+" is not encrypted: others could read the key and the articles on their way; use https")
	}
	return all
}

// safe reports whether nobody else can listen.
func (e *Endpoint) safe() bool {
	u, err := url.Parse(e.URL)
	return err == nil && (u.Scheme == "https" || u.Hostname() == "localhost" || u.Hostname() == "::1" || strings.HasPrefix(u.Hostname(), "127."))
}

func money(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
