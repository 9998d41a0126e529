//go:build linux

package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

// connections is how many hold a server at once.
const connections = 500

// connectedStudy holds the server of a study by 500 connections of clients that are slow, silent or gone, while judges answer.
func connectedStudy(a *arena, r *row) error {
	f, s, judges, err := a.begin(a.fresh("connect"), "", 30, a.times(10))
	if err != nil {
		return err
	}
	a.hold(r, s, "/healthz", "/")
	judges.finish(r)
	s.end()
	return f.settle(r, nil)
}

// connectedBench does the same to a workbench, while somebody uses it.
func connectedBench(a *arena, r *row) error {
	b, project, _, err := a.begun("few.jsonl")
	if err != nil {
		return err
	}
	a.hold(r, b.server, "/healthz", "/projects/"+project.ID)
	var got made
	if err := b.ask("GET", "/projects/"+project.ID, "", nil, &got); err != nil || got.ID != project.ID {
		r.trouble(fmt.Errorf("the project is %q afterwards, %v", got.ID, err))
	}
	b.end()
	r.rounds++
	return nil
}

// hold opens the connections, sees that others are served meanwhile, and that the server lets go of those that say nothing.
func (a *arena) hold(r *row, s *server, health, page string) {
	before := memory(s.Process.Pid)
	address := strings.TrimPrefix(s.base, "http://")
	var group sync.WaitGroup
	var mu sync.Mutex
	let, refused := 0, 0
	var longest time.Duration
	began := time.Now()
	for i := range connections {
		group.Go(func() {
			ok, held := client(address, page, i%5)
			mu.Lock()
			defer mu.Unlock()
			if ok {
				let, longest = let+1, max(longest, held)
			} else {
				refused++
			}
		})
	}
	slowest, bad, ill, asks := time.Duration(0), 0, 0, 0
	for time.Since(began) < 20*time.Second {
		asked := time.Now()
		resp, err := (&http.Client{Timeout: 20 * time.Second}).Get(s.base + health)
		if err != nil {
			bad++
		} else {
			if resp.StatusCode != http.StatusOK {
				ill++
			}
			resp.Body.Close()
		}
		asks++
		slowest = max(slowest, time.Since(asked))
		time.Sleep(100 * time.Millisecond)
	}
	during := memory(s.Process.Pid)
	group.Wait()
	if bad > 0 {
		r.trouble(fmt.Errorf("%d requests of others were not answered", bad))
	}
	if let < connections {
		r.trouble(fmt.Errorf("%d of %d connections are still held after two minutes", connections-let, connections))
	}
	r.remark("%d connections (of each five one says nothing, one sends a letter a second, one sends no body, one half a request and an end, one does not read), let go after %s at most; others asked %d times and waited %s at most, /healthz was not well %d times; memory %d MB before and %d MB meanwhile",
		connections, longest.Round(time.Second), asks, slowest.Round(time.Millisecond), ill, before>>20, during>>20)
}

// client holds a connection as one kind of bad client does, and tells whether the server let it go.
func client(address, page string, kind int) (let bool, held time.Duration) {
	began := time.Now()
	c, err := net.DialTimeout("tcp", address, 20*time.Second)
	if err != nil {
		return false, 0
	}
	defer c.Close()
	c.SetDeadline(began.Add(2 * time.Minute))
	switch kind {
	case 0: // says nothing
	case 1: // a letter a second, without an end
		fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: x\r\nX: ", page)
		for time.Since(began) < 100*time.Second {
			if _, err := c.Write([]byte("x")); err != nil {
				return true, time.Since(began)
			}
			time.Sleep(time.Second)
		}
	case 2: // a body that does not come
		fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{", page)
	case 3: // has sent half a request and can send no more
		fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHo", page)
		c.(*net.TCPConn).CloseWrite()
	case 4: // asks again and again and reads a byte a second
		for range 50 {
			fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", page)
		}
		fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", page)
		in := bufio.NewReaderSize(c, 16)
		for range 10 {
			if _, err := in.ReadByte(); err != nil {
				return true, time.Since(began)
			}
			time.Sleep(time.Second)
		}
		_, err := io.Copy(io.Discard, in)
		return !timedOut(err), time.Since(began)
	}
	_, err = io.Copy(io.Discard, c)
	return !timedOut(err), time.Since(began)
}

func timedOut(err error) bool {
	e, ok := err.(net.Error)
	return ok && e.Timeout()
}

// memory is what a process has in memory, in bytes.
func memory(pid int) (n int64) {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	var size, resident int64
	fmt.Sscan(string(data), &size, &resident)
	return resident * int64(os.Getpagesize())
}
