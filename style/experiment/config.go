// Package experiment is the experiment of De Mattei et al. (2020: "Invisible to People but not to Machines"): generators
// learn to write the headlines of two newspapers, and classifiers that learnt to tell the newspapers' own headlines apart
// say whether what the generators write has their newspaper's style.
//
// A [Config] says what is done with which files, [Results] hold every headline that was judged, and [Results.Expect] asks
// the paper's expectations of them, each with the test that fits it. Package run/experiment does the work and report shows it.
package experiment

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"hed/corpus"
	"hed/style/align"
)

// Sample is a configuration with comments, whose values are the defaults where there are some.
//
//go:embed style.yaml
var Sample string

// A Config is a file of settings, style.yaml.
type Config struct {
	File string `yaml:"-" json:"-"`

	A       Newspaper         `yaml:"a" json:"a"`
	B       Newspaper         `yaml:"b" json:"b"`
	Format  string            `yaml:"format" json:"format,omitempty"`
	Columns map[string]string `yaml:"columns" json:"columns,omitempty"`

	Align      Align     `yaml:"align" json:"align"`
	Split      Split     `yaml:"split" json:"split"`
	Classifier string    `yaml:"classifier" json:"classifier"`
	Generator  Generator `yaml:"generator" json:"generator"`
	Human      string    `yaml:"human" json:"-"` // folder of an export of style-guess; "" for none

	lines map[string]int // of keys, as in generator.init
}

// A Newspaper is one of the two.
type Newspaper struct {
	Name string `yaml:"name" json:"name"` // in tables, and what classifiers answer
	File string `yaml:"file" json:"-"`
}

// An Align says how articles are aligned.
type Align struct {
	Window  int    `yaml:"window" json:"window"` // most days between two articles
	Undated bool   `yaml:"undated" json:"undated"`
	Stop    string `yaml:"stop" json:"stop"`
}

// A Split says how articles are divided. A size of 0 takes what there is.
type Split struct {
	Strict    float64 `yaml:"strict" json:"strict"`
	Loose     float64 `yaml:"loose" json:"loose"`
	TestSize  int     `yaml:"test_size" json:"test_size"` // of each newspaper; if above 0, Strict is chosen for it
	TrainSize int     `yaml:"train_size" json:"train_size"`
}

// A Generator says how generators are taught and how they write, or which write that need not be taught.
type Generator struct {
	// A and B are specs of generators that write like the newspapers. Where they are given, nothing is taught.
	A       string  `yaml:"a" json:"a,omitempty"`
	B       string  `yaml:"b" json:"b,omitempty"`
	Network string  `yaml:"network" json:"network"` // kind and options, such as pnc:hidden=128
	Init    string  `yaml:"init" json:"-"`          // a network to begin with; "" for none
	Epochs  float64 `yaml:"epochs" json:"epochs"`
	Steps   int     `yaml:"steps" json:"steps"` // at most; 0 for as many as the passes have
	Batch   int     `yaml:"batch" json:"batch"`
	Search  string  `yaml:"search" json:"search,omitempty"` // options of writing, such as beams=5
}

// Given tells whether the generators need not be taught.
func (g *Generator) Given() bool { return g.A != "" || g.B != "" }

// Defaults are what a file need not say.
func Defaults() Config {
	return Config{
		Align: Align{Window: 2, Stop: align.ByDocument}, Split: Split{Strict: align.Strict, Loose: align.Loose},
		Classifier: "linear", Generator: Generator{Network: "pnc", Epochs: 8, Batch: 64},
	}
}

// Read reads a configuration. Keys that are not known are refused, so that one with a slip of the pen is not taken for one that
// was left out. File names are relative to the folder of the file. All errors are *corpus.SyntaxError, which say the line.
func Read(file string, data []byte) (*Config, error) {
	c := Defaults()
	c.File, c.lines = file, map[string]int{}
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(&c); err == io.EOF {
		return nil, corpus.At(file, 0, errors.New("is empty; say at least which newspapers are compared, a and b, each with name and file"))
	} else if err != nil {
		return nil, wrong(file, err)
	}
	if err := d.Decode(new(any)); err != io.EOF {
		return nil, corpus.At(file, 0, errors.New("has a second document; put all settings into one"))
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return nil, wrong(file, err)
	}
	c.find("", doc.Content[0])
	if err := c.check(); err != nil {
		return nil, err
	}
	for _, name := range []*string{&c.A.File, &c.B.File, &c.Human, &c.Generator.Init} {
		if *name != "" && !filepath.IsAbs(*name) {
			*name = filepath.Join(filepath.Dir(file), *name)
		}
	}
	return &c, nil
}

// find remembers where keys are.
func (c *Config) find(path string, n *yaml.Node) {
	if n.Kind != yaml.MappingNode {
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := strings.TrimPrefix(path+"."+n.Content[i].Value, ".")
		c.lines[key] = n.Content[i].Line
		c.find(key, n.Content[i+1])
	}
}

// Errorf is an error about a key, at its line, or that of what it is in.
func (c *Config) Errorf(key, format string, args ...any) error {
	line, ok := c.lines[key]
	for at := key; !ok && at != ""; line, ok = c.lines[at] {
		at = at[:max(0, strings.LastIndexByte(at, '.'))]
	}
	return corpus.At(c.File, line, fmt.Errorf("%s: %w", key, fmt.Errorf(format, args...)))
}

