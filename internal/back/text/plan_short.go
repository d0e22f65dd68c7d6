package text

// This file finds the values whose names make a text longer, for the shortest text:
//
//	let i=j&7;let k=c+1;a[k]=b[i]+d[k];      a[c+1]=b[j&7]+d[c+1];
//	let i=j*k;if l{a=i;}                     if l{a=j*k;}
//
// An author's name of a value with one use goes, if the value can stand at its use. Short
// arithmetic on named values is repeated if a declaration would take more bytes.

import (
	"math"

	"refract/internal/reuse"
	"refract/ir"
)

// brief is the known facts about the text of a value before it is planned.
type brief struct {
	uses   uint32
	bare   uint32 // of which as an index, where nothing needs parentheses
	length uint8  // bytes, where it is written in place; 0: not known, or too many
	short  bool   // it is repeated rather than named
}

// Bytes of a text: of a declaration without name and value, of a long value.
const (
	declarationBytes = len("let a=;")
	maxBrief         = 24
)

// shorten finds repeated values, and drops names.
func (p *Planner) shorten() {
	f := p.f
	p.briefs = reuse.Zeroed(p.briefs, f.ExprCount())
	use := func(e ir.ExprID) { p.briefs[e].uses++ }
	for e := ir.ExprID(1); int(e) < f.ExprCount(); e++ {
		p.ops = f.Operands(e, p.ops[:0])
		for _, o := range p.ops {
			use(o)
		}
		if f.Kind(e) == ir.KindAccess {
			p.briefs[f.Access(e).Index].bare++
		}
	}
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		p.ops = f.StmtOperands(s, p.ops[:0])
		for _, o := range p.ops {
			use(o)
		}
		if f.StmtKind(s) == ir.StmtLoop {
			if e := f.Loop(s).BreakIf; e != 0 {
				use(e)
			}
		}
	}
	for e := ir.ExprID(f.ExprCount() - 1); e > 0; e-- {
		b := &p.briefs[e]
		if b.uses < 2 || p.m.Types.At(f.TypeOf(e)).Kind != ir.TypePointer {
			continue
		}
		switch f.Kind(e) { // a pointer is written with its indices each time
		case ir.KindAccess:
			i := &p.briefs[f.Access(e).Index]
			i.uses, i.bare = i.uses+b.uses-1, i.bare+b.uses-1
			p.briefs[f.Access(e).Base].uses += b.uses - 1
		case ir.KindAccessIndex:
			p.briefs[f.Operand(e)].uses += b.uses - 1
		}
	}
	for e := ir.ExprID(1); int(e) < f.ExprCount(); e++ {
		b := &p.briefs[e]
		n := p.textLength(e)
		if n > maxBrief {
			continue
		}
		b.length = uint8(n)
		each := n
		if f.Kind(e) == ir.KindBinary && b.bare < b.uses {
			each += len("()")
		}
		uses := int(b.uses)
		b.short = uses > 1 && uses*each <= declarationBytes+n+uses
	}
	for i := range f.Named {
		e := f.Named[i].Expr
		if b := &p.briefs[e]; !f.Kind(e).IsImplicit() && (b.uses == 1 || b.short) {
			p.values[e].name = 0
		}
	}
}

// textLength estimates the bytes of a pure computation, in place, of operands with names of
// one letter; it is more than maxBrief if that isn't known.
func (p *Planner) textLength(e ir.ExprID) int {
	const long = maxBrief + 1
	f := p.f
	part := func(o ir.ExprID) int {
		b := &p.briefs[o]
		switch k := f.Kind(o); {
		case o >= e && !k.IsImplicit():
			return long
		case b.length != 0 && (b.short || b.uses == 1):
			if k == ir.KindBinary {
				return int(b.length) + len("()")
			}
			return int(b.length)
		case k == ir.KindGlobal || k == ir.KindLocal || b.uses == 1 && !k.IsImplicit() || k == ir.KindLiteral || k == ir.KindZeroValue:
			return long
		}
		return 1
	}
	switch f.Kind(e) {
	case ir.KindLiteral:
		switch t := f.TypeOf(e); t {
		case ir.TypeU32, ir.TypeI32:
			n, bits := 1, f.LiteralBits(e)
			if t == ir.TypeI32 && int32(bits) < 0 {
				return long
			}
			for ; bits > 9; bits /= 10 {
				n++
			}
			return n
		case ir.TypeF32:
			v := math.Float32frombits(uint32(f.LiteralBits(e)))
			switch {
			case v < 0:
				return long
			case v < 10 && v == float32(int(v)):
				return len("1.")
			}
			return len(".015625")
		}
	case ir.KindAccessIndex:
		if p.m.Types.At(f.TypeOf(e)).Kind != ir.TypePointer {
			return part(f.Operand(e)) + len("[0]")
		}
	case ir.KindSwizzle:
		return part(f.Operand(e)) + 1 + int(f.Swizzle(e).Size)
	case ir.KindUnary:
		return 1 + part(f.Operand(e))
	case ir.KindBinary:
		b := f.Binary(e)
		switch b.Op {
		case ir.Add, ir.Sub, ir.Mul, ir.And, ir.Or, ir.Xor:
			return part(b.Left) + 1 + part(b.Right)
		}
	}
	return long
}

// goesInto reports whether a value can be computed in the block that uses it: one with a
// condition around it. Into loops go lengths of arrays only, which cost nothing there.
func (p *Planner) goesInto(e ir.ExprID) bool {
	v := &p.values[e]
	if v.effects != 0 || v.block == 0 {
		return false
	}
	length := p.f.Kind(e) == ir.KindArrayLength
	for b := v.used; b != v.block; {
		in := &p.blocks[b]
		if in.depth == 0 || !length && p.f.StmtKind(in.stmt) == ir.StmtLoop {
			return false
		}
		b = in.in.block
	}
	return true
}

// isShort reports whether a value is repeated rather than named.
func (p *Planner) isShort(e ir.ExprID) bool {
	return p.opts.Short && p.values[e].effects == 0 && p.briefs[e].short
}
