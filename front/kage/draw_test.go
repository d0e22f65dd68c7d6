package kage_test

// This file draws programs: with the GLSL that Ebitengine's compiler makes and with ours on an
// OpenGL driver, and with the interpreter. All draw the same quadrangle.

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"refract"
	glslback "refract/back/glsl"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/raster"
	"refract/front/kage"
	"refract/internal/ebiten"
	"refract/internal/kagegen"
	"refract/internal/kagetest"
	"refract/internal/sweep"
	"refract/internal/vkrun/glrun"
	"refract/ir"
)

// The picture, and the textures of the source images, which the images fill in part.
const (
	side        = 24
	textureSide = 40
	regionX     = 5
	regionY     = 9
)

// uniform is the value of a uniform: scalars in the order of Kage's types.
type uniform struct {
	name, element string
	count         int // 0: no array
	floats        []float32
	ints          []int32
}

func components(element string) int {
	switch {
	case strings.HasPrefix(element, "mat"):
		n := int(element[3] - '0')
		return n * n
	case strings.Contains(element, "vec"):
		return int(element[len(element)-1] - '0')
	}
	return 1
}

// values gives the uniforms of a program values; the seven of the bridge describe the images.
// up is whether the first row of a picture has the lowest position in clip space.
func values(r *kagetest.Result, up bool) (list []uniform) {
	x := uint32(12345)
	next := func() float32 { x = x*1664525 + 1013904223; return float32(x>>8) / (1 << 24) }
	for i, name := range r.Uniforms {
		u := uniform{name: name, element: r.Types[i]}
		if rest, ok := strings.CutPrefix(u.element, "["); ok {
			n, element, _ := strings.Cut(rest, "]")
			u.element = element
			u.count, _ = strconv.Atoi(n)
		}
		for range max(1, u.count) * components(u.element) {
			v := next()
			switch {
			case u.element == "bool":
				u.ints = append(u.ints, int32(v*2))
			case strings.HasPrefix(u.element, "i"):
				u.ints = append(u.ints, int32(v*7)-3)
			default:
				u.floats = append(u.floats, float32(math.Round(float64(v*64))/16))
			}
		}
		four := func(a, b float32) []float32 { return []float32{a, b, a + 1, b, a, b + 1, a + 2, b + 1} }
		switch name {
		case "__imageDstTextureSize":
			u.floats = []float32{side, side}
		case "__imageSrcTextureSizes":
			u.floats = []float32{textureSide, textureSide, textureSide, textureSide, textureSide, textureSide, textureSide, textureSide}
		case "__imageDstRegionOrigin":
			u.floats = []float32{0, 0}
		case "__imageDstRegionSize":
			u.floats = []float32{side, side}
		case "__imageSrcRegionOrigins":
			u.floats = four(regionX, regionY)
		case "__imageSrcRegionSizes":
			u.floats = []float32{side, side, side - 2, side, side, side - 3, side, side}
		case "__projectionMatrix":
			y, ty := float32(2.0/side), float32(-1)
			if !up {
				y, ty = -y, 1
			}
			u.floats = []float32{2.0 / side, 0, 0, 0, 0, y, 0, 0, 0, 0, 1, 0, -1, ty, 0, 1}
		}
		list = append(list, u)
	}
	return list
}

// pixels are those of a source image's texture: waves of colors.
func pixels(n int) []byte {
	data := make([]byte, 0, 4*textureSide*textureSide)
	for y := range textureSide {
		for x := range textureSide {
			wave := func(a, b, c float64) byte {
				return byte(127.5 + 127.5*math.Sin(a*float64(x)+b*float64(y)+c+float64(n)))
			}
			data = append(data, wave(0.2, 0.1, 0), wave(0.1, -0.2, 1), wave(-0.15, 0.12, 2), 200+wave(0.05, 0.03, 0)/5)
		}
	}
	return data
}

// The quadrangle: positions in the destination and in source 0, colors and custom values.
var corners = [6][2]float32{{0, 0}, {side, 0}, {0, side}, {side, 0}, {0, side}, {side, side}}

