package alert

import (
	"slices"
	"testing"
)

func TestLogger(t *testing.T) {
	var said []string
	log := Logger(func(text string) { said = append(said, text) })
	log.Info("a request", "request", "x")
	log.Error("no disk")
	of := log.With("study", "3k")
	of.With("request", "x6").Error("no room")
	of.Error("no port", "request", "x7", "port", 80)
	want := []string{"no disk", "no room (study 3k, request x6)", "no port (study 3k, request x7, port 80)"}
	if !slices.Equal(said, want) {
		t.Errorf("%q", said)
	}
}
