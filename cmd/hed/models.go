package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/metric/bertscore"
	"hed/metric/sbert"
	"hed/neural/hub"
	"hed/report"
)

func modelsCmd(a *cli.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "models COMMAND",
		Short: "list, check and fetch the neural models that metrics use",
		Long: `List, check and fetch the neural models that metrics use. A model is a folder
with config.json, model.safetensors and tokenizer.json; model=DIR of a metric
names it, or a name that was pulled.

Models are kept in the cache of the Hugging Face Hub, which other programs
share: HF_HUB_CACHE, else HF_HOME/hub, else ~/.cache/huggingface/hub.`,
		Example: `  hed models pull sentence-transformers/all-MiniLM-L6-v2
  hed models list
  hed models check roberta-large`,
		Args: knownBelow,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(modelsListCmd(a), modelsCheckCmd(a), modelsPullCmd(a))
	return cmd
}

func modelsListCmd(a *cli.App) *cobra.Command {
	var out cli.Output
	cmd := &cobra.Command{
		Use:   "list",
		Short: "list the models of the cache and what they serve",
		Long: `List the models of the cache: their names, revisions and sizes, and the metrics
that they serve. Files are looked at, but not compared with their checksums;
'hed models check' does that.`,
		Example: `  hed models list
  hed models list -f csv`,
		Args: cli.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := out.Check(); err != nil {
				return err
			}
			return listModels(a, &out)
		},
	}
	out.Flags(cmd)
	return cmd
}

// A listedModel is one in -f json.
type listedModel struct {
	Name    string   `json:"name"`
	Commit  string   `json:"commit"`
	Refs    []string `json:"refs"`
	Dir     string   `json:"dir"`
	Size    int64    `json:"size"`
	Serves  []string `json:"serves"`
	Problem string   `json:"problem,omitempty"` // why it serves nothing
}

func listModels(a *cli.App, out *cli.Output) error {
	h := hub.FromEnv(os.Getenv)
	models, err := h.List()
	if err != nil {
		return err
	}
	t := &report.Table{}
	for _, name := range []string{"name", "revision", "size", "serves"} {
		t.Columns = append(t.Columns, report.Column{Name: name})
	}
	list := []listedModel{} // null would be no list
	for _, m := range models {
		l := listedModel{Name: m.Name, Commit: m.Commit, Refs: append([]string{}, m.Refs...), Dir: m.Dir, Size: m.Size, Serves: []string{}}
		revision, size, serves := m.Commit, strconv.FormatInt(m.Size, 10), ""
		if len(m.Refs) > 0 {
			revision = strings.Join(m.Refs, " ")
		}
		if d, err := hub.Inspect(m.Dir); err != nil {
			l.Problem = err.Error()
		} else {
			l.Serves, _ = serving(d)
			serves = strings.Join(l.Serves, " ")
		}
		list = append(list, l)
		if out.As == "text" {
			size = byteCount(m.Size)
			if serves == "" {
				serves = "nothing; 'hed models check' says why"
			}
		}
		t.Rows = append(t.Rows, labels(m.Name, revision, size, serves))
	}
	if len(models) == 0 && out.As == "text" {
		a.Note("no models in %s; 'hed models pull NAME' fetches one", h.Cache)
		return nil
	}
	return out.Print(a.Stdout, t, list)
}

// serving gives the metrics that can use a model which hed can run, and why others
// cannot.
func serving(d *hub.Description) (metrics, reasons []string) {
	for _, m := range []struct {
		name string
		err  error
	}{
		{"bertscore", bertscore.Check(d.Special)},
		{"moverscore", nil},
		{"wmd", nil},
		{"sbert", sbert.Check(d.Dir)},
	} {
		if m.err != nil {
			reasons = append(reasons, fmt.Sprintf("it does not serve %s: %v", m.name, m.err))
			continue
		}
		metrics = append(metrics, m.name)
	}
	return metrics, reasons
}

// byteCount writes bytes for people.
func byteCount(n int64) string {
	unit, v := "B", float64(n)
	for _, next := range []string{"kB", "MB", "GB", "TB"} {
		if v < 999.5 {
			break
		}
		unit, v = next, v/1000
	}
	if unit == "B" || v >= 99.5 {
		return fmt.Sprintf("%.0f %s", v, unit)
	}
	return fmt.Sprintf("%.1f %s", v, unit)
}
