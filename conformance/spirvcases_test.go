package conformance

// Modules of SPIR-V that are hard to read, one for each thing that is, are run: as words
// where the interpreter of words can, as the module that is read, and as WGSL and GLSL
// of it read again. What they are run with, and what comes of it, is said at their head:
//
//	; in GROUP.BINDING = WORDS      a buffer: integers, or floats with a point
//	; out GROUP.BINDING = WORDS     what it holds afterwards; with .. the rest is as it was
//	; in GROUP.BINDING[] = WORDS    of an array of buffers, the next one
//	; texture GROUP.BINDING = W H TEXELS    of one float each; of an array, the next one
//	; sampler GROUP.BINDING [compare]
//	; grid W H                      a fragment shader, of so many pixels; they get as inputs
//	                                location * 10 + component
//	; spec ID = VALUE
//	; in @ADDRESS = WORDS           memory at an address; likewise out
//	; refused LANGUAGE TEXT         it isn't written as that, and why
//	; unread LANGUAGE               it isn't read again as that
//	; unrun BECAUSE                 it isn't run

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
	"refract/exec"
	"refract/exec/interp"
	"refract/internal/spirvtest"
	"refract/ir"
	"refract/ir/validate"
	"refract/reflection"
	"refract/spirv"
)

// spirvCase is what the head of a module says.
type spirvCase struct {
	in, out  map[spirvtest.Binding][]byte
	arrays   map[spirvtest.Binding][][]byte // buffers in arrays, only read
	textures map[spirvtest.Binding][]texels // of an array: one each
	samplers map[spirvtest.Binding]*exec.Sampler
	specs    map[uint32]uint64
	grid     [2]int
	refused  map[string]string
	met      map[string]bool // those that were refused
	unread   map[string]bool
	unrun    bool
}

func parseCase(source string) (c *spirvCase, err error) {
	c = &spirvCase{arrays: map[spirvtest.Binding][][]byte{}, in: map[spirvtest.Binding][]byte{}, out: map[spirvtest.Binding][]byte{}, textures: map[spirvtest.Binding][]texels{},
		samplers: map[spirvtest.Binding]*exec.Sampler{}, specs: map[uint32]uint64{}, refused: map[string]string{}}
	for line := range strings.Lines(source) {
		f := strings.Fields(strings.TrimPrefix(line, ";"))
		if !strings.HasPrefix(line, ";") || len(f) < 2 {
			continue
		}
		var b spirvtest.Binding
		bind, _, _ := strings.Cut(f[1], "[")
		if at, ok := strings.CutPrefix(bind, "@"); ok {
			address, _ := strconv.ParseUint(at, 0, 32)
			b = spirvtest.Binding{placedMemory, uint32(address)}
		} else {
			fmt.Sscanf(bind, "%d.%d", &b[0], &b[1])
		}
		var words []byte
		for _, w := range f[min(3, len(f)):] {
			x, err := strconv.ParseInt(w, 0, 64)
			if strings.Contains(w, ".") && w != ".." {
				var v float64
				v, err = strconv.ParseFloat(w, 32)
				x = int64(math.Float32bits(float32(v)))
			}
			if err == nil {
				words = binary.LittleEndian.AppendUint32(words, uint32(x))
			}
		}
		switch f[0] {
		case "in":
			if strings.HasSuffix(f[1], "]") {
				c.arrays[b] = append(c.arrays[b], words)
			} else {
				c.in[b] = words
			}
		case "out":
			if f[len(f)-1] == ".." {
				words = append(words, c.in[b][len(words):]...)
			}
			c.out[b] = words
		case "texture":
			w, h := binary.LittleEndian.Uint32(words), binary.LittleEndian.Uint32(words[4:])
			x := texels{w, h, nil}
			for k := range int(w * h) {
				x.list = append(x.list, binary.LittleEndian.Uint32(words[8+4*k:]))
			}
			c.textures[b] = append(c.textures[b], x)
		case "sampler":
			s := exec.NewSampler(exec.Nearest, exec.ClampToEdge)
			if len(f) > 2 {
				s.Compare = exec.CompareLess
			}
			c.samplers[b] = s
		case "grid":
			fmt.Sscan(strings.Join(f[1:], " "), &c.grid[0], &c.grid[1])
		case "spec":
			id, _ := strconv.Atoi(f[1])
			c.specs[uint32(id)] = uint64(binary.LittleEndian.Uint32(words))
		case "unrun":
			c.unrun = true
		case "unread":
			if c.unread == nil {
				c.unread = map[string]bool{}
			}
			c.unread[f[1]] = true
		case "refused":
			c.refused[f[1]] = strings.Join(f[2:], " ")
		}
	}
	return c, nil
}

