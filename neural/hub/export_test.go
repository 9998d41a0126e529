package hub

// For tests of systems without links.
var (
	Place     = place
	Duplicate = duplicate
)
