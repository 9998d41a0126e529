package chart

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"image/color"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"
)

// writePDF writes one page of the size of the figure: a compressed stream
// of paths, without fonts, dates or anything else that differs by machine.
func (s *scene) writePDF(w io.Writer) error {
	var content strings.Builder
	// A page counts upwards from its foot, a scene downwards: the first operator
	// turns it over. Lines are joined round, and the paper is painted white.
	scale := strconv.FormatFloat(s.scale, 'g', 6, 64)
	fmt.Fprintf(&content, "%s 0 0 -%s 0 %s cm 1 j 1 g 0 0 %s %s re f\n", scale, scale, short(s.h*s.scale), short(s.w), short(s.h))
	// A page cannot say how transparent a colour is, only name a state that does.
	var alphas []uint8 // by the number in the name
	state := func(a uint8) {
		for i, have := range alphas {
			if have == a {
				fmt.Fprintf(&content, "/A%d gs\n", i)
				return
			}
		}
		alphas = append(alphas, a)
		fmt.Fprintf(&content, "/A%d gs\n", len(alphas)-1)
	}
	for _, it := range s.items {
		if it.fill.A > 0 {
			state(it.fill.A)
			content.WriteString(rgb(it.fill) + " rg\n")
		}
		for _, l := range it.letters {
			if len(l.outline.steps) > 0 {
				unit := it.size / em
				content.WriteString(operators(l.outline.moved(unit, it.x+l.x*unit, it.y)) + "f\n")
			}
		}
		if it.path == nil {
			continue
		}
		if it.fill.A > 0 {
			content.WriteString(operators(it.path) + "f\n")
		}
		if it.stroke.A > 0 {
			state(it.stroke.A)
			fmt.Fprintf(&content, "%s RG %s w [", rgb(it.stroke), short(it.pen.width))
			for _, d := range it.dash {
				content.WriteString(short(d) + " ")
			}
			content.WriteString("] 0 d\n" + operators(it.path) + "S\n")
		}
	}
	var stream bytes.Buffer
	z := zlib.NewWriter(&stream)
	io.WriteString(z, content.String())
	z.Close()

	var states strings.Builder
	for i, a := range alphas {
		v := short(float64(a) / 255)
		fmt.Fprintf(&states, "/A%d << /ca %s /CA %s >> ", i, v, v)
	}
	var title strings.Builder // in UTF-16, the one way to write all letters
	for _, u := range utf16.Encode([]rune(s.title)) {
		fmt.Fprintf(&title, "%04X", u)
	}
	var out bytes.Buffer
	// The bytes above 127 tell programs that move files that this is no text.
	out.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	var places []int // where the objects begin, which the table at the end lists
	for i, object := range []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %s %s] /Contents 4 0 R /Resources << /ExtGState << %s>> >> >>", short(s.w*s.scale), short(s.h*s.scale), states.String()),
		fmt.Sprintf("<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream", stream.Len(), stream.String()),
		"<< /Title <FEFF" + title.String() + "> >>",
	} {
		places = append(places, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	end := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(places)+1)
	for _, p := range places {
		fmt.Fprintf(&out, "%010d 00000 n \n", p)
	}
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root 1 0 R /Info 5 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(places)+1, end)
	_, err := w.Write(out.Bytes())
	return err
}

// rgb is a colour as a page has it, three numbers from 0 to 1.
func rgb(c color.NRGBA) string {
	f := func(v uint8) string { return fmt.Sprintf("%.3f", float64(v)/255) }
	return f(c.R) + " " + f(c.G) + " " + f(c.B)
}

// operators are p in the language of a page, which knows no quadratic curves.
func operators(p *path) string {
	var b strings.Builder
	var x, y float64
	p.each(func(step byte, at []float64) {
		op := byte('h')
		switch step {
		case 'M', 'L', 'C':
			op = step | 0x20 // the same letter in lower case
		case 'Q':
			// The same curve as a cubic one has its handles two thirds of the way
			// from either end to the one handle.
			op = 'c'
			cx, cy, ex, ey := at[0], at[1], at[2], at[3]
			at = []float64{x + (cx-x)*2/3, y + (cy-y)*2/3, ex + (cx-ex)*2/3, ey + (cy-ey)*2/3, ex, ey}
		}
		for _, v := range at {
			b.WriteString(short(v))
			b.WriteByte(' ')
		}
		b.WriteByte(op)
		b.WriteByte('\n')
		if len(at) > 0 {
			x, y = at[len(at)-2], at[len(at)-1]
		}
	})
	return b.String()
}
