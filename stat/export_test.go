package stat

// What tests by resampling make of their draws, so that a test can draw instead.
var (
	BootstrapP     = bootstrapP
	RandomisationP = randomisationP
	AtLeast        = atLeast
	Swapped        = swapped
)
