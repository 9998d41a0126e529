package cli

import (
	"errors"
	"regexp"
	"strings"

	"hed/corpus/input"
	"hed/corpus/split"
	"hed/evaluate"
	"hed/internal/modelfile"
	"hed/internal/option"
	"hed/neural/hub"
	"hed/run"
	"hed/tensor/cuda"
)

// Message is what an error of a library says on the command line: options are
// flags there, and what a command can mend has the command's name.
func Message(err error) string { return flags(commands(err.Error(), err)) }

// Doc is Message for what libraries say of themselves, in help and lists.
func Doc(text string) string {
	text = strings.ReplaceAll(flags(text), "training a tagger", "'hed train tagger'")
	return needs.ReplaceAllString(text, "'hed metrics $1' says what it needs")
}

// needs is how libraries refer to what a metric says of itself.
var needs = regexp.MustCompile(`check what the metric (\S+) needs`)

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
	if e, ok := errors.AsType[*run.FolderError](err); ok {
		add(e.Error(), evaluated(e.Fix, e.Folder))
	}
	if e, ok := errors.AsType[*run.FileError](err); ok {
		add(e.Error(), evaluated(e.Fix, ""))
	}
	if _, ok := errors.AsType[*input.NoSplitError](err); ok {
		said = strings.ReplaceAll(said, "name the folder of a split", "name a folder that 'hed split' wrote")
	}
	if _, ok := errors.AsType[*split.ForeignError](err); ok {
		said = strings.ReplaceAll(said, "it is not a split", "'hed split' did not make it")
	}
	if errors.Is(err, cuda.ErrStatic) {
		add("use hed-cuda", ", which 'make build' makes beside it")
	}
	return said
}

// evaluated says which evaluation mends a folder, or a file of it.
func evaluated(fix run.Fix, folder string) string {
	switch fix {
	case run.Evaluate:
		return "; 'hed eval --out " + folder + "' makes one"
	case run.Another:
		return " that 'hed eval --out' wrote"
	case run.Resume:
		return "; run 'hed eval' again, with --resume"
	case run.Again:
		return "; run 'hed eval' again"
	case run.Written:
		return "; expected what 'hed eval' writes"
	}
	return ""
}
