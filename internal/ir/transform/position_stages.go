package transform

// This file converts positions of the stages whose inputs and outputs are variables: geometry,
// tessellation and mesh. Between stages, positions are in the clip space that is asked for. An
// access of one converts it:
//
//	%1 = load @in[0].position       %1 = load @in[0].position; %2 = compose %1.x, -%1.y, %1.zw
//	store @out.position, %3         store @out.position, compose %3.x, -%3.y, %3.zw
//
// A store to a component changes the whole position if another depends on it.

import (
	"refract/internal/ir/calls"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// inverse is the change back.
func (c positionChange) inverse() positionChange {
	return positionChange{flip: c.flip, full: c.half, half: c.full}
}

// KeepsPositions reports whether ConvertPositions leaves the positions of an entry point whose
// inputs and outputs are variables in their clip space: a function takes the address of a
// position, or is called by entry points with other clip spaces.
func KeepsPositions(m *ir.Module, e *ir.EntryPoint) bool {
	var own, others calls.Reached
	own.Start(m)
	own.Add(m, e.Function)
	others.Start(m)
	for k := range m.EntryPoints {
		if o := &m.EntryPoints[k]; o.ClipSpace != e.ClipSpace || !o.Stage.Info().HasPositions {
			others.Add(m, o.Function)
		}
	}
	p := stagePositions{m: m}
	for _, id := range own.List {
		f := m.Functions[id]
		if others.Has[id] && p.uses(f) {
			return true
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) != ir.StmtCall {
				continue
			}
			for _, a := range f.Call(s).Args {
				if at, _, _ := p.place(f, a); at != elsewhere {
					return true
				}
			}
		}
	}
	return false
}

// convertStage converts the positions of an entry point whose inputs and outputs are variables;
// done are the functions that an entry point before it has converted.
func convertStage(m *ir.Module, e *ir.EntryPoint, to ir.ClipSpace, done []bool) {
	var own calls.Reached
	own.Start(m)
	own.Add(m, e.Function)
	change := positionChanges[e.ClipSpace][to]
	v := &stagePositions{m: m, to: change, from: change.inverse()}
	for _, id := range own.List {
		if f := m.Functions[id]; !done[id] {
			done[id] = true
			if v.uses(f) {
				rewrite.Function(m, f, v)
			}
		}
	}
	if e.Pipeline != nil && (e.ClipSpace == ir.ClipSpaceOpenGL) != (to == ir.ClipSpaceOpenGL) {
		// OpenGL's domain begins at the lower left, so that triangles are ordered the other way.
		p := *e.Pipeline // which is never changed
		switch p.Tessellation.Order {
		case ir.TessClockwise:
			p.Tessellation.Order = ir.TessCounterClockwise
		case ir.TessCounterClockwise:
			p.Tessellation.Order = ir.TessClockwise
		}
		e.Pipeline = &p
	}
	e.ClipSpace = to
}

// stagePositions converts accesses of positions.
type stagePositions struct {
	m        *ir.Module
	to, from positionChange // of values that are written, and read
}

// A positionPlace is the relation of a pointer to positions.
type positionPlace uint8

const (
	elsewhere  positionPlace = iota
	holding                  // values there have positions in them
	exactly                  // a position
	ofPosition               // a component of one
)

// uses reports whether a function has inputs or outputs with positions.
func (p *stagePositions) uses(f *ir.Function) bool {
	for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
		if f.Kind(x) == ir.KindGlobal {
			if at, _, _ := p.place(f, x); at != elsewhere {
				return true
			}
		}
	}
	return false
}

// place resolves a pointer: its relation to positions; whether its own value is one or an
// array of positions; and of a component, the address of the position.
func (p *stagePositions) place(f *ir.Function, x ir.ExprID) (at positionPlace, own bool, whole ir.ExprID) {
	types := &p.m.Types
	if types.At(f.TypeOf(x)).Kind != ir.TypePointer {
		return elsewhere, false, 0
	}
	switch f.Kind(x) {
	case ir.KindGlobal:
		g := &p.m.Globals[f.GlobalRef(x)]
		if g.Space != ir.SpaceInput && g.Space != ir.SpaceOutput {
			return elsewhere, false, 0
		}
		own = g.IO != nil && isPositionAt(g.IO)
	case ir.KindAccess, ir.KindAccessIndex:
		base := f.Operand(x)
		above, ownAbove, _ := p.place(f, base)
		switch above {
		case elsewhere, ofPosition:
			return elsewhere, false, 0
		case exactly:
			return ofPosition, false, base
		}
		own = ownAbove
		if st := p.m.StructOf(types.Pointee(f.TypeOf(base))); st != nil {
			own = isPositionAt(&st.Members[f.AccessIndex(x).Index].Binding)
		}
	default:
		return elsewhere, false, 0
	}
	t := types.Pointee(f.TypeOf(x))
	switch {
	case own && t == ir.VectorOf(ir.F32, 4):
		return exactly, true, 0
	case own || p.holds(t):
		return holding, own, 0
	}
	return elsewhere, false, 0
}

