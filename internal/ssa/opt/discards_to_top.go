package opt

// This file discards fragments as soon as it is known which.
//
//	before                          after
//	%1 = tex ...                    %2 = load_input ...
//	%2 = load_input ...             %3 = flt %2, %0
//	%3 = flt %2, %0                 demote_if %3
//	demote_if %3                    %1 = tex ...
//
// A condition that is computed from inputs, uniforms and texels at given levels alone goes
// to the start of the shader, and the discard behind it, if nothing ahead of it leaves the
// shader, writes to memory or asks other invocations. Operations with implicit derivatives
// need neighbours: no invocation ends ahead of them, but one may become a helper.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// DiscardsToTop moves discards to the start of fragment shaders.
var DiscardsToTop = &pass.Pass{
	Name:      "discards-to-top",
	Doc:       "discards go to the start of fragment shaders if their conditions depend on inputs and uniforms only",
	Replaces:  []string{"opt_move_discards_to_top"},
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Shader: func(s *ssa.Shader) bool {
		changed := false
		for id, f := range s.Funcs {
			fragment := false
			for k := range s.EntryPoints {
				e := &s.EntryPoints[k]
				fragment = fragment || int(e.Function) == id && e.Stage.Info().Discards
			}
			if fragment {
				changed = discardsToTop(f) || changed
			}
		}
		return changed
	},
}

// A discardMover moves the discards of a function.
type discardMover struct {
	f      *ssa.Function
	at     ssa.Cursor // where the next instruction goes
	placed []bool     // by instruction: it is ahead of there
	order  []ssa.InstrID
	seen   []bool // by instruction: it is in the order
}

func discardsToTop(f *ssa.Function) bool {
	m := discardMover{f: f, at: f.Entry(), placed: make([]bool, f.InstrCount()), seen: make([]bool, f.InstrCount())}
	for i := f.First(f.FirstBlock()); i != m.at.Before; i = f.Next(i) {
		m.placed[i] = true // undefined values
	}
	changed, neighbours := false, false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch o := f.Op(i); {
			case o == op.DemoteIf, o == op.TerminateIf:
				if f.ListOf(b) == ssa.Body && !(o == op.TerminateIf && neighbours) && m.collect(i) {
					changed = m.move(i) || changed
				} else if o == op.TerminateIf {
					return changed
				}
			case o == op.Demote, o.Class() == op.ClassALU:
				// helpers go on
			case o == op.Derivative, asksNeighbours(f, i):
				neighbours = true
			case o == op.Declare, o == op.Store && isOwnMemory(f, f.Arg(i, 0)), o == op.StoreOutput, o == op.StoreReg, o == op.StoreScratch:
				// nobody sees it
			case o == op.Break, o == op.Continue:
			case o.Class() == op.ClassJump, o.Has(op.WritesMemory), o.Has(op.Synchronizes), o.Has(op.Convergent):
				return changed
			}
		}
	}
	return changed
}

// isOwnMemory reports whether an address is of memory of the invocation alone.
func isOwnMemory(f *ssa.Function, p ssa.Value) bool {
	r := rootOf(f, p)
	return f.Op(r) == op.DerefVar && f.Var(f.VarOf(r)).Mode&ssa.ModesPrivate != 0
}

// asksNeighbours reports whether an operation on a texture finds its level from
// neighbouring fragments.
func asksNeighbours(f *ssa.Function, i ssa.InstrID) bool {
	if f.Op(i) != op.Tex || f.Field(i, "gather") != 0 || f.Field(i, "clamp_edge") != 0 {
		return false
	}
	return ir.SampleLevel(f.Field(i, "level")).IsImplicit()
}

// collect puts the operands of a discard into an order, and reports whether all can be
// computed at the start.
func (m *discardMover) collect(i ssa.InstrID) bool {
	for _, x := range m.order {
		m.seen[x] = false
	}
	m.order = m.order[:0]
	return m.need(m.f.Arg(i, 0), 0)
}

func (m *discardMover) need(v ssa.Value, depth int) bool {
	f := m.f
	if m.placed[v] || m.seen[v] {
		return true
	}
	o := f.Op(v)
	if depth > 64 || o == op.Phi || !o.Has(op.Eliminable|op.Reorderable) || o.Has(op.Convergent) || asksNeighbours(f, v) {
		return false
	}
	if o.Class() == op.ClassDeref && f.Op(rootOf(f, v)) == op.DerefVar && f.VarOf(rootOf(f, v)).IsLocal() {
		return false
	}
	for k := range f.NumSrcs(v) {
		if x := f.Arg(v, k); x != 0 && !m.need(x, depth+1) {
			return false
		}
	}
	m.seen[v] = true
	m.order = append(m.order, v)
	return true
}

// move puts a discard and its operands behind the instructions moved before. It reports
// whether that changes anything.
func (m *discardMover) move(i ssa.InstrID) bool {
	f := m.f
	changed := false
	for _, x := range append(m.order, i) {
		m.placed[x] = true
		if x == m.at.Before {
			m.at.Before = f.Next(x)
			continue
		}
		f.Move(x, m.at)
		changed = true
	}
	return changed
}
