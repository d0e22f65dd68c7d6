package dxbc

// This file reads and writes resource definitions. Model 5 has a second header with the sizes of
// structures; 5.0 and 5.1 differ in its mark and in bindings.

import "slices"

// The sizes of structures in bytes, by model.
const (
	definitionsHead  = 28
	definitionsHead5 = 60
	bufferSize       = 24
	bindingSize      = 32
	bindingSize51    = 40
	variableSize     = 24
	variableSize5    = 40
	typeSize         = 16
	typeSize5        = 36
	memberSize       = 12

	markRD11 = 'R' | 'D'<<8 | '1'<<16 | '1'<<24
	mark51   = 0x25441313

	// maxTypes bounds the types of a chunk, and maxTypeDepth types within each other.
	maxTypes     = 1 << 12
	maxTypeDepth = 64
)

// targets are the marks of stages in the target's upper half.
var targets = [...]uint32{Pixel: 0xffff, Vertex: 0xfffe, Geometry: 'G'<<8 | 'S', Hull: 'H'<<8 | 'S', Domain: 'D'<<8 | 'S', Compute: 'C'<<8 | 'S'}

// definitionsReader reads resource definitions.
type definitionsReader struct {
	reader
	d     *ResourceDefinitions
	types map[uint32]int32 // by offset: numbers of Types, or unfinished
	sizes struct{ binding, variable, form int }
}

// unfinished stands for the number of a type whose members are being read.
const unfinished = -2

// ReadResourceDefinitions returns the definitions with the contents of a chunk RDEF. Mistakes are
// returned as *[Error].
func ReadResourceDefinitions(chunk []byte) (*ResourceDefinitions, error) {
	d := &ResourceDefinitions{}
	r := &definitionsReader{reader: reader{data: chunk}, d: d, types: map[uint32]int32{}}
	r.sizes.binding, r.sizes.variable, r.sizes.form = bindingSize, variableSize, typeSize
	target := r.u32(16)
	stage := slices.Index(targets[:], target>>16)
	if stage < 0 {
		r.fail(16, "the target 0x%08x is unknown", target)
		return nil, r.err
	}
	d.Stage, d.Major, d.Minor = Stage(stage), uint8(target>>8), uint8(target)
	d.Flags = r.u32(20)
	d.Creator = r.text(24)
	if d.Major >= 5 {
		r.head5()
	}
	count, at := r.table(8, 12, r.sizes.binding)
	d.Bindings = make([]Binding, count)
	for i := range d.Bindings {
		r.binding(&d.Bindings[i], at+i*r.sizes.binding)
	}
	count, at = r.table(0, 4, bufferSize)
	d.Buffers = make([]Buffer, count)
	for i := range d.Buffers {
		r.buffer(&d.Buffers[i], at+i*bufferSize)
	}
	if r.err != nil {
		return nil, r.err
	}
	return d, nil
}

// head5 reads the second header, whose sizes must be the model's.
func (r *definitionsReader) head5() {
	mark := uint32(markRD11)
	r.sizes.variable, r.sizes.form = variableSize5, typeSize5
	if r.d.Minor >= 1 {
		mark, r.sizes.binding = mark51, bindingSize51
	}
	want := [...]uint32{mark, definitionsHead5, bufferSize, uint32(r.sizes.binding), uint32(r.sizes.variable), uint32(r.sizes.form), memberSize}
	for i, v := range want {
		at := definitionsHead + 4*i
		if got := r.u32(at); got != v {
			r.fail(at, "the header has 0x%x instead of 0x%x", got, v)
			return
		}
	}
	r.d.Slots = r.u32(56)
}

func (r *definitionsReader) binding(b *Binding, at int) {
	*b = Binding{
		Name: r.text(at), Type: InputType(r.u32(at + 4)), Return: ResourceReturn(r.u32(at + 8)), View: ViewDimension(r.u32(at + 12)),
		Samples: r.u32(at + 16), Point: r.u32(at + 20), Count: r.u32(at + 24), Flags: r.u32(at + 28),
	}
	if r.sizes.binding == bindingSize51 {
		b.Space, b.ID = r.u32(at+32), r.u32(at+36)
	}
}

func (r *definitionsReader) buffer(b *Buffer, at int) {
	*b = Buffer{Name: r.text(at), Size: r.u32(at + 12), Flags: r.u32(at + 16), Kind: BufferKind(r.u32(at + 20))}
	count, place := r.table(at+4, at+8, r.sizes.variable)
	b.Variables = make([]Variable, count)
	for i := range b.Variables {
		r.variable(&b.Variables[i], place+i*r.sizes.variable)
		if r.err != nil {
			return
		}
	}
}

