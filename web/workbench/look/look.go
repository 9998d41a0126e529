// Package look is the pages on which somebody reads the results of a finished evaluation: what was found, the table of
// systems and measures, figures that follow what is chosen of them, documents with all headlines, two systems or two
// evaluations beside each other, correlations, how a measure went from one evaluation to the next, and every file.
//
// All of it comes from the folder of the evaluation, by package run. What the evaluation found is read and not computed
// again: of 200,000 documents that would take a quarter of a minute. Scores are in a table that spills, and headlines in
// a file beside it, both without a name and gone when the run is closed: so memory does not grow with the documents, a
// page of them is there at once whatever their order, and nothing is written into the folder, whose files and bytes are
// those of the command line. The texts are those of report.html, which has them in any case; so a folder that was moved
// or came from elsewhere can be read too. Articles, by far the most of it, stay packed where they are, and one is opened in
// milliseconds. When somebody first searches all of them, which takes seconds, they are unpacked into such a file, too.
//
// Pages work without scripts: whatever is chosen is in the address, so that a view can be shared.
package look

import (
	"embed"
	"errors"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"strings"
	"time"

	"hed/run"
	"hed/web/internal/site"
)

// Options are what the pages need. All but Scratch must be set.
type Options struct {
	Frame *site.Frame
	// Run is the run that a request is about. fs.ErrNotExist is the error where there is none.
	Run func(r *http.Request) (Run, error)
	// Runs are the finished runs of the same project, the oldest first. The run itself may be among them.
	Runs func(r *http.Request) ([]Run, error)
	// Base is the path below which the handler is mounted, without a slash at its end.
	Base func(r *http.Request) string
	// Crumbs lead to the pages above.
	Crumbs func(r *http.Request) []site.Link
	// Workers is how many processors to use for what takes longer.
	Workers int
	// Scratch is the folder for what is put on disk while a run is open; "" is that of the system.
	Scratch string
}

// A Run is an evaluation and where it is.
type Run struct {
	ID     string // in addresses
	Name   string
	Folder string
	Begun  time.Time
	Href   string // the Base of its pages
}

//go:embed html asset
var files embed.FS

// A looker is the handler of all pages.
type looker struct {
	Options
	part    *site.Part
	shelf   *shelf
	figures *cache[[]byte]
	desk    *desk[*pairFound]
	// searches are those of articles.
	searches *desk[set]
}

// New makes the pages, as a handler that is mounted by http.StripPrefix.
func New(o Options) (http.Handler, error) {
	l := &looker{
		Options: o, shelf: newShelf(o.Scratch, o.Workers),
		figures: newCache[[]byte](64 << 20), desk: newDesk[*pairFound](32), searches: newDesk[set](4),
	}
	var err error
	if l.part, err = o.Frame.Add(files, functions); err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	for path, show := range map[string]func(*view) error{
		"/{$}": l.summary, "/figures": l.figurePage, "/figure/{file}": l.figure, "/examples": l.examples, "/examples/{number}": l.document,
		"/systems": l.systems, "/runs": l.runs, "/correlations": l.correlations, "/made": l.made,
		"/files": l.files, "/files/{name...}": l.file, "/charts/{chart}": l.chart, "/all.zip": l.zip, "/report": l.report,
	} {
		mux.HandleFunc("GET "+path, l.about(show))
	}
	mux.HandleFunc("GET /history", l.history)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET")
			o.Frame.Refuse(w, r, http.StatusMethodNotAllowed, "method", "This address takes GET.")
			return
		}
		l.nowhere(w, r)
	})
	return mux, nil
}

func (l *looker) nowhere(w http.ResponseWriter, r *http.Request) {
	l.Frame.Refuse(w, r, http.StatusNotFound, "not-found", "There is nothing at this address.")
}

// A view is a request about a run, with what is known of it.
type view struct {
	w http.ResponseWriter
	r *http.Request
	Run
	*opened
	base string
}

