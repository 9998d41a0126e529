package experiment

import (
	"context"
	"fmt"
	"strings"

	"hed/report/page"
	"hed/style/classify"
	classifiers "hed/style/classify/all"
	"hed/style/experiment"
)

// checkedFile says by what headlines are told apart.
const checkedFile = "checked.json"

// checker is the kind of classifier that is taught again and again for it, since it learns quickly.
const checker = "linear"

// checked asks by what a classifier tells headlines apart: those that are held out of the random split, or else gold ones of the test
// set, where both newspapers write about the same events.
func (e *work) checked(ctx context.Context, set string, learn, held []classify.Example, c *classify.Classifier) (*classify.Checked, error) {
	if set != experiment.Random {
		test, err := e.read(ctx, testFile)
		if err != nil {
			return nil, err
		}
		held = headlinesOf(test)
	}
	kind, err := classifiers.Find(checker)
	if err != nil {
		return nil, err
	}
	e.doing("classifier of %s: what it judges by", set)
	return classify.Check(ctx, kind, classify.Lesson{Learn: learn, Labels: c.Labels(), Seed: e.Seed, Workers: e.Workers}, held, c)
}

// shown is what was found of a classifier, for the page.
func (e *work) shown(train, name string) (page.StyleCheck, error) {
	p := page.StyleCheck{Train: train, On: "headlines that were held out"}
	if train != experiment.Random {
		p.On = "gold headlines of the test set"
	}
	var c classify.Checked
	if err := e.readJSON("classifiers/"+name+"/"+checkedFile, &c); err != nil {
		return p, err
	}
	for _, r := range c.Rows {
		p.Rows = append(p.Rows, page.StyleChecked{Name: r.Texts, F1: r.Macro, Low: r.Low, High: r.High, This: r.This})
	}
	var lost []string
	for _, s := range c.Shares[:len(c.Shares)-1] {
		lost = append(lost, fmt.Sprintf("%s %.3f [%.3f to %.3f]", s.Of, s.F1, s.Low, s.High))
	}
	left := c.Shares[len(c.Shares)-1]
	p.Says = []string{
		"F1 that is lost without: " + strings.Join(lost, ", ") + ".",
		fmt.Sprintf("F1 above guessing that is %s: %.3f [%.3f to %.3f].", left.Of, left.F1, left.Low, left.High),
	}
	return p, nil
}
