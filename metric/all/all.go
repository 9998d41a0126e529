// Package all lists every metric that hed has. Adding a metric is adding
// its folder and one line here.
package all

import (
	"hed/metric"
	"hed/metric/divergence"
	"hed/metric/readability"
	"hed/metric/rouge"
)

// Default is what is scored unless the user says otherwise.
const Default = "rouge,readability"

// Metrics is every metric, and the groups of them.
var Metrics = metric.NewSet(
	[]metric.Info{
		rouge.Info,
		divergence.KL,
		divergence.JS,
		readability.Info,
	},
	[]metric.Group{
		{Name: "all", Doc: "every metric that the inputs allow", Specs: "rouge,kl,js,readability", Possible: true},
	},
)
