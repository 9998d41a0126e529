package bertscore

import "hed/metric"

var (
	LayerOf      = layerOf
	ReadBaseline = readBaseline
)

// Lead is what goes before a text.
func Lead(m metric.Metric) string { return m.(*Metric).lead }
