package site

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math"
	"net"
	"net/http"
	"os"
	"runtime"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A meter counts the requests of a site, for Prometheus. Routes are the patterns of handlers and not
// paths, so that there are as many as the program has.
type meter struct {
	began  time.Time
	flying atomic.Int64

	mu       sync.Mutex
	statuses map[[3]string]float64 // route, method and status
	times    map[[2]string]*timing // route and method
}

// buckets are the upper ends of those that durations are counted in, in seconds.
var buckets = [...]float64{0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60}

type timing struct {
	in  [len(buckets)]float64 // as many as took that long at most, and longer than the bucket before
	n   float64
	sum float64
}

func newMeter(now time.Time) *meter {
	return &meter{began: now, statuses: map[[3]string]float64{}, times: map[[2]string]*timing{}}
}

// methods are those that a request can have; others are one, since anybody can make them up.
var methods = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

func (m *meter) count(r *http.Request, status int, took time.Duration) {
	route, method := r.Pattern, r.Method
	if _, path, ok := strings.Cut(route, " "); ok {
		route = path
	}
	route = cmp.Or(route, "none") // refused before a handler was looked for
	if !slices.Contains(methods, method) {
		method = "other"
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.statuses[[3]string{route, method, strconv.Itoa(status)}]++
	t := m.times[[2]string{route, method}]
	if t == nil {
		t = new(timing)
		m.times[[2]string{route, method}] = t
	}
	if i, _ := slices.BinarySearch(buckets[:], took.Seconds()); i < len(buckets) {
		t.in[i]++
	}
	t.n++
	t.sum += took.Seconds()
}

func (m *meter) write(e *Exposition) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e.Family("hed_http_requests_in_flight", "gauge", "Requests that are being answered.")
	e.Sample("hed_http_requests_in_flight", float64(m.flying.Load()))
	e.Family("hed_http_requests_total", "counter", "Requests by route, method and status of the reply.")
	for _, k := range slices.SortedFunc(maps.Keys(m.statuses), func(x, y [3]string) int { return slices.Compare(x[:], y[:]) }) {
		e.Sample("hed_http_requests_total", m.statuses[k], "route", k[0], "method", k[1], "status", k[2])
	}
	const name = "hed_http_request_duration_seconds"
	e.Family(name, "histogram", "How long requests took, by route and method.")
	for _, k := range slices.SortedFunc(maps.Keys(m.times), func(x, y [2]string) int { return slices.Compare(x[:], y[:]) }) {
		t, sum := m.times[k], 0.0
		for i, end := range buckets {
			sum += t.in[i]
			e.Sample(name+"_bucket", sum, "route", k[0], "method", k[1], "le", number(end))
		}
		e.Sample(name+"_bucket", t.n, "route", k[0], "method", k[1], "le", "+Inf")
		e.Sample(name+"_sum", t.sum, "route", k[0], "method", k[1])
		e.Sample(name+"_count", t.n, "route", k[0], "method", k[1])
	}
}

// An Exposition is measurements in the text format of Prometheus, version 0.0.4.
type Exposition struct{ b bytes.Buffer }

// Family begins a metric, whose samples follow. The kind is counter, gauge or histogram.
func (e *Exposition) Family(name, kind, help string) {
	fmt.Fprintf(&e.b, "# HELP %s %s\n# TYPE %s %s\n", name, strings.NewReplacer(`\`, `\\`, "\n", `\n`).Replace(help), name, kind)
}

// Gauge is a metric with one sample, without labels.
func (e *Exposition) Gauge(name, help string, value float64) {
	e.Family(name, "gauge", help)
	e.Sample(name, value)
}

// Sample adds a value; labels are names and values in turn.
func (e *Exposition) Sample(name string, value float64, labels ...string) {
	e.b.WriteString(name)
	for i := 0; i+1 < len(labels); i += 2 {
		e.b.WriteByte("{,"[min(i, 1)])
		e.b.WriteString(labels[i] + `="` + strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`).Replace(strings.ToValidUTF8(labels[i+1], "\uFFFD")) + `"`)
	}
	if len(labels) > 0 {
		e.b.WriteByte('}')
	}
	e.b.WriteString(" " + number(value) + "\n")
}

func number(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "+Inf"
	case math.IsInf(x, -1):
		return "-Inf"
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// Measure answers with what a site does and the process takes, for Prometheus; more adds what the
// site is about. Who may ask is the caller's.
func (s *Site) Measure(w http.ResponseWriter, r *http.Request, version string, more func(*Exposition) error) error {
	e := new(Exposition)
	e.Family("hed_build_info", "gauge", "The program that runs.")
	e.Sample("hed_build_info", 1, "version", version, "go", runtime.Version())
	e.Gauge("process_start_time_seconds", "When the server was started, in seconds since 1970.", float64(s.meter.began.UnixMilli())/1000)
	process(e)
	s.meter.write(e)
	if err := more(e); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	w.Write(e.b.Bytes())
	return nil
}

// process adds what the process takes, under the names that other programs use.
func process(e *Exposition) {
	e.Gauge("go_goroutines", "Goroutines that there are.", float64(runtime.NumGoroutine()))
	samples := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/total:bytes"}}
	metrics.Read(samples)
	e.Gauge("go_memstats_heap_alloc_bytes", "Bytes of objects in memory.", float64(samples[0].Value.Uint64()))
	e.Gauge("go_memstats_sys_bytes", "Bytes that the Go runtime has of the system.", float64(samples[1].Value.Uint64()))
	if text, err := os.ReadFile("/proc/self/statm"); err == nil { // Linux
		if fields := strings.Fields(string(text)); len(fields) > 1 {
			if pages, err := strconv.ParseFloat(fields[1], 64); err == nil {
				e.Gauge("process_resident_memory_bytes", "Memory of the process.", pages*float64(os.Getpagesize()))
			}
		}
	}
}

// Beside tells whether a request comes from this machine itself, and through no proxy. One that stands before this server may
// be on this machine, and need not say who asks it.
func (s *Site) Beside(r *http.Request) bool {
	if s.Proxied {
		return false
	}
	for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via"} {
		if r.Header.Get(name) != "" {
			return false
		}
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	return err == nil && net.ParseIP(host).IsLoopback()
}
