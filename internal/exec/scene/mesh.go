package scene

// This file maps the parts of a mesh's vertices to the inputs of a vertex shader, and its
// materials to names in a shader.

import (
	"bytes"
	"fmt"
	"strings"

	"refract/exec"
	"refract/exec/raster"
	"refract/internal/exec/setup"
	"refract/internal/lazy"
	"refract/internal/mesh"
	"refract/internal/picture"
	"refract/ir"
)

// Attributes are the parts of a mesh's vertices for the inputs of a vertex entry point: by
// their names, or by their locations.
func Attributes(m *ir.Module, entry string) (list []raster.Attribute, err error) {
	add := func(name string, b ir.Binding) {
		if b.Kind != ir.BindLocation || err != nil {
			return
		}
		a := raster.Attribute{Location: b.Location}
		lower := strings.ToLower(name)
		has := func(words ...string) bool {
			for _, w := range words {
				if strings.Contains(lower, w) {
					return true
				}
			}
			return false
		}
		switch {
		case has("norm"):
			a.Format, a.Offset = raster.Float32x3, 12
		case has("uv", "tex", "coord"):
			a.Format, a.Offset = raster.Float32x2, 24
		case has("pos", "place", "vert", "point"), b.Location == 0:
			a.Format, a.Offset = raster.Float32x3, 0
		case b.Location == 1:
			a.Format, a.Offset = raster.Float32x3, 12
		case b.Location == 2:
			a.Format, a.Offset = raster.Float32x2, 24
		default:
			err = fmt.Errorf("the shader's input %q is neither a position, a normal nor a texture coordinate by its name", name)
		}
		list = append(list, a)
	}
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		if e.Name != entry || e.Stage != ir.StageVertex {
			continue
		}
		f := m.Func(e.Function)
		for k := range f.Args {
			if s := m.StructOf(f.Args[k].Type); s != nil && f.Args[k].Binding.Kind == ir.NoBinding {
				for j := range s.Members {
					add(s.Members[j].Name, s.Members[j].Binding)
				}
				continue
			}
			add(f.Args[k].Name, f.Args[k].Binding)
		}
	}
	return list, err
}

// Layout is how the vertices of a mesh lie in memory.
func Layout(attributes []raster.Attribute) raster.VertexLayout {
	return raster.VertexLayout{Stride: mesh.Stride, Attributes: attributes}
}

// MaterialValues are the values of a material for a uniform's name; nil: it is none of its
// names.
func MaterialValues(m *mesh.Material, name string) []float64 {
	three := func(v [3]float32) []float64 { return []float64{float64(v[0]), float64(v[1]), float64(v[2]), 1} }
	switch strings.TrimSuffix(setup.PlainName(name), "factor") {
	case "basecolor", "albedo", "diffuse":
		c := m.BaseColor
		return []float64{float64(c[0]), float64(c[1]), float64(c[2]), float64(c[3])}
	case "metallic", "metalness":
		return []float64{float64(m.Metallic)}
	case "roughness":
		return []float64{float64(m.Roughness)}
	case "emissive":
		return three(m.Emissive)
	case "alphacutoff":
		return []float64{float64(m.AlphaCutoff)}
	case "normalscale":
		return []float64{float64(m.NormalScale)}
	case "occlusionstrength":
		return []float64{float64(m.OcclusionStrength)}
	}
	return nil
}

// mapKind is which map of a material a name means.
type mapKind struct {
	of    func(*mesh.Material) *mesh.Map
	color bool  // encoded as sRGB
	plain uint8 // what each channel is without a map
	flat  bool  // a normal that isn't bent
}

