package hub

import (
	"fmt"
	"strings"

	"hed/internal/count"
)

// Facts say in pairs what the model is: "parameters", "33360000 in F32".
func (d *Description) Facts() [][2]string {
	tokenizer := fmt.Sprintf("%s, %s", d.Tokenizer, count.Of(d.TokenizerSize, "token"))
	if d.TokenizerLimit > 0 {
		tokenizer += fmt.Sprintf("; cuts texts to %d", d.TokenizerLimit)
	}
	checksums := "none; they are in the cache of the Hub only"
	if d.Checksums > 0 {
		checksums = count.Of(d.Checksums, "file") + " compared, all right"
	}
	layers := count.Of(d.Layers, "layer")
	if d.Writing > 0 {
		layers = fmt.Sprintf("%d + %s", d.Layers, count.Of(d.Writing, "layer"))
	}
	architecture := d.Architecture
	if d.Season {
		architecture += " with SEASON"
	}
	return [][2]string{
		{"architecture", fmt.Sprintf("%s, %s of width %d, %s", architecture, layers, d.Width, count.Of(d.Heads, "head"))},
		{"vocabulary", fmt.Sprintf("%s; a text has at most %d", count.Of(d.Vocabulary, "token"), d.Tokens)},
		{"parameters", fmt.Sprintf("%d in %s", d.Parameters, strings.Join(d.Types, " "))},
		{"size", fmt.Sprintf("%s in %s", count.Bytes(d.Size), count.Of(d.Files, "file"))},
		{"tokenizer", tokenizer},
		{"checksums", checksums},
	}
}