func attributes() (dst, src, color, custom []float32) {
	for _, c := range corners {
		u, v := c[0]/side, c[1]/side
		dst = append(dst, c[0], c[1])
		src = append(src, c[0]+regionX, c[1]+regionY)
		color = append(color, 1, 0.75+u/4, 0.5+v/2, 1)
		custom = append(custom, u, v, u-v, 1)
	}
	return
}

// onDriver draws two stages of GLSL whose names are Ebitengine's.
func onDriver(c *glrun.Context, vertex, fragment string, list []uniform) ([]byte, error) {
	dst, src, color, custom := attributes()
	d := &glrun.Draw{Vertex: vertex, Fragment: fragment, Width: side, Height: side, Vertices: len(corners),
		Attributes: []glrun.Attribute{{Name: "A0", Size: 2, Data: dst}, {Name: "A1", Size: 2, Data: src}, {Name: "A2", Size: 4, Data: color}, {Name: "A3", Size: 4, Data: custom}}}
	for i, u := range list {
		d.Uniforms = append(d.Uniforms, glrun.Uniform{Name: "U" + strconv.Itoa(i), Type: u.element, Count: max(1, u.count), Floats: u.floats, Ints: u.ints})
	}
	for i := range kage.SourceImages {
		d.Textures = append(d.Textures, glrun.Texture{Name: "T" + strconv.Itoa(i), Width: textureSide, Height: textureSide, Pixels: pixels(i)})
	}
	return c.Draw(d)
}

// glslOf writes an entry point as Ebitengine's hosts take it.
func glslOf(v *refract.Valid, entry string) (string, error) {
	o := glslback.NewOptions()
	o.Version, o.RaiseVersion = glslback.Version{Number: 150}, false
	o.LooseUniforms, o.AdjustCoordinateSpace, o.AttributeLocations, o.AssignBindings = true, false, false, false
	out, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.GLSL, EntryPoint: entry, Options: refract.LanguageOptions{refract.GLSL: &o}})
	if err != nil {
		return "", err
	}
	return out.Text, nil
}

// words are the words of a uniform's columns or elements, and how many a column has.
func (u *uniform) words() (list []uint32, width int) {
	for _, f := range u.floats {
		list = append(list, math.Float32bits(f))
	}
	for _, n := range u.ints {
		list = append(list, uint32(n))
	}
	width = components(u.element)
	if strings.HasPrefix(u.element, "mat") {
		width = int(u.element[3] - '0')
	}
	return list, width
}

// A buffer is a uniform buffer under construction.
type buffer []byte

func (b *buffer) align(n int) {
	for len(*b)%n != 0 {
		*b = append(*b, 0)
	}
}

func (b *buffer) words(list ...uint32) {
	for _, w := range list {
		*b = binary.LittleEndian.AppendUint32(*b, w)
	}
}

// bufferOf lays uniforms out as a layout does.
func bufferOf(list []uniform, rules kage.Layout) []byte {
	var b buffer
	for i := range list {
		u := &list[i]
		words, width := u.words()
		parts := u.count > 0 || strings.HasPrefix(u.element, "mat")
		switch rules {
		case kage.LayoutStd140:
			step := 4 * []int{0, 1, 2, 4, 4}[width]
			if parts {
				step = 16
			}
			for ; len(words) > 0; words = words[width:] {
				b.align(step)
				b.words(words[:width]...)
			}
			if parts {
				b.align(16)
			}
		case kage.LayoutDirect3D:
			b.direct3D(u, words, width, parts)
		case kage.LayoutMetal:
			b.metal(u, words, width)
		}
	}
	b.align(16)
	return b
}

// direct3D appends a uniform as Ebitengine's driver for Direct3D does: matrices by rows.
func (b *buffer) direct3D(u *uniform, words []uint32, width int, parts bool) {
	switch {
	case parts:
		b.align(16)
	case len(*b)%16+4*width > 16:
		b.align(16)
	default:
		b.align(4)
	}
	matrix := strings.HasPrefix(u.element, "mat")
	for k := 0; len(words) > 0; k++ {
		if parts {
			b.align(16)
		}
		if !matrix {
			b.words(words[:width]...)
			words = words[width:]
			continue
		}
		for row := range width {
			b.align(16)
			for column := range width {
				b.words(words[column*width+row])
			}
		}
		words = words[width*width:]
	}
}

