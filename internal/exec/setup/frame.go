package setup

// This file sets the uniforms of pictures by their names.

import (
	"fmt"
	"math"
	"strings"

	"refract/exec"
	"refract/ir"
)

// A Frame is the facts about a frame that is drawn.
type Frame struct {
	Number        int
	Seconds, FPS  float64
	Width, Height int       // pixels
	Mouse         []float64 // up to 4 numbers

	// Channels returns the sizes of Shadertoy's channels, three numbers each; nil: they
	// have none. See ChannelSizes.
	Channels func() []float64

	// Other returns values for a name that is none of these, or nil; may be nil.
	Other func(view exec.View, name string) []float64
}

// Uniforms sets the variables in the buffers, or their members, whose names in any
// spelling (time, iTime, u_time) are known: time, resolution, mouse, frame, time_delta
// and others that mean the same.
func (f *Frame) Uniforms(m *ir.Module, buffers map[ir.GlobalID]*exec.Buffer) {
	for id, b := range buffers {
		f.Uniform(m, id, b)
	}
}

// Uniform does it for one variable, and reports whether there was anything to set.
func (f *Frame) Uniform(m *ir.Module, id ir.GlobalID, b *exec.Buffer) (known bool) {
	set := func(view exec.View, name string) {
		if values := f.values(view, name); values != nil {
			known = true
			_ = SetNumbers(view, values, true)
		}
	}
	g := &m.Globals[id]
	view, err := exec.NewView(m, g.Type, g.Layout, b.Data)
	if err != nil {
		return false
	}
	s := m.StructOf(g.Type)
	if s == nil {
		set(view, g.Name)
		return known
	}
	for i := range s.Members {
		if member, err := view.Index(i); err == nil {
			set(member, s.Members[i].Name)
		}
	}
	return known
}

// values are the values for a name; nil: none.
func (f *Frame) values(view exec.View, name string) []float64 {
	switch PlainName(name) {
	case "time", "globaltime", "elapsed", "seconds":
		return []float64{f.Seconds, f.Seconds, f.Seconds, f.Seconds}
	case "timedelta", "deltatime", "dt":
		return []float64{1 / f.FPS}
	case "framerate":
		return []float64{f.FPS}
	case "frame", "frameindex", "framecount":
		return []float64{float64(f.Number)}
	case "resolution", "screensize", "viewport", "canvassize":
		return []float64{float64(f.Width), float64(f.Height), 1, 0}
	case "channelresolution":
		if f.Channels != nil {
			return f.Channels()
		}
	case "channeltime":
		return []float64{f.Seconds, f.Seconds, f.Seconds, f.Seconds}
	case "samplerate":
		return []float64{44100}
	case "framebufferheight":
		return []float64{float64(f.Height)}
	case "mouse", "mousepos", "mouseposition":
		return append(append([]float64{}, f.Mouse...), 0, 0, 0, 0)[:4]
	}
	if f.Other != nil {
		return f.Other(view, name)
	}
	return nil
}

// ChannelSizes are the widths, heights and depths of the textures of Shadertoy's channels,
// variables named iChannel0 to iChannel3; 0 for channels without a texture. bound may be
// nil.
func ChannelSizes(m *ir.Module, bound *exec.Resources) []float64 {
	sizes := make([]float64, 3*4)
	for i := 1; i < len(m.Globals); i++ {
		digit, ok := strings.CutPrefix(PlainName(m.Globals[i].Name), "channel")
		if !ok || len(digit) != 1 || digit[0] < '0' || digit[0] > '3' {
			continue
		}
		found, err := bound.Resolve(m, []ir.GlobalID{ir.GlobalID(i)})
		if err != nil || len(found[0].Textures) != 1 {
			continue
		}
		w, h, d := found[0].Textures[0].Size(0)
		copy(sizes[3*int(digit[0]-'0'):], []float64{float64(w), float64(h), float64(max(d, 1))})
	}
	return sizes
}

// FlipRows makes the first row of a texture's base level the last.
func FlipRows(t *exec.Texture) {
	data := t.Level(0)
	row := int(t.Width) * int(max(t.Samples, 1)) * t.Format.Bytes()
	spare := make([]byte, row)
	for layer := row * int(t.Height); len(data) > 0 && layer > 0; data = data[layer:] {
		for y := range int(t.Height) / 2 {
			above, below := data[y*row:][:row], data[layer-(y+1)*row:][:row]
			copy(spare, above)
			copy(above, below)
			copy(below, spare)
		}
	}
}

// PlainName is a member's name without the habits of how uniforms are named.
func PlainName(name string) string {
	name = strings.TrimPrefix(name, "u_")
	for _, prefix := range []string{"i", "u"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok && rest != "" && rest[0] >= 'A' && rest[0] <= 'Z' {
			name = rest
		}
	}
	return strings.ToLower(strings.ReplaceAll(name, "_", ""))
}

// SetNumbers writes numbers into a scalar, a vector, a matrix or an array of them; if
// loose, only as many as there is room for.
func SetNumbers(view exec.View, values []float64, loose bool) error {
	if names := view.Members(); len(names) > 0 && !loose {
		return fmt.Errorf("it is a struct; give its members numbers: %s", strings.Join(names, ", "))
	}
	if n := view.Len(); n > 0 {
		first, err := view.Index(0)
		if err != nil {
			return err
		}
		per := max(first.Len(), 1)
		if !loose && len(values) != n*per {
			return fmt.Errorf("it takes %d numbers, not %d", n*per, len(values))
		}
		for i := range n {
			element, err := view.Index(i)
			if err != nil {
				return err
			}
			if len(values) < (i+1)*per {
				return nil
			}
			if err := SetNumbers(element, values[i*per:(i+1)*per], loose); err != nil {
				return err
			}
		}
		return nil
	}
	if len(values) == 0 || !loose && len(values) != 1 {
		return fmt.Errorf("it takes 1 number, not %d", len(values))
	}
	if err := view.Set(values[0]); err != nil {
		return view.Set(math.Trunc(values[0]))
	}
	return nil
}
