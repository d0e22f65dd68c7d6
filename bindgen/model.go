package bindgen

// This file holds the model that templates write, and makes it.

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"refract/internal/lazy"
	"refract/ir"
	"refract/reflection"
)

// A Model is the contents of the output about one or more shaders. Fields called Name are
// names of the host's language, distinct from each other; fields called Shader are the
// shader's own names.
type Model struct {
	Sources  []string // what the shaders are called
	Package  string   // Go: the package; C++: the namespace; C: what the include guard begins with
	Prefix   string   // that helpers begin with
	Imports  []string // Go: of mapped types
	Structs  []*Struct
	Mapped   []MappedType
	Bindings []Binding
	Groups   [][]Binding // by group number, each by binding number; those without a place are nowhere
	Entries  []EntryPoint
	Override []Override
	Pushed   []Immediate // "push constants"
	Embeds   []Embed
	Shaders  []*ShaderSource
	Elements []*Type // types that arrays of buffers hold, and structs: what may be copied as memory
}

// A Struct is a struct of the host.
type Struct struct {
	Name    string
	Shader  string
	Layout  string // "natural", "std140", ...
	Source  string
	Wrapper bool   // made up, of one value and padding
	Size    uint64 // bytes; with Open, of what is before the array, rounded up to Align
	MinSize uint64 // bytes in the shader, with one element of Open
	Align   uint64
	Fields  []Field // by offset, padding among them
	Open    *Open   // the array at its end whose length the host decides; nil: none
}

// A parameter is a field that a function takes a value for.
type parameter struct {
	Field
	Parameter string // the name: that of the field
}

// values are the fields but for padding, as parameters in Rust. If a name isn't in lower case, parameters
// are numbered: a constant may have the name, and no parameter can share it.
func (s *Struct) values() (list []parameter) {
	lower := true
	for _, f := range s.Fields {
		if !f.Pad {
			list = append(list, parameter{f, f.Name})
			lower = lower && unicode.IsLower([]rune(f.Name)[0])
		}
	}
	for i := range list {
		if !lower {
			list[i].Parameter = fmt.Sprintf("v%d", i)
		}
	}
	return list
}

// A Field is a field, or padding.
type Field struct {
	Name   string
	Shader string
	Offset uint64
	Size   uint64
	Type   *Type
	Pad    bool
	Source string
}

// An Open is an array whose length the host decides.
type Open struct {
	Name    string
	Shader  string
	Offset  uint64
	Stride  uint64
	Element *Type // of Stride bytes
}

// A MappedType is a type of the user's.
type MappedType struct {
	Name   string
	Shader string
	Size   uint64
}

// A Binding is a resource.
type Binding struct {
	reflection.Binding
	Name  string
	Type  *Type // of a buffer; nil: Open says
	Open  *Open // a buffer that is an array whose length the host decides
	Where string
}

// HasPlace reports whether the resource has a group and a binding.
func (b *Binding) HasPlace() bool { return b.Binding.Group.Is() }

// An EntryPoint is an entry point.
type EntryPoint struct {
	reflection.EntryPoint
	Name   string
	Shader string
	Vertex *Vertex // of vertex stages with inputs that WebGPU has formats for
}

// A Vertex is a vertex of one buffer that holds all inputs.
type Vertex struct {
	Struct     *Struct
	Attributes []Attribute
}

// An Attribute is a vertex input.
type Attribute struct {
	Name     string
	Shader   string
	Location uint32
	Format   string // as WebGPU names it
	Offset   uint64
}

// An Override is a constant that the pipeline may set.
type Override struct {
	reflection.Override
	Name string
}

// An Immediate is a variable of immediate data.
type Immediate struct {
	reflection.Immediate
	Name string
}

// An Embed is a file that the output holds, beside it.
type Embed struct {
	Name   string
	File   string
	Binary bool // a []byte; else a string
}

// A Source is a shader.
type Source struct {
	Name       string // of the file, without its folder
	Reflection *reflection.Reflection
}

// A builder is the state of Build.
type builder struct {
	model    *Model
	names    names
	mapping  map[string]string
	from     *reflection.Reflection
	structs  []*Struct // by index in from
	known    map[string]*Struct
	wrappers map[string]*Struct
	elements map[string]bool
}

