package main

import (
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"text/template"
	"time"
)

//go:embed page.md
var pageText string

var pageTemplate = template.Must(template.New("page.md").Parse(pageText))

// A result is what page.md shows.
type result struct {
	Short   []string // what is short of its goal
	Machine machine
	Date    string
	Table   string
	Repeats int
	Threads int
	Words   string
	Seed    int

	Pairs, Big string

	Growth   string // a table
	Steepest string // slope
	Copied   string // by memory
}

func (b *bench) describe(rows []row, now time.Time) result {
	return result{
		Short:   shortfalls(rows),
		Machine: b.machine(),
		Date:    now.UTC().Format(time.DateOnly),
		Table:   markdown(rows),
		Repeats: b.repeats,
		Threads: threads,
		Words:   group(dataWords),
		Seed:    dataSeed,
		Pairs:   group(b.pairs),
		Big:     group(b.big),

		Growth:   curveTable(b.curves),
		Steepest: fmt.Sprintf("%.2f", steepest(b.curves)),
		Copied:   fmt.Sprintf("%.1f GB/s", copied()/1e9),
	}
}

func shortfalls(rows []row) (all []string) {
	for _, r := range rows {
		if s := r.short(); s != "" {
			all = append(all, s)
		}
	}
	return all
}

func writePage(name string, res result) error {
	var b strings.Builder
	if err := pageTemplate.Execute(&b, res); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(b.String()), 0o666)
}

// A machine is what the numbers depend on.
type machine struct {
	CPU, System      string
	Cores            int
	Go, Python, Perl string
	Peers            string
}

func (b *bench) machine() machine {
	m := machine{
		CPU:    runtime.GOARCH,
		System: runtime.GOOS,
		Cores:  runtime.NumCPU(),
		Go:     strings.TrimPrefix(runtime.Version(), "go"),
		Python: ask(b.python, "-c", "import platform; print(platform.python_version())"),
		Perl:   ask("perl", "-e", "print substr $^V, 1"),
	}
	// These are files of Linux; elsewhere the names above must do.
	if model := field("/proc/cpuinfo", "model name", ":"); model != "" {
		m.CPU = model
	}
	if name := field("/etc/os-release", "PRETTY_NAME", "="); name != "" {
		m.System = name
	}
	if list, err := os.ReadFile(filepath.Join(b.scripts, "requirements.txt")); err == nil {
		m.Peers = strings.ReplaceAll(strings.Join(pins(list), ", "), "==", " ")
	}
	return m
}

// ask returns what a program prints, or "none" if it cannot be run.
func ask(name string, args ...string) string {
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		return "none"
	}
	return strings.TrimSpace(string(out))
}

// field returns the first value of a key in a file of lines, or "".
func field(name, key, sep string) string {
	data, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(data)) {
		if k, v, ok := strings.Cut(line, sep); ok && strings.TrimSpace(k) == key {
			return strings.Trim(strings.TrimSpace(v), `"`)
		}
	}
	return ""
}

// group writes n with a comma before every three digits.
func group(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
