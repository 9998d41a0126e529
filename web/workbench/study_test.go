package workbench

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"hed/study/simulate"
)

// TestStudy asks simulated judges about the sample, and holds the measures against what they say.
func TestStudy(t *testing.T) {
	v := visit(t)
	v.post("/sample", nil)
	run := v.at
	v.until(run, "leads on")
	_, page := v.get(run + "/study")
	v.want(200, page, 200, "suitability", `value="stextrank"`)
	ask := func(change func(url.Values)) (int, string) {
		form := url.Values{"name": {"Which is best?"}, "protocol": {"suitability"}, "system": {"polished", "careless", "first"}, "cases": {"6"}, "forms": {"2"}, "judges": {"3"}}
		change(form)
		return v.post(run+"/study", form)
	}
	for want, change := range map[string]func(url.Values){
		"want a whole number": func(f url.Values) { f.Set("cases", "few") },
		"too few documents":   func(f url.Values) { f.Set("cases", "600") },
		"there is none":       func(f url.Values) { f.Set("protocol", "x") },
	} {
		code, page := ask(change)
		if code != 422 || !strings.Contains(page, `role="alert"`) || !strings.Contains(page, "Which is best?") {
			t.Errorf("%s: %d %s", want, code, v.find(page, `(?s)role="alert">(.*?)</div>`))
		}
	}
	code, page := ask(func(url.Values) {})
	v.want(code, page, 200, "0 of 12 cases", "protocol suitability")
	study := v.at
	_, page = v.get(study + "/correlation")
	v.want(200, page, 200, "Nobody has rated a headline yet")
	code, page = v.post(study+"/invite", url.Values{"judges": {"6"}})
	links := regexp.MustCompile(`http://127\.0\.0\.1:\d+/j/[\w-]+`).FindAllString(page, -1)
	if code != 200 || len(links) != 6 {
		t.Fatalf("%d, %d links", code, len(links))
	}
	u, err := url.Parse(links[0])
	if err != nil {
		t.Fatal(err)
	}
	sum, err := simulate.Run(t.Context(), simulate.Options{Server: "http://" + u.Host, Links: links, Noise: 0.3, Seed: 1, Patience: time.Minute})
	if err != nil || sum.Answers == 0 {
		t.Fatalf("%+v, %v", sum, err)
	}
	_, page = v.get(study)
	v.want(200, page, 200, "All 12 cases have their judges")
	_, page = v.get(study + "/correlation")
	v.want(200, page, 200, "goes with it most: r = ", "ROUGE-1 F1", "<meter")
	// Who is in the workbench is in the dashboard too.
	code, page = v.get(study + "/dashboard")
	v.want(code, page, 200, "Which is best?", "/coordinator/report")
	code, page = v.get(study + "/dashboard?report")
	v.want(code, page, 200, "Which is best?")
	_, page = v.get("/projects")
	project := v.find(page, `href="/projects/(\w+)"`)
	code, page = v.post("/things/"+project+"/delete", nil)
	v.want(code, page, 200, "no projects yet")
}
