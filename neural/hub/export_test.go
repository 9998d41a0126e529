package hub

// For tests of systems without links, and of disks that are nearly full.
var (
	Place     = place
	Link      = link
	Duplicate = duplicate
	FreeSpace = freeSpace
)
