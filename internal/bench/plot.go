package bench

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	plottext "gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	_ "gonum.org/v1/plot/vg/vgimg" // the formats png
	_ "gonum.org/v1/plot/vg/vgsvg" // and svg
)

// Plot is a picture of a table: lines over numbers, or groups of bars.
type Plot struct {
	// Name is short and ends up in file names; Table is the one it belongs to.
	Name, Table string
	// Title, X and Y are written out, X and Y with their units.
	Title, X, Y string
	LogX, LogY  bool
	Lines       []Line
	// Groups name what stands side by side on the x-axis, Bars what stands there in
	// each group.
	Groups []string
	Bars   []Bars
}

// Line joins points.
type Line struct {
	Name   string
	Points []Point
	// Dashed lines are for reference: they have no marks.
	Dashed bool
}

// Point is a figure with its quartiles, equal to Y where there are none.
type Point struct{ X, Y, Low, High float64 }

// Bars are one bar a group; NaN leaves a gap.
type Bars struct {
	Name   string
	Values []float64
}

// blank reports whether the plot has no figure, those for reference not counted.
func (p *Plot) blank() bool {
	for _, l := range p.Lines {
		if !l.Dashed && slices.ContainsFunc(l.Points, func(q Point) bool { return finite(q.Y) }) {
			return false
		}
	}
	for _, b := range p.Bars {
		if slices.ContainsFunc(b.Values, func(v float64) bool { return finite(v) }) {
			return false
		}
	}
	return true
}

func (p *Plot) file(r *Report, extension string) string {
	return fmt.Sprintf("%s-%s.%s", r.Name, p.Name, extension)
}

// plotSize leaves room for the legend on the right.
const (
	plotWidth   = 9 * vg.Inch
	plotHeight  = 4.6 * vg.Inch
	legendWidth = 2.1 * vg.Inch
)

// Write draws the plot as "svg" or "png".
func (p *Plot) Write(w io.Writer, format string) error {
	canvas, err := draw.NewFormattedCanvas(plotWidth, plotHeight, format)
	if err != nil {
		return err
	}
	g, legend, err := p.draw()
	if err != nil {
		return err
	}
	all := draw.New(canvas)
	all.SetColor(color.White)
	all.Fill(all.Path())
	g.Draw(draw.Crop(all, vg.Points(8), -p.legend(), vg.Points(8), -vg.Points(8)))
	if p.legend() == legendWidth {
		legend.Draw(draw.Crop(all, plotWidth-legendWidth+vg.Points(10), 0, 0, -vg.Points(34)))
	}
	_, err = canvas.WriteTo(w)
	return err
}

// legend is the room for the legend: bars without names have none.
func (p *Plot) legend() vg.Length {
	if len(p.Bars) == 1 && p.Bars[0].Name == "" {
		return vg.Points(8)
	}
	return legendWidth
}

func (p *Plot) draw() (*plot.Plot, *plot.Legend, error) {
	g := plot.New()
	legend := plot.NewLegend()
	p.dress(g, &legend)
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = color.Gray{225}, color.Gray{225}
	g.Add(grid)
	if p.Bars != nil {
		grid.Vertical.Color = nil
		return g, &legend, p.addBars(g, &legend)
	}
	for i := range p.Lines {
		if err := p.addLine(g, &legend, i); err != nil {
			return nil, nil, err
		}
	}
	g.X.Min, g.X.Max = widened(g.X.Min, g.X.Max, p.LogX)
	g.Y.Min, g.Y.Max = widened(g.Y.Min, g.Y.Max, p.LogY)
	if !p.LogY {
		g.Y.Min = min(g.Y.Min, 0)
	}
	return g, &legend, nil
}

