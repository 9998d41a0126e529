package remote

import "time"

// Hurry makes pauses between tries short.
func (g *Generator) Hurry() *Generator {
	g.endpoint.pause = time.Millisecond
	return g
}

var (
	ParsePrompt = func(data string) error { _, err := parsePrompt([]byte(data)); return err }
	TakeOut     = headline
	After       = after
	Redact      = func(key, text string) string { s := newSecret(key); return s.redact(text) }
)
