//go:build cuda

package bilstm

import (
	"testing"

	"hed/tensor"
	"hed/tensor/cuda"
)

func card(t *testing.T) tensor.Learner {
	d, err := cuda.Open()
	if err != nil {
		t.Logf("no card: %v", err)
		return nil
	}
	return d
}
