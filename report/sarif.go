package report

import (
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"hed/internal/plain"
)

// A Tool is the program that looked for problems.
type Tool struct {
	Name    string
	Version string
	Rules   []Rule // that it checks, whether they are broken or not
}

// The objects of SARIF, as far as code scanning reads them.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string       `json:"id"`
		Short sarifMessage `json:"shortDescription"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID     string          `json:"ruleId"`
		Level      string          `json:"level"`
		Message    sarifMessage    `json:"message"`
		Locations  []sarifLocation `json:"locations"`
		Properties any             `json:"properties,omitempty"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
)

// SARIF writes problems as a SARIF 2.1.0 log (OASIS 2020), which code scanning
// reads. Without problems the log has an empty list, which says that all is
// well; null would say that nobody looked.
func SARIF(w io.Writer, tool Tool, problems []Problem) error {
	run := sarifRun{
		Tool:       sarifTool{sarifDriver{tool.Name, tool.Version, make([]sarifRule, len(tool.Rules))}},
		ColumnKind: "unicodeCodePoints", Results: make([]sarifResult, len(problems)),
	}
	for i, r := range tool.Rules {
		run.Tool.Driver.Rules[i] = sarifRule{r.ID, sarifMessage{r.Doc}}
	}
	for i, p := range problems {
		run.Results[i] = sarifResult{
			RuleID: p.Rule.ID, Level: p.Level, Message: sarifMessage{plain.Line(strings.Join(append([]string{p.Message}, p.Detail...), " "))},
			Locations:  []sarifLocation{{sarifPhysical{sarifArtifact{fileURI(p.File)}, sarifRegion{p.Line, p.Column, p.End}}}},
			Properties: p.Properties,
		}
	}
	return JSON(w, sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}})
}

// fileURI is a file name as a relative reference, as SARIF has them: a name with a
// colon has ./ in front, so that what is before it is no scheme.
func fileURI(file string) string {
	return (&url.URL{Path: filepath.ToSlash(file)}).String()
}
