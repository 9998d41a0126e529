// Package alert hands the errors of a log to a function: for people at a terminal, who want to
// read what went wrong and not every request, and for tests.
package alert

import (
	"context"
	"log/slog"
)

// Logger is a log of which tell is given the errors, with the request that they came up in
// behind them; all else is left out.
func Logger(tell func(text string)) *slog.Logger { return slog.New(&handler{tell: tell}) }

type handler struct {
	tell    func(string)
	request string
}

func (h *handler) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelError }

func (h *handler) Handle(_ context.Context, r slog.Record) error {
	text, request := r.Message, h.request
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "request" {
			request = a.Value.String()
		}
		return true
	})
	if request != "" {
		text += " (request " + request + ")"
	}
	h.tell(text)
	return nil
}

func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	with := *h
	for _, a := range attrs {
		if a.Key == "request" {
			with.request = a.Value.String()
		}
	}
	return &with
}

func (h *handler) WithGroup(string) slog.Handler { return h }
