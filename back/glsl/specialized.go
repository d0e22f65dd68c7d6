package glsl

// This file writes overrides as specialization constants of Vulkan (GL_KHR_vulkan_glsl).
// Arrays that they size can't be assigned, compared or initialized as a whole: values of
// these types are written part by part, in loops. An override without a form as a
// specialization constant is computed in functions, or gets its initial value for good.

import (
	"refract/internal/back/text"
	"refract/internal/ir/consteval"
	"refract/internal/ir/transform"
	"refract/internal/reuse"
	"refract/ir"
)

// specialize prepares the overrides of a module: values are put in place, or they stay
// open in a form that GLSL has.
func (w *Writer) specialize(m *ir.Module) error {
	o := &w.opts
	if o.Overrides != nil || len(m.Overrides) == 1 {
		return transform.SubstituteOverrides(m, o.Overrides)
	}
	if !o.Vulkan {
		w.noteFrozen(transform.InitialOverrides(m))
		return transform.SubstituteOverrides(m, nil)
	}
	w.literalConstants(m)
	f := constantForms{m: m, known: make(map[ir.ExprID]bool)}
	var marked []bool
	for i := range m.EntryPoints {
		for _, c := range m.EntryPoints[i].WorkgroupSizeExpr {
			if c != 0 && (m.Consts.Kind(ir.ExprID(c)) != ir.KindOverride || !isSpecified(m, m.Consts.OverrideRef(ir.ExprID(c)))) {
				transform.MarkOverrides(m, c, &marked)
			}
		}
	}
	for t := ir.FirstModuleType; int(t) < m.Types.Len(); t++ {
		if ty := m.Types.At(t); ty.LengthExpr != 0 && (ty.Kind != ir.TypeArray || !f.has(ir.ExprID(ty.LengthExpr))) {
			transform.MarkOverrides(m, ty.LengthExpr, &marked)
		}
	}
	transform.MarkTwins(m, marked)
	frozen, err := transform.FreezeOverrides(m, marked)
	if err != nil {
		return err
	}
	w.noteFrozen(frozen)
	if hasTwins(m) { // two constants of GLSL can't have one number
		lost, err := transform.MergeTwins(m)
		if err != nil {
			return err
		}
		w.noteFrozen(lost)
	}
	f = constantForms{m: m, known: make(map[ir.ExprID]bool)}
	transform.ComputeOverrides(m, f.has)
	transform.ResultParams(m, func(t ir.TypeID) bool { return specializedType(m, t) })
	return nil
}

func (w *Writer) noteFrozen(list []transform.FrozenOverride) {
	for _, f := range list {
		w.note(f.What, f.Span)
	}
}

// isSpecified reports whether an override is a specialization constant rather than made of
// others.
func isSpecified(m *ir.Module, o ir.OverrideID) bool {
	v := &m.Overrides[o]
	return v.Init == 0 || m.Consts.Kind(ir.ExprID(v.Init)) == ir.KindLiteral || m.Consts.Kind(ir.ExprID(v.Init)) == ir.KindZeroValue
}

// hasTwins reports whether two overrides share an id, neither being a dimension of the
// workgroup.
func hasTwins(m *ir.Module) bool {
	sizes := make([]bool, len(m.Overrides))
	for i := range m.EntryPoints {
		for _, c := range m.EntryPoints[i].WorkgroupSizeExpr {
			if c != 0 {
				sizes[m.Consts.OverrideRef(ir.ExprID(c))] = true
			}
		}
	}
	ids := map[uint16]bool{}
	for i := 1; i < len(m.Overrides); i++ {
		if o := &m.Overrides[i]; o.HasID && !sizes[i] {
			if ids[o.ID] {
				return true
			}
			ids[o.ID] = true
		}
	}
	return false
}

// literalConstants makes literals of the scalar constants in module-scope expressions, which
// are declared behind the overrides.
func (w *Writer) literalConstants(m *ir.Module) {
	var eval consteval.Evaluator
	eval.Start(m)
	for i := 1; i < len(m.Overrides); i++ {
		// An initial value that depends on no override is one number.
		init := m.Overrides[i].Init
		if init == 0 {
			continue
		}
		if v, err := eval.Evaluate(init, func(ir.OverrideID) (consteval.Value, bool) { return consteval.Value{}, false }); err == nil && v.IsKnown() && !transform.DependsOnOverride(m, init) {
			m.Overrides[i].Init = ir.ConstID(m.Consts.AddLiteral(m.Overrides[i].Type, v.Bits, m.Overrides[i].Span))
		}
	}
	for x, n := ir.ExprID(1), ir.ExprID(m.Consts.ExprCount()); x < n; x++ {
		if m.Consts.Kind(x) != ir.KindConstant || m.Types.At(m.Consts.TypeOf(x)).Kind != ir.TypeScalar {
			continue
		}
		if v, err := eval.Evaluate(ir.ConstID(x), nil); err == nil && v.IsKnown() {
			m.Consts.Overwrite(x, m.Consts.AddLiteral(m.Consts.TypeOf(x), v.Bits, m.Consts.SpanOf(x)))
		}
	}
}