// metal appends a uniform as Ebitengine's driver for Metal does: bools are bytes, vectors of
// three take the memory of four.
func (b *buffer) metal(u *uniform, words []uint32, width int) {
	if u.element == "bool" {
		for _, w := range words {
			*b = append(*b, byte(w))
		}
		return
	}
	b.align(4 * []int{0, 1, 2, 4, 4}[width])
	for ; len(words) > 0; words = words[width:] {
		b.words(words[:width]...)
		if width == 3 {
			b.words(0)
		}
	}
}

// inInterpreter draws a module in std140 layout.
func inInterpreter(v *refract.Valid, list []uniform) ([]byte, error) {
	return inLayout(v, list, kage.LayoutStd140)
}

// inLayout draws a module whose uniforms are in a layout.
func inLayout(v *refract.Valid, list []uniform, rules kage.Layout) ([]byte, error) {
	program, err := interp.Engine{}.Load(v.Module, exec.LoadOptions{})
	if err != nil {
		return nil, err
	}
	pass, picture, err := raster.NewPass(side, side, exec.FormatByName("rgba8unorm"), 1, false)
	if err != nil {
		return nil, err
	}
	res := new(exec.Resources)
	res.Bind(0, kage.UniformBinding, &exec.Buffer{Data: bufferOf(list, rules)})
	for i := range kage.SourceImages {
		t, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatByName("rgba8unorm"), Width: textureSide, Height: textureSide})
		if err != nil {
			return nil, err
		}
		copy(t.Level(0), pixels(i))
		res.Bind(0, kage.TextureBinding+uint32(i), t.View())
	}
	dst, src, color, custom := attributes()
	d := &raster.Draw{Resources: res, Count: len(corners), Pipeline: &raster.Pipeline{
		Vertex: raster.Shader{Program: program, Entry: "Vertex"}, Fragment: raster.Shader{Program: program, Entry: "Fragment"},
		Primitive: raster.Primitive{Front: raster.Clockwise}, // the other way up as on the driver
	}}
	if clip, ok := raster.ClipSpaceOf(v.Module, "Vertex"); ok {
		d.Pipeline.Clip = clip
	}
	d.Viewport = &raster.Viewport{Width: side, Height: side, MinDepth: 0.5, MaxDepth: 1} // the depth of z = 0 in OpenGL
	for i, a := range [][]float32{dst, src, color, custom} {
		var data []byte
		for _, f := range a {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(f))
		}
		size := len(a) / len(corners)
		d.Buffers = append(d.Buffers, data)
		d.Pipeline.Buffers = append(d.Pipeline.Buffers, raster.VertexLayout{Stride: 4 * size,
			Attributes: []raster.Attribute{{Location: uint32(i), Format: raster.VertexFormatByName(fmt.Sprintf("float32x%d", size))}}})
	}
	if err := pass.Draw(context.Background(), d); err != nil {
		return nil, err
	}
	return picture.Level(0), nil
}

// apart counts the pixels of two pictures that differ by more than some steps of a channel, and
// returns the greatest difference.
func apart(a, b []byte, steps int) (count, most int) {
	for i := 0; i < len(a); i += 4 {
		worst := 0
		for k := range 4 {
			worst = max(worst, int(a[i+k])-int(b[i+k]), int(b[i+k])-int(a[i+k]))
		}
		most = max(most, worst)
		if worst > steps {
			count++
		}
	}
	return count, most
}

// A drawing is a program drawn in each way.
type drawing struct{ theirs, ours, interpreted []byte }

