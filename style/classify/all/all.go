// Package all lists the kinds of classifiers of style.
package all

import (
	"context"
	"strings"

	"hed/spec"
	"hed/style/classify"
	"hed/style/classify/bilstm"
	"hed/style/classify/linear"
	"hed/tensor"
)

// Kinds are all there are.
func Kinds() []classify.Kind { return []classify.Kind{linear.Kind(), bilstm.Kind()} }

// Find gives the kind of a name.
func Find(name string) (classify.Kind, error) {
	set := spec.NewSet("classifier", Kinds(), func(k classify.Kind) string { return k.Name })
	return set.Find(name)
}

// Parse reads a kind with options behind its name, as in linear:chars=4.
func Parse(text string) (k classify.Kind, options string, err error) {
	name, options, _ := strings.Cut(text, ":")
	if k, err = Find(name); err == nil {
		err = k.Check(options)
	}
	return k, options, err
}

// Train teaches a classifier of a kind with options behind its name, as in linear:chars=4, in place of those of the lesson.
func Train(ctx context.Context, kind string, l classify.Lesson) (*classify.Classifier, *classify.Taught, error) {
	k, options, err := Parse(kind)
	if err != nil {
		return nil, nil, err
	}
	l.Options = options
	return classify.Train(ctx, k, l)
}

// Open reads the classifier of a folder. Networks run on the device; where it is nil, on the processor.
func Open(ctx context.Context, dir string, d tensor.Learner) (*classify.Classifier, error) {
	return classify.Open(ctx, Kinds(), dir, d)
}

// IsNetwork tells whether a folder has a classifier that runs on a device.
func IsNetwork(dir string) bool {
	k, err := Find(classify.KindOf(dir))
	return err == nil && k.Network
}
