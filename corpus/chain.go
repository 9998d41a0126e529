package corpus

import (
	"context"
	"iter"
)

// Chain reads documents of several readers, one after the other.
func Chain(readers ...Reader) Reader { return chain(readers) }

type chain []Reader

func (c chain) Documents(ctx context.Context) iter.Seq2[*Document, error] {
	return func(yield func(*Document, error) bool) {
		for _, r := range c {
			for d, err := range r.Documents(ctx) {
				if !yield(d, err) {
					return
				}
			}
		}
	}
}

// ChainOutputs reads headlines of several readers, one after the other.
func ChainOutputs(readers ...OutputReader) OutputReader { return outputChain(readers) }

type outputChain []OutputReader

func (c outputChain) Outputs(ctx context.Context) iter.Seq2[Output, error] {
	return func(yield func(Output, error) bool) {
		for _, r := range c {
			for o, err := range r.Outputs(ctx) {
				if !yield(o, err) {
					return
				}
			}
		}
	}
}
