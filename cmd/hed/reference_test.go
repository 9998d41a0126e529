package main

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hed/cmd/hed/internal/cli"
	generators "hed/generate/all"
	"hed/generate/remote"
	"hed/internal/golden"
	metrics "hed/metric/all"
	"hed/neural/embed"
	"hed/spec"
	"hed/study"
)

// The reference pages of the documentation are made from the code; -update writes them.

const madeFromCode = "\nThis page is made from the code of hed: `go test ./cmd/hed -run TestReference -update` writes it again.\n"

func TestReferenceCommands(t *testing.T) {
	var b strings.Builder
	root := program()
	b.WriteString("# Commands and flags\n\nEvery command of hed with all its flags. `hed COMMAND --help` prints the same.\n")
	fmt.Fprintf(&b, "\n## All commands\n\nThese flags belong to every command:\n\n%s", flagTable(flagsOf(root.PersistentFlags())))
	for _, g := range root.Groups() {
		fmt.Fprintf(&b, "\n## %s\n\n", strings.TrimSuffix(g.Title, ":"))
		for _, c := range root.Commands() {
			if c.GroupID == g.ID && c.Name() != "help" {
				fmt.Fprintf(&b, "- [hed %s](#hed-%s): %s\n", c.Name(), c.Name(), c.Short)
			}
		}
		for _, c := range root.Commands() {
			if c.GroupID == g.ID && c.Name() != "help" {
				every(c, func(c *cobra.Command) { b.WriteString(commandEntry(c)) })
			}
		}
	}
	golden.Check(t, "../../../docs/commands.md", b.String()+madeFromCode)
}

// commandEntry is what the page says of a command.
func commandEntry(c *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n### %s\n\n%s\n", c.CommandPath(), prose(c.Long))
	fmt.Fprintf(&b, "\n```\n%s\n```\n", regexp.MustCompile(`(?m)^  `).ReplaceAllString(strings.TrimRight(c.Example, "\n"), ""))
	local := flagsOf(c.LocalNonPersistentFlags())
	if len(local) == 0 {
		return b.String()
	}
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	for _, f := range local {
		set.AddFlag(f)
	}
	var ordered []*pflag.Flag
	for _, g := range cli.FlagGroups(set) {
		ordered = append(ordered, g.Flags...)
	}
	return b.String() + "\n" + flagTable(ordered)
}

func flagsOf(set *pflag.FlagSet) (flags []*pflag.Flag) {
	set.VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" && f.Name != "version" {
			flags = append(flags, f)
		}
	})
	return flags
}

func flagTable(flags []*pflag.Flag) string {
	var b strings.Builder
	b.WriteString("| flag | what it is | default |\n|---|---|---|\n")
	for _, f := range flags {
		name, usage, ok := cli.Described(f)
		if !ok {
			name, usage = pflag.UnquoteUsage(f)
		}
		flag := "--" + f.Name
		if f.Shorthand != "" {
			flag = "-" + f.Shorthand + ", " + flag
		}
		value := f.DefValue
		if f.Name == "workers" {
			value = "the number of processors"
		} else if slices.Contains([]string{"", "[]", "false", "0s"}, value) || value == "0" && strings.Contains(usage, "(default") {
			value = ""
		} else {
			value = "`" + value + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", strings.ReplaceAll(strings.TrimSpace(flag+" "+name), "|", `\|`), marked(usage), value)
	}
	return b.String()
}

// prose makes Markdown of a help text: what is indented stays as it is.
func prose(text string) string {
	var out []string
	for _, part := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if strings.HasPrefix(part, "  ") {
			out = append(out, "```text\n"+part+"\n```")
			continue
		}
		out = append(out, marked(part))
	}
	return strings.Join(out, "\n\n")
}

var code = regexp.MustCompile(`'(hed [^']+)'|(?:^|\B)--?[a-z][a-z-]*(?: (?:[A-Z]+(?:=[A-Z]+)?|-)\b)?`)

