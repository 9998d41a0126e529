//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"hed/study/simulate"
)

// A witness notes every answer that a server acknowledges to judges who come through it.
type witness struct {
	ledger *ledger
	next   http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (w *witness) RoundTrip(r *http.Request) (*http.Response, error) {
	asked := time.Now()
	reply, err := w.next.RoundTrip(r)
	if err != nil || r.Method != http.MethodPut || !strings.Contains(r.URL.Path, "/answers/") || reply.StatusCode != http.StatusOK {
		return reply, err
	}
	body, err := io.ReadAll(reply.Body)
	reply.Body.Close()
	if err != nil {
		return nil, err
	}
	var a struct {
		Seq int64
		simulate.Answer
	}
	if err := json.Unmarshal(body, &a); err == nil && a.Seq > 0 {
		w.ledger.add(ack{a.Answer, asked, time.Now()})
	}
	reply.Body = io.NopCloser(bytes.NewReader(body))
	return reply, nil
}
