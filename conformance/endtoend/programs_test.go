package endtoend

// Programs of two GLSL stages in the styles of engines, linked and drawn.

import (
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"testing"

	"refract/exec"
	"refract/exec/raster"
	"refract/front/glsl"
	"refract/ir"
	"refract/shadertest"
)

// TestPrograms links each pair of testdata/programs, whichever stage is named first, and
// draws a triangle with it: in every form alike, and more than one colour.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/programs/*.vert")
	if err != nil || len(files) < 8 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		other := strings.TrimSuffix(file, ".vert") + ".frag"
		t.Run(strings.TrimSuffix(filepath.Base(file), ".vert"), func(t *testing.T) {
			vert, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			frag, err := os.ReadFile(other)
			if err != nil {
				t.Fatal(err)
			}
			if tool, err := osexec.LookPath("glslangValidator"); err == nil {
				if log, err := osexec.Command(tool, "-l", file, other).CombinedOutput(); err != nil {
					t.Fatalf("glslang doesn't link it: %s", log)
				}
			}
			swapped, err := linked(string(vert), string(frag), true)
			if err != nil {
				t.Fatal(err)
			}
			if len(swapped.Module.EntryPoints) != 2 {
				t.Errorf("%d entry points", len(swapped.Module.EntryPoints))
			}
			o := shadertest.Options{GLSL: &glsl.Options{Stage: ir.StageVertex, Link: []glsl.Linked{{Name: other, Text: string(frag)}}}}
			shadertest.Everywhere(t, file, string(vert), o, shadertest.ImageTolerance{Channel: 2, Share: 0.02}, func(t *testing.T, f shadertest.Form) image.Image {
				img := drawProgram(t, f)
				seen := map[color.NRGBA]bool{}
				for y := range 16 {
					for x := range 16 {
						seen[img.NRGBAAt(x, y)] = true
					}
				}
				if len(seen) < 20 {
					t.Errorf("%s: only %d colours", f.Name, len(seen))
				}
				return img
			})
		})
	}
}

// drawProgram draws a triangle that covers most of the picture: its matrices are those that
// change nothing, its textures a pattern, its other uniforms numbers between 0 and 1.
func drawProgram(t *testing.T, f shadertest.Form) *image.NRGBA {
	vertex, fragment := f.Entry("vertex_main"), f.Entry("fragment_main")
	run := f.Shader.Run(fragment)
	m := f.Shader.Module()
	for i := range m.Globals[1:] {
		g := &m.Globals[i+1]
		if !g.HasBinding {
			continue
		}
		switch ty := m.Types.At(g.Type); ty.Kind {
		case ir.TypeSampler:
			run.Bind(g.Name, new(exec.Sampler))
		case ir.TypeImage, ir.TypeSampledImage:
			picture := image.NewNRGBA(image.Rect(0, 0, 8, 8))
			for k := range picture.Pix {
				picture.Pix[k] = byte(96 + k*37%160)
			}
			texture, err := exec.TextureOf(picture, exec.FormatOf(ir.Rgba8Unorm))
			if err != nil {
				t.Fatal(err)
			}
			if ty.Kind == ir.TypeImage {
				run.Bind(g.Name, texture)
			} else {
				run.Bind(g.Name, exec.Combined{Texture: texture.View(), Sampler: new(exec.Sampler)})
			}
		default:
			b, err := exec.BufferFor(m, ir.GlobalID(i+1), 1)
			if err != nil {
				t.Fatal(err)
			}
			view, err := exec.NewView(m, g.Type, g.Layout, b.Data)
			if err != nil {
				t.Fatal(err)
			}
			members := view.Members()
			if len(members) == 0 {
				t.Fatalf("%s is no block", g.Name)
			}
			for _, name := range members { // by their names, since forms leave out members without a use
				member, err := view.At(name)
				count := int(crc32.ChecksumIEEE([]byte(name)) % 1000)
				if err == nil {
					err = fillUniform(member, &count, -1)
				}
				if err != nil {
					t.Fatalf("%s.%s: %v", g.Name, name, err)
				}
			}
			run.Bind(g.Name, b)
		}
	}
	var pipeline raster.Pipeline
	var buffers [][]byte
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		if e.Name != vertex {
			continue
		}
		args := m.Func(e.Function).Args
		for k := range args {
			b := args[k].Binding
			members := []ir.Member{{Name: args[k].Name, Type: args[k].Type, Binding: b}}
			if s := m.StructOf(args[k].Type); s != nil {
				members = s.Members
			}
			for _, x := range members {
				if x.Binding.Kind == ir.BindLocation {
					layout, data := attribute(t, m, x)
					pipeline.Buffers, buffers = append(pipeline.Buffers, layout), append(buffers, data)
				}
			}
		}
	}
	return run.MustDraw(t, shadertest.DrawOptions{Width: 16, Height: 16, Vertex: vertex, Vertices: 3, Draw: &raster.Draw{Pipeline: &pipeline, Buffers: buffers}})
}

// attribute is a vertex buffer for an input: places of a triangle in the first location of
// the program, else other numbers.
func attribute(t *testing.T, m *ir.Module, x ir.Member) (raster.VertexLayout, []byte) {
	n := max(1, m.Types.ComponentCount(x.Type))
	if m.Types.ScalarOf(x.Type) != ir.F32 {
		t.Fatalf("the attribute %s isn't of floats", x.Name)
	}
	name := strings.ToLower(x.Name)
	position := strings.Contains(name, "pos") || strings.Contains(name, "vertex")
	format := raster.VertexFormatByName([]string{"float32", "float32x2", "float32x3", "float32x4"}[n-1])
	var words []float32
	for v := range 3 {
		for c := range n {
			value := 0.25 + float32((v*5+c*3)%7)*0.1
			if position {
				value = [3][4]float32{{-0.9, -0.9, 0.2, 1}, {0.9, -0.7, 0.3, 1}, {-0.2, 0.95, 0.1, 1}}[v][c]
			}
			words = append(words, value)
		}
	}
	data, err := binary.Append(nil, binary.LittleEndian, words)
	if err != nil {
		t.Fatal(err)
	}
	return raster.VertexLayout{Stride: 4 * n, Attributes: []raster.Attribute{{Location: x.Binding.Location, Format: format}}}, data
}

// fillUniform gives a uniform its value: numbers that depend on how many there were before.
// Four vectors of four are a matrix, too. column is how far a component is from the
// diagonal of a matrix; -1: it is of none.
func fillUniform(v exec.View, count *int, column int) error {
	if n := v.Len(); n > 0 {
		square := n == 4 && strings.HasSuffix(v.TypeName(), "vec4<f32>, 4>")
		for i := range n {
			inner, err := v.Index(i)
			if err != nil {
				return err
			}
			c := -1
			switch {
			case strings.HasPrefix(v.TypeName(), "mat") || square:
				c = i + 100 // the column's number, for its components
			case column >= 100:
				c = max(column-100-i, i-column+100)
			}
			if err := fillUniform(inner, count, c); err != nil {
				return err
			}
		}
		return nil
	}
	*count++
	switch v.TypeName() {
	case "f32":
		value := 0.35 + float32(*count*7%13)*0.05
		if column == 0 {
			value = 1
		} else if column > 0 {
			value = 0
		}
		return v.Set(value)
	case "i32":
		return v.Set(int32(*count % 3))
	}
	return v.Set(uint32(*count % 2))
}
