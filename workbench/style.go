package workbench

import (
	"context"

	"hed/spec"
	"hed/style/classify"
	styles "hed/style/classify/all"
)

// style is the classifier of style that a run of a project had a measure of; nil where none had, or where it cannot be had now.
func (b *Bench) style(ctx context.Context, project string) (*classify.Classifier, error) {
	runs, err := b.Runs(ctx, project)
	if err != nil {
		return nil, err
	}
	for _, r := range runs {
		for _, text := range r.Settings.Metrics {
			specs, err := spec.Parse(text)
			if err != nil || len(specs) != 1 || specs[0].Name != "style" {
				continue
			}
			c, err := styles.Open(ctx, specs[0].Options["model"], nil)
			if err == nil {
				return c, nil
			}
			b.Log(err)
		}
	}
	return nil, nil
}
