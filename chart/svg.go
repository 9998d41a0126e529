package chart

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// writeSVG writes s with coordinates of two decimals. Glyphs stand once in
// defs, by names that depend on nothing but the glyph: figures on one page
// may repeat a name, but never with another outline.
func (s *scene) writeSVG(w io.Writer) error {
	var b strings.Builder
	title := escapeXML(cmp.Or(s.title, "chart"))
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="%s" width="%smm" height="%smm" viewBox="0 0 %s %s">`+"\n",
		title, short(s.w*s.scale*25.4/72), short(s.h*s.scale*25.4/72), short(s.w), short(s.h))
	fmt.Fprintf(&b, "<title>%s</title>\n<desc>%s</desc>\n", title, escapeXML(strings.Join(s.desc, "\n")))
	s.writeGlyphs(&b)
	fmt.Fprintf(&b, `<path fill="#fff" d="M0 0h%sv%sH0z"/>`+"\n", short(s.w), short(s.h))
	last := "" // items that look alike share a group, which says so once
	for _, it := range s.items {
		style := it.attributes()
		if style != last {
			if last != "" {
				b.WriteString("</g>\n")
			}
			b.WriteString("<g" + style + ">\n")
			last = style
		}
		switch {
		case it.letters != nil:
			fmt.Fprintf(&b, `<g transform="translate(%s %s) scale(%s)">`, short(it.x), short(it.y), strconv.FormatFloat(it.size/em, 'g', 6, 64))
			for _, l := range it.letters {
				if len(l.outline.steps) == 0 {
					continue // a space
				}
				b.WriteString(`<use href="#` + l.id)
				if l.x != 0 {
					b.WriteString(`" x="` + short(l.x))
				}
				b.WriteString(`"/>`)
			}
			b.WriteString("</g>\n")
		case it.circle[2] > 0: // shorter than its four curves
			fmt.Fprintf(&b, `<circle cx="%s" cy="%s" r="%s"/>`+"\n", short(it.circle[0]), short(it.circle[1]), short(it.circle[2]))
		default:
			b.WriteString(`<path d="` + data(it.path) + `"/>` + "\n")
		}
	}
	if last != "" {
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// writeGlyphs writes the outlines that the text refers to, each once, in the order
// of their names.
func (s *scene) writeGlyphs(b *strings.Builder) {
	var used []*glyph
	seen := map[string]bool{}
	for _, it := range s.items {
		for _, l := range it.letters {
			if !seen[l.id] && len(l.outline.steps) > 0 {
				seen[l.id] = true
				used = append(used, l.glyph)
			}
		}
	}
	slices.SortFunc(used, func(a, b *glyph) int { return strings.Compare(a.id, b.id) })
	b.WriteString("<defs>\n")
	for _, g := range used {
		b.WriteString(`<path id="` + g.id + `" d="` + relative(g.outline) + `"/>` + "\n")
	}
	b.WriteString("</defs>\n")
}

// attributes of the group that an item belongs to.
func (it *item) attributes() string {
	var b strings.Builder
	if it.fill.A == 0 {
		b.WriteString(` fill="none"`)
	} else {
		b.WriteString(` fill="` + hex(it.fill) + `"`)
		if it.fill.A < 255 {
			fmt.Fprintf(&b, ` fill-opacity="%s"`, short(float64(it.fill.A)/255))
		}
	}
	if it.stroke.A == 0 {
		return b.String()
	}
	fmt.Fprintf(&b, ` stroke="%s" stroke-width="%s" stroke-linejoin="round"`, hex(it.stroke), short(it.pen.width))
	if it.stroke.A < 255 {
		fmt.Fprintf(&b, ` stroke-opacity="%s"`, short(float64(it.stroke.A)/255))
	}
	if it.dash != nil {
		var parts []string
		for _, d := range it.dash {
			parts = append(parts, short(d))
		}
		b.WriteString(` stroke-dasharray="` + strings.Join(parts, " ") + `"`)
	}
	return b.String()
}

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// short is v with at most two decimals.
func short(v float64) string {
	v = math.Round(v*100) / 100
	if v == 0 {
		return "0" // not -0
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// data is p as an attribute, in absolute coordinates. A minus sign parts two
// numbers as well as a space does.
func data(p *path) string {
	var b strings.Builder
	p.each(func(step byte, at []float64) {
		b.WriteByte(step)
		for i, v := range at {
			n := short(v)
			if i > 0 && n[0] != '-' {
				b.WriteByte(' ')
			}
			b.WriteString(n)
		}
	})
	return b.String()
}

// relative is p as an attribute, in distances from the point before, which
// are short for glyphs.
func relative(p *path) string {
	var b strings.Builder
	var x, y, startX, startY float64
	p.each(func(step byte, at []float64) {
		b.WriteByte(step | 0x20)
		for i := 0; i < len(at); i += 2 {
			for j, v := range []float64{at[i] - x, at[i+1] - y} {
				n := short(v)
				if i+j > 0 && n[0] != '-' {
					b.WriteByte(' ')
				}
				b.WriteString(n)
			}
		}
		if step == 'Z' {
			x, y = startX, startY
			return
		}
		x, y = at[len(at)-2], at[len(at)-1]
		if step == 'M' {
			startX, startY = x, y
		}
	})
	return b.String()
}

var escapeXML = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace
