package input_test

import (
	"strings"
	"testing"

	"hed/corpus/input"
)

// Many files are one corpus, in the order of their names.
func TestParts(t *testing.T) {
	in := files(t, map[string]string{
		"news/part-2.jsonl": second + "\n", "news/part-1.jsonl": first + "\n", "news/_SUCCESS": "", "news/.part-1.jsonl.crc": "x", "news/_temporary/part-3.jsonl": "{",
		"deep/en/a.jsonl": first + "\n", "deep/en/empty.jsonl": "", "deep/it/b.jsonl": second + "\n", "table/1.csv": "id,text,headline\na,One.,1\n", "table/2.csv": "id,text,headline\nb,Two.,2\n", "table/none.csv": "id,text,headline\n", "100% [new]/1.jsonl": first + "\n" + second + "\n",
	})
	for _, docs := range []string{in("news"), in("news/part-*.jsonl"), "file://" + in("news"), in("deep"), in("table"), in("table/[12].csv"), in("100% [new]"), "file://" + in("100% [new]")} {
		p := &input.Paths{Docs: docs}
		d, err := p.Open(t.Context(), true)
		if err != nil {
			t.Errorf("%s: %v", docs, err)
			continue
		}
		if got, err := shown(d.Reader); err != nil || got != "a One. [1]\nb Two. [2]\n" || !p.IsParts() {
			t.Errorf("%s: got %s, %v", docs, got, err)
		}
		if r, err := p.Record(t.Context()); err != nil || len(r) != 1 || len(r[0].SHA256) != 64 || p.RecordParts().SHA256 != "" || strings.Contains(r[0].Name, "/") {
			t.Errorf("%s: got %+v, %v", docs, r, err)
		}
	}
	if p := (&input.Paths{Docs: in("news/part-1.jsonl")}); p.IsParts() {
		t.Error("a file is not read as parts")
	}
}

func TestPartsThatAreWrong(t *testing.T) {
	in := files(t, map[string]string{
		"twice/1.jsonl": first + "\n", "twice/2.jsonl": second + "\n" + first + "\n", "text/1.txt": "One.\n", "bad/1.jsonl": first + "\n", "bad/2.jsonl": second + "\n{\n", "empty/1.jsonl": "", "empty/2.jsonl": "\n",
	})
	for docs, want := range map[string]string{
		in("twice"):          "twice: document 3 in the order of its files has the id of document 1; every document needs its own",
		in("text"):           "text: files that are read together are jsonl, csv, tsv or parquet; say which with the option format, or by the ending of their names",
		in("bad"):            "2.jsonl:2: ",
		in("empty"):          "empty: has no documents; expected at least one",
		in("none") + "*":     "there is no such file",
		"hdfs://host/*.json": "this machine reads files; Spark reads other places",
		in("bad") + "/[":     "syntax error in pattern",
	} {
		d, err := (&input.Paths{Docs: docs}).Open(t.Context(), true)
		if err == nil {
			_, err = shown(d.Reader)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", docs, err, want)
		}
	}
	if _, err := (&input.Paths{Docs: in("bad"), Refs: []string{"r.txt"}}).Open(t.Context(), true); err == nil || !strings.Contains(err.Error(), "which have the references themselves") {
		t.Errorf("got %v", err)
	}
}