// drawAll draws a program that Ebitengine compiled.
func drawAll(c *glrun.Context, src string, r *kagetest.Result) (d drawing, err error) {
	if d.theirs, err = onDriver(c, r.Vertex, r.Fragment, values(r, true)); err != nil {
		return d, fmt.Errorf("Ebitengine's GLSL: %w", err)
	}
	v, err := read(src, &kage.Options{EngineNames: true})
	if err != nil {
		return d, err
	}
	var stages [2]string
	for i, entry := range []string{"Vertex", "Fragment"} {
		if stages[i], err = glslOf(v, entry); err != nil {
			return d, err
		}
	}
	if d.ours, err = onDriver(c, stages[0], stages[1], values(r, true)); err != nil {
		return d, fmt.Errorf("our GLSL: %w", err)
	}
	if d.interpreted, err = inInterpreter(v, values(r, false)); err != nil {
		return d, fmt.Errorf("interpreter: %w", err)
	}
	return d, nil
}

// openDriver opens the driver, or skips the test.
func openDriver(t *testing.T) *glrun.Context {
	t.Helper()
	c, err := glrun.Open()
	if err != nil {
		if errors.Is(err, glrun.ErrNoGL) && os.Getenv("REFRACT_REQUIRE_TOOLS") != "1" {
			t.Skip(err)
		}
		t.Fatal(err)
	}
	return c
}

// TestDrawOwn draws Ebitengine's own programs, of its examples and tests: pictures differ by
// 2/255 at most.
func TestDrawOwn(t *testing.T) {
	sweep.Only(t)
	root := kagetest.ModuleDir(t)
	compiler := kagetest.Start(t)
	c := openDriver(t)
	count := 0
	programs := map[string]string{}
	err := filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, ".kage") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), "func Fragment(") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		name, _ := filepath.Rel(root, path)
		programs[name] = string(text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	built, err := ebiten.Collect(root, []string{"./internal/builtinshader", "./internal/colormshader", "./vector", "."}, "", func(string) {})
	if err != nil {
		t.Logf("the programs that are constants can't be collected: %v", err)
	}
	for i, s := range built {
		programs[fmt.Sprintf("constant %d of %s", i, s.Package)] = s.Text
	}
	for _, name := range slices.Sorted(maps.Keys(programs)) {
		src := programs[name]
		r := compiler.Compile(src, false)
		if !r.OK {
			continue // Go, which holds programs
		}
		count++
		d, err := drawAll(c, src, &r)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, x := range []struct {
			name string
			data []byte
		}{{"our GLSL", d.ours}, {"the interpreter", d.interpreted}} {
			n, most := apart(d.theirs, x.data, 2)
			t.Logf("%s: %s differs by %d/255 at most", name, x.name, most)
			if n > 0 {
				t.Errorf("%s: %d pixels of %s differ by more than 2/255", name, n, x.name)
			}
		}
	}
	if count == 0 {
		t.Error("there are no programs")
	}
	t.Logf("%d programs", count)
}

// TestDrawRandom draws random programs: pictures of Ebitengine's GLSL, of ours and of the
// interpreter are the same.
func TestDrawRandom(t *testing.T) {
	sweep.Only(t)
	compiler := kagetest.Start(t)
	c := openDriver(t)
	seed, _ := strconv.ParseUint(os.Getenv("REFRACT_SEED"), 10, 64)
	programs, refused, bad := sweep.Sample(1000), 0, 0
	for i := range uint64(programs) {
		src := kagegen.Program(seed + i)
		r := compiler.Compile(src, false)
		if !r.OK {
			refused++
			t.Errorf("seed %d: Ebitengine refuses: %s\n%s", seed+i, r.Error, src)
			continue
		}
		d, err := drawAll(c, src, &r)
		if err != nil {
			t.Errorf("seed %d: %v\n%s", seed+i, err, src)
			continue
		}
		ours, most := apart(d.theirs, d.ours, 1)
		interpreted, far := apart(d.theirs, d.interpreted, 1)
		if ours+interpreted > 0 {
			bad++
			t.Errorf("seed %d: %d pixels of our GLSL differ, by %d at most, and %d of the interpreter, by %d\n%s", seed+i, ours, most, interpreted, far, src)
		}
		if bad > 5 {
			break
		}
	}
	t.Logf("%d programs, %d refused, %d differ", programs, refused, bad)
}