// Build makes the model of the shaders. Equal declarations of several shaders are there
// once. The errors name types without a form on a host.
func Build(sources []Source, o Options) (*Model, error) {
	l := languages.Get()[o.Language]
	if l == nil {
		return nil, fmt.Errorf("there is no host language %q; there are %s", o.Language, strings.Join(Languages(), ", "))
	}
	b := &builder{
		model: &Model{Package: o.Package, Prefix: o.Prefix, Embeds: o.Embeds},
		names: newNames(l, o.Prefix), known: map[string]*Struct{}, wrappers: map[string]*Struct{}, elements: map[string]bool{},
	}
	var err error
	if b.mapping, b.model.Imports, err = o.mapping(); err != nil {
		return nil, err
	}
	for _, helper := range strings.Fields(l.helpers) {
		b.names.taken[strings.ToLower(o.Prefix+helper)] = true
	}
	if o.Language == "go" {
		for _, helper := range []string{"shareable", "appendslice", "load"} {
			for i := 2; i <= maxUnions; i++ {
				b.names.taken[fmt.Sprintf("%s%s%d", strings.ToLower(o.Prefix), helper, i)] = true
			}
		}
	}
	for i := range b.model.Embeds {
		e := &b.model.Embeds[i]
		e.Name = b.names.claim(e.Name, "%s")
	}
	for _, s := range o.Shaders {
		named := *s
		named.Name = b.names.claim(strings.ReplaceAll(s.Shader, ".", "_")+"_sources", "%s")
		for _, at := range []*string{&named.SPIRV, &named.GLSL100ES, &named.GLSL150, &named.DXBC} {
			if i, err := strconv.Atoi(*at); err == nil && i < len(b.model.Embeds) {
				*at = b.model.Embeds[i].Name
			}
		}
		b.model.Shaders = append(b.model.Shaders, &named)
	}
	for _, s := range sources {
		b.model.Sources = append(b.model.Sources, s.Name)
		if err := b.add(s, len(sources) > 1); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	b.group()
	for _, s := range b.model.Structs {
		if s.Open == nil {
			b.holds(&Type{Kind: Record, Struct: s})
		} else {
			b.holds(s.Open.Element)
		}
	}
	return b.model, nil
}

// holds notes that a type's memory may be copied.
func (b *builder) holds(t *Type) {
	if t.Kind == Record && t.Struct.Open != nil {
		return
	}
	if key := signature(t); !b.elements[key] {
		b.elements[key] = true
		b.model.Elements = append(b.model.Elements, t)
	}
}

// add describes a source.
func (b *builder) add(s Source, several bool) error {
	b.from, b.structs = s.Reflection, make([]*Struct, len(s.Reflection.Structs))
	for i := range b.from.Bindings {
		if err := b.binding(&b.from.Bindings[i]); err != nil {
			return err
		}
	}
	for i := range b.from.Immediates {
		im := &b.from.Immediates[i]
		if im.Type.Kind == "struct" {
			if _, err := b.structure(int(im.Type.Struct.Value())); err != nil {
				return err
			}
		}
		b.model.Pushed = append(b.model.Pushed, Immediate{*im, b.names.claim(im.Name, b.names.language.immediateNames...)})
	}
	for i := range b.from.Overrides {
		o := &b.from.Overrides[i]
		if slices.ContainsFunc(b.model.Override, func(x Override) bool { return x.Key == o.Key && x.Override.Name == o.Name }) {
			continue
		}
		b.model.Override = append(b.model.Override, Override{*o, b.names.claim(o.Name, b.names.language.overrideNames...)})
	}
	for i := range b.from.EntryPoints {
		e := &b.from.EntryPoints[i]
		stem := e.Name
		if several {
			ext := path.Ext(s.Name)
			stem = strings.TrimSuffix(s.Name, ext) + "_" + e.Name
			if e.Name == "main" && ir.StageOfExtension(ext) != ir.NoStage {
				stem = strings.ReplaceAll(s.Name, ".", "_") // the extension tells more than main
			}
		}
		out := EntryPoint{EntryPoint: *e, Shader: e.Name, Name: b.names.claim(stem, b.names.language.entryNames...)}
		out.Vertex = b.vertex(e, out.Name)
		b.model.Entries = append(b.model.Entries, out)
	}
	return nil
}

// binding describes a resource, or adds to the one of another source.
func (b *builder) binding(r *reflection.Binding) error {
	d := Binding{Binding: *r}
	if t := r.Type; t != nil {
		var err error
		switch {
		case t.Kind == "array" && r.RuntimeSized:
			d.Open = &Open{Shader: r.Name, Stride: uint64(t.Stride)}
			d.Open.Element, err = b.element(t)
		case t.Kind == "buffer" && r.RuntimeSized:
			d.Open = &Open{Shader: r.Name, Stride: 1, Element: byteType}
		case t.Kind == "buffer":
			d.Type = bytesOf(r.MinBindingSize, t.Name)
		default:
			d.Type, err = b.host(t, r.MinBindingSize)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", r.Name, err)
		}
	}
	for i := range b.model.Bindings {
		other := &b.model.Bindings[i]
		if other.Binding.Name == r.Name && other.Kind == r.Kind && other.Group == r.Group && other.Binding.Binding == r.Binding {
			for _, stage := range r.Visibility {
				if !slices.Contains(other.Visibility, stage) {
					other.Visibility = append(slices.Clone(other.Visibility), stage)
				}
			}
			other.MinBindingSize = max(other.MinBindingSize, r.MinBindingSize)
			return nil
		}
	}
	d.Name = b.names.claim(r.Name, b.names.language.bindingNames...)
	if d.Open != nil {
		b.holds(d.Open.Element)
	} else if d.Type != nil {
		b.holds(d.Type)
	}
	b.model.Bindings = append(b.model.Bindings, d)
	return nil
}

// maxGroups bounds the list of groups: a number beyond it is no layout of WebGPU's.
const maxGroups = 64

// group sorts the bindings into bind groups.
func (b *builder) group() {
	m := b.model
	slices.SortStableFunc(m.Bindings, func(x, y Binding) int {
		return slices.Compare(place(&x), place(&y))
	})
	for _, r := range m.Bindings {
		if !r.HasPlace() || r.Group.Value() >= maxGroups {
			continue
		}
		for len(m.Groups) <= int(r.Group.Value()) {
			m.Groups = append(m.Groups, nil)
		}
		m.Groups[r.Group.Value()] = append(m.Groups[r.Group.Value()], r)
	}
}

// place is the group and binding; resources without one are behind.
func place(b *Binding) []uint64 {
	if !b.Group.Is() || !b.Binding.Binding.Is() {
		return []uint64{1 << 32, 0}
	}
	return []uint64{uint64(b.Group.Value()), uint64(b.Binding.Binding.Value())}
}

// vertexSizes are the bytes of WebGPU's vertex formats by the scalar's name in them.
var vertexSizes = lazy.Value[map[string]uint64]{Make: func() map[string]uint64 {
	return map[string]uint64{"float32": 4, "float16": 2, "uint32": 4, "sint32": 4}
}}
var vertexScalars = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{"float32": "f32", "float16": "f16", "uint32": "u32", "sint32": "i32"}
}}