// isPositionAt reports whether a value is a position, or an array of positions in several views.
func isPositionAt(b *ir.Binding) bool {
	if b.Kind != ir.BindBuiltIn {
		return false
	}
	return b.BuiltIn == ir.BuiltInPosition || b.BuiltIn == ir.BuiltInSecondaryPosition || b.BuiltIn == ir.BuiltInPositionPerView
}

// holds reports whether a type has members that are positions.
func (p *stagePositions) holds(t ir.TypeID) bool {
	switch ty := p.m.Types.At(t); ty.Kind {
	case ir.TypeArray:
		return p.holds(ty.Base)
	case ir.TypeStruct:
		for k := range p.m.Structs[ty.Struct].Members {
			x := &p.m.Structs[ty.Struct].Members[k]
			if isPositionAt(&x.Binding) || p.holds(x.Type) {
				return true
			}
		}
	}
	return false
}

// value is a value with its positions changed; own: it is one, or an array of positions.
func (p *stagePositions) value(b *ir.Builder, v ir.ExprID, own bool, change positionChange) ir.ExprID {
	t := b.TypeOf(v)
	ty := *p.m.Types.At(t)
	switch {
	case own && ty.Kind == ir.TypeVector:
		return change.apply(b, v)
	case ty.Kind == ir.TypeArray && ty.Length > 0:
		parts := make([]ir.ExprID, ty.Length)
		for k := range parts {
			parts[k] = p.value(b, b.AccessIndex(v, uint32(k)), own, change)
		}
		return b.Compose(t, parts...)
	case ty.Kind == ir.TypeStruct:
		members := p.m.Structs[ty.Struct].Members
		parts := make([]ir.ExprID, len(members))
		for k := range parts {
			parts[k] = b.AccessIndex(v, uint32(k))
			if at := isPositionAt(&members[k].Binding); at || p.holds(members[k].Type) {
				parts[k] = p.value(b, parts[k], at, change)
			}
		}
		return b.Compose(t, parts...)
	}
	return v
}

// Kinds selects loads.
func (p *stagePositions) Kinds() ir.KindSet { return ir.Kinds(ir.KindLoad) }

// Expr converts a load.
func (p *stagePositions) Expr(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	from := f.Operand(x)
	at, own, whole := p.place(f, from)
	if at == elsewhere {
		return
	}
	b := e.Ahead()
	if at != ofPosition {
		e.Become(p.value(b, b.Load(from), own, p.from))
		return
	}
	e.Become(p.pick(b, f, p.from.apply(b, b.Load(whole)), from))
}

// pick is the component of a vector that a pointer names.
func (p *stagePositions) pick(b *ir.Builder, f *ir.Function, v, pointer ir.ExprID) ir.ExprID {
	if f.Kind(pointer) == ir.KindAccessIndex {
		return b.AccessIndex(v, f.AccessIndex(pointer).Index)
	}
	return b.Access(v, f.Access(pointer).Index)
}

// Stmt converts a store.
func (p *stagePositions) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	if f.StmtKind(s) != ir.StmtStore {
		return
	}
	x := f.Store(s)
	at, own, whole := p.place(f, x.Pointer)
	switch at {
	case holding, exactly:
		b := e.Remove()
		b.Store(x.Pointer, p.value(b, x.Value, own, p.to))
	case ofPosition:
		p.storeComponent(e, x, whole)
	}
}

// storeComponent converts a store to a component.
func (p *stagePositions) storeComponent(e *rewrite.Editor, x ir.Store, whole ir.ExprID) {
	f := e.F
	known := f.Kind(x.Pointer) == ir.KindAccessIndex
	if known && !p.to.full && !p.to.half {
		if f.AccessIndex(x.Pointer).Index == 1 && p.to.flip {
			b := e.Remove()
			b.Store(x.Pointer, b.Unary(ir.Negate, x.Value))
		}
		return
	}
	b := e.Remove()
	v := p.from.apply(b, b.Load(whole))
	parts := make([]ir.ExprID, 4)
	for k := range parts {
		parts[k] = b.AccessIndex(v, uint32(k))
		switch {
		case known && int(f.AccessIndex(x.Pointer).Index) == k:
			parts[k] = x.Value
		case !known:
			index := f.Access(x.Pointer).Index
			parts[k] = b.Select(b.Binary(ir.Eq, index, b.Bits(b.TypeOf(index), uint64(k))), x.Value, parts[k])
		}
	}
	b.Store(whole, p.to.apply(b, b.Compose(ir.VectorOf(ir.F32, 4), parts...)))
}
