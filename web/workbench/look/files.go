package look

import (
	"archive/zip"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"hed/report/page"
	"hed/run"
)

// A filesPage is all files of a run.
type filesPage struct {
	Folders []folder
	Size    string
	Report  string // address of the report; empty where it is not there
	Zip     string
	Beside  bool // whether the report needs files beside it
}

type folder struct {
	Name  string
	Files []fileLink
}

type fileLink struct{ Name, Link, Size, What string }

// what files are, by their names.
var what = map[string]string{
	run.RecordFile: "everything that the results depend on", run.PageFile: "the report, to open from a disk or send to somebody", "summary.csv": "rank and means of every system",
	"intervals.csv": "means with their intervals", "significance.csv": "the tests of all pairs of systems", "correlation.csv": "Pearson correlations of the measures",
	"correlation_spearman.csv": "Spearman correlations of the measures", "tables.tex": "tables for a paper", "methods.txt": "how it was done and what was found, in words for a paper",
	"files.json": "all files with their SHA-256", "folds.csv": "means by fold",
}

// listed are the files of a folder, with slashes, in the order of their names. Links and what is unfinished are left out.
func listed(root *os.Root) (names []string, err error) {
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name != "." && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.Type().IsRegular():
			names = append(names, name)
		}
		return nil
	})
	return names, err
}

func (l *looker) files(v *view) error {
	root, err := os.OpenRoot(v.Folder)
	if err != nil {
		return err
	}
	defer root.Close()
	names, err := listed(root)
	if err != nil {
		return err
	}
	p := &filesPage{Zip: v.at("/all.zip", nil), Beside: v.Table.Len() > page.SelfContained}
	total := int64(0)
	for _, name := range names {
		info, err := root.Stat(name)
		if err != nil {
			return err
		}
		total += info.Size()
		dir := path.Dir(name)
		at := slices.IndexFunc(p.Folders, func(f folder) bool { return f.Name == dir })
		if at < 0 {
			at = len(p.Folders)
			p.Folders = append(p.Folders, folder{Name: dir})
		}
		f := fileLink{Name: path.Base(name), Link: v.base + "/files/" + escaped(name), Size: size(info.Size()), What: what[name]}
		p.Folders[at].Files = append(p.Folders[at].Files, f)
		if name == run.PageFile {
			p.Report = v.at("/report", nil)
		}
	}
	slices.SortStableFunc(p.Folders, func(a, b folder) int {
		return strings.Compare(strings.TrimPrefix(a.Name, "."), strings.TrimPrefix(b.Name, "."))
	})
	p.Size = size(total)
	l.show(v, "/files", "files.html", http.StatusOK, &scaffold{Body: p})
	return nil
}

// size writes a number of bytes.
func size(n int64) string {
	switch {
	case n < 1000:
		return strconv.FormatInt(n, 10) + " B"
	case n < 1000_000:
		return strconv.FormatInt((n+500)/1000, 10) + " KB"
	case n < 1000_000_000:
		return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) + " MB"
	}
	return strconv.FormatFloat(float64(n)/1e9, 'f', 2, 64) + " GB"
}

// file serves one file as it is, to be kept and not to be opened here.
func (l *looker) file(v *view) error { return l.send(v, v.r.PathValue("name")) }

// chart serves a figure, where the report looks for it.
func (l *looker) chart(v *view) error { return l.send(v, "charts/"+v.r.PathValue("chart")) }

func (l *looker) send(v *view, name string) error {
	f, info, err := open(v.Folder, name)
	if err != nil {
		return err
	}
	defer f.Close()
	h := v.w.Header()
	h.Set("Content-Type", kindOf(name))
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": path.Base(name)}))
	h.Set("Content-Security-Policy", alone)
	_ = http.NewResponseController(v.w).SetWriteDeadline(noDeadline) // some have hundreds of megabytes
	http.ServeContent(v.w, v.r, "", info.ModTime(), f)
	return nil
}

// open opens a file of a folder, and nothing outside it.
func open(folder, name string) (*os.File, fs.FileInfo, error) {
	for _, part := range strings.Split(name, "/") {
		if strings.HasPrefix(part, ".") || part == "" {
			return nil, nil, errNowhere
		}
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, nil, err
	}
	defer root.Close()
	before, err := root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !before.Mode().IsRegular() {
		return nil, nil, errNowhere
	}
	if err := run.Intact(folder, name); err != nil {
		return nil, nil, err
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, nil, errNowhere
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

func kindOf(name string) string {
	switch path.Ext(name) {
	case ".csv":
		return "text/csv; charset=utf-8"
	case ".json":
		return "application/json"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".pdf":
		return "application/pdf"
	case ".html":
		return "text/html; charset=utf-8"
	case ".txt", ".tex":
		return "text/plain; charset=utf-8"
	}
	return "application/octet-stream"
}

// escaped is a name in an address.
func escaped(name string) string {
	parts := strings.Split(name, "/")
	for i := range parts {
		parts[i] = url.PathEscape(parts[i])
	}
	return strings.Join(parts, "/")
}

// zip streams all files, without times, so that the same run gives the same bytes.
func (l *looker) zip(v *view) error {
	root, err := os.OpenRoot(v.Folder)
	if err != nil {
		return err
	}
	defer root.Close()
	names, err := listed(root)
	if err != nil {
		return err
	}
	h := v.w.Header()
	h.Set("Content-Type", "application/zip")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": fileName(v.Name) + ".zip"}))
	// A run of 200,000 documents has half a gigabyte, which takes longer than the time that other pages have.
	_ = http.NewResponseController(v.w).SetWriteDeadline(noDeadline)
	out := zip.NewWriter(v.w)
	for _, name := range names {
		if err := v.pack(out, root, name); err != nil {
			l.Frame.Trouble(v.r.Context(), err)
			panic(http.ErrAbortHandler) // half an archive must not look like a whole one
		}
	}
	return ignore(out.Close())
}

func (v *view) pack(out *zip.Writer, root *os.Root, name string) error {
	if err := run.Intact(v.Folder, name); err != nil {
		return err
	}
	f, err := root.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	method := zip.Deflate
	if strings.HasPrefix(name, page.Folder+"/") || name == run.PageFile { // which are packed
		method = zip.Store
	}
	w, err := out.CreateHeader(&zip.FileHeader{Name: fileName(v.Name) + "/" + name, Method: method})
	if err != nil {
		return err
	}
	_, err = io.Copy(w, f)
	return err
}

// report shows report.html. Its scripts are in it, which pages of this server must not have: so it is shut into a sandbox,
// where it is of no site and can reach nothing here, whatever somebody has written into it.
func (l *looker) report(v *view) error {
	f, info, err := open(v.Folder, run.PageFile)
	if err != nil {
		return err
	}
	defer f.Close()
	h := v.w.Header()
	h.Set("Content-Type", kindOf(run.PageFile))
	h.Set("Content-Security-Policy", "sandbox allow-scripts allow-downloads; default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	_ = http.NewResponseController(v.w).SetWriteDeadline(noDeadline)
	http.ServeContent(v.w, v.r, "", info.ModTime(), f)
	return nil
}

// noDeadline lets a download take as long as it takes.
var noDeadline time.Time

// fileName is the name of a run as that of a file or folder.
func fileName(name string) string {
	clean := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_ .", r) {
			return r
		}
		return '-'
	}, name)
	return cmp.Or(strings.Trim(clean, " ."), "run")
}
