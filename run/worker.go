package run

import (
	"context"

	"hed/corpus/input"
	"hed/evaluate"
)

// Worker makes a worker of a plan, with what metrics learnt before from the file of that
// name, if there is one.
func Worker(ctx context.Context, plan *evaluate.Plan, state string, workers int) (*evaluate.Worker, error) {
	if state == "" {
		return plan.Worker(ctx, nil, workers)
	}
	src, err := new(input.Streams).Source(ctx, state)
	if err != nil {
		return nil, err
	}
	learnt, err := readState(src)
	if err != nil {
		return nil, err
	}
	return plan.Worker(ctx, learnt, workers)
}