// constantForms decides which module-scope expressions are constant expressions of GLSL if
// specialization constants are in them: operators on scalars that aren't floats, and
// conversions among these.
type constantForms struct {
	m     *ir.Module
	known map[ir.ExprID]bool
}

func (f *constantForms) has(x ir.ExprID) bool { return f.depth(x, 0) }

func (f *constantForms) depth(x ir.ExprID, depth int) bool {
	if known, ok := f.known[x]; ok {
		return known
	}
	if depth > 200 {
		return false
	}
	c := &f.m.Consts
	scalar := func(t ir.TypeID) bool {
		ty := f.m.Types.At(t)
		return ty.Kind == ir.TypeScalar && !ty.Scalar.IsFloat()
	}
	ok := scalar(c.TypeOf(x))
	switch c.Kind(x) {
	case ir.KindLiteral:
		ok = true
	case ir.KindOverride:
		init := f.m.Overrides[c.OverrideRef(x)].Init
		ok = init == 0 || f.depth(ir.ExprID(init), depth+1)
	case ir.KindUnary, ir.KindBinary, ir.KindSelect, ir.KindAs:
		for _, o := range c.Operands(x, nil) {
			ok = ok && scalar(c.TypeOf(o)) && f.depth(o, depth+1)
		}
	default:
		ok = c.Kind(x) == ir.KindZeroValue || !transform.DependsOnOverride(f.m, ir.ConstID(x))
	}
	f.known[x] = ok
	return ok
}

// specializedType reports whether a type is or holds an array that an override sizes.
func specializedType(m *ir.Module, t ir.TypeID) bool {
	switch ty := m.Types.At(t); ty.Kind {
	case ir.TypeArray:
		return ty.LengthExpr != 0 || specializedType(m, ty.Base)
	case ir.TypeStruct:
		for i := range m.Structs[ty.Struct].Members {
			if specializedType(m, m.Structs[ty.Struct].Members[i].Type) {
				return true
			}
		}
	}
	return false
}

// findSpecialized notes which types have values that are written part by part, and which
// overrides are declared.
func (w *Writer) findSpecialized() {
	m := w.M
	w.specialized = w.specialized[:0]
	if len(m.Overrides) == 1 {
		return
	}
	w.specialized = reuse.Zeroed(w.specialized, m.Types.Len())
	for t := ir.FirstModuleType; int(t) < m.Types.Len(); t++ {
		w.specialized[t] = specializedType(m, t)
	}
	w.specNumbers = transform.OverrideNumbers(m)
	w.declared = reuse.Zeroed(w.declared, len(m.Overrides))
	mark := func(c ir.ConstID) {
		if c != 0 {
			transform.MarkOverrides(m, c, &w.declared)
		}
	}
	for t := ir.FirstModuleType; int(t) < m.Types.Len(); t++ {
		mark(m.Types.At(t).LengthExpr)
	}
	for i := 1; i < len(m.Globals); i++ {
		mark(m.Globals[i].Init)
	}
	for _, f := range m.Functions[1:] {
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			if f.Kind(x) == ir.KindOverride {
				if o := f.OverrideRef(x); !w.declared[o] {
					w.declared[o] = true
					mark(m.Overrides[o].Init)
				}
			}
		}
	}
	w.dimension = reuse.Zeroed(w.dimension, len(m.Overrides))
	for i, c := range w.entry.WorkgroupSizeExpr {
		if c == 0 {
			continue
		}
		if o := m.Consts.OverrideRef(ir.ExprID(c)); w.dimension[o] == 0 {
			w.dimension[o], w.declared[o] = 1+uint8(i), false
		}
	}
}

// override spells an override: the name of its constant, or a dimension of the workgroup,
// as no constant has the same number.
func (w *Writer) override(e ir.ExprID) {
	id := w.Ex.OverrideRef(e)
	d := w.dimension[id]
	if d == 0 {
		w.Out.Name(w.Overrides[id])
		return
	}
	signed := w.M.Overrides[id].Type != ir.TypeU32
	if signed {
		w.typeName(w.M.Overrides[id].Type)
		w.Out.Byte('(')
	}
	w.Out.Str("gl_WorkGroupSize.")
	w.Out.Byte("xyz"[d-1])
	if signed {
		w.Out.Byte(')')
	}
}