// placedMemory is the group of memory at an address, which is its binding.
const placedMemory = math.MaxUint32

// texels are those of a texture, of one float each.
type texels struct {
	width, height uint32
	list          []uint32
}

func (x texels) view(format string) *exec.TextureView {
	t, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatByName(format), Width: x.width, Height: x.height})
	if err != nil {
		panic(err)
	}
	for k, bits := range x.list {
		t.Set(0, uint32(k)%x.width, uint32(k)/x.width, 0, 0, exec.Texel{uint64(bits), 0, 0, uint64(math.Float32bits(1))})
	}
	return t.View()
}

// resource is what is bound to a variable of a type.
func (c *spirvCase) resource(m *ir.Module, t ir.TypeID, b spirvtest.Binding, k int) exec.Resource {
	plain := exec.NewSampler(exec.Nearest, exec.ClampToEdge)
	switch x := m.Types.At(t); x.Kind {
	case ir.TypeBindingArray:
		var list exec.Array
		for _, data := range c.arrays[b] {
			list = append(list, &exec.Buffer{Data: slices.Clone(data)})
		}
		n := len(c.textures[b])
		if m.Types.At(x.Base).Kind == ir.TypeSampler {
			n = 2
		}
		for k := range n {
			list = append(list, c.resource(m, x.Base, b, k))
		}
		return list
	case ir.TypeImage:
		if x.Class == ir.ImageDepth {
			return c.textures[b][k].view("depth32float")
		}
		return c.textures[b][k].view("r32float")
	case ir.TypeSampledImage:
		return exec.Combined{Texture: c.textures[b][k].view("r32float"), Sampler: plain}
	case ir.TypeSampler:
		if s := c.samplers[b]; s != nil {
			return s
		}
		return plain
	}
	return nil
}

// run runs a module with what the case says, and compares.
func (c *spirvCase) run(m *ir.Module) error {
	overrides := map[string]float64{}
	for id, v := range c.specs {
		overrides[strconv.Itoa(int(id))] = float64(v)
	}
	p, err := interp.Engine{}.Load(m, exec.LoadOptions{Overrides: overrides})
	if err != nil {
		return err
	}
	var r exec.Resources
	buffers := map[spirvtest.Binding]*exec.Buffer{}
	for b, data := range c.in {
		buffers[b] = &exec.Buffer{Data: slices.Clone(data)}
		if b[0] == placedMemory {
			r.Place(uint64(b[1]), buffers[b])
		}
	}
	for i := range m.Globals {
		g := &m.Globals[i]
		if !g.HasBinding {
			continue
		}
		b := spirvtest.Binding{g.Binding.Group, g.Binding.Binding}
		if res := c.resource(m, g.Type, b, 0); res != nil {
			r.Bind(b[0], b[1], res)
		} else if buffers[b] != nil {
			r.Bind(b[0], b[1], buffers[b])
		}
	}
	entry := m.EntryPoints[0].Name
	if c.grid[0] > 0 {
		_, err = p.Fragments(context.Background(), entry, exec.FragmentGrid{Width: c.grid[0], Height: c.grid[1], Input: fragmentInput}, &r, exec.RunOptions{MaxSteps: 1 << 20})
	} else {
		_, err = p.Dispatch(context.Background(), entry, [3]uint32{1, 1, 1}, &r, exec.RunOptions{MaxSteps: 1 << 20})
	}
	if err != nil {
		return err
	}
	return c.compare(func(b spirvtest.Binding) []byte { return buffers[b].Data })
}

// fragmentInput is what fragments get at a location: location * 10 + component.
func fragmentInput(x, y int, b ir.Binding, v exec.View) error {
	if b.Kind != ir.BindLocation {
		return nil
	}
	// A matrix counts by columns, an array by elements.
	var fill func(x any, first int) any
	fill = func(x any, first int) any {
		switch x := x.(type) {
		case float32:
			return float32(first)
		case uint32:
			return uint32(first)
		case []any:
			list := make([]any, len(x))
			for k := range x {
				if _, inner := x[k].([]any); inner {
					list[k] = fill(x[k], first+10*k)
				} else {
					list[k] = fill(x[k], first+k)
				}
			}
			return list
		}
		panic(fmt.Sprintf("an input that isn't made up: %T", x))
	}
	return v.Set(fill(v.Value(), int(b.Location)*10+int(b.Component)))
}

