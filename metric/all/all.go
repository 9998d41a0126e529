// Package all lists every metric that hed has. Adding a metric is adding
// its folder and one line here.
package all

import (
	"hed/metric"
	"hed/metric/divergence"
	"hed/metric/embedding"
	"hed/metric/fluency"
	"hed/metric/lsi"
	"hed/metric/readability"
	"hed/metric/rouge"
)

// Default is what is scored unless the user says otherwise.
const Default = "rouge,readability"

// Metrics is every metric, and the groups of them.
var Metrics = With("")

// With is Metrics with a folder where metrics may keep files that they read in
// a form that is read quickly; "" keeps nothing.
func With(cache string) *metric.Set {
	return metric.NewSet(
		[]metric.Info{
			rouge.Info,
			divergence.KL,
			divergence.JS,
			lsi.Info,
			embedding.With(cache),
			readability.Info,
			fluency.Info,
		},
		[]metric.Group{
			{Name: "all", Doc: "every metric that the inputs allow", Specs: "rouge,kl,js,lsi,we,readability,fluency", Possible: true},
		},
	)
}
