package transform

// This file makes vertex shaders read their attributes from buffers, by the index
// of the vertex or instance, instead of having them fetched:
//
//	func @vs($uv : vec2<f32> location(0)) -> ... { ... $uv ... }
//
// becomes, for unorm16x2 at offset 8 of a buffer with 12 bytes per vertex,
//
//	global @vertex_buffer_0 : array<u32> storage
//	func @vs($vertex_index : u32 builtin(vertex_index)) -> ... {
//	  %1 = mul $vertex_index, 3u
//	  %2 = add %1, 2u
//	  %3 = access @vertex_buffer_0, %2
//	  %4 = load %3
//	  %uv = ... bits of %4, divided by 65535f
//	  ...
//	}

import (
	"fmt"
	"strconv"
	"strings"

	"refract/ir"
)

// VertexFormat is the format of an attribute in a buffer, as WebGPU names them
// (section "Vertex Formats"): "float32x3", "unorm8x4-bgra".
type VertexFormat string

// A VertexAttribute is one attribute of a vertex or instance.
type VertexAttribute struct {
	Location uint32       `json:"location"`
	Offset   uint32       `json:"offset"` // bytes; a multiple of 4, or of the format's size if that is less
	Format   VertexFormat `json:"format"`
}

// A VertexBuffer holds attributes, one record after the other.
type VertexBuffer struct {
	Index       uint8             `json:"index"`  // where the host binds it
	Stride      uint32            `json:"stride"` // bytes from record to record, a multiple of 4; 0: all read the same
	PerInstance bool              `json:"per_instance,omitempty"`
	Attributes  []VertexAttribute `json:"attributes"`
}

// VertexFormatError reports an attribute that can't be read.
type VertexFormatError struct{ Attribute VertexAttribute }

func (e *VertexFormatError) Error() string {
	return fmt.Sprintf("no vertex attribute of format %q lies at offset %d", string(e.Attribute.Format), e.Attribute.Offset)
}

type vertexKind uint8

const (
	vertexUint vertexKind = iota
	vertexSint
	vertexUnorm
	vertexSnorm
	vertexFloat
)

// vertexLayout is a format taken apart: the places of each component's bits.
type vertexLayout struct {
	kind   vertexKind
	bits   [4]uint32
	shifts [4]uint32 // from the first bit of the attribute
	count  int
}

// layout takes a format apart.
func (f VertexFormat) layout() (l vertexLayout, ok bool) {
	switch f {
	case "unorm10-10-10-2":
		return vertexLayout{vertexUnorm, [4]uint32{10, 10, 10, 2}, [4]uint32{0, 10, 20, 30}, 4}, true
	case "unorm8x4-bgra":
		return vertexLayout{vertexUnorm, [4]uint32{8, 8, 8, 8}, [4]uint32{16, 8, 0, 24}, 4}, true
	}
	for k, name := range [...]string{"uint", "sint", "unorm", "snorm", "float"} {
		rest, is := strings.CutPrefix(string(f), name)
		if !is {
			continue
		}
		width, count, many := strings.Cut(rest, "x")
		l.count = 1
		if many {
			l.count, _ = strconv.Atoi(count)
		}
		n, _ := strconv.Atoi(width)
		l.kind = vertexKind(k)
		isNorm := l.kind == vertexUnorm || l.kind == vertexSnorm
		switch {
		case l.count < 1 || l.count > 4 || many && l.count == 1:
		case n == 32 && !isNorm, n == 16 && l.count != 3, n == 8 && l.count != 3 && l.kind != vertexFloat:
			for i := range uint32(l.count) {
				l.bits[i], l.shifts[i] = uint32(n), i*uint32(n)
			}
			return l, true
		}
	}
	return l, false
}

// size is the number of bytes of an attribute.
func (l *vertexLayout) size() uint32 {
	bits := uint32(0)
	for _, b := range l.bits {
		bits += b
	}
	return bits / 8
}

