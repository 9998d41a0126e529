package docs

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"hed/corpus/all"
)

// block is a fenced block of code whose first line names its language and,
// perhaps, a file.
var block = regexp.MustCompile("(?ms)^```(\\w*) ?(\\S*)\n(.*?)^```$")

// TestAddingAMetric does what metric.md says, in a copy of the tree, and
// runs what comes out of it.
func TestAddingAMetric(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it builds hed, which takes a while")
	}
	t.Parallel()
	tree, session := follow(t, "metric.md")
	// Without -trimpath everything would be compiled again for the folder's name.
	tree.run("go", "vet", "-trimpath", "./metric/brevity", "./metric/all")
	tree.run("go", "test", "-trimpath", "./metric/brevity", "./metric/all", "./internal/layer")

	// 15 and 40 characters.
	tree.write("system.txt", "Bridge to close\nFerry to run every twenty minutes till 1\n")
	tree.write("gold.txt", "Bridge closes\nFerry runs\n")
	command, want, _ := strings.Cut(session, "\n")
	args, ok := strings.CutPrefix(command, "$ hed ")
	if !ok {
		t.Fatalf("the session begins with %q", command)
	}
	got := tree.run("go", append([]string{"run", "-trimpath", "./cmd/hed"}, strings.Fields(args)...)...)
	if got != want {
		t.Errorf("%s prints\n%s\nthe page says\n%s", command, got, want)
	}
}

// follow does what a page says to the files of a copy of the tree, and returns that with the
// commands of the page and what they print.
func follow(t *testing.T, name string) (tr tree, sessions string) {
	t.Helper()
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	tr = copyTree(t)
	for _, b := range block.FindAllStringSubmatch(string(page), -1) {
		switch kind, file, text := b[1], b[2], b[3]; kind {
		case "go", "text":
			tr.write(file, text)
		case "diff":
			tr.write(file, apply(t, tr.read(file), text))
		case "":
			sessions += text
		}
	}
	return tr, sessions
}

// TestAddingALanguage does what language.md says, in a copy of the tree, and runs what it says
// that one can run then.
func TestAddingALanguage(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it builds hed, which takes a while")
	}
	t.Parallel()
	tree, sessions := follow(t, "language.md")
	tree.run("go", "vet", "-trimpath", "./text/lang")
	tree.run("go", "test", "-trimpath", "-run", "TestPacks|TestFormat|TestTagTexts|TestWords", "./text/lang", "./web/judge", "./study/outcome")
	tree.run("go", "test", "-trimpath", "-run", "TestData|TestReads", "./numeral/gloss")
	ran := 0
	for _, step := range strings.Split("\n"+sessions, "\n$ ")[1:] {
		command, want, _ := strings.Cut(step, "\n")
		got := tree.run("sh", "-c", `export PATH="$PWD/bin:$PATH" GOFLAGS=-trimpath; `+command)
		if strings.TrimSpace(got) != strings.TrimSpace(want) {
			t.Errorf("%s prints\n%s\nthe page says\n%s", command, got, want)
		}
		ran++
	}
	if ran == 0 {
		t.Error("the page has no commands")
	}
	for page, wants := range spanishPages(tree) {
		for _, want := range wants {
			if !strings.Contains(page, want) {
				t.Errorf("no %s on the page:\n%s", want, page)
			}
		}
	}
}

// spanishPages opens the judge's page of the study that language.md makes, and one that it has no words for, with what must be on them.
func spanishPages(tr tree) map[string][]string {
	t := tr.t
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	link := strings.TrimSpace(tr.run("bin/hed", "study", "invite", "--store", "estudio.db", "--judges", "1", "--base-url", "http://"+addr, "--quiet"))
	server := exec.CommandContext(t.Context(), filepath.Join(tr.root, "bin", "hed"), "study", "serve", "--store", "estudio.db", "--listen", addr)
	server.Dir = tr.root
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { server.Process.Kill(); server.Wait() }()
	get := func(url string) string {
		for tries := 0; ; tries++ {
			r, err := http.Get(url)
			if err != nil && tries < 200 {
				time.Sleep(50 * time.Millisecond) // the server has not begun to listen
				continue
			} else if err != nil {
				t.Fatal(err)
			}
			defer r.Body.Close()
			page, err := io.ReadAll(r.Body)
			if err != nil {
				t.Fatal(err)
			}
			return string(page)
		}
	}
	return map[string][]string{
		get(link):             {`<html lang="es"`, "Verá 1 casos, uno tras otro.", ">Empezar<", "Titulares y artículos"},
		get(link + "?go"):     {`<html lang="es"`, "Caso 1 de 1", "¿Es correcto este titular?", "Guardando…", "Checking…", "Continuar"},
		get("http://" + addr): {`<html lang="es"`, `<span lang="en">If you are taking part, open your personal link.</span>`},
	}
}

