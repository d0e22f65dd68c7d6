package glsl

// This file describes the text's names and places for the host.

import (
	"encoding/json"
	"slices"
	"strings"

	"refract/internal/ir/layout"
	"refract/ir"
)

// ResourceKind is how a resource appears in the text.
type ResourceKind uint8

const (
	UniformBlock ResourceKind = iota
	StorageBlock
	TextureUniform // with its sampler in it, but for Vulkan
	SamplerUniform // Vulkan
	ImageUniform   // a storage texture
	LooseUniform   // a uniform buffer outside any block
)

var resourceKinds = [...]string{"uniform_block", "storage_block", "texture", "sampler", "image", "uniform"}

func (k ResourceKind) String() string { return resourceKinds[k] }

// MarshalText returns the name of the kind.
func (k ResourceKind) MarshalText() ([]byte, error) { return []byte(resourceKinds[k]), nil }

// A Resource is a block or uniform of the text.
type Resource struct {
	Global  string              `json:"global"` // its name in the module
	Name    string              `json:"name"`   // by which OpenGL knows it: the block's, or the uniform's
	Kind    ResourceKind        `json:"kind"`
	Binding ir.ResourceBinding  `json:"binding"`           // in the module; of a texture, the texture's
	Sampler *ir.ResourceBinding `json:"sampler,omitempty"` // that a texture is sampled with; nil: read without one
	Bound   bool                `json:"bound"`             // the text says where it is bound
	Set     uint32              `json:"set,omitempty"`     // with Vulkan
	Slot    uint32              `json:"slot,omitempty"`
	Parts   []Immediate         `json:"parts,omitempty"` // of a LooseUniform, which the host sets one by one
}

// A Varying is an input or output with a location.
type Varying struct {
	Name      string `json:"name"`
	Location  uint32 `json:"location"`
	Index     uint32 `json:"index,omitempty"`     // of dual-source blending
	Component uint32 `json:"component,omitempty"` // that it begins with
	Source    string `json:"source,omitempty"`    // the source's name, if the text has another
}

// varyingOf describes an input or output that the text calls name.
func varyingOf(name string, b *ir.Binding) Varying {
	v := Varying{Name: name, Location: b.Location, Index: uint32(b.BlendSrc), Component: uint32(b.Component)}
	if text, _, _ := strings.Cut(name, "["); text != b.Link.Name {
		v.Source = b.Link.Name
	}
	return v
}

// An Immediate is a part of the immediates, or of a uniform outside any block, that is set
// by one call.
type Immediate struct {
	Name   string    `json:"name"`   // as glGetUniformLocation takes it
	Offset uint32    `json:"offset"` // bytes
	Type   ir.TypeID `json:"-"`      // a scalar, vector or matrix
	Shape  string    `json:"type"`

	// Of a matrix: the bytes from column to column in the buffer that the module has, or
	// from row to row if RowMajor.
	Stride   uint32 `json:"stride,omitempty"`
	RowMajor bool   `json:"row_major,omitempty"`
}

// Reflection is the names that the text uses.
type Reflection struct {
	EntryPoint    string      `json:"entry_point"` // in the module
	Stage         ir.Stage    `json:"-"`
	Resources     []Resource  `json:"resources,omitempty"`
	Inputs        []Varying   `json:"inputs,omitempty"`
	Outputs       []Varying   `json:"outputs,omitempty"`
	Immediates    []Immediate `json:"immediates,omitempty"`
	Constants     []Constant  `json:"constants,omitempty"`      // overrides that are specialization constants of Vulkan
	FirstInstance string      `json:"first_instance,omitempty"` // the uniform that the host sets to the first instance of a draw
	ClipDistances uint32      `json:"clip_distances,omitempty"` // how many the host enables
}

// A Constant is an override that the pipeline sets by specialization.
type Constant struct {
	Name string `json:"name"`
	ID   uint32 `json:"id"` // its constant_id
}

// MarshalJSON adds the stage's name.
func (r *Reflection) MarshalJSON() ([]byte, error) {
	type plain Reflection
	return json.Marshal(struct {
		Stage string `json:"stage"`
		*plain
	}{r.Stage.String(), (*plain)(r)})
}

