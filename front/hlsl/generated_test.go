package hlsl_test

// This file compares random programs with those of DXC and FXC.

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"refract/front/hlsl"
	"refract/internal/hlslgen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
)

// TestGenerated runs random programs on a Vulkan driver, as we and as DXC and FXC compile them.
// Without these the programs are read.
func TestGenerated(t *testing.T) {
	n := sweep.Sample(40)
	if k, err := strconv.Atoi(os.Getenv("REFRACT_PROGRAMS")); err == nil {
		n = k
	}
	seed := uint64(1)
	if k, err := strconv.ParseUint(os.Getenv("REFRACT_SEED"), 10, 64); err == nil {
		seed = k
	}
	generated := func(t *testing.T, d hlslgen.Dialect, o hlsl.Options) (list []program) {
		var r hlsl.Reader
		o.EntryPoint, o.Shifts = "main", d3dShifts
		model := o.Profile
		for i := seed; i < seed+uint64(n); i++ {
			p := program{name: fmt.Sprint("seed ", i), generated: true, pixel: i%4 == 0}
			o.Profile = "cs" + model
			if p.pixel {
				o.Profile = "ps" + model
			}
			p.source = hlslgen.Program(i, hlslgen.Options{Dialect: d, Pixel: p.pixel})
			var err error
			if p.v, err = readRow(&r, p.name, p.source, o); err != nil {
				t.Errorf("%s: %v\n%s", p.name, err, p.source)
				continue
			}
			list = append(list, p)
		}
		return list
	}
	t.Run("modern", func(t *testing.T) {
		list := generated(t, hlslgen.Modern, hlsl.Options{Profile: "_6_6"})
		if sweep.On() {
			byDXC.compare(t, list)
		}
	})
	t.Run("old", func(t *testing.T) {
		list := generated(t, hlslgen.Old, hlsl.Options{Profile: "_5_0", Version: 2016})
		if sweep.On() {
			byFXC.compare(t, list)
		}
	})
}

// resourceBindings are the bindings of a resource of hlslgen.
func resourceBindings(r *hlslgen.Resource, separate bool, m *ir.Module) (list []vkrun.Binding) {
	shift := map[byte]uint32{'t': d3dShifts.T, 'u': d3dShifts.U, 's': d3dShifts.S}[r.Class]
	for k := range max(r.Count, 1) {
		b := vkrun.Binding{Binding: shift + uint32(r.Register), Element: uint32(k)}
		if separate {
			b.Binding, b.Element = b.Binding+uint32(k), 0
		}
		switch r.View {
		case "sampler":
			b.Sampler = &vkrun.Sampler{LodMax: 16}
			switch r.Register {
			case 1:
				b.Sampler.Magnify, b.Sampler.Minify, b.Sampler.Mipmap = vkrun.Linear, vkrun.Linear, vkrun.Linear
				b.Sampler.Address = [3]vkrun.AddressMode{vkrun.ClampToEdge, vkrun.MirrorRepeat, vkrun.Repeat}
			case 2:
				b.Sampler.Compare = vkrun.LessEqual
			}
		case "structured":
			switch r.Name {
			case "elements":
				b.Data = make([]byte, 16384)
			case "consumed":
				b.Data = texels("rgba32float", 64, r.Register)
			default:
				b.Data = texels("rgba32uint", 64, r.Register)
			}
		default:
			b.Texture = texture(r, k)
		}
		list = append(list, b)
	}
	if r.Name != "appended" && r.Name != "consumed" && r.Name != "elements" {
		return list
	}
	counter := vkrun.Binding{Binding: 400 + uint32(r.Register), Data: binary.LittleEndian.AppendUint32(nil, hlslgen.Counted)}
	for i := 0; m != nil && i < len(m.Globals); i++ {
		if g := &m.Globals[i]; g.Name == "counter_"+r.Name {
			counter.Binding = g.Binding.Binding
		}
	}
	return append(list, counter)
}

// texture is a texture of hlslgen, element k of its array.
func texture(r *hlslgen.Resource, k int) *vkrun.Texture {
	view := map[string]vkrun.View{"1d": vkrun.View1D, "2d": vkrun.View2D, "3d": vkrun.View3D, "cube": vkrun.ViewCube, "1d-array": vkrun.View1DArray,
		"2d-array": vkrun.View2DArray, "cube-array": vkrun.ViewCubeArray, "buffer": vkrun.ViewBuffer}[r.View]
	format, _ := vkrun.FormatByName(r.Format)
	t := &vkrun.Texture{View: view, Format: format, Width: uint32(r.Size[0]), Height: uint32(r.Size[1]), Depth: uint32(r.Size[2]),
		Layers: uint32(r.Layers), Samples: uint32(r.Samples), Storage: r.Class == 'u'}
	for level := range r.Levels {
		n := max(r.Layers, 1) * max(r.Samples, 1)
		for _, size := range r.Size {
			n *= max(size>>level, 1)
		}
		t.Levels = append(t.Levels, texels(r.Format, n, r.Register+5*level+7*k))
	}
	return t
}

// texels are n texels of a format.
func texels(format string, n, salt int) (data []byte) {
	put := func(v uint32) { data = binary.LittleEndian.AppendUint32(data, v) }
	channels := 1
	if format[0] == 'r' {
		channels = strings.IndexAny(format, "0123456789")
	}
	for i := range n * channels {
		v := uint32(i*i+i*salt+i/3+salt) % 33
		switch {
		case format == "depth32float":
			put(math.Float32bits(float32(v%8)/8 + 0.0625))
		case strings.HasSuffix(format, "float"):
			put(math.Float32bits(float32(v) - 16))
		default:
			put(v)
		}
	}
	return data
}