// TestLibrary compiles and runs the program of library.md on the files of the page.
// It is not written into the sources: -overlay puts it where imports of hed are found.
func TestLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it builds a program, which takes a while")
	}
	t.Parallel()
	page, err := os.ReadFile("library.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := tree{t, t.TempDir()}
	var want string
	for _, b := range block.FindAllStringSubmatch(string(page), -1) {
		switch file, text := b[2], b[3]; file {
		case "":
			want = text
		case "main.go":
			if n := strings.Count(text, "\n"); n > 40 {
				t.Errorf("the program has %d lines, more than 40", n)
			}
			fallthrough
		default:
			dir.write(file, text)
		}
	}
	at, err := filepath.Abs("library")
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(at, "main.go"): filepath.Join(dir.root, "main.go")}})
	if err != nil {
		t.Fatal(err)
	}
	dir.write("overlay.json", string(overlay))
	program := filepath.Join(dir.root, "program")
	if err := goBuild("-overlay", filepath.Join(dir.root, "overlay.json"), "-o", program, "./library"); err != nil {
		t.Fatal(err)
	}
	if got := dir.run(program); got != want {
		t.Errorf("the program prints\n%s\nthe page says\n%s", got, want)
	}
	if _, err := os.Stat(filepath.Join(dir.root, "results", "report.html")); err != nil {
		t.Error(err)
	}
}

// TestPages runs the commands of the pages that begin with "$" and compares
// what they print.
func TestPages(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it builds hed, which takes a while")
	}
	t.Parallel()
	dir := withHed(t)
	for _, name := range []string{"../README.md", "tagger.md", "tutorial.md"} {
		page, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		ran := 0
		for _, b := range block.FindAllStringSubmatch(string(page), -1) {
			for _, step := range strings.Split("\n"+b[3], "\n$ ")[1:] {
				command, want, _ := strings.Cut(step, "\n")
				if got := strings.TrimSpace(dir.run("sh", "-c", command)); got != strings.TrimSpace(want) {
					t.Errorf("%s: %s prints\n%s\nthe page says\n%s", name, command, got, want)
				}
				ran++
			}
		}
		if ran == 0 {
			t.Errorf("%s has no commands", name)
		}
	}
}

// formats.md has all formats, with the endings of their files.
func TestFormats(t *testing.T) {
	page, err := os.ReadFile("formats.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(string(page)) {
		if cells := strings.Split(line, " | "); len(cells) == 3 {
			for name := range strings.SplitSeq(strings.Trim(cells[0], "| "), ", ") {
				rows[strings.Trim(name, "`")] = line
			}
		}
	}
	for _, f := range all.Formats {
		for _, ending := range f.Endings {
			if !strings.Contains(rows[f.Name], "`"+ending+"`") {
				t.Errorf("formats.md does not say that %s is %s", ending, f.Name)
			}
		}
	}
}