// about finds the run of a request, and opens it.
func (l *looker) about(show func(*view) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		one, err := l.Run(r)
		if errors.Is(err, fs.ErrNotExist) {
			l.nowhere(w, r)
			return
		}
		v := &view{w: w, r: r, Run: one, base: l.Base(r)}
		if err == nil {
			var release func()
			if v.opened, release, err = l.shelf.take(r.Context(), one.Folder); err == nil {
				defer release()
				err = show(v)
			}
		}
		l.failed(v, err)
	}
}

// A refusal is a request that makes no sense, in words for who made it.
type refusal struct {
	status int
	text   string
}

func (e *refusal) Error() string { return e.text }

func refuse(text string) error { return &refusal{http.StatusBadRequest, text} }

var errNowhere = &refusal{http.StatusNotFound, "There is nothing at this address."}

// failed answers a request that could not be answered as it was meant.
func (l *looker) failed(v *view, err error) {
	var no *refusal
	folder, isFolder := errors.AsType[*run.FolderError](err)
	file, isFile := errors.AsType[*run.FileError](err)
	switch {
	case err == nil || v.r.Context().Err() != nil: // nobody waits any more
	case errors.Is(err, errOpening), errors.Is(err, errWorking):
		v.w.Header().Set("Refresh", "1")
		l.show(v, "", "waiting.html", http.StatusAccepted, &scaffold{Body: errors.Is(err, errOpening)})
	case errors.As(err, &no):
		l.Frame.Refuse(v.w, v.r, no.status, "refused", no.text)
	case isFolder:
		l.Frame.Trouble(v.r.Context(), err)
		l.Frame.Refuse(v.w, v.r, http.StatusConflict, "folder", "The results of this run cannot be read: "+v.hide(folder.Error())+". "+advice(folder.Fix))
	case isFile:
		l.Frame.Trouble(v.r.Context(), err)
		l.Frame.Refuse(v.w, v.r, http.StatusConflict, "file", "The results of this run cannot be read: "+v.hide(file.Error())+". "+advice(file.Fix))
	default:
		l.Frame.Trouble(v.r.Context(), err)
		l.Frame.Refuse(v.w, v.r, http.StatusInternalServerError, "internal", "Something went wrong here. Try again, and tell whoever runs this server if it stays.")
	}
}

// hide takes folders of this machine out of a text.
func (v *view) hide(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, v.Folder+"/", ""), v.Folder, v.Name)
}

// advice is what can be done.
func advice(fix run.Fix) string {
	if fix == run.Resume {
		return "Let the run continue."
	}
	return "Evaluate again."
}

// A scaffold is what every page has around its own part.
type scaffold struct {
	Base    string
	Run     Run
	Tabs    []site.Link
	Heading string // empty is the name of the run
	Wide    bool
	Body    any
}

// tabs are the pages of a run.
var tabs = []struct{ path, text string }{
	{"/", "Summary"}, {"/figures", "Figures"}, {"/examples", "Examples"}, {"/systems", "Two systems"}, {"/runs", "Two runs"},
	{"/correlations", "Correlations"}, {"/history", "History"}, {"/made", "How it was made"}, {"/files", "Files"},
}

// show shows a page of a run, which is below the tab of that path.
func (l *looker) show(v *view, tab, name string, status int, s *scaffold) {
	s.Base, s.Run = v.base, v.Run
	title := v.Name
	for _, t := range tabs {
		s.Tabs = append(s.Tabs, site.Link{Text: t.text, Href: v.base + t.path, Here: t.path == tab})
		if t.path == tab {
			title = t.text + " · " + v.Name
		}
	}
	if s.Heading == "" {
		s.Heading = v.Name
	}
	l.part.Show(v.w, v.r, status, name, site.View{Title: title, Crumbs: l.Crumbs(v.r), Wide: s.Wide, Data: s})
}

// at is an address of a page of the run.
func (v *view) at(path string, query url.Values) string {
	if len(query) == 0 {
		return v.base + path
	}
	return v.base + path + "?" + query.Encode()
}

// functions are what templates call.
var functions = template.FuncMap{
	"query": url.QueryEscape,
	"count": grouped,
	"things": func(n int, thing string) string {
		return counted(n, thing)
	},
}