// marked is a text with flags and commands as code.
func marked(text string) string {
	text = strings.NewReplacer("*", `\*`, "_", `\_`, "<", `\<`, "|", `\|`, "[", `\[`, "]", `\]`).Replace(text)
	return code.ReplaceAllStringFunc(text, func(s string) string { return "`" + strings.Trim(strings.ReplaceAll(s, `\`, ""), "'") + "`" })
}

func TestReferenceMetrics(t *testing.T) {
	list, err := metrics.Metrics.List()
	if err != nil {
		t.Fatal(err)
	}
	nameCommands(list)
	var b strings.Builder
	b.WriteString("# Metrics, their options and columns\n\nEvery metric that `--metric` takes, with the columns that it gives without options. " +
		"`hed metrics SPEC` shows those of other options.\n\nIn columns that end in `_c` the headline is compared with the article, in those that end in `_s` with the references.\n")
	for _, d := range list {
		fmt.Fprintf(&b, "\n## %s\n\n%s.\n\n", d.Name, marked(upper(d.Doc)))
		if d.Members != "" {
			fmt.Fprintf(&b, "- a group; its metrics: `%s`\n", strings.ReplaceAll(d.Members, ",", "`, `"))
			continue
		}
		fmt.Fprintf(&b, "- needs: %s\n- from: %s\n", d.Needs, d.Paper)
		if d.Peer != "" {
			fmt.Fprintf(&b, "- equal to: %s\n", d.Peer)
		}
		if page := explained[d.Name]; page != "" {
			fmt.Fprintf(&b, "- explained in: [%s](%[1]s)\n", page)
		}
		b.WriteString(optionTable(d.Options))
		b.WriteString("\n| column | name in papers | what it is | range | better |\n|---|---|---|---|---|\n")
		for _, c := range d.Columns {
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", c.Name, marked(c.Title), marked(c.Doc), marked(c.Range), c.Better)
		}
	}
	golden.Check(t, "../../../docs/metrics.md", b.String()+madeFromCode)
}

// explained are the pages about metrics.
var explained = map[string]string{
	"rouge": "rouge.md", "bleu": "bleu.md", "chrf": "bleu.md", "kl": "divergence.md", "js": "divergence.md", "lda": "corpus.md", "lsi": "corpus.md", "we": "corpus.md",
	"readability": "readability.md", "fluency": "fluency.md", "numacc": "numerals.md", "numsupport": "numerals.md", "bertscore": "neural.md", "sbert": "neural.md",
	"moverscore": "moverscore.md", "wmd": "moverscore.md", "style": "style.md",
}

func optionTable(options []spec.Option) string {
	if len(options) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n| option | value | what it is |\n|---|---|---|\n")
	for _, o := range options {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", o.Name, o.Type, marked(cli.Doc(o.Doc)))
	}
	return b.String()
}

func TestReferenceGenerators(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Generators and their options\n\nEverything that writes headlines: `hed generate --with SPEC`, `hed eval --generator NAME=SPEC` and, for baselines, `hed eval --baseline LIST`. " +
		"A spec is a name with options, as in `pn:model=DIR+beams=8`.\n")
	for _, in := range generators.With(embed.New(embed.Processor(1), ""), &remote.Client{}).Infos() {
		fmt.Fprintf(&b, "\n## %s\n\n%s.\n\n- from: %s\n%s", in.Name, marked(upper(in.Doc)), in.Paper, optionTable(spec.Options(in.Options)))
	}
	golden.Check(t, "../../../docs/generators.md", b.String()+madeFromCode)
}

func TestReferenceProtocols(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Protocols of studies\n\nThe protocols that `hed study new --protocol NAME` knows. `hed study protocols --show NAME` prints one as YAML, to make your own from.\n")
	for _, name := range study.Builtins() {
		p, _ := study.Builtin(name)
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n- from: %s\n- a case: %s\n- size: %s\n- languages: %s\n", name, p.Title.In("en"), p.Paper, units[p.Unit], p.Size(), strings.Join(languages(p.Title), ", "))
		if p.Gold {
			b.WriteString("- the headlines that people wrote are shown too, as the system `gold`\n")
		}
		if c := p.Consensus; c != nil {
			fmt.Fprintf(&b, "- a case is approved when %d judges agree on `%s`\n", c.Agree, c.Question)
		}
		b.WriteString("\n| step | question | kind | asked | text |\n|---|---|---|---|---|\n")
		for i, s := range p.Steps {
			step := fmt.Sprint(i + 1)
			if s.Article {
				step += ", with the article"
			}
			for _, q := range s.Questions {
				kind := string(q.Kind)
				if q.Kind == study.Scale {
					kind += fmt.Sprintf(" %d to %d", q.From, q.To)
				}
				fmt.Fprintf(&b, "| %s | `%s` | %s | %s | %s |\n", step, q.ID, kind, cmp.Or(asked[q.Each], "once"), marked(strings.TrimSpace(q.Text.In("en")+" "+q.Hint.In("en"))))
			}
		}
		var about []string
		for _, q := range p.About {
			about = append(about, "`"+q.ID+"`")
		}
		fmt.Fprintf(&b, "\nWith `--background` judges are asked about themselves: %s.\n", strings.Join(about, ", "))
	}
	b.WriteString("\n## Keys of a protocol\n\nA protocol of your own is a YAML file with these keys. Texts are given for each language, as `{en: …, it: …}`. A mistake is reported with its line.\n\n| key | what it is |\n|---|---|\n")
	listed := keys(reflect.TypeFor[study.Protocol](), "")
	for _, key := range listed {
		if protocolKeys[key] == "" {
			t.Errorf("protocolKeys does not explain %s", key)
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", key, protocolKeys[key])
	}
	if len(listed) != len(protocolKeys) {
		t.Errorf("protocolKeys explains %d keys, a protocol has %d", len(protocolKeys), len(listed))
	}
	golden.Check(t, "../../../docs/protocols.md", b.String()+madeFromCode)
}

// keys are the keys of YAML that a type has, those of lists with [] behind.
func keys(of reflect.Type, prefix string) (all []string) {
	for field := range of.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("yaml"), ",")
		key, kind := prefix+name, field.Type
		if kind.Kind() == reflect.Slice && kind.Elem().Kind() == reflect.Struct {
			key += "[]"
		}
		for kind.Kind() == reflect.Slice || kind.Kind() == reflect.Pointer {
			kind = kind.Elem()
		}
		if kind.Kind() != reflect.Struct || key == "about[]" || key == "attention[].question" { // questions are explained once
			all = append(all, key)
			continue
		}
		all = append(all, keys(kind, key+".")...)
	}
	return all
}

// protocolKeys explains the keys of protocols.
var protocolKeys = map[string]string{
	"name":                               "small letters, digits and `-`",
	"title":                              "what judges see as the title; its languages are those of the protocol",
	"paper":                              "where the protocol comes from",
	"intro":                              "what judges read first; an empty line begins a paragraph",
	"consent":                            "what judges agree to before they begin",
	"practice[].article":                 "article of an invented case, to practise on",
	"practice[].headlines":               "its headlines",
	"practice[].question":                "its headline with `____` for the numeral, if the unit is `blank`",
	"practice[].gold":                    "the numeral that is left out",
	"practice[].expect[].key":            "a question, such as `correct.A`",
	"practice[].expect[].answer":         "the answer that is expected",
	"practice[].expect[].why":            "why, which judges see",
	"unit":                               "what a case is: `document` (an article with the headlines of all systems), `headline` (one headline), `blank` (a headline with a numeral left out)",
	"numbers.cases":                      "cases in a form",
	"numbers.forms":                      "number of forms; 0 for as many as the documents make, or one for each system",
	"numbers.judges":                     "judges for each case; with `consensus`, in each round",
	"numbers.per_judge":                  "forms that one judge may answer; 0 for any number",
	"numbers.timeout":                    "minutes without an answer after which a case goes to another judge",
	"gold":                               "`true`: the headlines that people wrote are shown too, as the system `gold`",
	"order":                              "order of the headlines of a case: `balanced`, so that each system is in each place equally often, or `random`",
	"tokens":                             "cut articles after this many tokens; 0 does not cut",
	"unknown":                            "words that make a headline unfit, such as `<unk>`",
	"strata":                             "`true`: draw the same number of cases from each source",
	"about[]":                            "questions about the judge, for `--background`; the same keys as `steps[].questions[]`",
	"steps[].article":                    "`true`: the article is shown from this step on",
	"steps[].questions[].id":             "letters, digits and `_`; names the question in all files",
	"steps[].questions[].text":           "the question",
	"steps[].questions[].hint":           "a smaller line below it",
	"steps[].questions[].kind":           "`yesno`, `choice`, `scale`, `rank`, `text` or `numeral`",
	"steps[].questions[].each":           "`headline` or `pair`: ask it for each headline, or each pair of headlines; otherwise once",
	"steps[].questions[].options[].key":  "of a choice: letters, digits, `_` and `-`, for files",
	"steps[].questions[].options[].text": "of a choice: what judges see",
	"steps[].questions[].of":             "of a choice, instead of options: `headlines` or `sources`",
	"steps[].questions[].from":           "of a scale: the smallest number",
	"steps[].questions[].to":             "of a scale: the largest number",
	"steps[].questions[].from_text":      "of a scale: what the smallest number means",
	"steps[].questions[].to_text":        "of a scale: what the largest number means",
	"steps[].questions[].ties":           "`true`: a ranking may give two headlines the same place",
	"steps[].questions[].optional":       "`true`: judges may leave it out",
	"steps[].questions[].pattern":        "of a text: a regular expression that the whole answer must match",
	"steps[].questions[].most":           "of a text: the largest number of characters; 2,000 unless you say otherwise",
	"steps[].questions[].when.question":  "ask it only after an answer to this earlier question",
	"steps[].questions[].when.is":        "which must be one of these",
	"consensus.question":                 "the question on which judges must agree",
	"consensus.agree":                    "how many judges must give the same answer",
	"consensus.rounds":                   "the largest number of rounds; 0 for no limit",
	"consensus.validate":                 "`true`: the coordinator gives a verdict on each approved case",
	"attention[].question":               "a question with a known answer, mixed in to see whether judges pay attention; the same keys as `steps[].questions[]`",
	"attention[].answer":                 "the known answer",
	"attention[].every":                  "ask it in one case of every so many",
}

var (
	units = map[study.Unit]string{
		study.Documents: "an article with the headlines of all systems", study.Headlines: "one headline of one system",
		study.Blanks: "a headline with one numeral left out, and its article",
	}
	asked = map[study.Each]string{study.EachHeadline: "for each headline", study.EachPair: "for each pair of headlines"}
)

func languages(t study.Text) (all []string) {
	for lang := range t {
		all = append(all, lang)
	}
	slices.Sort(all)
	return all
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