// dress sets titles, fonts and scales.
func (p *Plot) dress(g *plot.Plot, legend *plot.Legend) {
	sans := font.Font{Typeface: "Liberation", Variant: "Sans"}
	g.Title.Text, g.X.Label.Text, g.Y.Label.Text = p.Title, p.X, p.Y
	g.Title.Padding = vg.Points(10)
	g.Title.TextStyle.Font = font.From(sans, 13)
	for _, a := range []*plot.Axis{&g.X, &g.Y} {
		a.Label.TextStyle.Font = font.From(sans, 11)
		a.Label.Padding = vg.Points(4)
		a.Tick.Label.Font = font.From(sans, 10)
		a.Color, a.Tick.Color = color.Gray{110}, color.Gray{110}
	}
	legend.Top, legend.Left = true, true
	legend.TextStyle.Font = font.From(sans, 10)
	legend.Padding = vg.Points(3)
	g.X.Tick.Marker, g.Y.Tick.Marker = plot.TickerFunc(linearTicks), plot.TickerFunc(linearTicks)
	if p.LogX {
		g.X.Scale, g.X.Tick.Marker = plot.LogScale{}, plot.TickerFunc(logTicks)
	}
	if p.LogY {
		g.Y.Scale, g.Y.Tick.Marker = plot.LogScale{}, plot.TickerFunc(logTicks)
	}
}

func (p *Plot) addLine(g *plot.Plot, legend *plot.Legend, i int) error {
	l := &p.Lines[i]
	var points plotter.XYs
	bars := errorBars{}
	for _, q := range l.Points {
		if !p.drawn(q.Y) {
			continue
		}
		if !p.drawn(q.Low) || !p.drawn(q.High) {
			q.Low, q.High = q.Y, q.Y
		}
		points = append(points, plotter.XY{X: q.X, Y: q.Y})
		bars.XYs = append(bars.XYs, plotter.XY{X: q.X, Y: q.Y})
		bars.YErrors = append(bars.YErrors, struct{ Low, High float64 }{q.Y - q.Low, q.High - q.Y})
	}
	if len(points) == 0 {
		return nil
	}
	line, marks, err := plotter.NewLinePoints(points)
	if err != nil {
		return fmt.Errorf("plot %s, %s: %w", p.Name, l.Name, err)
	}
	c := colors[i%len(colors)]
	line.Color, line.Width = c, vg.Points(1.6)
	if l.Dashed {
		line.Color, line.Width = color.Gray{130}, vg.Points(1)
		line.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
		g.Add(line)
		legend.Add(l.Name, line)
		return nil
	}
	marks.Color, marks.Radius, marks.Shape = c, vg.Points(2.8), shapes[i%len(shapes)]
	whiskers, err := plotter.NewYErrorBars(bars)
	if err != nil {
		return fmt.Errorf("plot %s, %s: %w", p.Name, l.Name, err)
	}
	whiskers.Color, whiskers.CapWidth = c, vg.Points(4)
	g.Add(line, whiskers, marks)
	legend.Add(l.Name, line, marks)
	return nil
}

// drawn reports whether a figure has a place: numbers, on a logarithmic axis those above 0.
func (p *Plot) drawn(y float64) bool { return finite(y) && (!p.LogY || y > 0) }

// errorBars are points with their quartiles.
type errorBars struct {
	plotter.XYs
	plotter.YErrors
}

func (p *Plot) addBars(g *plot.Plot, legend *plot.Legend) error {
	width := vg.Length(float64(plotWidth-p.legend()-vg.Points(70)) / float64(len(p.Groups)) / (float64(len(p.Bars)) + 1))
	floor := 0.0
	if p.LogY {
		floor = p.decadeBelow()
	}
	for i, b := range p.Bars {
		values := make(plotter.Values, len(b.Values))
		for k, v := range b.Values {
			if values[k] = floor; p.drawn(v) {
				values[k] = max(v, floor)
			}
		}
		bars, err := plotter.NewBarChart(values, width)
		if err != nil {
			return fmt.Errorf("plot %s, %s: %w", p.Name, b.Name, err)
		}
		bars.Color, bars.LineStyle.Width = colors[i%len(colors)], 0
		bars.Offset = width * vg.Length(float64(i)-float64(len(p.Bars)-1)/2)
		if p.LogY {
			g.Add(logBars{bars, floor})
		} else {
			g.Add(bars)
		}
		if b.Name != "" {
			legend.Add(b.Name, bars)
		}
	}
	g.NominalX(p.Groups...)
	g.X.Tick.Label.YAlign = plottext.YTop
	g.X.Min, g.X.Max = -0.5, float64(len(p.Groups))-0.5 // room for the bars of the outer groups
	g.Y.Max *= 1.05
	return nil
}

