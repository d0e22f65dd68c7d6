package conformance

// This file checks that Direct3D can link stages: the runtime matches outputs of vertex shaders with
// inputs of fragment shaders by semantic, and both must have the same register and components.

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"refract/back/dxbc"
	"refract/back/dxil"
	"refract/diag"
	front "refract/front/wgsl"
	format "refract/internal/dxbc"
	"refract/ir"
	"refract/ir/validate"
)

// varyings returns a module whose fragment shader reads some outputs of its vertex shader, and their
// locations. If prefix is set, it reads the outputs up to a location.
func varyings(r *rand.Rand, prefix bool) (source string, read []uint32) {
	types := []string{"f32", "vec2f", "vec3f", "vec4f", "u32", "vec2i", "vec3u"}
	modes := []string{"", "", "@interpolate(flat) ", "@interpolate(linear) ", "@interpolate(perspective, centroid) ", "@interpolate(linear, sample) "}
	var out, in, stores, loads []string
	location, reading := uint32(0), true
	for range 1 + r.IntN(10) {
		k := r.IntN(len(types))
		mode := modes[r.IntN(len(modes))]
		if k >= 4 {
			mode = "@interpolate(flat) "
		}
		location += 1 + uint32(r.IntN(4))/3
		member := fmt.Sprintf("@location(%d) %sm%d: %s", location, mode, location, types[k])
		out = append(out, member)
		stores = append(stores, fmt.Sprintf("o.m%d = %s(%s(i));", location, types[k], map[bool]string{true: "u32", false: "f32"}[types[k] == "u32" || types[k] == "vec3u"]))
		if types[k] == "vec2i" {
			stores[len(stores)-1] = fmt.Sprintf("o.m%d = vec2i(i32(i));", location)
		}
		if prefix {
			reading = reading && r.IntN(5) > 0
		} else {
			reading = r.IntN(3) > 0
		}
		if reading {
			in, read = append(in, member), append(read, location)
			loads = append(loads, fmt.Sprintf("s += dot(vec4f(1.0), vec4f(f32(v.m%d%s)));", location, map[bool]string{true: ".x"}[strings.HasPrefix(types[k], "vec")]))
		}
	}
	out = slices.Insert(out, r.IntN(len(out)+1), "@builtin(position) position: vec4f")
	for _, b := range []string{"position) position: vec4f", "front_facing) front: bool", "sample_index) sample: u32"} {
		if len(in) == 0 || r.IntN(2) == 0 {
			in = append(in, "@builtin("+b)
		}
	}
	r.Shuffle(len(in), func(i, j int) { in[i], in[j] = in[j], in[i] })
	return fmt.Sprintf(`struct O { %s }
struct I { %s }
@vertex fn vs(@builtin(vertex_index) i: u32) -> O { var o: O; o.position = vec4f(f32(i)); %s return o; }
@fragment fn fs(v: I) -> @location(0) vec4f { var s = 0.0; %s return vec4f(s); }
`, strings.Join(out, ", "), strings.Join(in, ", "), strings.Join(stores, " "), strings.Join(loads, " ")), read
}

// TestLinkedRegisters checks registers of fragment shaders that read every output, some outputs with
// vertex_outputs, and the outputs up to a location without it.
func TestLinkedRegisters(t *testing.T) {
	var w5 dxbc.Writer
	var w6 dxil.Writer
	writers := map[string]func(m *ir.Module, info *validate.Info, s ir.Stage, outputs []uint32) ([]byte, error){
		"dxbc": func(m *ir.Module, info *validate.Info, s ir.Stage, outputs []uint32) ([]byte, error) {
			o := dxbc.NewOptions()
			o.Stage, o.VertexOutputs = s, outputs
			data, _, err := w5.Write(m, info, o, nil)
			return data, err
		},
		"dxil": func(m *ir.Module, info *validate.Info, s ir.Stage, outputs []uint32) ([]byte, error) {
			o := dxil.NewOptions()
			o.Stage, o.VertexOutputs = s, outputs
			data, _, err := w6.Write(m, info, o, nil)
			return data, err
		},
	}
	r := rand.New(rand.NewPCG(7, 0))
	for n := range 400 {
		prefix := n%2 == 0
		source, read := varyings(r, prefix)
		list := new(diag.List)
		m := front.Parse(source, 1, front.Options{Allowed: front.AllExtensions}, list)
		if m == nil || list.HasErrors() {
			t.Fatalf("%v\n%s", list, source)
		}
		info, err := validate.Module(m, validate.Options{Capabilities: validate.All})
		if err != nil {
			t.Fatal(err)
		}
		outputs := read
		switch {
		case prefix:
			outputs = nil
		case outputs == nil:
			outputs = []uint32{}
		}
		for name, write := range writers {
			vs, err := write(m, info, ir.StageVertex, outputs)
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, source)
			}
			fs, err := write(m, info, ir.StageFragment, nil)
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, source)
			}
			if err := linkable(vs, fs); err != nil {
				t.Errorf("%s: outputs %v: %v\n%s", name, outputs, err, source)
			}
		}
	}
}

// linkable reports an input of a fragment shader that no output of the vertex shader feeds. The
// rasterizer makes SV_IsFrontFace, SV_SampleIndex and SV_PrimitiveID.
func linkable(vertex, fragment []byte) error {
	out, err := signatureOf(vertex, format.ChunkOSGN, format.ChunkOSG1)
	if err != nil {
		return err
	}
	in, err := signatureOf(fragment, format.ChunkISGN, format.ChunkISG1)
	if err != nil {
		return err
	}
	for i := range in.Elements {
		e := &in.Elements[i]
		switch e.SystemValue {
		case format.ValueIsFrontFace, format.ValueSampleIndex, format.ValuePrimitiveID:
			continue
		}
		k := slices.IndexFunc(out.Elements, func(o format.Element) bool {
			return strings.EqualFold(o.Semantic, e.Semantic) && o.Index == e.Index
		})
		if k < 0 {
			return fmt.Errorf("%s%d isn't an output", e.Semantic, e.Index)
		}
		if o := &out.Elements[k]; o.Register != e.Register || o.Mask != e.Mask || o.Type != e.Type {
			return fmt.Errorf("%s%d is register %d, components %04b as an output and register %d, components %04b as an input", e.Semantic, e.Index, o.Register, o.Mask, e.Register, e.Mask)
		}
	}
	return nil
}

// signatureOf is a signature of a container.
func signatureOf(data []byte, kinds ...format.FourCC) (*format.Signature, error) {
	c, err := format.ReadContainer(data)
	if err != nil {
		return nil, err
	}
	chunk, kind := c.Chunk(kinds...)
	return format.ReadSignature(kind, chunk)
}
