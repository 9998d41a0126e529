package option

// Max is the greatest number that an option takes. Each is far beyond what anybody needs, and
// far below what would take all memory or run for ever.
func Max(option string) int {
	switch option {
	case "workers":
		return 1024
	case "folds", "n":
		return 1000
	case "iterations":
		return 100_000
	case "trials":
		return 10_000_000
	}
	return 1_000_000 // resamples, judges, cases
}

// Within refuses a number that is greater than Max.
func Within(option string, n int) error {
	if most := Max(option); n > most {
		return Errorf(option, " is %d; it can be %d at most", n, most)
	}
	return nil
}