var (
	unknownKey = regexp.MustCompile(`^line (\d+): field (.*) not found in type experiment\.(\w+)$`)
	wrongType  = regexp.MustCompile("^line (\\d+): cannot unmarshal !!(\\w+)(?: `(.*)`)? into (.*)$")
	otherWrong = regexp.MustCompile(`^(?:yaml: )?line (\d+): (.*)$`)
)

// keys are those of the parts of a file.
var keys = map[string]string{
	"Config": "a, b, format, columns, align, split, classifier, generator and human", "Newspaper": "name and file", "Align": "window, undated and stop",
	"Split": "strict, loose, test_size and train_size", "Generator": "network, init, epochs, steps, batch, search, a and b",
}

// wrong gives an error of the YAML parser the form FILE:LINE, and plain words.
func wrong(file string, err error) error {
	said := []string{strings.TrimPrefix(err.Error(), "yaml: ")}
	if e, ok := errors.AsType[*yaml.TypeError](err); ok {
		said = e.Errors
	}
	var all []error
	for _, s := range said {
		line, msg := "0", "is not valid YAML: "+s
		if m := unknownKey.FindStringSubmatch(s); m != nil {
			line, msg = m[1], fmt.Sprintf("there is no key %q here; there are %s", m[2], keys[m[3]])
		} else if m := wrongType.FindStringSubmatch(s); m != nil {
			line, msg = m[1], fmt.Sprintf("%q is not %s", m[3], typeWords(m[4]))
			if m[3] == "" {
				msg = fmt.Sprintf("a %s is here; want %s", map[string]string{"seq": "list", "map": "mapping"}[m[2]], typeWords(m[4]))
			}
		} else if m := otherWrong.FindStringSubmatch(s); m != nil {
			line, msg = m[1], "is not valid YAML: "+m[2]
		}
		n, _ := strconv.Atoi(line)
		all = append(all, corpus.At(file, n, errors.New(msg)))
	}
	return errors.Join(all...)
}

// typeWords is what a Go type is for people.
func typeWords(t string) string {
	switch {
	case t == "int":
		return "a whole number"
	case t == "float64":
		return "a number"
	case t == "bool":
		return "true or false"
	case t == "string":
		return "plain text"
	}
	return "lines of KEY: VALUE"
}

// check refuses what cannot be, before anything is opened.
func (c *Config) check() error {
	for _, p := range []struct {
		key string
		*Newspaper
	}{{"a", &c.A}, {"b", &c.B}} {
		switch {
		case p.File == "":
			return c.Errorf(p.key+".file", "is missing: the file of the newspaper's articles, with headlines and dates")
		case p.File == "-":
			return c.Errorf(p.key+".file", "articles are read more than once, so they cannot come from a stream; save them to a file")
		case strings.TrimSpace(p.Name) == "":
			return c.Errorf(p.key+".name", "is missing: what tables call the newspaper")
		}
	}
	g := &c.Generator
	for _, key := range []string{"network", "init", "epochs", "steps", "batch", "search"} {
		if c.lines["generator."+key] > 0 && g.Given() {
			return c.Errorf("generator."+key, "is for generators that are taught, and a and b are generators that are not; leave one of both out")
		}
	}
	switch {
	case g.Given() && (g.A == "" || g.B == ""):
		return c.Errorf("generator", "has one of a and b; want a generator that writes like each newspaper")
	case c.A.Name == c.B.Name:
		return c.Errorf("b.name", "both newspapers are called %q; give them different names", c.B.Name)
	case c.A.File == c.B.File:
		return c.Errorf("b.file", "both newspapers have the file %s; name the file of the other one", c.B.File)
	case c.Align.Window < 0:
		return c.Errorf("align.window", "%d days are not possible; want the largest number of days between two articles", c.Align.Window)
	case c.Split.TestSize < 0 || c.Split.TrainSize < 0:
		return c.Errorf("split", "test_size %d and train_size %d: want how many articles of each newspaper, or 0 for all that there are", c.Split.TestSize, c.Split.TrainSize)
	case !(c.Split.Loose > 0 && c.Split.Loose < c.Split.Strict && c.Split.Strict < 1):
		return c.Errorf("split", "strict %g and loose %g: want numbers with 0 < loose < strict < 1", c.Split.Strict, c.Split.Loose)
	case !(g.Epochs > 0 && g.Epochs <= math.MaxInt32):
		return c.Errorf("generator.epochs", "%g passes are not possible; want more than 0", g.Epochs)
	case g.Steps < 0:
		return c.Errorf("generator.steps", "%d: want the most steps, or 0 for as many as the passes have", g.Steps)
	case g.Batch < 1:
		return c.Errorf("generator.batch", "%d: want at least one article in a step", g.Batch)
	}
	return nil
}

// Roles are the columns that have other names, as ROLE=NAME.
func (c *Config) Roles() (all []string) {
	for _, role := range slices.Sorted(maps.Keys(c.Columns)) {
		all = append(all, role+"="+c.Columns[role])
	}
	return all
}

// Names are what the newspapers are called.
func (c *Config) Names() [2]string { return [2]string{c.A.Name, c.B.Name} }