func (r *definitionsReader) variable(v *Variable, at int) {
	*v = Variable{Name: r.text(at), Offset: r.u32(at + 4), Size: r.u32(at + 8), Flags: r.u32(at + 12), FirstTexture: NoRegister, FirstSampler: NoRegister}
	v.Type = r.typeOf(r.u32(at+16), 0)
	if value := r.u32(at + 20); value != 0 {
		if uint64(value)+uint64(v.Size) > uint64(len(r.data)) {
			r.fail(at+20, "the initial value at %d exceeds the chunk", value)
			return
		}
		v.Default = r.data[value : value+v.Size]
	}
	if r.sizes.variable == variableSize5 {
		v.FirstTexture, v.Textures = r.u32(at+24), r.u32(at+28)
		v.FirstSampler, v.Samplers = r.u32(at+32), r.u32(at+36)
	}
}

// typeOf reads the type at an offset once, and returns its number.
func (r *definitionsReader) typeOf(offset uint32, depth int) int32 {
	if r.err != nil {
		return NoType
	}
	if i, known := r.types[offset]; known {
		if i == unfinished {
			r.fail(int(offset), "a type contains itself")
		}
		return i
	}
	if depth > maxTypeDepth || len(r.types) >= maxTypes {
		r.fail(int(offset), "types are too many or too deep")
		return NoType
	}
	if uint64(offset)+uint64(r.sizes.form) > uint64(len(r.data)) {
		r.fail(int(offset), "a type exceeds the chunk")
		return NoType
	}
	at := int(offset)
	r.types[offset] = unfinished
	t := Type{
		Class: TypeClass(r.u16(at)), Kind: TypeKind(r.u16(at + 2)), Rows: r.u16(at + 4), Columns: r.u16(at + 6), Elements: r.u16(at + 8),
		Base: NoType, SubType: NoType,
	}
	count, place := int(r.u16(at+10)), int(r.u32(at+12))
	if count > 0 && (place > len(r.data) || count*memberSize > len(r.data)-place) {
		r.fail(at+10, "%d members at %d exceed the chunk", count, place)
		return NoType
	}
	t.Members = make([]Member, count)
	for i := range t.Members {
		m := place + i*memberSize
		t.Members[i] = Member{r.text(m), r.typeOf(r.u32(m+4), depth+1), r.u32(m + 8)}
	}
	if r.sizes.form == typeSize5 {
		if sub := r.u32(at + 16); sub != 0 {
			t.SubType = r.typeOf(sub, depth+1)
		}
		if base := r.u32(at + 20); base != 0 {
			t.Base = r.typeOf(base, depth+1)
		}
		count, place := r.table(at+24, at+28, 4)
		for i := range count {
			t.Interfaces = append(t.Interfaces, r.typeOf(r.u32(place+4*i), depth+1))
		}
		t.Name = r.text(at + 32)
	}
	r.d.Types = append(r.d.Types, t)
	index := int32(len(r.d.Types) - 1)
	r.types[offset] = index
	return index
}

// definitionsWriter writes resource definitions.
type definitionsWriter struct {
	writer
	d       *ResourceDefinitions
	offsets []uint32 // of Types, 0 for types that aren't yet written
	lists   []list   // lists that are written
}

// list is a list of words with its offset.
type list struct {
	words  []uint32
	offset uint32
}

// Bytes returns the contents of the chunk RDEF.
func (d *ResourceDefinitions) Bytes() []byte {
	w := &definitionsWriter{d: d, offsets: make([]uint32, len(d.Types))}
	head, binding, variable, form := definitionsHead, bindingSize, variableSize, typeSize
	mark := uint32(markRD11)
	if d.Major >= 5 {
		head, variable, form = definitionsHead5, variableSize5, typeSize5
		if d.Minor >= 1 {
			binding, mark = bindingSize51, mark51
		}
	}
	w.reserve(head)
	if d.Major >= 5 {
		w.put(definitionsHead, mark, definitionsHead5, bufferSize, uint32(binding), uint32(variable), uint32(form), memberSize, d.Slots)
	}
	bindings := w.reserve(binding * len(d.Bindings))
	for i := range d.Bindings {
		b := &d.Bindings[i]
		at := bindings + i*binding
		w.put(at, w.text(b.Name), uint32(b.Type), uint32(b.Return), uint32(b.View), b.Samples, b.Point, b.Count, b.Flags)
		if binding == bindingSize51 {
			w.put(at+32, b.Space, b.ID)
		}
	}
	buffers := 0
	if len(d.Buffers) > 0 {
		w.align()
		buffers = w.reserve(bufferSize * len(d.Buffers))
	}
	for i := range d.Buffers {
		w.buffer(&d.Buffers[i], buffers+i*bufferSize, variable)
	}
	w.put(0, uint32(len(d.Buffers)), uint32(buffers), uint32(len(d.Bindings)), uint32(bindings), targets[d.Stage]<<16|uint32(d.Major)<<8|uint32(d.Minor), d.Flags, w.text(d.Creator))
	w.align()
	return w.data
}

