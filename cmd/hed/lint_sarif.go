package main

import (
	"io"
	"net/url"
	"path/filepath"

	"hed"
	"hed/cmd/hed/internal/cli"
)

// A sarifPrinter keeps what is flagged and writes a SARIF 2.1.0 log at the
// end: results are a list in an object.
type sarifPrinter struct {
	w       io.Writer
	results []sarifResult
}

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool       sarifTool     `json:"tool"`
	ColumnKind string        `json:"columnKind"`
	Results    []sarifResult `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID    string       `json:"id"`
	Short sarifMessage `json:"shortDescription"`
}

type sarifMessage struct {
	Text string `json:"text"`
}

type sarifResult struct {
	RuleID     string          `json:"ruleId"`
	Level      string          `json:"level"`
	Message    sarifMessage    `json:"message"`
	Locations  []sarifLocation `json:"locations"`
	Properties sarifProperties `json:"properties"`
}

type sarifLocation struct {
	Physical sarifPhysical `json:"physicalLocation"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   sarifRegion   `json:"region"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifRegion struct {
	StartLine   int  `json:"startLine"`
	StartColumn *int `json:"startColumn,omitempty"`
	EndColumn   *int `json:"endColumn,omitempty"`
}

type sarifProperties struct {
	Document string  `json:"document"`
	System   string  `json:"system"`
	Support  float64 `json:"support"`
}

const sarifRuleID = "unsupported-number"

func (p *sarifPrinter) print(f flagged) error {
	region := sarifRegion{StartLine: f.Line, StartColumn: f.Column}
	if f.Column != nil {
		region.EndColumn = new(column(f.Headline, f.End))
	}
	p.results = append(p.results, sarifResult{
		RuleID: sarifRuleID, Level: "error", Message: sarifMessage{f.message()},
		Locations:  []sarifLocation{{sarifPhysical{sarifArtifact{fileURI(f.File)}, region}}},
		Properties: sarifProperties{f.ID, f.System, f.Support},
	})
	return nil
}

func (p *sarifPrinter) end() error {
	if p.results == nil {
		p.results = []sarifResult{} // [] says that all is well, null that nobody looked
	}
	return cli.WriteJSON(p.w, sarifLog{
		Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0",
		Runs: []sarifRun{{
			Tool:       sarifTool{sarifDriver{"hed", hed.Version, []sarifRule{{sarifRuleID, sarifMessage{"The article does not support a number of the headline."}}}}},
			ColumnKind: "unicodeCodePoints", Results: p.results,
		}},
	})
}

// fileURI is a file name as a relative reference, as SARIF has them: a name with a
// colon has ./ in front, so that what is before it is no scheme.
func fileURI(file string) string {
	return (&url.URL{Path: filepath.ToSlash(file)}).String()
}
