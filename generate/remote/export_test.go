package remote

import "time"

// Hurry makes pauses between tries short.
func (g *Generator) Hurry() *Generator {
	g.endpoint.pause = time.Millisecond
	return g
}

// Endpoint is what the generator asks.
func (g *Generator) Endpoint() *Endpoint { return g.endpoint }

var (
	ParsePrompt = func(data string) error { _, err := parsePrompt([]byte(data)); return err }
	TakeOut     = headline
	After       = after
	Redact      = func(key, text string) string { s := newSecret(key); return s.redact(text) }
)
