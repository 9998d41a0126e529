package site

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// TestServe ends a server while a request is at work, which is finished.
func TestServe(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	arrived, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- Serve(ctx, l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			close(arrived)
			<-ctx.Done()
			if r.Context().Err() == nil {
				io.WriteString(w, "done")
			}
		}))
	}()
	reply := make(chan string, 1)
	go func() {
		r, err := http.Get("http://" + l.Addr().String())
		if err != nil {
			reply <- err.Error()
			return
		}
		defer r.Body.Close()
		text, _ := io.ReadAll(r.Body)
		reply <- string(text)
	}()
	<-arrived
	cancel()
	if got := <-reply; got != "done" {
		t.Errorf("the request at work got %q", got)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if err := Serve(t.Context(), l, nil); err == nil || !strings.HasPrefix(err.Error(), "serve: ") {
		t.Errorf("on a closed listener: %v", err)
	}
}
