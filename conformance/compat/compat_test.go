//go:build linux

package compat_test

// This file draws scenes in both ways, and compares the pictures.

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/raster"
	"refract/front/glsl"
	_ "refract/internal/harness/plans" // has plans of text checked
	"refract/internal/ssa/pipeline"
	"refract/internal/sweep"
	"refract/internal/vkrun/glrun"
	"refract/ir"
	"refract/ssa"
)

// shader is the program in SSA form, without fixed functions.
func (s *scene) shader(t *testing.T) *ssa.Shader {
	o := refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.GLSL}}
	o.Parse.Options = refract.LanguageOptions{refract.GLSL: &glsl.Options{Stage: ir.StageVertex, FlipFragments: false,
		Link: []glsl.Linked{{Name: "a.frag", Text: s.fragment, Stage: ir.StageFragment}}}}
	v, err := refract.Check(t.Context(), "a.vert", []byte(s.vertex), o)
	if err != nil {
		t.Fatalf("%v\n%s", err, s.vertex)
	}
	x, err := refract.ToSSA(t.Context(), v, refract.OptimizeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// planesBinding is the binding of the clip planes.
const planesBinding = 15

// passes is the pipeline of the scene's state.
func (s *scene) passes() string {
	f := &s.fixed
	list := []string{"clamp-color-outputs{front=3, back=6}"}
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	if f.TwoSided {
		add("two-sided-color{front=3, back=6}")
		add("two-sided-color{front=4, back=7}")
	}
	if f.Flat {
		add("flat-shade{first=3, count=2}")
		add("flat-shade{first=6, count=2}") // of back faces
	}
	if f.AlphaFunc != 0 {
		tests := []string{"never", "less", "equal", "less-equal", "greater", "not-equal", "greater-equal", "always"}
		add("alpha-test{%s, %v}", tests[f.AlphaFunc-0x200], f.AlphaReference)
	}
	if n := len(f.Planes); n > 0 {
		add("clip{%d, binding=%d}", n, planesBinding)
	}
	if s.points {
		if f.ProgramSize {
			add("point-size{least=1, most=255}") // the range of the implementation
		} else {
			add("point-size{size=%v, force}", f.Size)
		}
		for k := range units {
			switch {
			case f.Replace>>k&1 != 0 && f.LowerLeft:
				add("texcoord-replace{%d, flip}", 8+k)
			case f.Replace>>k&1 != 0:
				add("texcoord-replace{%d}", 8+k)
			}
		}
		if f.LowerLeft {
			add("point-coord-flip")
		}
	}
	return "gl-compat{" + strings.Join(list, ", ") + "}"
}

// resources binds the uniforms, the texture and the clip planes.
func (s *scene) resources(t *testing.T, x *ssa.Shader) *exec.Resources {
	r := new(exec.Resources)
	values := s.uniforms()
	for k := range x.Vars {
		v := &x.Vars[k]
		switch {
		case v.Mode == ssa.ModeUBO && v.Name != "clip_planes":
			data := exec.NewBuffer(4096)
			view, err := exec.NewView(x.Module, v.Type, v.Layout, data.Data)
			if err != nil {
				t.Fatal(err)
			}
			for i, m := range x.Module.StructOf(v.Type).Members {
				part, err := view.Index(i)
				value := values[m.Name]
				if err == nil && x.Module.Types.At(m.Type).Kind == ir.TypeArray {
					value = reflect.ValueOf(value).Slice(0, part.Len()).Interface()
				}
				if err == nil {
					err = part.Set(value)
				}
				if err != nil {
					t.Fatalf("%s: %v", m.Name, err)
				}
			}
			r.Bind(v.Binding.Group, v.Binding.Binding, data)
		case v.Mode == ssa.ModeResource:
			tex, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatByName("rgba8unorm"), Width: side, Height: side})
			if err != nil {
				t.Fatal(err)
			}
			copy(tex.Level(0), texture())
			r.Bind(v.Binding.Group, v.Binding.Binding, exec.Combined{Texture: tex.View(), Sampler: exec.NewSampler(exec.Nearest, exec.Repeat)})
		}
	}
	planes := exec.NewBuffer(16 * max(1, len(s.fixed.Planes)))
	for k, p := range s.fixed.Planes {
		for c := range p {
			binary.LittleEndian.PutUint32(planes.Data[16*k+4*c:], math.Float32bits(float32(p[c])))
		}
	}
	r.Bind(0, planesBinding, planes)
	return r
}

// texture has texels that differ little from their neighbours.
func texture() []byte {
	data := make([]byte, 4*side*side)
	for k := range side * side {
		x, y := k%side, k/side
		copy(data[4*k:], []byte{byte(4 * x), byte(4 * y), byte(2 * (x + y)), byte(255 - 4*x)})
	}
	return data
}