// decadeBelow is the power of ten below all values.
func (p *Plot) decadeBelow() float64 {
	least := math.Inf(1)
	for _, b := range p.Bars {
		for _, v := range b.Values {
			if p.drawn(v) && v > 0 {
				least = min(least, v)
			}
		}
	}
	if math.IsInf(least, 1) {
		return 1
	}
	return math.Pow(10, math.Floor(math.Log10(least)))
}

// logBars are bars on a logarithmic axis, which has no zero for them to stand on.
type logBars struct {
	*plotter.BarChart
	floor float64
}

// Plot implements plot.Plotter.
func (b logBars) Plot(c draw.Canvas, g *plot.Plot) {
	tx, ty := g.Transforms(&c)
	for i, v := range b.Values {
		x := tx(b.XMin+float64(i)) + b.Offset
		if v <= b.floor || !c.ContainsX(x) {
			continue
		}
		lo, hi := ty(b.floor), ty(v)
		corners := []vg.Point{{X: x - b.Width/2, Y: lo}, {X: x - b.Width/2, Y: hi}, {X: x + b.Width/2, Y: hi}, {X: x + b.Width/2, Y: lo}}
		c.FillPolygon(b.Color, c.ClipPolygonY(corners))
	}
}

// DataRange implements plot.DataRanger.
func (b logBars) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, _, ymax = b.BarChart.DataRange()
	return xmin, xmax, b.floor, ymax
}

// widened leaves a margin around the data.
func widened(lo, hi float64, log bool) (float64, float64) {
	if log {
		m := math.Pow(hi/lo, 0.05)
		if m == 1 {
			m = 2
		}
		return lo / m, hi * m
	}
	m := 0.05 * (hi - lo)
	return lo - m, hi + m
}

// linearTicks labels four to ten multiples of 1, 2 or 5 times a power of ten.
func linearTicks(lo, hi float64) []plot.Tick {
	step := math.Pow(10, math.Floor(math.Log10((hi-lo)/4)))
	for _, m := range []float64{5, 2} {
		if float64(m*step) <= (hi-lo)/4 {
			step *= m
			break
		}
	}
	var ticks []plot.Tick
	for k := math.Ceil(lo / step); k*step <= hi; k++ {
		x := math.Round(k*step*1e12)/1e12 + 0 // 0.3, not 0.30000000000000004; 0, not -0
		ticks = append(ticks, plot.Tick{Value: x, Label: strconv.FormatFloat(x, 'g', -1, 64)})
	}
	return ticks
}

// logTicks labels 1, 2 and 5 of each decade, the powers of ten alone over more
// than three decades.
func logTicks(lo, hi float64) []plot.Tick {
	var ticks []plot.Tick
	dense := math.Log10(hi/lo) <= 3
	for e := math.Floor(math.Log10(lo)); e <= math.Ceil(math.Log10(hi)); e++ {
		for m := 1.0; m < 10; m++ {
			t := plot.Tick{Value: m * math.Pow(10, e)}
			if m == 1 || dense && (m == 2 || m == 5) {
				t.Label = digits(t.Value)
			}
			if t.Value >= lo*(1-1e-9) && t.Value <= hi*(1+1e-9) {
				ticks = append(ticks, t)
			}
		}
	}
	return ticks
}

// colors are told apart by the colour-blind too (Okabe and Ito, 2008), and with
// shapes in print.
var colors = []color.Color{
	color.NRGBA{0, 114, 178, 255}, color.NRGBA{213, 94, 0, 255}, color.NRGBA{0, 158, 115, 255},
	color.NRGBA{204, 121, 167, 255}, color.NRGBA{230, 159, 0, 255}, color.NRGBA{86, 180, 233, 255},
	color.NRGBA{90, 90, 90, 255}, color.NRGBA{140, 90, 30, 255}, color.NRGBA{120, 60, 160, 255},
}

var shapes = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.BoxGlyph{}, draw.CrossGlyph{},
}
