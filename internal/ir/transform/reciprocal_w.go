package transform

// This file inverts the w of fragment positions, for targets that have the w of the
// interpolated position there and not its reciprocal (Direct3D: SV_Position):
//
//	func @fs($p : vec4<f32> builtin(position)) ... { ... $p.w ... }
//
// becomes
//
//	func @fs($p : vec4<f32> builtin(position)) ... {
//	  %1 = div 1f, $p.w
//	  ... %1 ...
//	}
//
// If the position is used as a whole, it is composed anew at the beginning.

import (
	"slices"

	"refract/ir"
)

// ReciprocalW makes the w of fragment positions, which is that of the interpolated position
// afterwards, its reciprocal. Run it once: it is not idempotent.
func ReciprocalW(m *ir.Module) {
	for i := range m.EntryPoints {
		if m.EntryPoints[i].Stage != ir.StageFragment {
			continue
		}
		args := m.Functions[m.EntryPoints[i].Function].Args
		for j := range args {
			if member, ok := builtInOf(m, &args[j], ir.BuiltInPosition); ok {
				p := fragmentPosition{arg: j, member: member}
				p.find(m.Functions[m.EntryPoints[i].Function])
				p.all = p.all && p.isReadLater(m, m.EntryPoints[i].Function, args[j].Type)
				if p.isRead() {
					p.invert(m, m.OwnFunction(i))
				}
				break
			}
		}
	}
}

// builtInOf finds a built-in value in an argument: the member of its struct, or -1 if the
// argument is the value itself.
func builtInOf(m *ir.Module, a *ir.Argument, is ir.BuiltIn) (member int, ok bool) {
	if s := m.StructOf(a.Type); s != nil {
		member = slices.IndexFunc(s.Members, func(x ir.Member) bool { return hasBuiltIn(x.Binding, is) })
		return member, member >= 0
	}
	return -1, hasBuiltIn(a.Binding, is)
}

// fragmentPosition is the position that an entry point has as an argument or as a member
// of one.
type fragmentPosition struct {
	arg, member int // member: -1 if the argument is the position

	w      []ir.ExprID // accesses of the component w
	values []ir.ExprID // expressions that are the position
	args   []ir.ExprID // expressions that are the argument
	whole  bool        // the position is used as a whole
	all    bool        // the argument is used as a whole, and the position is a member
}

func (p *fragmentPosition) isRead() bool { return len(p.w) > 0 || p.whole || p.all }

// find finds the uses of the position.
func (p *fragmentPosition) find(f *ir.Function) {
	kinds := make([]positionPart, f.ExprCount())
	for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
		if f.Kind(x) == ir.KindArgument && f.ArgumentIndex(x) == p.arg {
			p.args = append(p.args, x)
			kinds[x] = partArgument
			if p.member < 0 {
				kinds[x] = partPosition
			}
		}
	}
	if p.member >= 0 {
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			if f.Kind(x) == ir.KindAccessIndex && kinds[f.AccessIndex(x).Base] == partArgument && int(f.AccessIndex(x).Index) == p.member {
				kinds[x] = partPosition
			}
		}
	}
	var operands []ir.ExprID
	for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
		if kinds[x] == partPosition {
			p.values = append(p.values, x)
		}
		operands = f.Operands(x, operands[:0])
		for _, o := range operands {
			p.use(f, x, kinds[o])
		}
	}
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		if f.StmtKind(s) == ir.StmtEmit {
			continue
		}
		operands = f.StmtOperands(s, operands[:0])
		for _, o := range operands {
			p.whole = p.whole || kinds[o] == partPosition
			p.all = p.all || kinds[o] == partArgument
		}
	}
}

// isReadLater reports whether the position may be read of a copy of its struct: in a
// function that the entry point reaches, or by the host.
func (p *fragmentPosition) isReadLater(m *ir.Module, entry ir.FuncID, t ir.TypeID) bool {
	var r reach
	r.from(m, entry)
	for i, f := range m.Functions {
		if !r.seen[i] {
			continue
		}
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			if f.Kind(x) != ir.KindAccessIndex || int(f.AccessIndex(x).Index) != p.member {
				continue
			}
			base := f.AccessIndex(x).Base
			if of := f.TypeOf(base); of != t && m.Types.Pointee(of) != t {
				continue
			}
			if ir.FuncID(i) != entry || f.Kind(base) != ir.KindArgument || f.ArgumentIndex(base) != p.arg {
				return true
			}
		}
	}
	for i := 1; i < len(m.Globals); i++ {
		if g := &m.Globals[i]; r.globals[i] && g.Space == ir.SpaceStorage && g.Access&ir.AccessWrite != 0 {
			return true
		}
	}
	return false
}

// positionPart classifies an expression.
type positionPart uint8

const (
	partNone     positionPart = iota
	partArgument              // the argument, of which the position is a member
	partPosition              // the position
)

// use notes that the expression x has an operand.
func (p *fragmentPosition) use(f *ir.Function, x ir.ExprID, operand positionPart) {
	switch {
	case operand == partNone:
	case operand == partArgument:
		p.all = p.all || f.Kind(x) != ir.KindAccessIndex
	case f.Kind(x) == ir.KindAccessIndex:
		if f.AccessIndex(x).Index == 3 {
			p.w = append(p.w, x)
		}
	case f.Kind(x) == ir.KindSwizzle:
		s := f.Swizzle(x)
		p.whole = p.whole || slices.Contains(s.Pattern[:s.Size], 3)
	default:
		p.whole = true
	}
}

// invert replaces the uses.
func (p *fragmentPosition) invert(m *ir.Module, f *ir.Function) {
	var b ir.Builder
	var uses replacements
	prepend(&b, m, f, func(b *ir.Builder) {
		arg := b.Argument(p.arg)
		position := arg
		if p.member >= 0 {
			position = b.AccessIndex(arg, uint32(p.member))
		}
		w := b.Binary(ir.Div, b.F32(1), b.AccessIndex(position, 3))
		if !p.whole && !p.all {
			replaceAll(f, &uses, p.w, w)
			return
		}
		turned := b.Compose(b.TypeOf(position), b.AccessIndex(position, 0), b.AccessIndex(position, 1), b.AccessIndex(position, 2), w)
		replaceAll(f, &uses, p.values, turned)
		if p.all {
			list := parts(b, arg)
			list[p.member] = turned
			replaceAll(f, &uses, p.args, b.Compose(b.TypeOf(arg), list...))
		}
	})
	uses.apply(f)
}

func replaceAll(f *ir.Function, uses *replacements, list []ir.ExprID, by ir.ExprID) {
	for _, x := range list {
		moveName(f, x, by)
		uses.set(f, x, by)
	}
}