// PullVertices makes vertex entry points read the attributes that the buffers hold. It
// returns a global for each buffer, without a binding, or 0 if no entry point reads it;
// nil, if none reads any. It fails with a *VertexFormatError before it has changed
// anything.
func PullVertices(m *ir.Module, buffers []VertexBuffer) ([]ir.GlobalID, error) {
	if len(buffers) == 0 {
		return nil, nil
	}
	for i := range buffers {
		for _, a := range buffers[i].Attributes {
			if l, ok := a.Format.layout(); !ok || a.Offset%min(4, l.size()) != 0 || buffers[i].Stride%4 != 0 {
				return nil, &VertexFormatError{a}
			}
		}
	}
	SplitInputs(m, func(e *ir.EntryPoint, _ ir.TypeID) bool { return e.Stage != ir.StageVertex })
	p := pulling{m: m, buffers: buffers}
	for i := range m.EntryPoints {
		if m.EntryPoints[i].Stage == ir.StageVertex && p.pulls(m.Functions[m.EntryPoints[i].Function]) {
			pull := p // what is made on the way outlives this only if there is something to do
			pull.entryPoint(i)
			p.globals = pull.globals
		}
	}
	return p.globals, nil
}

type pulling struct {
	m       *ir.Module
	buffers []VertexBuffer
	globals []ir.GlobalID
	b       ir.Builder
	indices [2]ir.ExprID // of the vertex and of the instance
}

// find finds the attribute for a parameter.
func (p *pulling) find(a *ir.Argument) (buffer int, attribute *VertexAttribute) {
	if a.Binding.Kind == ir.BindLocation {
		for i := range p.buffers {
			for j := range p.buffers[i].Attributes {
				if p.buffers[i].Attributes[j].Location == a.Binding.Location {
					return i, &p.buffers[i].Attributes[j]
				}
			}
		}
	}
	return 0, nil
}

// pulls reports whether a function has a parameter that a buffer holds.
func (p *pulling) pulls(f *ir.Function) bool {
	for i := range f.Args {
		if _, a := p.find(&f.Args[i]); a != nil {
			return true
		}
	}
	return false
}

func (p *pulling) entryPoint(entry int) {
	if p.globals == nil {
		p.globals = make([]ir.GlobalID, len(p.buffers))
	}
	f := p.m.OwnFunction(entry)
	exprs, stmts := ir.ExprID(f.ExprCount()), ir.StmtID(f.StmtCount())
	old := f.Args
	now := make([]int, len(old))
	f.Args = nil
	for i := range old {
		now[i] = -1
		if _, a := p.find(&old[i]); a == nil {
			now[i] = len(f.Args)
			f.Args = append(f.Args, old[i])
		}
	}
	p.indices = [2]ir.ExprID{}
	values := make([]ir.ExprID, len(old))
	prepend(&p.b, p.m, f, func(b *ir.Builder) {
		for i := range old {
			b.Span = old[i].Span
			if now[i] >= 0 {
				values[i] = b.Argument(now[i])
				continue
			}
			buffer, a := p.find(&old[i])
			values[i] = p.read(buffer, a, old[i].Type)
			if f.Kind(values[i]).NeedsEmit() {
				f.SetName(values[i], old[i].Name)
			}
		}
	})
	replaceArguments(f, exprs, stmts, values)
	forgetArguments(f, exprs)
}

// index is the number of the record that is read.
func (p *pulling) index(perInstance bool) ir.ExprID {
	which, is, name := 0, ir.BuiltInVertexIndex, "vertex_index"
	if perInstance {
		which, is, name = 1, ir.BuiltInInstanceIndex, "instance_index"
	}
	if p.indices[which] == 0 {
		f := p.b.F
		arg, _ := findBuiltIn(p.m, f, is)
		if arg < 0 {
			arg = len(f.Args)
			f.Args = append(f.Args, ir.Argument{Name: name, Type: ir.TypeU32, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: is}})
		}
		v := p.b.Argument(arg)
		if p.b.TypeOf(v) != ir.TypeU32 {
			v = p.b.Bitcast(ir.TypeU32, v)
		}
		p.indices[which] = v
	}
	return p.indices[which]
}