// compare compares the buffers.
func (c *spirvCase) compare(of func(spirvtest.Binding) []byte) error {
	for b, want := range c.out {
		if have := of(b); string(have) != string(want) {
			return fmt.Errorf("buffer %d.%d has\n%x, want\n%x", b[0], b[1], have, want)
		}
	}
	return nil
}

// asWords runs the words.
func (c *spirvCase) asWords(words []uint32) error {
	m, err := spirvtest.Load(words)
	if err != nil {
		return err
	}
	buffers := map[spirvtest.Binding][]byte{}
	for b, data := range c.in {
		buffers[b] = slices.Clone(data)
	}
	if err := m.Run(spirvtest.Options{Entry: "main", Specs: c.specs}, buffers); err != nil {
		return err
	}
	return c.compare(func(b spirvtest.Binding) []byte { return buffers[b] })
}

// TestSPIRVCases runs the modules of testdata/spirv.
func TestSPIRVCases(t *testing.T) {
	files, err := filepath.Glob("testdata/spirv/*.spvasm")
	if err != nil || len(files) == 0 {
		t.Fatal("no modules: ", err)
	}
	byWords := 0
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".spvasm"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			c, err := parseCase(string(data))
			if err != nil {
				t.Fatal(err)
			}
			words := assembled(t, string(data))
			unknown := new(spirvtest.UnsupportedError)
			if err := c.asWords(words); err == nil {
				byWords++
			} else if !errors.As(err, &unknown) {
				t.Errorf("words: %v", err)
			}
			v, err := refract.Check(context.Background(), "case.spv", spirv.AppendBytes(nil, words), refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.SPIRV}})
			if err != nil {
				t.Fatal(err)
			}
			runs := v.Module.EntryPoints[0].Stage != ir.StageVertex && !c.unrun
			if runs {
				if err := c.run(v.Module); err != nil {
					t.Errorf("module: %v\n%s", err, ir.Print(v.Module))
				}
				for level := 1; level <= 2; level++ {
					better, err := refract.Optimize(context.Background(), v, refract.OptimizeOptions{Level: level})
					if err == nil {
						err = c.run(better.Module)
					}
					if err != nil {
						t.Errorf("at -O%d: %v", level, err)
					}
				}
			}
			c.written(t, v, runs)
			for _, l := range slices.Sorted(maps.Keys(c.refused)) {
				if !c.met[l] {
					t.Errorf("%s is written", l)
				}
			}
		})
	}
	t.Logf("%d modules, %d run as words too", len(files), byWords)
}

// isMoved reports whether a resource that shares its place with another has one of its
// own in the output: a host binds the one buffer in both.
func isMoved(out *refract.Output) bool {
	m := out.Mapping()
	return m != nil && slices.ContainsFunc(m.Resources, func(r reflection.MappedResource) bool { return r.Class == "moved" })
}

// written writes a module in every language, runs those that are read again, and
// takes from what is refused what is.
func (c *spirvCase) written(t *testing.T, v *refract.Valid, runs bool) {
	for _, l := range append(slices.Clone(asText), textForm{"HLSL", refract.HLSL, nil}, textForm{"MSL", refract.MSL, nil}, textForm{"SPIRV", refract.SPIRV, nil}) {
		o := refract.WriteOptions{Language: l.to}
		for _, x := range l.options {
			if err := o.Set(x[0], x[1]); err != nil {
				t.Fatal(err)
			}
		}
		if l.to != refract.WGSL {
			o.Overrides = map[string]float64{}
			for id, v := range c.specs {
				o.Overrides[strconv.Itoa(int(id))] = float64(v)
			}
		}
		out, err := refract.Write(context.Background(), v, o)
		if c.met == nil {
			c.met = map[string]bool{}
		}
		if why, ok := c.refused[l.name]; ok && err != nil && strings.Contains(err.Error(), why) {
			c.met[l.name] = true
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", l.name, err)
			continue
		}
		if !runs || c.unread[l.name] || isMoved(out) || l.to == refract.HLSL || l.to == refract.MSL {
			continue
		}
		parse := refract.ParseOptions{Language: l.to, Options: readOptions(v.Module.EntryPoints[0].Stage)}
		again, err := refract.Check(context.Background(), "again", out.Bytes(), refract.CheckOptions{Parse: parse, Validate: refract.ValidateOptions{Capabilities: validate.All}})
		if err == nil {
			d := *c
			if l.to != refract.WGSL {
				d.specs = nil
			}
			err = d.run(again.Module)
		}
		if err != nil {
			t.Errorf("%s: %v\n%s", l.name, err, out.Text)
		}
	}
}
