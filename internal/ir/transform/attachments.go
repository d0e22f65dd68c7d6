package transform

// This file makes textures of input attachments, for targets without them: the texel
// read is that at the fragment's position.
//
//	global @a : image<subpass, sampled, f32> handle binding(0, 1) attachment(0)
//	%1 = image_load @a
//
// becomes
//
//	global @a : image<2d, sampled, f32> handle binding(0, 1)
//	%2 = load @fragment_position
//	%1 = image_load @a at %2 level 0i
//
// and each entry point that gets there stores its position in the private variable.

import (
	"slices"

	"refract/internal/ir/calls"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// HasInputAttachments reports whether a module has input attachments.
func HasInputAttachments(m *ir.Module) bool {
	for i := ir.FirstModuleType; int(i) < m.Types.Len(); i++ {
		if t := m.Types.At(i); t.Kind == ir.TypeImage && t.Dim == ir.DimSubpass {
			return true
		}
	}
	return false
}

// InputAttachments2D makes 2D textures of all input attachments, which the host binds
// instead; a module that had some is changed in place.
func InputAttachments2D(m *ir.Module) {
	if !HasInputAttachments(m) {
		return
	}
	r := &attachments{m: m, reads: make([]bool, len(m.Functions))}
	rewrite.Functions(m, nil, r)
	types := imageTypes{m, func(t ir.Type) (ir.Type, bool) {
		is := t.Dim == ir.DimSubpass
		t.Dim = ir.Dim2D
		return t, is
	}}
	for i := range m.Globals[1:] {
		if g := &m.Globals[1+i]; types.of(g.Type) != g.Type {
			g.Attachment = 0
		}
	}
	types.apply()
	if r.position != 0 {
		var reached calls.Reached
		for i := range m.EntryPoints {
			reached.Start(m)
			reached.Add(m, m.EntryPoints[i].Function)
			reads := func(id ir.FuncID) bool { return r.reads[id] }
			if m.EntryPoints[i].Stage.Info().Outputs == ir.Colors && slices.ContainsFunc(reached.List, reads) {
				r.store(m.OwnFunction(i))
			}
		}
	}
}

type attachments struct {
	m        *ir.Module
	position ir.GlobalID // vec2<i32>
	reads    []bool      // by function
}

// Expr implements rewrite.Visitor.
func (r *attachments) Expr(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	if f.Kind(x) != ir.KindImageLoad {
		return
	}
	v := f.ImageLoad(x)
	t := r.m.Types.At(f.TypeOf(v.Image))
	if t.Dim != ir.DimSubpass {
		return
	}
	if r.position == 0 {
		r.position = ir.GlobalID(len(r.m.Globals))
		r.m.Globals = append(r.m.Globals, ir.Global{Name: "fragment_position", Space: ir.SpacePrivate, Access: ir.AccessReadWrite,
			Type: ir.VectorOf(ir.I32, 2)})
	}
	for i, g := range r.m.Functions {
		r.reads[i] = r.reads[i] || g == f
	}
	b := e.Ahead()
	v.Coordinate = b.Load(b.Global(r.position))
	if !t.Multisampled {
		v.Level = b.I32(0)
	}
	e.Become(b.Pend(f.AddImageLoad(f.TypeOf(x), f.Flags(x)|ir.FlagInBounds, v, b.Span)))
}

// Stmt implements rewrite.Visitor.
func (r *attachments) Stmt(*rewrite.Editor, ir.StmtID) {}

// store keeps the position at the beginning of an entry point.
func (r *attachments) store(f *ir.Function) {
	m := r.m
	arg, member := -1, -1
	for i := range f.Args {
		if hasBuiltIn(f.Args[i].Binding, ir.BuiltInPosition) {
			arg = i
		}
		if s := m.StructOf(f.Args[i].Type); s != nil && arg < 0 {
			for k := range s.Members {
				if hasBuiltIn(s.Members[k].Binding, ir.BuiltInPosition) {
					arg, member = i, k
				}
			}
		}
	}
	if arg < 0 {
		arg = len(f.Args)
		f.Args = append(f.Args, ir.Argument{Name: "position", Type: ir.VectorOf(ir.F32, 4),
			Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInPosition}})
	}
	var b ir.Builder
	prepend(&b, m, f, func(b *ir.Builder) {
		p := b.Argument(arg)
		if member >= 0 {
			p = b.AccessIndex(p, uint32(member))
		}
		b.Store(b.Global(r.position), b.Convert(ir.I32, b.Swizzle(p, 0, 1)))
	})
}
