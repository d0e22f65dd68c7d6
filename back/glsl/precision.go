package glsl

// This file writes the precision of GLSL ES. Default precisions are high; declarations from which the
// module requires no more than 16 bits are mediump. An operation has the greatest precision of its
// operands (section "Precision Qualifiers"): if the module requires more of one, an operand of it gets a
// name, whose precision is high.

import (
	"refract/internal/ir/precision"
	"refract/internal/reuse"
	"refract/ir"
)

// relaxed writes the qualifier of a declaration of a type that 16 bits are enough for.
func (w *Writer) relaxed(is bool, t ir.TypeID) {
	if is && w.opts.Version.ES && w.hasPrecision(t) {
		w.Out.Str("mediump ")
	}
}

// hasPrecision reports whether a type, or the elements of an array, are numbers with a precision.
func (w *Writer) hasPrecision(t ir.TypeID) bool {
	ty := w.M.Types.At(w.element(t))
	switch ty.Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix:
		return ty.Scalar == ir.F32 || ty.Scalar == ir.I32 || ty.Scalar == ir.U32
	}
	return false
}

// findSharp finds the images that have a precision of 16 bits by their declaration, although more is
// required of a texel, and gives them high precision. Images that functions have for parameters are
// taken for each other.
func (w *Writer) findSharp() {
	m := w.M
	any, every := false, false
	for i := range m.Globals {
		any = any || m.Globals[i].Relaxed && m.Globals[i].Space == ir.SpaceHandle
	}
	if !any {
		return
	}
	for _, f := range m.Functions[1:] {
		reads := ir.Kinds(ir.KindImageSample, ir.KindImageLoad)
		for x := f.Next(0, reads); x != 0; x = f.Next(x, reads) {
			if f.Flags(x)&ir.FlagRelaxed != 0 {
				continue
			}
			image := f.Operand(x)
			if f.Kind(x) == ir.KindImageSample {
				image = f.ImageSample(x).Image
			}
			if root := f.Root(image); f.Kind(root) == ir.KindGlobal {
				m.Globals[f.GlobalRef(root)].Relaxed = false
			} else {
				every = true
			}
		}
	}
	for i := range m.Globals {
		if every && m.Globals[i].Space == ir.SpaceHandle {
			m.Globals[i].Relaxed = false
		}
	}
}

// findPrecisions finds the precisions of a function's expressions as the text has them, and the values that
// have to be named for more.
func (w *Writer) findPrecisions(f *ir.Function) {
	p := &w.precision
	p.apart = p.apart[:0]
	if !w.opts.Version.ES {
		return
	}
	p.Rounds = w.rounds
	w.Guards = reuse.Zeroed(w.Guards, f.ExprCount())
	p.sharp = reuse.Zeroed(p.sharp, f.ExprCount())
	p.Function(f)
	p.Demands()
}

// precisions are the precisions of the function that is written.
type precisions struct {
	precision.Finder
	sharp []bool         // by expression: the name of the value has high precision
	apart [][2]ir.ExprID // operations, and the operands of them that are named
	buf   []ir.ExprID
}

// rounds is the precision of an operation that may round, whose operands have precision have.
func (w *Writer) rounds(x ir.ExprID, have precision.Precision) precision.Precision {
	p := &w.precision
	if p.F.Flags(x)&ir.FlagRelaxed != 0 {
		return precision.Relaxed
	}
	if have != precision.Relaxed {
		return have
	}
	p.buf = p.F.Operands(x, p.buf[:0])
	for _, o := range p.buf {
		if p.Exprs[o] != precision.Relaxed || !w.hasPrecision(p.F.TypeOf(o)) {
			continue
		}
		p.apart = append(p.apart, [2]ir.ExprID{x, o})
		if !p.F.Kind(o).IsImplicit() {
			p.sharp[o], p.Exprs[o] = true, precision.Full
		}
		break
	}
	return precision.Full
}

// letPrecision writes the qualifier of a name for a value; of a guard, which is another name of the value, it
// is none.
func (w *Writer) letPrecision(e ir.ExprID) {
	if p := &w.precision; w.opts.Version.ES && !p.sharp[e] && !w.F.Kind(e).IsImplicit() {
		w.relaxed(p.Exprs[e] == precision.Relaxed || p.Demand[e] == precision.Relaxed, w.F.TypeOf(e))
	}
}