// isSpecialized reports whether a type holds an array that an override sizes.
func (w *Writer) isSpecialized(t ir.TypeID) bool {
	return int(t) < len(w.specialized) && w.specialized[t]
}

// overrideDecls declares the overrides, each behind the ones that it depends on.
func (w *Writer) overrideDecls() {
	m := w.M
	if len(m.Overrides) == 1 {
		return
	}
	const waiting, done = 1, 2
	state := make([]uint8, len(m.Overrides))
	first := true
	var stack []ir.OverrideID
	for i := 1; i < len(m.Overrides); i++ {
		if w.declared[i] {
			stack = append(stack, ir.OverrideID(i))
		}
		for len(stack) > 0 {
			id := stack[len(stack)-1]
			if state[id] != 0 || w.dimension[id] != 0 {
				stack = stack[:len(stack)-1]
				if state[id] == waiting {
					state[id] = done
					w.overrideDecl(id, &first)
				}
				continue
			}
			state[id] = waiting
			transform.EachOverride(m, m.Overrides[id].Init, func(o ir.OverrideID) {
				if state[o] == 0 {
					stack = append(stack, o)
				}
			})
		}
	}
}

func (w *Writer) overrideDecl(id ir.OverrideID, first *bool) {
	m, o := w.M, &w.Out
	v := &m.Overrides[id]
	if *first || v.Doc != "" {
		o.Blank()
		*first = false
	}
	w.Doc(v.Doc)
	w.Span = v.Span
	if isSpecified(m, id) {
		o.Str("layout(constant_id")
		o.Infix("=")
		o.Uint(uint64(w.specNumbers[id]))
		o.Str(") ")
	}
	o.Str("const ")
	w.declarator(v.Type, w.Overrides[id])
	o.Infix("=")
	switch {
	case v.Init != 0:
		w.ModuleExpr(v.Init, anyForm)
	case m.Types.ScalarOf(v.Type).IsInteger(): // sizes may be made of it
		w.Literal(v.Type, 1)
	default:
		w.Literal(v.Type, 0)
	}
	o.Byte(';')
	o.End()
}

// sizeID writes the number of the override that gives a dimension of the workgroup.
func (w *Writer) sizeID(axis string, c ir.ConstID) {
	o := &w.Out
	o.Str(axis)
	o.Str("_id")
	o.Infix("=")
	o.Uint(uint64(w.specNumbers[w.M.Consts.OverrideRef(ir.ExprID(c))]))
}

// sizeDefault is a dimension of the workgroup if the pipeline sets nothing.
func (w *Writer) sizeDefault(e *ir.EntryPoint, i int) uint32 {
	c := e.WorkgroupSizeExpr[i]
	if c == 0 {
		return max(1, e.WorkgroupSize[i])
	}
	if init := w.M.Overrides[w.M.Consts.OverrideRef(ir.ExprID(c))].Init; init != 0 && w.M.Consts.Kind(ir.ExprID(init)) == ir.KindLiteral {
		return max(1, uint32(w.M.Consts.LiteralBits(ir.ExprID(init))))
	}
	return 1
}

// specializedLoop writes the assignment of an array that an override sizes as a loop;
// source nil: of zeros.
func (w *Writer) specializedLoop(t ir.TypeID, target, source func()) {
	w.partLine()
	base := w.M.Types.At(t).Base
	i := w.Out.LocalName("i", "")
	element := func(of func()) func() {
		return func() {
			of()
			w.Out.Byte('[')
			w.Out.Name(i)
			w.Out.Byte(']')
		}
	}
	w.Out.Template("for (int @i = 0; $i < int($length); $i++) {\n\t$body\n}", text.Args{"i": i,
		"length": func() { w.ModuleExpr(w.M.Types.At(t).LengthExpr, anyForm) },
		"body": func() {
			w.Out.Bind(i)
			w.fresh = true
			if source == nil {
				w.assignZero(base, element(target))
			} else {
				w.copyParts(base, element(target), element(source))
			}
		}})
}

// constants lists the specialization constants for the reflection.
func (w *Writer) constants() (list []Constant) {
	for i := 1; i < len(w.M.Overrides); i++ {
		list = append(list, Constant{w.M.Overrides[i].Name, w.specNumbers[i]})
	}
	return list
}
