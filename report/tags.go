package report

import "hed/text/pos"

// Tags are how well a tagger gave each part of speech, and all of them.
func Tags(a *pos.Accuracy) *Table {
	t := NewTable("tag", "tokens").Fractions("precision", "recall", "f1")
	for tag := range pos.Tag(pos.Tags) {
		if of, ok := a.PerTag[tag.String()]; ok {
			t.Add(tag.String(), of.Tokens, of.Precision, of.Recall, of.F1)
		}
	}
	// Over all tags precision, recall and F1 are the same: the accuracy.
	t.Add("all", a.Tokens, a.Accuracy, a.Accuracy, a.Accuracy)
	return t
}