var mapKinds = lazy.Value[map[string]mapKind]{Make: func() map[string]mapKind {
	return map[string]mapKind{
		"basecolor":         {of: func(m *mesh.Material) *mesh.Map { return m.BaseColorMap }, color: true, plain: 255},
		"albedo":            {of: func(m *mesh.Material) *mesh.Map { return m.BaseColorMap }, color: true, plain: 255},
		"diffuse":           {of: func(m *mesh.Material) *mesh.Map { return m.BaseColorMap }, color: true, plain: 255},
		"metallicroughness": {of: func(m *mesh.Material) *mesh.Map { return m.MetallicRoughnessMap }, plain: 255},
		"normal":            {of: func(m *mesh.Material) *mesh.Map { return m.NormalMap }, flat: true},
		"occlusion":         {of: func(m *mesh.Material) *mesh.Map { return m.OcclusionMap }, plain: 255},
		"emissive":          {of: func(m *mesh.Material) *mesh.Map { return m.EmissiveMap }, color: true, plain: 255},
	}
}}

// materialMap finds the map that a variable's name means: base_color_texture,
// baseColorMap, base_color_sampler.
func materialMap(name string) (mapKind, bool) {
	plain := setup.PlainName(name)
	for _, suffix := range []string{"texture", "map", "tex", "sampler", "image"} {
		plain = strings.TrimSuffix(plain, suffix)
	}
	k, ok := mapKinds.Get()[plain]
	return k, ok
}

// MaterialResource is the resource for a variable of a texture, a sampler or both that is
// named like a map of a material; nil: it isn't. Textures are made once for each key.
func MaterialResource(made map[MapKey]*exec.Texture, m *mesh.Material, name string, t *ir.Type) (exec.Resource, error) {
	kind, ok := materialMap(name)
	if !ok || t.Kind != ir.TypeImage && t.Kind != ir.TypeSampler && t.Kind != ir.TypeSampledImage {
		return nil, nil
	}
	from := kind.of(m)
	sampler := mapSampler(from)
	if t.Kind == ir.TypeSampler {
		return sampler, nil
	}
	key := MapKey{-1, kind.color, kind.flat}
	if from != nil {
		key.image = from.Image
	}
	x := made[key]
	if x == nil {
		var err error
		if x, err = mapTexture(from, kind); err != nil {
			return nil, err
		}
		made[key] = x
	}
	if t.Kind == ir.TypeSampledImage {
		return exec.Combined{Texture: x.View(), Sampler: sampler}, nil
	}
	return x, nil
}

// A MapKey names a texture that is made of a map.
type MapKey struct {
	image       int
	color, flat bool
}

// mapSampler is how a map is sampled.
func mapSampler(m *mesh.Map) *exec.Sampler {
	s := exec.NewSampler(exec.Linear, exec.Repeat)
	if m == nil {
		return s
	}
	mode := [...]exec.AddressMode{mesh.Repeat: exec.Repeat, mesh.Clamp: exec.ClampToEdge, mesh.Mirror: exec.MirrorRepeat}
	s.AddressU, s.AddressV = mode[m.U], mode[m.V]
	if m.Nearest {
		s.Magnify = exec.Nearest
	}
	if !m.Levels {
		s.LodMax = 0
	}
	return s
}

// mapTexture is a map's picture with its mip levels, or one texel.
func mapTexture(m *mesh.Map, kind mapKind) (*exec.Texture, error) {
	d := exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.Rgba8Unorm), Width: 1, Height: 1}
	if kind.color {
		d.Format = exec.Rgba8UnormSrgb
	}
	if m == nil {
		t, err := exec.NewTexture(d)
		if err != nil {
			return nil, err
		}
		texel := []byte{kind.plain, kind.plain, kind.plain, 255}
		if kind.flat {
			texel = []byte{128, 128, 255, 255}
		}
		copy(t.Level(0), texel)
		return t, nil
	}
	img, err := picture.Read(bytes.NewReader(m.Data))
	if err != nil {
		return nil, fmt.Errorf("image %d: %w", m.Image, err)
	}
	base, err := exec.TextureOf(img, d.Format)
	if err != nil {
		return nil, err
	}
	d.Width, d.Height = base.Width, base.Height
	d.Levels = levelsOf(d.Width, d.Height)
	t, err := exec.NewTexture(d)
	if err != nil {
		return nil, err
	}
	copy(t.Level(0), base.Level(0))
	return t, t.MakeLevels()
}
