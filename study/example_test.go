package study_test

import (
	"fmt"

	"hed/study"
)

// A protocol is a YAML file. What is wrong with it is said with its line.
func ExampleRead() {
	p, err := study.Read("clicks.yaml", []byte(`
name: clicks
title: {en: "Would you click?"}
unit: document
numbers: {cases: 10, forms: 2, judges: 3}
steps:
  - questions:
      - id: click
        kind: choice
        of: headlines
        text: {en: "Which headline would you click on?"}
  - article: true
    questions:
      - id: fair
        kind: scale
        each: headline
        from: 1
        to: 5
        text: {en: "Does the headline say what the article says?"}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	c := &study.Case{Headlines: make([]study.Headline, 2)}
	for step := range p.Steps {
		for _, item := range p.Items(c, &study.Task{}, step) {
			fmt.Println(step, item.Key)
		}
	}
	_, err = study.Read("slip.yaml", []byte("name: slip\ntilte: {en: Slip}\n"))
	fmt.Println(err)
	// Output:
	// 0 click
	// 1 fair.A
	// 1 fair.B
	// slip.yaml:2: the protocol has no key "tilte"; it may have name, title, paper, intro, consent, practice, unit, numbers, gold, order, tokens, unknown, strata, about, steps, consensus, attention
}
