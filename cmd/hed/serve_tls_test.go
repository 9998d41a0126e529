package main

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hed/internal/race"
)

// certificate writes a certificate for this machine, and its key, and gives a pool that trusts it.
func certificate(t *testing.T, dir string) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{"cert.pem": {Type: "CERTIFICATE", Bytes: der}, "key.pem": {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pool := x509.NewCertPool()
	made, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool.AddCert(made)
	return pool
}

// TestServeTLS has the server do TLS itself: cookies are for TLS alone, browsers are told to stay
// with it, and the key of the link is in no later address.
func TestServeTLS(t *testing.T) {
	race.Skip(t, "the process is another one")
	t.Parallel()
	dir := t.TempDir()
	pool := certificate(t, dir)
	cmd, said := hedIn(dir, "serve", "--data", "data", "--listen", "127.0.0.1:0", "--cert", "cert.pem", "--key", "key.pem", "--log", "json")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		cmd.Process.Kill()
		cmd.Wait()
	}()
	link, err := bufio.NewReader(out).ReadString('\n')
	link = strings.TrimSpace(link)
	if err != nil || !strings.HasPrefix(link, "https://127.0.0.1:") {
		t.Fatalf("the link is %q, %v: %s", link, err, said)
	}
	client := &http.Client{
		Timeout: time.Minute, Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	reply, err := client.Get(link)
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	reply.Body.Close()
	if to := reply.Header.Get("Location"); reply.StatusCode != http.StatusSeeOther || to != "/" {
		t.Errorf("the link leads to %s with %s", to, reply.Status)
	}
	if !strings.Contains(reply.Header.Get("Strict-Transport-Security"), "max-age=") || reply.TLS.Version < tls.VersionTLS12 {
		t.Errorf("the headers are %v, TLS is %x", reply.Header, reply.TLS.Version)
	}
	if len(reply.Cookies()) == 0 {
		t.Error("there is no cookie")
	}
	for _, c := range reply.Cookies() {
		if !c.Secure || !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || !strings.HasPrefix(c.Name, "__Host-") || c.Path != "/" {
			t.Errorf("the cookie is %s", c)
		}
	}
	if plain, err := http.Get("http://" + strings.Split(strings.TrimPrefix(link, "https://"), "/")[0] + "/healthz"); err == nil {
		if plain.Body.Close(); plain.StatusCode != http.StatusBadRequest {
			t.Errorf("without TLS: %s", plain.Status)
		}
	}
	cmd.Process.Kill()
	cmd.Wait()
	if _, key, _ := strings.Cut(link, "key="); strings.Contains(said.String(), key) || !strings.Contains(said.String(), `"path":"/enter"`) {
		t.Errorf("the log is %s", said)
	}
}
