package main

import (
	"net"
	"testing"
)

// Links lead to where judges are: behind a proxy that is not where the server listens.
func TestStudyLinks(t *testing.T) {
	here, all := net.IPv4(127, 0, 0, 1), net.IPv4zero
	for _, c := range []struct {
		serve studyServe
		ip    net.IP
		want  string
	}{
		{studyServe{}, here, "http://127.0.0.1:8200"},
		{studyServe{}, all, ""},
		{studyServe{proxied: true}, here, ""},
		{studyServe{proxied: true, base: "https://study.example.org"}, here, "https://study.example.org"},
	} {
		if got := c.serve.links("http://127.0.0.1:8200", c.ip); got != c.want {
			t.Errorf("%+v on %s: links lead to %q, want %q", c.serve, c.ip, got, c.want)
		}
	}
}
