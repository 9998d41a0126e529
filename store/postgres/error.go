package postgres

import (
	"fmt"

	"hed/store/internal/pool"
	"hed/study"
)

// explain makes errors that are about the server, rather than what was asked of it,
// study.Unavailable, with a sentence for people; the server's words come after it.
func explain(err error) error {
	if err == nil || study.CodeOf(err) != "" {
		return err
	}
	if sentence := pool.Trouble(err); sentence != "" {
		return fmt.Errorf("%w (%w)", study.Errorf(study.Unavailable, "%s", sentence), err)
	}
	return err
}
