package storetest

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hed/store"
	"hed/study"
)

// variable names the store for a child process, and how many times one was started.
const variable = "HED_STORETEST"

// Main runs the tests of a package, or is the child process of the test that kills one.
// A package that calls Run calls it from TestMain.
func Main(m *testing.M) {
	if v := os.Getenv(variable); v != "" {
		err := child(v)
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// Savers is how many judges a child process has.
const Savers = 8

// child saves answers without end, and prints each once it is acknowledged.
func child(v string) error {
	ctx := context.Background()
	round, name, _ := strings.Cut(v, " ")
	s, err := store.Open(ctx, name)
	if err != nil {
		return err
	}
	fail := make(chan error)
	var out sync.Mutex
	for j := range Savers {
		go func() {
			for i := 0; ; i++ {
				a := answer(fmt.Sprintf("j%03d", j+1), 0, fmt.Sprintf("%s-%d", round, i), "good.A", fmt.Sprint(i))
				saved, err := s.Save(ctx, a, time.Now(), nil)
				if err != nil {
					fail <- err
					return
				}
				out.Lock()
				fmt.Printf("%d %s %s\n", saved.Seq, saved.Judge, saved.ID)
				out.Unlock()
			}
		}()
	}
	return <-fail
}

// testKill kills processes that save, two at a time, at random moments, and looks whether
// all that they were told is saved is there, once.
func testKill(t *testing.T, fresh Fresh) {
	name, s := Filled(t, fresh, 1, Savers)
	must(t, s.Close())
	random := rand.New(rand.NewPCG(1, 2))
	acknowledged := map[string]bool{}
	rounds := 5
	if testing.Short() {
		rounds = 2
	}
	for round := range rounds {
		var wg sync.WaitGroup
		var lines [2][]string
		for i := range lines {
			after := time.Duration(random.IntN(200)) * time.Millisecond
			wg.Go(func() {
				lines[i] = Killed(t, fmt.Sprintf("%d-%d", round, i), name, func(n int, kill func()) {
					if n == 1 {
						time.AfterFunc(after, kill)
					}
				})
			})
		}
		wg.Wait()
		for _, line := range slices.Concat(lines[:]...) {
			acknowledged[line] = true
		}
	}
	s = open(t, store.Open, name)
	there := map[string]bool{}
	ids := map[string]bool{}
	for _, a := range answers(t, s, study.Filter{History: true}) {
		id := a.Judge + " " + a.ID
		if ids[id] {
			t.Errorf("answer %s is there twice", id)
		}
		ids[id] = true
		there[fmt.Sprintf("%d %s", a.Seq, id)] = true
	}
	lost := 0
	for line := range acknowledged {
		if !there[line] {
			lost++
		}
	}
	if lost > 0 || len(acknowledged) == 0 {
		t.Errorf("%d of %d acknowledged answers are lost", lost, len(acknowledged))
	}
	t.Logf("%d times two processes killed: %d answers acknowledged, %d there", rounds, len(acknowledged), len(there))
}

// Killed starts a process that saves answers to a store through Savers judges, and gives the lines
// that it printed until it was killed: one for each answer that was acknowledged, with its
// number, judge and id. It calls heard after each, with how many there are. Ids begin with
// the name of the round.
func Killed(t *testing.T, round, store string, heard func(n int, kill func())) (lines []string) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Error(err)
		return nil
	}
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), variable+"="+round+" "+store)
	var complaint strings.Builder
	cmd.Stderr = &complaint
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Error(err)
		return nil
	}
	limit := time.AfterFunc(5*time.Minute, func() { cmd.Process.Kill() })
	defer limit.Stop()
	for in := bufio.NewReader(out); ; {
		line, err := in.ReadString('\n')
		if err != nil { // what was cut off was not acknowledged
			break
		}
		lines = append(lines, strings.TrimSuffix(line, "\n"))
		heard(len(lines), func() { cmd.Process.Kill() })
	}
	cmd.Wait()
	if complaint.Len() > 0 {
		t.Error(complaint.String())
	}
	return lines
}
