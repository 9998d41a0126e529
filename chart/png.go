package chart

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/vector"
)

// resolution of PNG files, in dots per inch: what journals ask for.
const resolution = 300

// writePNG paints the scene at 300 dots per inch. The rasteriser can only fill, so lines
// are outlined first.
func (s *scene) writePNG(w io.Writer) error {
	scale := resolution / 72.0 * s.scale
	img := image.NewRGBA(image.Rect(0, 0, int(math.Ceil(s.w*scale)), int(math.Ceil(s.h*scale))))
	draw.Draw(img, img.Bounds(), image.White, image.Point{}, draw.Src)
	for _, it := range s.items {
		for _, l := range it.letters {
			unit := it.size / em
			fill(img, l.outline.moved(unit*scale, (it.x+l.x*unit)*scale, it.y*scale), it.fill)
		}
		if it.path == nil {
			continue
		}
		fill(img, it.path.moved(scale, 0, 0), it.fill)
		if it.stroke.A == 0 {
			continue
		}
		edge := it.path.straight()
		fill(img, edge.outlined(it.pen.width, it.dash).moved(scale, 0, 0), it.stroke)
	}
	return png.Encode(w, img)
}

// fill paints the inside of p. The rasteriser is made as small as the path:
// it visits every pixel of its area, and a figure has thousands of paths.
func fill(img *image.RGBA, p *path, c color.NRGBA) {
	if c.A == 0 || len(p.steps) == 0 {
		return
	}
	fx, fy, tx, ty := p.bounds()
	area := image.Rect(int(math.Floor(fx)), int(math.Floor(fy)), int(math.Ceil(tx))+1, int(math.Ceil(ty))+1)
	r := vector.NewRasterizer(area.Dx(), area.Dy())
	// x is the point that begins at at[i], seen from the corner of the area.
	x := func(at []float64, i int) (float32, float32) {
		return float32(at[i] - float64(area.Min.X)), float32(at[i+1] - float64(area.Min.Y))
	}
	p.each(func(step byte, at []float64) {
		switch step {
		case 'M':
			r.MoveTo(x(at, 0))
		case 'L':
			r.LineTo(x(at, 0))
		case 'Q':
			bx, by := x(at, 0)
			cx, cy := x(at, 2)
			r.QuadTo(bx, by, cx, cy)
		case 'C':
			bx, by := x(at, 0)
			cx, cy := x(at, 2)
			dx, dy := x(at, 4)
			r.CubeTo(bx, by, cx, cy, dx, dy)
		case 'Z':
			r.ClosePath()
		}
	})
	r.Draw(img, area, image.NewUniform(c), image.Point{})
}

// straight is p with its curves cut into eight lines each, to be stroked. Only
// circles have curves and an edge, and theirs are cubic.
func (p *path) straight() *path {
	out := &path{}
	var x, y float64
	p.each(func(step byte, at []float64) {
		if step != 'C' {
			out.add(step, at...)
		} else {
			for i := 1; i <= 8; i++ {
				t := float64(i) / 8
				u := 1 - t
				a, b, c, d := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
				out.line(a*x+b*at[0]+c*at[2]+d*at[4], a*y+b*at[1]+c*at[3]+d*at[5])
			}
		}
		if len(at) > 0 {
			x, y = at[len(at)-2], at[len(at)-1]
		}
	})
	return out
}