// buffer writes the variables of a buffer, and its description at an offset.
func (w *definitionsWriter) buffer(b *Buffer, at, size int) {
	name := w.text(b.Name)
	w.align()
	variables := w.reserve(size * len(b.Variables))
	for i := range b.Variables {
		v := &b.Variables[i]
		place := variables + i*size
		name := w.text(v.Name)
		typed := w.typeOf(v.Type)
		value := uint32(0)
		if v.Default != nil {
			w.align()
			value = uint32(len(w.data))
			w.data = append(w.data, v.Default...)
		}
		w.put(place, name, v.Offset, v.Size, v.Flags, typed, value)
		if size == variableSize5 {
			w.put(place+24, v.FirstTexture, v.Textures, v.FirstSampler, v.Samplers)
		}
	}
	w.put(at, name, uint32(len(b.Variables)), uint32(variables), b.Size, b.Flags, uint32(b.Kind))
}

// typeOf returns the offset of a type, which is written at its first use: its name, its members, the
// types that it refers to, and then the type.
func (w *definitionsWriter) typeOf(index int32) uint32 {
	if index < 0 {
		return 0
	}
	if at := w.offsets[index]; at != 0 {
		return at
	}
	t := &w.d.Types[index]
	name := uint32(0)
	if w.d.Major >= 5 {
		name = w.text(t.Name)
	}
	var sub, base, interfaces uint32
	if w.d.Major >= 5 {
		sub, base = w.typeOf(t.SubType), w.typeOf(t.Base)
		interfaces = w.interfaces(t.Interfaces)
	}
	members := make([]uint32, 0, 3*len(t.Members))
	for i := range t.Members {
		m := &t.Members[i]
		name := w.text(m.Name)
		members = append(members, name, w.typeOf(m.Type), m.Offset)
	}
	w.align()
	place := uint32(0)
	if len(members) > 0 || t.Class == ClassStruct || t.Class == ClassInterface {
		place = w.list(members)
	}
	at := uint32(len(w.data))
	w.words(uint32(t.Class)|uint32(t.Kind)<<16, uint32(t.Rows)|uint32(t.Columns)<<16, uint32(t.Elements)|uint32(len(t.Members))<<16, place)
	if w.d.Major >= 5 {
		w.words(sub, base, uint32(len(t.Interfaces)), interfaces, name)
	}
	w.offsets[index] = at
	return at
}

// list returns the offset of a list of members or interfaces, which types share that have equal ones.
// Structs without members share an empty list.
func (w *definitionsWriter) list(words []uint32) uint32 {
	for i := range w.lists {
		if slices.Equal(w.lists[i].words, words) {
			return w.lists[i].offset
		}
	}
	at := uint32(len(w.data))
	w.lists = append(w.lists, list{words, at})
	w.words(words...)
	return at
}

// interfaces appends a list of interfaces, and returns its offset.
func (w *definitionsWriter) interfaces(types []int32) uint32 {
	if len(types) == 0 {
		return 0
	}
	offsets := make([]uint32, len(types))
	for i, x := range types {
		offsets[i] = w.typeOf(x)
	}
	w.align()
	return w.list(offsets)
}

// AddType returns the number of a type. Types from first on are compared with it, and an equal one is
// taken: FXC has a type once in each buffer.
func (d *ResourceDefinitions) AddType(t Type, first int) int32 {
	for i := first; i < len(d.Types); i++ {
		if d.Types[i].equal(&t) {
			return int32(i)
		}
	}
	d.Types = append(d.Types, t)
	return int32(len(d.Types) - 1)
}

func (t *Type) equal(o *Type) bool {
	return t.Class == o.Class && t.Kind == o.Kind && t.Rows == o.Rows && t.Columns == o.Columns && t.Elements == o.Elements &&
		t.Name == o.Name && t.Base == o.Base && t.SubType == o.SubType &&
		slices.Equal(t.Members, o.Members) && slices.Equal(t.Interfaces, o.Interfaces)
}
