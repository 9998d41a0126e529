package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/evaluate"
	"hed/internal/option"
	"hed/metric/all"
	"hed/neural/embed"
	"hed/neural/hub"
	"hed/numeral/derive"
	"hed/spec"
	"hed/tensor/cuda"
	"hed/text/pos"
)

// Errors of libraries get the names of flags and commands, also inside of others.
func TestMessage(t *testing.T) {
	h := &hub.Hub{Cache: t.TempDir()}
	_, missing := h.Find("org/a@v1")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("no model"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, tagger := pos.Open(file)
	_, numerals := derive.Open(file)
	_, state := evaluate.ReadState([]byte("hello"))
	device := &option.Error{Option: "device", Err: cuda.ErrStatic}
	for _, c := range []struct {
		err   error
		want  string
		usage bool
	}{
		{&embed.OpenError{Err: missing}, "there is no folder org/a@v1, nor a model of that name in " + h.Cache + `; fetch it with "hed models pull org/a@v1"`, false},
		{tagger, file + ": this is not a tagger, or it is from another version of hed; expected what 'hed train tagger' writes", false},
		{numerals, file + ": this is not a model of numerals, or it is from another version of hed; expected what 'hed train numerals' writes", false},
		{InputErrorf("a.state: %w", state), "a.state: this is not a state of metrics, or it is from another version of hed; expected what 'hed fit' writes", false},
		{&embed.OpenError{Err: device}, "this is the static build of hed, which cannot open the card's libraries; use hed-cuda, which 'make build' makes beside it, or use --device cpu", false},
		{device, "this is the static build of hed, which cannot open the card's libraries; use hed-cuda, which 'make build' makes beside it, or use --device cpu", true},
		{option.Errorf("columns", " a: want ROLE=COLUMN"), "--columns a: want ROLE=COLUMN", true},
	} {
		err := errors.Join(fmt.Errorf("before: %w", c.err), errors.New("after"))
		if got, want := Message(err), "before: "+c.want+"\nafter"; got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
		if isUsage(err) != c.usage {
			t.Errorf("%v: wrong usage is %t", err, !c.usage)
		}
	}
}

// What Doc replaces is in the lists.
func TestDoc(t *testing.T) {
	in, err := all.Metrics.Find("readability")
	if err != nil {
		t.Fatal(err)
	}
	var docs []string
	for _, o := range spec.Options(in.Options) {
		docs = append(docs, Doc(o.Doc))
	}
	if text := strings.Join(docs, "\n"); !strings.Contains(text, "model made by 'hed train tagger', for") {
		t.Errorf("got %s", text)
	}
}
