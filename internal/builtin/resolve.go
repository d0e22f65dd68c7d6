package builtin

// This file resolves a call to one overload (WGSL section "Overload
// Resolution").

import "refract/ir"

// MaxParams is the largest number of parameters of a built-in function or of a
// vector or matrix constructor.
const MaxParams = 16

// Match is the outcome of a resolution.
type Match struct {
	Result   ir.TypeID            // 0: the call has no value
	Params   [MaxParams]ir.TypeID // the type that each argument is to be converted to
	Overload int                  // index into Overloads(id), or of the operator's
	Convert  bool                 // a constructor: then convert the one argument explicitly to Result
	Splat    uint16               // bit i: argument i, once converted, is to be repeated into a vector of the result's size
}

// Resolve finds the overload of a built-in function that takes arguments of the given
// types; template arguments are given only if the call has some. runtime is set if an
// argument isn't a const-expression, so that no argument may stay abstract. On success out
// is complete; on failure the error is a *MismatchError.
func Resolve(m *ir.Module, id ID, template, args []ir.TypeID, runtime bool, out *Match) error {
	if id == Bitcast {
		return resolveBitcast(m, template, args, runtime, out)
	}
	overloads := overloadsOf(id)
	if takes := overloads[0].takesTemplate(); len(template) == 1 && takes {
		out.Result = template[0]
		if resolveIn(m, overloads, args, runtime, out) {
			return nil
		}
	} else if len(template) == 0 && !takes && resolveIn(m, overloads, args, runtime, out) {
		return nil
	}
	return mismatch(m, funcs[id].Name, overloads, template, args)
}

// takesTemplate reports whether calls have a template argument.
func (o *Overload) takesTemplate() bool {
	return o.result.form == formView || o.result.form == formTemplate
}

// resolveIn tries one overload after the other.
func resolveIn(m *ir.Module, overloads []Overload, args []ir.TypeID, runtime bool, out *Match) bool {
	for i := range overloads {
		o := &overloads[i]
		if len(o.Params) == len(args) && o.resolve(m, args, runtime, out) {
			out.Overload = i
			return true
		}
	}
	return false
}

// resolve matches the arguments, as many as parameters.
func (o *Overload) resolve(m *ir.Module, args []ir.TypeID, runtime bool, out *Match) bool {
	if o.single && o.resolveEqual(m, args, out) {
		return true
	}
	var b binding
	b.view = out.Result
	if b.masks = o.vars; runtime {
		b.concrete()
	}
	for i := range o.Params {
		if !b.match(m, o.Params[i].pat, args[i]) {
			return false
		}
	}
	if o.result.form == formTemplate {
		if t := m.Types.At(b.view); t.Kind != ir.TypeCooperative || !b.scalar(o.result.scalar, t.Scalar) {
			return false
		}
	}
	out.Splat, out.Convert = uint16(o.splat), false
	for i := range o.Params {
		out.Params[i] = b.typeOf(m, o.Params[i].pat, args[i])
	}
	out.Result = b.typeOf(m, o.result, 0)
	return true
}

// resolveEqual matches arguments of one concrete type.
func (o *Overload) resolveEqual(m *ir.Module, args []ir.TypeID, out *Match) bool {
	t := args[0]
	for _, a := range args[1:] {
		if a != t {
			return false
		}
	}
	if ty := m.Types.At(t); ty.Kind > ir.TypeVector || bitOf[ty.Scalar]&o.vars[0]&^abstracts == 0 {
		return false
	}
	for i := range args {
		out.Params[i] = t
	}
	out.Result, out.Splat, out.Convert = t, 0, false
	return true
}

// concrete takes abstract scalars out of every variable.
func (b *binding) concrete() {
	for i := range b.masks {
		b.masks[i] &^= abstracts
	}
}

// resolveBitcast resolves bitcast<T>(e) (WGSL section "bitcast"): T and the
// type of e are numeric scalars or vectors of equal size in bits. An abstract
// argument becomes the most preferable scalar that fits.
func resolveBitcast(m *ir.Module, template, args []ir.TypeID, runtime bool, out *Match) error {
	if len(template) != 1 || len(args) != 1 || !m.Types.IsScalarOrVector(template[0]) || !m.Types.IsScalarOrVector(args[0]) {
		return mismatch(m, "bitcast", bitcastOverloads, template, args)
	}
	t, e := m.Types.At(template[0]), m.Types.At(args[0])
	tn, en := max(t.Rows, 1), max(e.Rows, 1)
	width := t.Scalar.Bits() * int(tn)
	from := numbers
	if !runtime && t.Scalar == ir.U32 && tn == en {
		from |= bitAbstractInt // checked to fit, not taken for an i32
	}
	from &= feasible[e.Scalar]
	for bitOf[t.Scalar]&numbers != 0 && from != 0 {
		s := from.first()
		if s == ir.AbstractInt || s.Bits()*int(en) == width {
			*out = Match{Result: template[0]}
			out.Params[0] = ir.VectorOf(s, int(en))
			return nil
		}
		from &^= bitOf[s]
	}
	return mismatch(m, "bitcast", bitcastOverloads, template, args)
}