// vertex lays the inputs of an entry point out in one buffer: by location, each at
// a multiple of its scalar's size and at least of two, as WebGPU wants it (section
// "Vertex State"). Nil: an input has no format, or there are none.
func (b *builder) vertex(e *reflection.EntryPoint, entry string) *Vertex {
	inputs := slices.Clone(e.VertexInputs)
	slices.SortStableFunc(inputs, func(x, y reflection.Varying) int { return int(x.Location.Value()) - int(y.Location.Value()) })
	v := &Vertex{Struct: &Struct{Shader: entry + "Vertex", Wrapper: true}}
	fields, locations := b.names.fields(), b.names.fields()
	at := uint64(0)
	for _, in := range inputs {
		word, count, _ := strings.Cut(in.Format, "x")
		scalar := vertexScalars.Get()[word]
		if scalar == "" || in.Component != 0 {
			return nil
		}
		n := uint64(1)
		if count != "" {
			n = uint64(count[0] - '0')
		}
		t := scalarType(scalar)
		at = (at + 3) &^ 3
		if n > 1 {
			t = arrayOf(n, t, in.Type)
			if n == uint64(in.Components) {
				t = b.mapped(t, in.Type)
			}
		}
		name := in.Name
		if name == "" {
			name = fmt.Sprintf("location%d", in.Location.Value())
		}
		v.Attributes = append(v.Attributes, Attribute{Name: locations.claim(name), Shader: name, Location: in.Location.Value(), Format: in.Format, Offset: at})
		v.Struct.Fields = append(v.Struct.Fields, Field{Name: fields.claim(name), Shader: name, Offset: at, Size: t.Size, Type: t, Source: in.Source})
		at += t.Size
	}
	if len(inputs) == 0 {
		return nil
	}
	v.Struct.lay((at+3)&^3, &b.names)
	v.Struct.MinSize = v.Struct.Size
	v.Struct.Name = b.names.claim(v.Struct.Shader, b.names.language.structNames...)
	b.model.Structs = append(b.model.Structs, v.Struct)
	return v
}
