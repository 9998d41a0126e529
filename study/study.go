package study

import (
	"strings"
	"time"
)

// A Study is what is asked, of what, and how often. It does not change once it is
// in a Store.
type Study struct {
	Protocol *Protocol `json:"protocol"`
	Title    string    `json:"title"` // for the pages; the protocol's unless given
	Lang     string    `json:"lang"`  // of the questions: en or it
	Seed     uint64    `json:"seed"`
	Created  time.Time `json:"created"`
	// Systems are whose headlines are shown; Gold among them is what people wrote.
	Systems []string `json:"systems"`
	// Sources are those that cases were drawn from equally, in order; none without
	// strata.
	Sources []string `json:"sources,omitempty"`
	Numbers Numbers  `json:"numbers"`
	// Forms are the cases that one judge gets together, by number.
	Forms [][]int `json:"forms"`
	// Background says that judges are asked about themselves first.
	Background bool `json:"background,omitempty"`
	// Contact is whom judges can ask; Completion what they get when they are done: an address to go to, or a code for the platform
	// that they came from. Both may be empty.
	Contact    string `json:"contact,omitempty"`
	Completion string `json:"completion,omitempty"`
	// Minutes is how long a form is expected to take; 0 in a study of an older hed.
	Minutes int `json:"minutes,omitempty"`
	// Inputs are the files it was made of, with their SHA-256.
	Inputs []Input `json:"inputs"`
	// Dropped are cases that were passed over, such as those with an unknown word.
	Dropped Dropped `json:"dropped"`
	// Notes are sentences about the drawing, for the methods of a paper.
	Notes []string `json:"notes,omitempty"`
}

// Gold is the name of the headlines that people wrote.
const Gold = "gold"

// Numbers are the numbers of a protocol. Who makes a study may change each.
type Numbers struct {
	Cases int `json:"cases" yaml:"cases"` // in a form
	// Forms is how many different ones there are; 0 in a protocol is one for each
	// system where a case is a headline, else as many as the documents make.
	Forms  int `json:"forms" yaml:"forms"`
	Judges int `json:"judges" yaml:"judges"` // of each case; in each round, if there is a consensus
	// PerJudge is how many forms a judge may do, one after another; 0 is as many as
	// there are.
	PerJudge int `json:"per_judge" yaml:"per_judge"`
	// Timeout is after how many minutes without an answer the cases that a judge
	// has not finished go to others.
	Timeout int `json:"timeout" yaml:"timeout"`
}

// An Input is a file by its base name.
type Input struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// Dropped counts what New passed over while it drew.
type Dropped struct {
	Looked int `json:"looked"` // cases looked at
	Cases  int `json:"cases"`  // of them dropped
	// Reasons is how many were dropped for what: "without an article" and the like. A
	// study of an older hed has none.
	Reasons map[string]int `json:"reasons,omitempty"`
	// Systems is how many of the cases looked at were unfit because of a system.
	Systems map[string]int `json:"systems,omitempty"`
}

// A Case is what a judge looks at: an article with headlines, a headline alone, or
// a question with a blank.
type Case struct {
	Number    int        `json:"number"` // from 0
	Doc       string     `json:"doc"`    // id of the document
	Source    string     `json:"source,omitempty"`
	Article   string     `json:"article,omitempty"`   // cut as it is shown
	Cut       bool       `json:"cut,omitempty"`       // whether something was cut off
	Headlines []Headline `json:"headlines,omitempty"` // in the order they are shown
	// Question and Gold are of a numeral annotation: the headline with ____ and what
	// stood there.
	Question string `json:"question,omitempty"`
	Gold     string `json:"gold,omitempty"`
	// Reasoning tells, where it is known, whether it takes more than copying to find
	// Gold in the article.
	Reasoning *bool `json:"reasoning,omitempty"`
}

// Words is how many there are to read.
func (c *Case) Words() int {
	n := len(strings.Fields(c.Article)) + len(strings.Fields(c.Question))
	for _, h := range c.Headlines {
		n += len(strings.Fields(h.Text))
	}
	return n
}

// A Headline is shown under a letter, A for the first.
type Headline struct {
	System string `json:"system"`
	Text   string `json:"text"`
}

// A Judge is a person, known by a number and a token alone, or a model.
type Judge struct {
	ID    string     `json:"id"`    // j001, j002, …; m003 if it is a model
	State JudgeState `json:"state"` // active at first
	// Token is the SHA-256 of the personal link's token, which is not kept.
	Token   [32]byte  `json:"-"`
	Created time.Time `json:"created"`
	Seen    time.Time `json:"seen"` // when the last answer came; zero if none did
}

// Erased tells whether the judge's token was taken away for good.
func (j *Judge) Erased() bool { return j.Token == [32]byte{} }

// Model tells whether the judge is a model. What models say is never counted with what people say, nor does it spare
// people a case.
func (j *Judge) Model() bool { return IsModel(j.ID) }

// IsModel tells whether an id of a judge is that of a model.
func IsModel(judge string) bool { return strings.HasPrefix(judge, "m") }

// A JudgeState says whether a judge may answer and whether the answers count.
type JudgeState string

const (
	Active   JudgeState = "active"
	Revoked  JudgeState = "revoked"  // the link no longer works; the answers count
	Excluded JudgeState = "excluded" // nor do the answers count; others do the cases
)

// A Task is a case that a judge was given.
type Task struct {
	Judge    string    `json:"judge"`
	Case     int       `json:"case"`
	Position int       `json:"position"` // among the judge's tasks, from 0
	Round    int       `json:"round"`    // 0; more where consensus failed before
	State    TaskState `json:"state"`
	Step     int       `json:"step"` // the step of the protocol that is shown; those before are closed
	Given    time.Time `json:"given"`
	Touched  time.Time `json:"touched"` // by the last answer, or when the study went on after a stop
	Done     time.Time `json:"done,omitzero"`
}

// A TaskState is how far a task is.
type TaskState string

const (
	Open     TaskState = "open"
	Finished TaskState = "finished"
	Returned TaskState = "returned" // it was left lying and others may have it
)

// An Answer is one answer of a judge to one question of a case. An answer to the
// same question that comes later takes its place; both are kept.
type Answer struct {
	Seq      int64     `json:"seq"` // in the order of saving, from 1; set by the Store
	ID       string    `json:"id"`  // made by whoever sends it, so that sending it again saves nothing twice
	Judge    string    `json:"judge"`
	Case     int       `json:"case"`     // About for what judges say of themselves
	Question string    `json:"question"` // see Item
	Value    string    `json:"value"`
	At       time.Time `json:"at"`               // when it was saved
	Millis   int64     `json:"millis,omitempty"` // since the case was shown, as the page counted
	Origin   string    `json:"origin,omitempty"` // "import" if it came from elsewhere
}

// About is the number of the case that stands for questions about the judge.
const About = -1

// An Event is something that was done to the study: a judge excluded, the study
// stopped. Events and answers together are its history.
type Event struct {
	Seq  int64     `json:"seq"`
	At   time.Time `json:"at"`
	By   string    `json:"by"`           // "coordinator", "command line" or a judge
	What string    `json:"what"`         // created, invited, model, imported, stopped, resumed, revoked, excluded, erased, returned, verdict
	Of   string    `json:"of,omitempty"` // a judge or a case
	Note string    `json:"note,omitempty"`
}
