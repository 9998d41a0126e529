// Package alert hands the errors of a log to a function: for people at a terminal, who want to
// read what went wrong and not every request, and for tests.
package alert

import (
	"context"
	"log/slog"
	"slices"
	"strings"
)

// Logger is a log of which tell is given the errors, each with its attributes behind it, such as the
// request that it came up in: "the disk is full (study 3k, request x7)". All else is left out.
func Logger(tell func(text string)) *slog.Logger { return slog.New(&handler{tell: tell}) }

type handler struct {
	tell func(string)
	with []string // attributes of all errors
}

func (h *handler) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelError }

func (h *handler) Handle(_ context.Context, r slog.Record) error {
	text, about := r.Message, slices.Clone(h.with)
	r.Attrs(func(a slog.Attr) bool {
		about = append(about, said(a))
		return true
	})
	if len(about) > 0 {
		text += " (" + strings.Join(about, ", ") + ")"
	}
	h.tell(text)
	return nil
}

func said(a slog.Attr) string { return a.Key + " " + a.Value.Resolve().String() }

func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	with := &handler{tell: h.tell, with: slices.Clone(h.with)}
	for _, a := range attrs {
		with.with = append(with.with, said(a))
	}
	return with
}

func (h *handler) WithGroup(string) slog.Handler { return h }
