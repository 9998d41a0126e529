package bertscore

var LayerOf = layerOf
