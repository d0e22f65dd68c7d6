package transform

// This file keeps indices in bounds that a compiler may find to be constant: FXC and DXC
// reject constant indices out of bounds of a constant buffer, which other targets define.
//
//	local $k = 100u
//	%1 = load $k : u32
//	%p = access @u, %1 : ptr<uniform, vec4<f32>>
//
// becomes
//
//	%2 = min %1, 3u !limit
//	%p = access @u, %2 !inbounds
//
// An index may be known if it is computed of constants, and of local variables to which
// nothing else is stored. A variable that is stored to in terms of itself is a counter: it
// may be known if it is compared with such values alone, as the bound of its loop.

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// KnownIndices restricts the indices of arrays, vectors and matrices of known length that a
// compiler may find to be constants and out of bounds.
func KnownIndices(m *ir.Module) {
	var k *knownIndices
	for i, f := range m.Functions[1:] {
		if !hasOpenIndex(m, f) {
			continue
		}
		if k == nil {
			k = new(knownIndices)
			k.ranges.module(m)
		}
		k.start(ir.FuncID(i + 1))
		rewrite.Function(m, f, k)
	}
}

// hasOpenIndex reports whether a function has an access without the flag of being in
// bounds.
func hasOpenIndex(m *ir.Module, f *ir.Function) bool {
	for x := f.Next(0, ir.Kinds(ir.KindAccess)); x != 0; x = f.Next(x, ir.Kinds(ir.KindAccess)) {
		if f.Flags(x)&ir.FlagInBounds == 0 {
			if _, known := knownLength(m, f.TypeOf(f.Operand(x))); known {
				return true
			}
		}
	}
	return false
}

type knownIndices struct {
	ranges ranges
	local  []localState // by LocalID
	stores [][]ir.ExprID
	buf    []ir.ExprID
	steps  int
}

// localState is the known state of a local variable.
type localState uint8

const (
	localUnseen localState = iota
	localUnder             // being looked at
	localCounts            // likewise, and it is stored to in terms of itself
	localFixed             // everything stored to it may be known
	localOpen
)

// start begins with a function.
func (k *knownIndices) start(id ir.FuncID) {
	k.ranges.start(id)
	k.steps = 0
	f := k.ranges.f
	k.local = append(k.local[:0], make([]localState, len(f.Locals))...)
	k.stores = append(k.stores[:0], make([][]ir.ExprID, len(f.Locals))...)
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		switch f.StmtKind(s) {
		case ir.StmtStore:
			v := f.Store(s)
			if root := f.Root(v.Pointer); f.Kind(root) == ir.KindLocal {
				k.stores[f.LocalRef(root)] = append(k.stores[f.LocalRef(root)], v.Value)
			}
		case ir.StmtLocal:
			if v := f.LocalDecl(s); v.Init != 0 {
				k.stores[v.Local] = append(k.stores[v.Local], v.Init)
			}
		case ir.StmtEmit, ir.StmtIf, ir.StmtLoop, ir.StmtSwitch, ir.StmtBlock, ir.StmtReturn:
		default: // a pointer may be handed on
			k.buf = f.StmtOperands(s, k.buf[:0])
			for _, x := range k.buf {
				if root := f.Root(x); f.Kind(root) == ir.KindLocal {
					k.local[f.LocalRef(root)] = localOpen
				}
			}
		}
	}
}

// maxKnown bounds how deep a value is looked into, and maxKnownSteps how many are in a
// function; beyond that, values are open.
const (
	maxKnown      = 30
	maxKnownSteps = 1 << 16
)

// mayBeKnown reports whether a compiler may find a value to be a constant.
func (k *knownIndices) mayBeKnown(x ir.ExprID, depth int) bool {
	f := k.ranges.f
	if k.steps++; depth == 0 || k.steps > maxKnownSteps {
		return false
	}
	switch f.Kind(x) {
	case ir.KindLiteral, ir.KindConstant, ir.KindZeroValue:
		return true
	case ir.KindLoad:
		root := f.Root(f.Operand(x))
		return f.Kind(root) == ir.KindLocal && k.isFixed(f.LocalRef(root), depth-1)
	case ir.KindUnary, ir.KindBinary, ir.KindAs, ir.KindSelect, ir.KindSplat, ir.KindCompose, ir.KindSwizzle, ir.KindMath,
		ir.KindAccess, ir.KindAccessIndex, ir.KindRelational:
		a, b, c, list := f.Inputs(x)
		for _, o := range [...]ir.ExprID{a, b, c} {
			if o != 0 && !k.mayBeKnown(o, depth-1) {
				return false
			}
		}
		for _, o := range list {
			if o != 0 && !k.mayBeKnown(o, depth-1) {
				return false
			}
		}
		return true
	}
	return false
}

// isFixed reports whether all that is stored to a variable may be known.
func (k *knownIndices) isFixed(l ir.LocalID, depth int) bool {
	switch k.local[l] {
	case localFixed:
		return true
	case localOpen:
		return false
	case localUnder, localCounts:
		k.local[l] = localCounts
		return true
	}
	k.local[l] = localUnder
	state := localFixed
	for _, v := range k.stores[l] {
		if !k.mayBeKnown(v, depth) {
			state = localOpen
			break
		}
	}
	if state == localFixed && k.local[l] == localCounts && !k.isLimited(l, depth) {
		state = localOpen
	}
	k.local[l] = state
	return state == localFixed
}

// isLimited reports whether a counter is compared, and only with values that may be known.
func (k *knownIndices) isLimited(l ir.LocalID, depth int) (limited bool) {
	f := k.ranges.f
	reads := func(x ir.ExprID) bool {
		return f.Kind(x) == ir.KindLoad && f.Kind(f.Operand(x)) == ir.KindLocal && f.LocalRef(f.Operand(x)) == l
	}
	compares := ir.BinaryOps(ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge)
	for x := f.Next(0, compares); x != 0; x = f.Next(x, compares) {
		if k.steps++; k.steps > maxKnownSteps {
			return false
		}
		v := f.Binary(x)
		if !v.Op.IsComparison() || !reads(v.Left) && !reads(v.Right) {
			continue
		}
		if !k.mayBeKnown(v.Left, depth) || !k.mayBeKnown(v.Right, depth) {
			return false
		}
		limited = true
	}
	return limited
}

// Kinds implements rewrite.Selective.
func (*knownIndices) Kinds() ir.KindSet { return ir.Kinds(ir.KindAccess) }

func (k *knownIndices) Expr(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	v := f.Access(x)
	length, known := knownLength(e.M, f.TypeOf(v.Base))
	if t := e.M.Types.At(f.TypeOf(v.Base)); t.Kind == ir.TypePointer && t.Space == ir.SpaceStorage {
		return // made of words
	}
	if !known || f.Flags(x)&ir.FlagInBounds != 0 || k.ranges.below(v.Index, uint64(length)) || !k.mayBeKnown(v.Index, maxKnown) {
		return
	}
	b := e.Ahead()
	index := b.Math(ir.MathMin, unsignedIndex(b, v.Index), b.U32(length-1))
	f.SetFlags(index, ir.FlagLimit)
	e.Become(b.Pend(f.AddAccess(f.TypeOf(x), f.Flags(x)|ir.FlagInBounds, ir.Access{Base: v.Base, Index: index}, b.Span)))
}

func (*knownIndices) Stmt(*rewrite.Editor, ir.StmtID) {}