// results.md names all files of an evaluation, and their columns.
func TestResults(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it builds hed, which takes a while")
	}
	t.Parallel()
	page, err := os.ReadFile("results.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := withHed(t)
	dir.run("sh", "-c", "hed demo -q")
	dir.run("sh", "-c", "hed split --docs hed-demo/sample/articles.jsonl --folds 2 --ratio 0.4,0.1,0.5 --out folds -q")
	dir.run("sh", "-c", "hed eval --folds folds --baseline first,random --metric rouge:types=1,bleu --chart bar --out out -q")
	names := strings.NewReplacer("first", "SYSTEM", "random", "SYSTEM", "rouge1_p", "", "rouge1_r", "", "rouge1_f", "", "bleu", "")
	err = fs.WalkDir(os.DirFS(dir.root), "out", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(file, "out/charts/") {
			return err
		}
		name := "`" + names.Replace(strings.TrimPrefix(file, "out/")) + "`"
		row := regexp.MustCompile(`(?m)^.*` + regexp.QuoteMeta(name) + `.*$`).FindString(string(page))
		if row == "" {
			t.Errorf("results.md does not name %s", name)
		}
		if filepath.Ext(file) != ".csv" || strings.HasPrefix(file, "out/counts/") {
			return nil
		}
		head, _, _ := strings.Cut(dir.read(file), "\n")
		for column := range strings.SplitSeq(names.Replace(head), ",") {
			if column != "" && !strings.Contains(row, "`"+column+"`") {
				t.Errorf("results.md does not say that %s has %s", name, column)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Links between pages lead somewhere, to headings too.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	anchors := map[string]map[string]bool{}
	for _, page := range append(pages, "../README.md", "../ARCHITECTURE.md", "../BENCHMARKS.md", "../CHANGELOG.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		own := map[string]bool{}
		for _, h := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(string(text), -1) {
			name := strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(h[1], "`", ""), " ", "-"))
			own[regexp.MustCompile(`[^\pL\pN_-]`).ReplaceAllString(name, "")] = true
		}
		anchors[filepath.Clean(page)] = own
	}
	for page := range anchors {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, link := range regexp.MustCompile(`\]\(([^)\s]+)\)`).FindAllStringSubmatch(string(text), -1) {
			to, heading, _ := strings.Cut(link[1], "#")
			if strings.Contains(to, "://") {
				continue
			}
			file := filepath.Clean(page)
			if to != "" {
				file = filepath.Join(filepath.Dir(page), to)
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s: %s leads nowhere", page, link[1])
			} else if heading != "" && anchors[file] != nil && !anchors[file][heading] {
				t.Errorf("%s: %s: %s has no such heading", page, link[1], file)
			}
		}
	}
}

// bin is a folder for the one hed that all tests run.
var bin string

func TestMain(m *testing.M) {
	var err error
	if bin, err = os.MkdirTemp("", "hed-docs"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(bin)
	os.Exit(code)
}

var build = sync.OnceValue(func() error { return goBuild("-o", bin, "../cmd/hed") })

// goBuild builds as the Makefile does, so that what is compiled serves both: also
// where the race detector, which needs cgo, runs these tests.
func goBuild(args ...string) error {
	cmd := exec.Command("go", append([]string{"build", "-trimpath"}, args...)...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}

// withHed returns a folder where commands find hed.
func withHed(t *testing.T) tree {
	t.Helper()
	if err := build(); err != nil {
		t.Fatal(err)
	}
	return tree{t, t.TempDir()}
}

// A tree is a folder, mostly with a copy of the sources.
type tree struct {
	t    *testing.T
	root string
}

// copyTree leaves out what git and the benchmarks keep.
func copyTree(t *testing.T) tree {
	t.Helper()
	to := tree{t, t.TempDir()}
	err := fs.WalkDir(os.DirFS(".."), ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if file != "." && strings.HasPrefix(d.Name(), ".") || file == "bin" {
				return fs.SkipDir
			}
			return nil
		}
		data, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(file)))
		if err != nil {
			return err
		}
		to.write(file, string(data))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return to
}

func (tr tree) write(file, text string) {
	tr.t.Helper()
	at := filepath.Join(tr.root, filepath.FromSlash(file))
	if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
		tr.t.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(text), 0o666); err != nil {
		tr.t.Fatal(err)
	}
}

func (tr tree) read(file string) string {
	tr.t.Helper()
	data, err := os.ReadFile(filepath.Join(tr.root, filepath.FromSlash(file)))
	if err != nil {
		tr.t.Fatal(err)
	}
	return string(data)
}

func (tr tree) run(name string, args ...string) (stdout string) {
	tr.t.Helper()
	var out, errs strings.Builder
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = tr.root, &out, &errs
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	if err := cmd.Run(); err != nil {
		tr.t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, &out, &errs)
	}
	return out.String()
}

// apply adds the lines that a diff marks with + between the lines around
// them, which must be in text.
func apply(t *testing.T, text, diff string) string {
	t.Helper()
	var before, after strings.Builder
	for line := range strings.Lines(diff) {
		after.WriteString(line[1:])
		if line[0] == ' ' {
			before.WriteString(line[1:])
		}
	}
	if strings.Count(text, before.String()) != 1 {
		t.Fatalf("the file does not have the lines %q once", before.String())
	}
	return strings.Replace(text, before.String(), after.String(), 1)
}