// ours draws with refract; the rows begin at the bottom.
func (s *scene) ours(t *testing.T, x *ssa.Shader) []byte {
	p, err := interp.SSAEngine{}.Load(x, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	pass, picture, err := raster.NewPass(side, side, exec.FormatByName("rgba8unorm"), 1, false)
	if err != nil {
		t.Fatal(err)
	}
	pipe := &raster.Pipeline{Clip: raster.ClipOpenGL}
	for k := range x.EntryPoints {
		shader := raster.Shader{Program: p, Entry: x.EntryPoints[k].Name}
		if x.EntryPoints[k].Stage == ir.StageVertex {
			pipe.Vertex = shader
		} else {
			pipe.Fragment = shader
		}
	}
	draw := &raster.Draw{Pipeline: pipe, Resources: s.resources(t, x), Count: 3 * s.triangles}
	if s.points {
		draw.Count, pipe.Primitive.Topology = s.triangles, raster.PointList
	}
	formats := [5]raster.VertexFormat{1: raster.Float32, 2: raster.Float32x2, 3: raster.Float32x3, 4: raster.Float32x4}
	for k, a := range attributePlaces {
		pipe.Buffers = append(pipe.Buffers, raster.VertexLayout{Stride: 4 * a.size, Attributes: []raster.Attribute{{Location: a.location, Format: formats[a.size]}}})
		var data []byte
		for n := range draw.Count {
			if !s.points { // the last vertex of OpenGL's triangles gives flat values, here the first does
				n = n/3*3 + (n+2)%3
			}
			for _, f := range s.attributes[k].Data[n*a.size:][:a.size] {
				data = binary.LittleEndian.AppendUint32(data, math.Float32bits(f))
			}
		}
		draw.Buffers = append(draw.Buffers, data)
	}
	if err := pass.Draw(t.Context(), draw); err != nil {
		t.Fatal(err)
	}
	return picture.Level(0)
}

// theirs draws with the driver; the rows begin at the bottom.
func (s *scene) theirs(c *glrun.Context) ([]byte, error) {
	d := &glrun.Draw{Vertex: s.vertex, Fragment: s.fragment, Width: side, Height: side, Vertices: 3 * s.triangles, Attributes: s.attributes,
		Textures: []glrun.Texture{{Name: "image", Width: side, Height: side, Pixels: texture()}}, Points: s.points, Fixed: &s.fixed}
	if s.points {
		d.Vertices = s.triangles
	}
	return c.Draw(d)
}

// difference describes the first pixel away from edges that differs by more than a step of 1/255; it
// returns how many pixels differ so, and how many are drawn.
func difference(ours, theirs []byte) (first string, count, drawn int) {
	isDrawn := func(p []byte, x, y int) bool { return binary.LittleEndian.Uint32(p[4*(y*side+x):]) != 0 }
	for y := range side {
		for x := range side {
			k := 4 * (y*side + x)
			if isDrawn(theirs, x, y) {
				drawn++
			}
			off := false
			for c := range 4 {
				off = off || max(ours[k+c], theirs[k+c])-min(ours[k+c], theirs[k+c]) > 1
			}
			if !off {
				continue
			}
			edge := false
			for _, p := range [2][]byte{ours, theirs} {
				for j := range 9 {
					u, v := min(max(x+j%3-1, 0), side-1), min(max(y+j/3-1, 0), side-1)
					edge = edge || isDrawn(p, u, v) != isDrawn(p, x, y)
				}
			}
			if edge {
				continue
			}
			if count++; count == 1 {
				first = fmt.Sprintf("pixel %d, %d is %v, not %v", x, y, ours[k:k+4], theirs[k:k+4])
			}
		}
	}
	return first, count, drawn
}

// TestCompatibility draws made-up scenes with llvmpipe and with refract: pictures are equal within 1/255
// away from edges. REFRACT_PROGRAMS is
// how many there are, from REFRACT_SEED on.
func TestCompatibility(t *testing.T) {
	sweep.Only(t)
	c, err := glrun.OpenCompatibility()
	if err != nil {
		if errors.Is(err, glrun.ErrNoGL) && os.Getenv("REFRACT_REQUIRE_TOOLS") != "1" {
			t.Skip(err)
		}
		t.Fatal(err)
	}
	empty := 0
	count := uint64(sweep.Count(200))
	base, _ := strconv.ParseUint(os.Getenv("REFRACT_SEED"), 10, 64)
	for k := range count {
		seed := base + k
		s := newScene(seed)
		want, err := s.theirs(c)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		x := s.shader(t)
		p, err := pipeline.Named(s.passes())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := pipeline.Run(x, p, pipeline.Options{Establish: true, Verify: true}); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		first, n, drawn := difference(s.ours(t, x), want)
		if n > 0 {
			t.Errorf("seed %d: %d of %d pixels: %s\n%s%s%s", seed, n, drawn, first, s.passes(), s.vertex, s.fragment)
		}
		if drawn == 0 {
			empty++
		}
	}
	if empty > int(count)/3 {
		t.Errorf("%d of %d pictures are empty", empty, count)
	}
}
