package transformer

var Thirds = thirds
