package workbench

import (
	"archive/tar"
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	generators "hed/generate/all"
	"hed/internal/postgres"
	"hed/internal/staging"
	"hed/internal/whole"
	metrics "hed/metric/all"
	"hed/run/model"
	"hed/store"
	"hed/store/shelf"
	"hed/study"
)

// openAt opens a workbench whose store may be elsewhere.
func openAt(t testing.TB, folder, name string) *Bench {
	t.Helper()
	b, err := Open(t.Context(), Options{
		Folder: folder, Store: name, Metrics: metrics.Metrics, Generators: generators.Generators, Workers: 1, AtOnce: 2, Limits: Limits{MaxUpload: 1 << 20},
		Now: func() time.Time { return time.Now().UTC() }, Log: func(err error) { t.Log(err) }, Lost: func(err error) { t.Error(err) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// tree is the files of a folder, without what is unfinished.
func tree(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(path, staging.UnfinishedIn(folder)) {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		files[filepath.ToSlash(name)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestStores has workbenches in a database, and moves them between the kinds.
func TestStores(t *testing.T) {
	server := postgres.Start(t)
	none := func() string { return "" }
	fresh := func() string { return server.Fresh(t) }
	for name, ways := range map[string][2]func() string{"FileToFile": {none, none}, "FileToRemote": {none, fresh}, "RemoteToFile": {fresh, none}} {
		t.Run(name, func(t *testing.T) { testBackup(t, ways[0](), ways[1]()) })
	}
	t.Run("Bound", func(t *testing.T) { testBound(t, fresh) })
	t.Run("Away", func(t *testing.T) { testAway(t, server) })
}

// testBackup makes a backup while runs go, files come and projects are deleted, restores it
// elsewhere, and compares all runs, those that were done then and those that were not.
func testBackup(t *testing.T, from, to string) {
	dir, ctx := t.TempDir(), t.Context()
	b := openAt(t, filepath.Join(dir, "one"), from)
	p, c, s := project(t, b)
	s.Metrics = []string{"rouge"}
	done, err := b.Start(ctx, p.ID, Meta{Name: "done"}, s)
	if err != nil {
		t.Fatal(err)
	}
	until(t, b, done.ID, (*Run).Over)
	st, _, err := b.AddStudy(ctx, done, Meta{Name: "Study"}, StudySettings{Protocol: "suitability", Systems: []string{"polished", "cautious"}, Numbers: study.Numbers{Cases: 2, Forms: 1, Judges: 1}, Seed: 1})
	if errors.Is(err, ErrState) { // it was read before it was done
		done, _ = b.Run(ctx, done.ID)
		st, _, err = b.AddStudy(ctx, done, Meta{Name: "Study"}, StudySettings{Protocol: "suitability", Systems: []string{"polished", "cautious"}, Numbers: study.Numbers{Cases: 2, Forms: 1, Judges: 1}, Seed: 1})
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := b.AddAccount(ctx, shelf.Account{Name: "ann", Scope: AdminScope, Hash: "h"}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(b.Folder, modelsFolder, "m.txt"), []byte("model"), 0o666); err != nil {
		t.Fatal(err)
	}
	m := File{Name: "judge", ID: newID()}
	if err := os.MkdirAll(filepath.Join(b.path(m), "more"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"config.json", "more/words.txt"} {
		if err := os.WriteFile(filepath.Join(b.path(m), name), []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.add(ctx, ModelKind, p.ID, Meta{Name: "judge"}, modelBody{File: m, State: Done, Card: &model.Card{}}); err != nil {
		t.Fatal(err)
	}
	s.Metrics = []string{"rouge", "lda:iterations=300"}
	var slow []string
	for i := range 3 {
		r, err := b.Start(ctx, p.ID, Meta{Name: fmt.Sprint("slow ", i)}, s)
		if err != nil {
			t.Fatal(err)
		}
		slow = append(slow, r.ID)
	}
	endless := s
	endless.Metrics = []string{"lda:iterations=100000"} // which goes whenever the backup is made
	last, err := b.Start(ctx, p.ID, Meta{Name: "endless"}, endless)
	if err != nil {
		t.Fatal(err)
	}

	busy, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	for range 2 { // people who bring files and take projects away
		all.Go(func() {
			for busy.Err() == nil {
				p, err := b.AddProject(ctx, Meta{Name: "short"})
				if err == nil {
					_, _, err = b.AddSample(ctx, p.ID, "it")
				}
				if err == nil {
					err = b.Remove(ctx, p.ID)
				}
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	file := filepath.Join(dir, "backup.tar.zst")
	var made *Contents
	for range 3 { // each in the place of the one before
		if made, err = Backup(ctx, b.Folder, from, file, "test", time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	all.Wait()
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read it: %v, %v", info, err)
	}
	if made.Things[RunKind] != 5 || made.Things[StudyKind] != 1 || made.Accounts != 1 || made.Waiting == 0 || len(made.Apart) != 0 {
		t.Errorf("%+v", made)
	}
	two := filepath.Join(dir, "two")
	back, err := Restore(ctx, file, two, to, "test", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if made.String() != back.String() || back.Files != made.Files || back.Bytes != made.Bytes || !back.Made.Equal(made.Made) {
		t.Errorf("restored %+v, of %+v", back, made)
	}
	for _, id := range slow {
		until(t, b, id, (*Run).Over)
	}
	o := openAt(t, two, to)
	if r := until(t, o, last.ID, func(r *Run) bool { return r.State == Going }); r.Over() {
		t.Errorf("%+v", r.runBody)
	}
	for _, id := range append(slow, done.ID) {
		if r := until(t, o, id, (*Run).Over); r.State != Done {
			t.Errorf("%+v", r.runBody)
		}
		if d := cmp.Diff(tree(t, b.RunFolder(id)), tree(t, o.RunFolder(id))); d != "" {
			t.Errorf("run %s: %.1000s", id, d)
		}
	}
	if d := cmp.Diff(tree(t, filepath.Join(b.Folder, modelsFolder)), tree(t, filepath.Join(two, modelsFolder))); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(tree(t, b.path(m)), tree(t, o.path(m))); d != "" {
		t.Error(d)
	}
	for _, f := range []string{b.StudyFile(st.ID), o.StudyFile(st.ID)} {
		if r, err := store.Verify(ctx, f); err != nil || r.Err() != nil {
			t.Errorf("%v, %v", r, err)
		}
	}
	if v := o.Preview(ctx, c); len(v.Problems) > 0 || v.Documents != c.Documents {
		t.Errorf("%+v", v)
	}
	before, err := b.Deeds(ctx, 1)
	if err != nil || len(before) != 1 {
		t.Fatal(err)
	}
	deeds, err := o.Deeds(ctx, 9999)
	log := ""
	for i := len(deeds) - 1; i >= 0; i-- {
		log += deeds[i].Account + " " + deeds[i].What + " " + deeds[i].Kind + " " + deeds[i].Name + "\n"
	}
	for _, want := range []string{" added project News\n", " added run slow 2\n", "test backed up workbench backup.tar.zst\n", "test restored workbench backup of 20"} {
		if err != nil || !strings.Contains(log, want) {
			t.Errorf("the log lacks %q, %v: %.2000s", want, err, log)
		}
	}
	if err := errors.Join(b.Close(), o.Close()); err != nil {
		t.Error(err)
	}
	if _, err := Restore(ctx, file, two, to, "test", time.Now()); err == nil || !strings.Contains(err.Error(), "it is not empty") {
		t.Errorf("to a folder that is used: %v", err)
	}
	if to != "" {
		if _, err := Restore(ctx, file, filepath.Join(dir, "three"), to, "test", time.Now()); !errors.Is(err, shelf.ErrUsed) {
			t.Errorf("to a database that is used: %v", err)
		}
		if _, err := os.Stat(filepath.Join(dir, "three")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("it left something: %v", err)
		}
	}
}

// testBound has folders and databases that do not belong together, and two servers.
func testBound(t *testing.T, fresh func() string) {
	dir, ctx := t.TempDir(), t.Context()
	one, two := fresh(), fresh()
	first, second := filepath.Join(dir, "1"), filepath.Join(dir, "2")
	b := openAt(t, first, one)
	p, _, _ := project(t, b)
	refused := func(folder, name, want string) {
		t.Helper()
		other, err := Open(ctx, Options{Folder: folder, Store: name, Log: func(error) {}})
		if err == nil {
			other.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", folder, err, want)
		}
	}
	refused(first, one, "another hed has this workbench open")
	refused(second, one, "has its files in another folder")
	copied := filepath.Join(dir, "copy") // as a disk that two machines have
	if err := os.CopyFS(copied, os.DirFS(first)); err != nil {
		t.Fatal(err)
	}
	refused(copied, one, "another hed serves the workbench of this database")
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	refused(first, "", "is in a PostgreSQL database; name it")
	refused(first, two, "it does not know the files in")
	refused(dir, "study.db", "want postgres://")
	openAt(t, filepath.Join(dir, "own"), "").Close()
	refused(filepath.Join(dir, "own"), two, "keeps what it knows in workbench.db")
	b = openAt(t, first, one)
	defer b.Close()
	if _, err := b.Find(ctx, ProjectKind, p.ID); err != nil {
		t.Error(err)
	}
	if files, err := os.ReadDir(filepath.Join(first, filesFolder)); err != nil || len(files) == 0 {
		t.Errorf("the files are gone: %v, %v", files, err)
	}
}

// testAway takes the database away while a run goes, which ends meanwhile, and one waits.
func testAway(t *testing.T, server *postgres.Server) {
	b := openAt(t, filepath.Join(t.TempDir(), "w"), server.Fresh(t))
	defer b.Close()
	b.AtOnce = 1
	p, _, s := project(t, b)
	s.Metrics = []string{"rouge", "lda:iterations=500"}
	var ids []string
	for i := range 2 {
		r, err := b.Start(t.Context(), p.ID, Meta{Name: fmt.Sprint(i)}, s)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, r.ID)
	}
	exists(t, staging.UnfinishedIn(b.RunFolder(ids[0])), "the run does not begin") // it has read what it needs of the database
	server.Kill(t)
	if _, ok := errors.AsType[*Away](b.Ready(t.Context())); !ok {
		t.Error("it is ready without a database")
	}
	exists(t, filepath.Join(b.RunFolder(ids[0]), "run.json"), "the run needs the database")
	server.Up(t)
	for _, id := range ids {
		if r := until(t, b, id, (*Run).Over); r.State != Done {
			t.Errorf("%+v", r.runBody)
		}
	}
	if err := b.Ready(t.Context()); err != nil {
		t.Error(err)
	}
}

// exists waits for a file, and fails with words if it does not come.
func exists(t *testing.T, name, words string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(name); err == nil {
			return
		}
		if time.Now().After(end) {
			t.Fatal(words)
		}
	}
}

// TestHold deletes something while a backup is made: its files stay until that is done.
func TestHold(t *testing.T) {
	b := open(t, t.TempDir())
	p, _, _ := project(t, b)
	lock, err := hold(t.Context(), b.Folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Remove(t.Context(), p.ID); err != nil {
		t.Fatal(err)
	}
	left := func() int {
		entries, err := os.ReadDir(filepath.Join(b.Folder, filesFolder))
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	if left() == 0 {
		t.Error("the files went while a backup needed them")
	}
	b.Close()
	b = open(t, b.Folder) // which leaves them too
	if left() == 0 {
		t.Error("the files were swept while a backup needed them")
	}
	p, _, _ = project(t, b)
	before := left()
	if err := b.Remove(t.Context(), p.ID); err != nil || left() != before {
		t.Errorf("%v, %d files of %d are left", err, left(), before)
	}
	lock.Release()
	for end := time.Now().Add(time.Minute); left() >= before; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d files are left of %d", left(), before)
		}
	}
	b.Close()
	b = open(t, b.Folder)
	defer b.Close()
	if n := left(); n > 0 {
		t.Errorf("%d files are left", n)
	}
}

// TestDamaged restores backups that are not whole, or not ours.
func TestDamaged(t *testing.T) {
	dir := t.TempDir()
	b := open(t, filepath.Join(dir, "one"))
	project(t, b)
	b.Close()
	file := filepath.Join(dir, "backup")
	if _, err := Backup(t.Context(), b.Folder, "", file, "test", time.Now()); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	bad := map[string][]byte{"empty": nil, "text": []byte("backup"), "flipped": bytes.Clone(whole), "none": []byte(archived(t, "other", "x"))}
	bad["flipped"][len(whole)/2] ^= 4
	for _, n := range []int{1, 100, len(whole) / 2, len(whole) - 500, len(whole) - 1} {
		bad[fmt.Sprint("cut at ", n)] = whole[:n]
	}
	good := `{"format":1}`
	bad["out"] = []byte(archived(t, aboutFile, good, "files/../../x", "x"))
	bad["root"] = []byte(archived(t, aboutFile, good, "/files/x", "x"))
	bad["elsewhere"] = []byte(archived(t, aboutFile, good, "lock", "x"))
	bad["twice"] = []byte(archived(t, aboutFile, good, "files/x", "x", "files/x", "y"))
	bad["sums"] = []byte(archived(t, aboutFile, good, "files/x", "x", sumsFile, "1234  files/x\n"))
	bad["newer"] = []byte(archived(t, aboutFile, `{"format":2,"hed":"9"}`))
	for name, data := range bad {
		from, to := filepath.Join(dir, "bad"), filepath.Join(dir, "to")
		if err := os.WriteFile(from, data, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Restore(t.Context(), from, to, "", "test", time.Now())
		if err == nil {
			t.Errorf("%s: it was restored", name)
		}
		if _, there := os.Stat(to); !errors.Is(there, fs.ErrNotExist) {
			t.Errorf("%s: something is left: %v (%v)", name, there, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "x")); err == nil {
		t.Error("a backup wrote out of its folder")
	}
	for _, folder := range []string{filepath.Join(dir, "nowhere"), dir} {
		if _, err := Backup(t.Context(), folder, "", file, "test", time.Now()); err == nil || !strings.Contains(err.Error(), "there is no workbench in it") {
			t.Errorf("%s: %v", folder, err)
		}
	}
	b = open(t, b.Folder)
	_, c, _ := project(t, b)
	b.Forget(c.Docs)
	if _, err := os.Stat(b.path(c.Docs)); err != nil {
		t.Errorf("what a corpus has was forgotten: %v", err)
	}
	b.Close()
	if err := os.Remove(b.path(c.Docs)); err != nil {
		t.Fatal(err)
	}
	if _, err := Backup(t.Context(), b.Folder, "", file, "test", time.Now()); err == nil || !strings.Contains(err.Error(), `the corpus "Sample articles" lacks its files`) {
		t.Errorf("a file is missing: %v", err)
	}
	lock, err := holding(b.Folder)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Release()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := Backup(ctx, b.Folder, "", file, "test", time.Now()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("two at once: %v", err)
	}
	if now, err := os.ReadFile(file); err != nil || !bytes.Equal(now, whole) {
		t.Error("the backup from before is gone")
	}
}

func holding(folder string) (*whole.Lock, error) {
	return whole.TryLock(filepath.Join(folder, holdFile))
}

// archived makes an archive of names and texts.
func archived(t testing.TB, pairs ...string) string {
	var buf bytes.Buffer
	z, err := zstd.NewWriter(&buf)
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(z)
	for i := 0; i < len(pairs); i += 2 {
		if err := w.WriteHeader(&tar.Header{Name: pairs[i], Size: int64(len(pairs[i+1])), Mode: 0o600}); err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, pairs[i+1])
	}
	if err := errors.Join(w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

// A study that the database does not know, which may be an older copy, is put aside with what people have answered.
func TestPutAside(t *testing.T) {
	b := openAt(t, t.TempDir(), "")
	b.Close()
	for _, name := range []string{studiesFolder + "/aaaa.db", filesFolder + "/aaaa"} {
		if err := os.WriteFile(filepath.Join(b.Folder, name), []byte("answers"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	b = openAt(t, b.Folder, "")
	b.Close()
	for name, want := range map[string]bool{lostFolder + "/aaaa.db": true, studiesFolder + "/aaaa.db": false, filesFolder + "/aaaa": false} {
		if _, err := os.Stat(filepath.Join(b.Folder, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	// The same once more, with other answers: it took the place of the first.
	for _, name := range []string{"aaaa.db", "aaaa.db-wal"} {
		if err := os.WriteFile(filepath.Join(b.Folder, studiesFolder, name), []byte("more"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	b = openAt(t, b.Folder, "")
	defer b.Close()
	first, err := os.ReadFile(filepath.Join(b.Folder, lostFolder, "aaaa.db"))
	more, _ := filepath.Glob(filepath.Join(b.Folder, lostFolder, "*", "aaaa.db*"))
	if err != nil || string(first) != "answers" || len(more) != 2 || filepath.Dir(more[0]) != filepath.Dir(more[1]) {
		t.Errorf("the first is %q, %v, and there are %q", first, err, more)
	}
}

// A backup is there, and is said to be, where the audit log cannot say so.
func TestUnnoted(t *testing.T) {
	folder := t.TempDir()
	if err := open(t, folder).Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", filepath.Join(folder, ShelfFile))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(`CREATE TRIGGER silent BEFORE INSERT ON deed BEGIN SELECT RAISE(ABORT, 'nothing is noted'); END`)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "backup")
	c, err := Backup(t.Context(), folder, "", file, "test", time.Now())
	if err != nil || c.Unnoted == nil || !strings.Contains(c.Unnoted.Error(), "nothing is noted") {
		t.Fatalf("%+v, %v", c, err)
	}
	if c, err := Restore(t.Context(), file, filepath.Join(t.TempDir(), "new"), "", "test", time.Now()); err != nil || c.Unnoted != nil {
		t.Errorf("%+v, %v", c, err)
	}
}

// A study that could not be put on the shelf leaves no file, which would seem to be one that was lost.
func TestStudyRefused(t *testing.T) {
	folder := t.TempDir()
	b := open(t, folder)
	defer b.Close()
	p, _, s := project(t, b)
	s.Metrics = []string{"rouge"}
	r, err := b.Start(t.Context(), p.ID, Meta{Name: "done"}, s)
	if err != nil {
		t.Fatal(err)
	}
	r = until(t, b, r.ID, func(r *Run) bool { return r.State == Done })
	db, err := sql.Open("sqlite", filepath.Join(folder, ShelfFile))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(`CREATE TRIGGER none BEFORE INSERT ON thing WHEN NEW.kind = 'study' BEGIN SELECT RAISE(ABORT, 'no more studies'); END`)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	_, _, err = b.AddStudy(t.Context(), r, Meta{Name: "x"}, StudySettings{Protocol: "suitability", Systems: r.Systems[:2], Numbers: study.Numbers{Cases: 2, Forms: 1, Judges: 1}, Seed: 1})
	if err == nil || !strings.Contains(err.Error(), "no more studies") {
		t.Errorf("%v", err)
	}
	if left, err := os.ReadDir(filepath.Join(folder, studiesFolder)); err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
}
