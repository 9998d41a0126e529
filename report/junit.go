package report

import (
	"encoding/xml"
	"io"

	"hed/internal/plain"
)

// A Suite is checks that belong together, for JUnit.
type Suite struct {
	Name  string
	Cases []Check
}

// A Check is one thing that was checked.
type Check struct {
	Name    string
	Failure string // what is wrong; empty where nothing is
	Detail  string // what helps to see why it failed; may have many lines
	Skipped string // why it was not checked; empty where it was
	Output  string // what else was found
}

// The elements that Jenkins, GitLab and GitHub's actions read. None of them
// has all attributes of the others, so there are only those that all have.
type (
	junitRoot struct {
		XMLName  xml.Name `xml:"testsuites"`
		Name     string   `xml:"name,attr"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Suites   []junitSuite
	}
	junitSuite struct {
		XMLName  xml.Name `xml:"testsuite"`
		Name     string   `xml:"name,attr"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Errors   int      `xml:"errors,attr"`
		Skipped  int      `xml:"skipped,attr"`
		Time     int      `xml:"time,attr"`
		Cases    []junitCase
	}
	junitCase struct {
		XMLName xml.Name      `xml:"testcase"`
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Time    int           `xml:"time,attr"` // some readers fail without it; 0, as times would change the bytes
		Failure *junitMessage `xml:"failure"`
		Skipped *junitMessage `xml:"skipped"`
		Output  string        `xml:"system-out,omitempty"`
	}
	junitMessage struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)

// JUnit writes checks as the XML that CI systems show beside the tests. kind
// is what they are all about, and the type of their failures.
func JUnit(w io.Writer, kind string, suites []Suite) error {
	root := junitRoot{Name: kind}
	for _, s := range suites {
		out := junitSuite{Name: plain.Line(s.Name), Tests: len(s.Cases)}
		for _, c := range s.Cases {
			one := junitCase{Class: kind + "." + plain.Line(s.Name), Name: plain.Line(c.Name), Output: plain.Text(c.Output)}
			switch {
			case c.Failure != "":
				one.Failure = &junitMessage{plain.Text(c.Failure), kind, plain.Text(c.Failure)}
				if c.Detail != "" {
					one.Failure.Text += "\n\n" + plain.Text(c.Detail)
				}
				out.Failures++
			case c.Skipped != "":
				one.Skipped = &junitMessage{Message: plain.Text(c.Skipped)}
				out.Skipped++
			}
			out.Cases = append(out.Cases, one)
		}
		root.Tests += out.Tests
		root.Failures += out.Failures
		root.Suites = append(root.Suites, out)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(root); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