// global is the buffer as a global.
func (p *pulling) global(i int) ir.ExprID {
	if p.globals[i] == 0 {
		p.m.Globals = append(p.m.Globals, ir.Global{Name: "vertex_buffer_" + strconv.Itoa(int(p.buffers[i].Index)),
			Space: ir.SpaceStorage, Access: ir.AccessRead, Type: p.m.Types.Array(ir.TypeU32, 0), Layout: ir.LayoutNatural})
		p.globals[i] = ir.GlobalID(len(p.m.Globals) - 1)
	}
	return p.b.Global(p.globals[i])
}

// read reads an attribute as a value of type t. Components that it lacks are 0,
// the fourth 1.
func (p *pulling) read(buffer int, a *VertexAttribute, t ir.TypeID) ir.ExprID {
	b := &p.b
	v := &p.buffers[buffer]
	l, _ := a.Format.layout()
	first := b.U32(a.Offset / 4)
	if v.Stride > 0 {
		at := b.Binary(ir.Mul, p.index(v.PerInstance), b.U32(v.Stride/4))
		if a.Offset/4 > 0 {
			at = b.Binary(ir.Add, at, first)
		}
		first = at
	}
	var loaded [4]ir.ExprID
	word := func(i uint32) ir.ExprID {
		if loaded[i] == 0 {
			at := first
			if i > 0 {
				at = b.Binary(ir.Add, at, b.U32(i))
			}
			loaded[i] = b.Load(b.Access(p.global(buffer), at))
		}
		return loaded[i]
	}
	scalar := p.m.Types.ScalarOf(t)
	list := make([]ir.ExprID, max(1, p.m.Types.ComponentCount(t)))
	for i := range list {
		if i < l.count {
			bit := a.Offset%4*8 + l.shifts[i]
			list[i] = p.component(&l, word(bit/32), bit%32, l.bits[i], scalar)
			continue
		}
		one := int64(0)
		if i == 3 {
			one = 1
		}
		if scalar.IsFloat() {
			list[i] = floatLike(b, ir.ScalarTypeOf(scalar), float64(one))
		} else {
			list[i] = b.Integer(scalar, one)
		}
	}
	if len(list) == 1 {
		return list[0]
	}
	return b.Compose(t, list...)
}

// component decodes a component, some bits of a word, as the scalar.
func (p *pulling) component(l *vertexLayout, word ir.ExprID, shift, bits uint32, scalar ir.Scalar) ir.ExprID {
	b := &p.b
	if l.kind == vertexFloat {
		var v ir.ExprID
		if bits == 32 {
			v = b.Bitcast(ir.TypeF32, word)
		} else {
			v = b.AccessIndex(b.Math(ir.MathUnpack2x16float, word), shift/16)
		}
		if scalar != ir.F32 {
			v = b.Convert(scalar, v)
		}
		return v
	}
	v := word
	isSigned := l.kind == vertexSint || l.kind == vertexSnorm
	switch {
	case isSigned:
		v = b.Bitcast(ir.TypeI32, v)
		if up := 32 - bits - shift; up > 0 {
			v = b.Binary(ir.Shl, v, b.U32(up))
		}
		if bits < 32 {
			v = b.Binary(ir.Shr, v, b.U32(32-bits))
		}
	default:
		if shift > 0 {
			v = b.Binary(ir.Shr, v, b.U32(shift))
		}
		if bits+shift < 32 {
			v = b.Binary(ir.And, v, b.U32(1<<bits-1))
		}
	}
	switch l.kind {
	case vertexUnorm:
		v = b.Binary(ir.Div, b.Convert(ir.F32, v), b.F32(float32(uint32(1)<<bits-1)))
	case vertexSnorm:
		v = b.Binary(ir.Div, b.Convert(ir.F32, v), b.F32(float32(uint32(1)<<(bits-1)-1)))
		v = b.Math(ir.MathMax, v, b.F32(-1))
	}
	if s := b.M.Types.ScalarOf(b.TypeOf(v)); s != scalar {
		v = b.Convert(scalar, v)
	}
	return v
}
