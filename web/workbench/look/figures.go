package look

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"hed/chart"
	"hed/report/figure"
	"hed/score"
	"hed/spec"
)

// A figurePage has the figures of what is chosen.
type figurePage struct {
	Chooser *chooser
	Lead    *shown
	Kinds   []figureKind
}

// A figureKind is the figures of one kind.
type figureKind struct {
	Name, ID string
	Figures  []shown
	Open     bool
}

// A shown figure is an image and where else it can be had.
type shown struct{ Alt, SVG, PDF, PNG string }

// shown is a figure of a kind, of what q chooses.
func (v *view) shown(kind, alt string, q url.Values) shown {
	at := func(format string) string { return v.at("/figure/"+kind+"."+format, q) }
	return shown{alt, at("svg"), at("pdf"), at("png")}
}

func (l *looker) figurePage(v *view) error {
	ch, err := v.choose(v.r.URL.Query())
	if err != nil {
		return err
	}
	q := v.query(ch)
	p := &figurePage{Chooser: v.chooser("/figures", ch, url.Values{})}
	lead := v.shown("overview", fmt.Sprintf("%s by %s", counted(len(ch.systems), "system"), counted(len(ch.columns), "measure")), q)
	p.Lead = &lead
	titles := score.Titles(v.Found.Columns)
	each := func(name, kind, alt string) {
		one := figureKind{Name: name, ID: kind, Open: len(ch.columns) <= 4}
		for _, c := range ch.columns {
			if kind == "critical" && (v.Found.Columns[c].Better == score.Unknown || len(ch.systems) < 2) {
				continue
			}
			of := clone(q)
			of["c"] = []string{v.Found.Columns[c].Name}
			one.Figures = append(one.Figures, v.shown(kind, alt+titles[c], of))
		}
		if len(one.Figures) > 0 {
			p.Kinds = append(p.Kinds, one)
		}
	}
	each("Means with intervals", "bar", "Systems by ")
	each("Spread of scores", "box", "Scores of systems: ")
	each("Mean ranks, and which systems do not differ", "critical", "Mean ranks of systems by ")
	all := figureKind{Name: "All measures of a system", ID: "metrics"}
	for _, s := range ch.systems {
		of := clone(q)
		of["s"] = []string{v.Found.Systems[s].Name}
		all.Figures = append(all.Figures, v.shown("metrics", "Measures of "+v.Found.Systems[s].Name, of))
	}
	p.Kinds = append(p.Kinds, all)
	l.show(v, "/figures", "figures.html", http.StatusOK, &scaffold{Wide: true, Body: p})
	return nil
}

// figure draws a figure of what is chosen, as report/figure does for the folder.
func (l *looker) figure(v *view) error {
	kind, format, ok := strings.Cut(v.r.PathValue("file"), ".")
	at := slices.IndexFunc(figure.Kinds, func(k figure.Kind) bool { return k.Name == kind })
	as, err := chart.FormatOf(format)
	if !ok || at < 0 || err != nil {
		return errNowhere
	}
	q := v.r.URL.Query()
	ch, err := v.choose(q)
	if err != nil {
		return err
	}
	sp := spec.Spec{Name: kind, Options: map[string]string{"format": format}}
	if chosen := v.query(ch); len(chosen["c"]) > 0 {
		names := chosen["c"]
		if kind == "overview" && len(names) > 1 {
			names = append([]string{"overall"}, names...)
		}
		sp.Options["columns"] = strings.Join(names, "/")
	}
	if len(ch.systems) < len(v.Found.Systems) {
		sp.Options["systems"] = strings.Join(v.query(ch)["s"], "/")
	}
	if kind == "scatter" {
		x, err := v.column(q.Get("x"))
		if err != nil {
			return err
		}
		y, err := v.column(q.Get("y"))
		if err != nil {
			return err
		}
		sp.Options["pairs"] = v.Found.Columns[x].Name + "/" + v.Found.Columns[y].Name
	}
	key := fmt.Sprintln(v.Folder, v.stamp, sp)
	drawn, ok := l.figures.get(key)
	if !ok {
		if drawn, err = v.draw(sp, as); err != nil {
			return err
		}
		l.figures.put(key, drawn, len(drawn)+len(key))
	}
	v.w.Header().Set("Content-Type", map[chart.Format]string{chart.SVG: "image/svg+xml", chart.PNG: "image/png", chart.PDF: "application/pdf"}[as])
	v.w.Header().Set("Content-Security-Policy", alone)
	v.w.Header().Set("Content-Disposition", "inline; filename="+kind+"."+format)
	_, err = v.w.Write(drawn)
	return ignore(err)
}

// alone lets a file that is opened by itself do nothing at all.
const alone = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

// ignore passes over an error of writing to somebody who has left.
func ignore(error) error { return nil }

func (v *view) draw(sp spec.Spec, as chart.Format) ([]byte, error) {
	choice, err := figure.Parse(sp.String())
	if err == nil {
		err = choice.Check(v.Found.Columns, v.Record.Systems)
	}
	if err != nil {
		return nil, refuse(err.Error())
	}
	all := choice.Figures(v.Found, v.Record.Baselines()...)
	if len(all) == 0 {
		return nil, &refusal{http.StatusNotFound, "There is nothing to draw of one system or one measure."}
	}
	var b bytes.Buffer
	if err := all[0].Write(&b, as); err != nil {
		return nil, fmt.Errorf("draw %s: %w", sp, err)
	}
	return b.Bytes(), nil
}