func (w *Writer) reflection() *Reflection {
	r := &Reflection{EntryPoint: w.entry.Name, Stage: w.entry.Stage, Constants: w.constants()}
	m := w.M
	used := 0
	for _, u := range w.use.globals {
		if u {
			used++
		}
	}
	r.Resources = slices.Grow(r.Resources, used)
	for i := 1; i < len(m.Globals); i++ {
		if w.use.globals[i] {
			w.reflectGlobal(r, ir.GlobalID(i))
		}
	}
	f := w.main
	used = 0
	for i := range f.Args {
		if f.Args[i].Binding.Kind == ir.BindLocation {
			used++
		}
	}
	r.Inputs = slices.Grow(r.Inputs, used)
	for i := range f.Args {
		if b := &f.Args[i].Binding; b.Kind == ir.BindLocation {
			r.Inputs = append(r.Inputs, varyingOf(w.Out.TextOf(w.inputs[i])+w.partText(b, false), b))
		}
	}
	for i := range w.outputs {
		v := &w.outputs[i]
		switch {
		case v.binding.Kind == ir.BindLocation:
			r.Outputs = append(r.Outputs, varyingOf(w.outputText(v), v.binding))
		case v.binding.BuiltIn == ir.BuiltInClipDistances:
			r.ClipDistances = m.Types.At(v.ty).Length
		}
	}
	return r
}

func (w *Writer) reflectGlobal(r *Reflection, id ir.GlobalID) {
	g := &w.M.Globals[id]
	name := w.Out.TextOf(w.Globals[id])
	switch c := w.classOf(g); {
	case id == w.firstInstance:
		r.FirstInstance = name
	case g.Space == ir.SpaceImmediate:
		if !w.opts.Vulkan {
			t, l := w.M.Held(g)
			w.reflectImmediate(&r.Immediates, name, t, l)
		}
	case g.Part.Of != "":
		v := Resource{Global: g.Name, Name: name, Kind: LooseUniform, Binding: g.Binding}
		at := layout.Place{Type: g.Type, Layout: g.Layout, Rows: g.Part.Rows}
		w.reflectPart(&v.Parts, layout.NewPlaces(w.M), name, at, g.Part.Offset)
		if w.asBool[id] {
			for i := range v.Parts {
				v.Parts[i].Shape = w.M.TypeName(w.M.Types.WithScalar(v.Parts[i].Type, ir.Bool))
			}
		}
		r.Resources = append(r.Resources, v)
	case g.Space == ir.SpaceUniform && !g.Default && !w.isBlock(g):
		v := Resource{Global: g.Name, Name: name, Kind: LooseUniform, Binding: g.Binding}
		t, l := w.M.Held(g)
		w.reflectImmediate(&v.Parts, name, t, l)
		r.Resources = append(r.Resources, v)
	case c != noClass && g.HasBinding:
		s := w.slots[id]
		v := Resource{Global: g.Name, Name: name, Kind: UniformBlock, Binding: g.Binding, Bound: s.known && (w.opts.Vulkan || w.has(bindingLayout)), Set: s.set, Slot: s.slot}
		switch c {
		case uniformClass:
			v.Name = w.Out.TextOf(w.blocks[id])
		case storageClass:
			v.Kind, v.Name = StorageBlock, w.Out.TextOf(w.blocks[id])
		case imageClass:
			v.Kind = ImageUniform
		case textureClass:
			v.Kind = TextureUniform
			if w.M.Types.At(g.Type).Kind == ir.TypeSampler {
				v.Kind = SamplerUniform
			}
		}
		for i := range w.combined {
			if c := &w.combined[i]; c.Global == id && c.Sampler != 0 {
				b := w.M.Globals[c.Sampler].Binding
				v.Sampler = &b
			}
		}
		r.Resources = append(r.Resources, v)
	}
}

// reflectImmediate lists the scalars, vectors and matrices in immediates, or in a uniform
// outside any block.
func (w *Writer) reflectImmediate(list *[]Immediate, name string, t ir.TypeID, l ir.LayoutID) {
	w.reflectPart(list, layout.NewPlaces(w.M), name, layout.Place{Type: t, Layout: l}, 0)
}

func (w *Writer) reflectPart(list *[]Immediate, places *layout.Places, name string, at layout.Place, offset uint32) {
	switch t := w.M.Types.At(at.Type); t.Kind {
	case ir.TypeArray:
		element, stride, err := places.Element(at)
		if err != nil {
			return
		}
		for i := range t.Length {
			w.reflectPart(list, places, name+"["+uintString(i)+"]", element, offset+i*stride)
		}
	case ir.TypeStruct:
		for i := range w.M.Structs[t.Struct].Members {
			member, from, err := places.Member(at, i)
			if err != nil {
				return
			}
			w.reflectPart(list, places, name+"."+w.MemberName(t.Struct, i), member, offset+from)
		}
	default:
		part := Immediate{Name: name, Offset: offset, Type: at.Type, Shape: w.M.TypeName(at.Type)}
		if t.Kind == ir.TypeMatrix {
			info, err := places.Info(at)
			if err != nil {
				return
			}
			part.Stride, part.RowMajor = info.Stride, info.RowMajor
		}
		*list = append(*list, part)
	}
}
