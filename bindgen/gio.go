package bindgen

// This file describes an entry point as gio's shader.Sources has it: translations, and the
// facts for gio's renderers. Their names of uniforms, inputs and textures are the GLSL's.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"refract/reflection"
)

// A ShaderSource is an entry point of Options.Shaders.
type ShaderSource struct {
	Name   string // in the output; Build makes it from Shader
	Shader string // what gio calls it: "blur.frag"

	SPIRV, GLSL100ES, GLSL150, DXBC string // indices into Options.Embeds, in decimal; "": there is none

	Uniforms    []ShaderUniform
	UniformSize uint64 // bytes from the first to the end of the last
	Inputs      []ShaderInput
	Textures    []ShaderBinding
	Buffers     []ShaderBinding
	Images      []ShaderBinding
	Workgroup   []uint32
}

// A ShaderUniform is a number, or a vector, in immediates.
type ShaderUniform struct {
	Name   string
	Size   int    // components
	Offset uint64 // bytes
}

// A ShaderInput is an input with a location.
type ShaderInput struct {
	Name     string
	Location uint32
	Type     string // "Float", "Int"
	Size     int    // components
}

// A ShaderBinding is a resource.
type ShaderBinding struct {
	Name    string
	Binding uint32
}

// DescribeForGio describes an entry point of a reflection. m has the names of its GLSL;
// nil: it has none, as compute shaders. The error names a feature that gio has no form of.
func DescribeForGio(shader string, r *reflection.Reflection, e *reflection.EntryPoint, m *reflection.Mapping) (*ShaderSource, error) {
	s := &ShaderSource{Shader: shader}
	if e.Workgroup != nil {
		s.Workgroup = e.Workgroup.Size
	}
	uses := func(name string) bool {
		return slices.ContainsFunc(e.Resources, func(u reflection.Use) bool { return u.Name == name })
	}
	texts := map[string]string{}
	if m != nil {
		for i := range m.Resources {
			texts[m.Resources[i].Name] = m.Resources[i].Text
		}
	}
	for i := range r.Bindings {
		b := &r.Bindings[i]
		if !uses(b.Name) {
			continue
		}
		if !b.Group.Is() || b.Group.Value() != 0 || b.Count.Is() {
			return nil, fmt.Errorf("%s: gio has resources in group 0 only, and no arrays of them", b.Name)
		}
		at := ShaderBinding{cmp.Or(texts[b.Name], b.Name), b.Binding.Value()}
		switch b.Kind {
		case "storage":
			s.Buffers = append(s.Buffers, at)
		case "storage_texture":
			s.Images = append(s.Images, at)
		case "texture", "sampled_texture":
			s.Textures = append(s.Textures, at)
		case "sampler": // is in the texture
		case "uniform":
			return nil, fmt.Errorf("%s: gio hands uniforms over as immediates: write var<immediate>, or layout(push_constant) in GLSL", b.Name)
		default:
			return nil, fmt.Errorf("%s: gio has no form of a resource of kind %s", b.Name, b.Kind)
		}
	}
	for _, in := range slices.Concat(e.VertexInputs, e.Inputs) {
		if !in.Location.Is() {
			continue
		}
		x := ShaderInput{Name: in.Name, Location: in.Location.Value(), Type: "Float", Size: in.Components}
		switch in.Scalar {
		case "f32":
		case "i32":
			x.Type = "Int"
		default:
			return nil, fmt.Errorf("%s: gio has no form of an input of type %s", in.Name, in.Type)
		}
		if m != nil {
			for _, v := range m.Inputs {
				if v.Location == x.Location {
					x.Name = v.Text
				}
			}
		}
		s.Inputs = append(s.Inputs, x)
	}
	slices.SortStableFunc(s.Inputs, func(a, b ShaderInput) int { return cmp.Compare(a.Location, b.Location) })
	if m == nil {
		if len(e.Resources) > 0 && slices.ContainsFunc(r.Immediates, func(i reflection.Immediate) bool { return uses(i.Name) }) {
			return nil, fmt.Errorf("gio gives compute shaders no immediates")
		}
		return s, nil
	}
	first, end := uint64(0), uint64(0)
	for i, u := range m.Immediates {
		n := 1
		if count, ok := strings.CutPrefix(u.Type, "vec"); ok && len(count) > 0 {
			n = int(count[0] - '0')
		}
		if u.Type != "f32" && !(strings.HasPrefix(u.Type, "vec") && strings.HasSuffix(u.Type, "<f32>")) {
			return nil, fmt.Errorf("%s: gio sets uniforms of f32 and of vectors of f32 only, not of %s", u.Text, u.Type)
		}
		s.Uniforms = append(s.Uniforms, ShaderUniform{u.Text, n, uint64(u.Offset)})
		if i == 0 || uint64(u.Offset) < first {
			first = uint64(u.Offset)
		}
		end = max(end, uint64(u.Offset)+4*uint64(n))
	}
	s.UniformSize = end - first
	return s, nil
}
