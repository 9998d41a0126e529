package cli

import (
	"errors"
	"strings"

	"hed/evaluate"
	"hed/internal/modelfile"
	"hed/internal/option"
	"hed/neural/hub"
	"hed/tensor/cuda"
)

// Message is what an error of a library says on the command line: options are
// flags there, and what a command can mend has the command's name.
func Message(err error) string { return flags(commands(err.Error(), err)) }

// Doc is Message for what libraries say of themselves, in help and lists.
func Doc(text string) string {
	return strings.ReplaceAll(flags(text), "training a tagger", "'hed train tagger'")
}

// flags puts the names of flags in place of what libraries call options.
func flags(text string) string {
	return option.Rename(text, func(name string) string { return "--" + name })
}

// trained names what 'hed train' calls a kind of model.
var trained = map[string]string{
	"tagger":            "tagger",
	"model of numerals": "numerals",
}

// commands adds to what is said of an error the command that makes what it lacks.
func commands(said string, err error) string {
	add := func(after, text string) { said = strings.ReplaceAll(said, after, after+text) }
	if e, ok := errors.AsType[*hub.MissingError](err); ok {
		add(e.Error(), ` with "hed models pull `+e.Model+`"`)
	}
	if e, ok := errors.AsType[*modelfile.Error](err); ok {
		add(e.Error(), "; expected what 'hed train "+trained[e.What]+"' writes")
	}
	if errors.Is(err, evaluate.ErrNoState) {
		add(evaluate.ErrNoState.Error(), "; expected what 'hed fit' writes")
	}
	if errors.Is(err, cuda.ErrStatic) {
		add("take hed-cuda", ", which 'make build' makes beside it")
	}
	return said
}
