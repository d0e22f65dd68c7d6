package validate

// This file checks types and declarations at module scope: array lengths, constants,
// overrides and their expressions, and global variables.

import (
	"cmp"

	"refract/diag"
	"refract/internal/ir/layout"
	"refract/internal/ir/typing"
	"refract/ir"
)

// types checks all types, and that plain ones have a size.
func (v *Validator) types() {
	v.facts.Reset(v.m)
	v.layouts.Reset(v.m)
	for i := range v.facts.Problems {
		p := &v.facts.Problems[i]
		span, name := v.typeSpan(p.Type, p.Member)
		v.errorf(p.Code, span, "%s: %s", name, p.Message)
	}
	if len(v.facts.Problems) > 0 || v.maxLeaves != 0 && !v.countLeaves() {
		return
	}
	for id := ir.FirstModuleType; int(id) < v.m.Types.Len(); id++ {
		v.meter.Step()
		// A front end may leave abstract types behind; they are an error if a value has
		// one.
		if f := v.facts.Of(id).Flags; f&typing.Plain == 0 || f&typing.Abstract != 0 {
			continue
		}
		if _, err := v.layouts.Of(id, ir.NoLayout); err != nil {
			v.layoutError(err, diag.Span{})
		}
	}
}

// countLeaves reports the first struct with more leaves than there may be. A struct's
// members have types with lower handles, since a struct is declared after them.
func (v *Validator) countLeaves() bool {
	v.leaves = grow(v.leaves, v.m.Types.Len()) // 0 is 1, as of the predeclared types
	for id := ir.FirstModuleType; int(id) < v.m.Types.Len(); id++ {
		t := v.m.Types.At(id)
		var n uint64
		switch t.Kind {
		case ir.TypeArray:
			n = v.leaves[t.Base]
		case ir.TypeStruct:
			for i := range v.m.Structs[t.Struct].Members {
				v.meter.Step()
				n += max(1, v.leaves[v.m.Structs[t.Struct].Members[i].Type])
			}
		}
		if v.leaves[id] = n; n > v.maxLeaves {
			span, name := v.typeSpan(id, -1)
			v.errorf(CodeLimit, span, "%s has more than %d parts that aren't structs: the budget of the library's options allows no more", name, v.maxLeaves)
			return false
		}
	}
	return true
}

// typeSpan is the place of a type's declaration, if it is a struct, and its name for
// messages.
func (v *Validator) typeSpan(t ir.TypeID, member int) (diag.Span, string) {
	s := v.m.StructOf(t)
	if s == nil {
		return diag.Span{}, v.m.TypeName(t)
	}
	if member < 0 || member >= len(s.Members) {
		return s.Span, v.m.TypeName(t)
	}
	mem := &s.Members[member]
	return cmp.Or(mem.Span, s.Span), v.m.TypeName(t) + "." + mem.Name
}

// layoutError reports an error of package layout at the type at fault, or at
// span if that has no position.
func (v *Validator) layoutError(err error, span diag.Span) {
	e := err.(*layout.Error)
	at, name := v.typeSpan(e.Type, e.Member)
	v.errorf(CodeLayout, cmp.Or(at, span), "%s: %s", name, e.Message)
}

func (v *Validator) moduleScope() {
	m := v.m
	v.consts.start(v)
	for i := range m.Constants[1:] {
		v.meter.Step()
		c := &m.Constants[i+1]
		v.needType(c.Type, c.Span)
		switch {
		case !v.facts.Has(c.Type, typing.Constructible):
			v.errorf(CodeConstant, c.Span, "a constant can't have the type %s", m.TypeName(c.Type))
		case c.Init == 0:
			v.errorf(CodeConstant, c.Span, "the constant %q has no value", c.Name)
		case v.initializer(c.Init, c.Type, c.Span) && v.consts.usesOverride(c.Init):
			v.errorf(CodeConstant, c.Span, "the constant %q depends on an override", c.Name)
		}
	}
	v.overrides()
	for id := ir.FirstModuleType; int(id) < m.Types.Len(); id++ {
		if n := m.Types.At(id).LengthExpr; n != 0 && v.consts.visit(n) {
			what := "the length of an array"
			if m.Types.At(id).Kind == ir.TypeBuffer {
				what = "the size of a buffer"
			}
			if t := m.Consts.TypeOf(ir.ExprID(n)); t != ir.TypeI32 && t != ir.TypeU32 {
				v.errorf(CodeArrayLength, m.Consts.SpanOf(ir.ExprID(n)), "%s is i32 or u32, not %s", what, m.TypeName(t))
			}
			v.positive(n, what, CodeArrayLength, diag.Span{})
		}
	}
	for i := range m.Globals[1:] {
		v.global(&m.Globals[i+1])
	}
}

// positive reports a size that is a constant and less than 1. If it depends on overrides,
// making a pipeline checks it.
func (v *Validator) positive(c ir.ConstID, what string, code diag.Code, otherwise diag.Span) {
	e := &v.m.Consts
	span := cmp.Or(e.SpanOf(ir.ExprID(c)), otherwise)
	bits := uint64(0)
	for x := ir.ExprID(c); ; {
		switch e.Kind(x) {
		case ir.KindLiteral:
			bits = e.LiteralBits(x)
		case ir.KindZeroValue:
		case ir.KindConstant:
			x = ir.ExprID(v.m.Constants[e.ConstantRef(x)].Init)
			continue
		default:
			return
		}
		break
	}
	n := int64(uint32(bits))
	if e.TypeOf(ir.ExprID(c)) == ir.TypeI32 {
		n = int64(int32(bits))
	}
	if n < 1 {
		v.errorf(code, span, "%s must be at least 1, found %d", what, n)
	}
}

// initializer checks that an expression is valid and has a type.
func (v *Validator) initializer(init ir.ConstID, t ir.TypeID, span diag.Span) bool {
	if !v.consts.visit(init) {
		return false
	}
	if got := v.m.Consts.TypeOf(ir.ExprID(init)); got != t {
		v.errorf(CodeInitializer, cmp.Or(v.m.Consts.SpanOf(ir.ExprID(init)), span),
			"the initial value is %s, not %s", v.m.TypeName(got), v.m.TypeName(t))
		return false
	}
	return true
}

func (v *Validator) overrides() {
	m := v.m
	for i := range m.Overrides[1:] {
		o := &m.Overrides[i+1]
		if s := m.Types.ScalarOf(o.Type); ir.ScalarTypeOf(s) != o.Type || s == ir.NoScalar || s.IsAbstract() {
			v.errorf(CodeOverride, o.Span, "an override is a scalar, not %s", m.TypeName(o.Type))
		} else {
			v.needType(o.Type, o.Span)
		}
		if o.Name == "" && !o.HasID {
			v.errorf(CodeOverride, o.Span, "an override needs a name or a number")
		}
		if o.Init != 0 {
			v.initializer(o.Init, o.Type, o.Span)
		}
	}
}

// global checks a module-scope variable.
func (v *Validator) global(g *ir.Global) {
	v.needType(g.Type, g.Span)
	if !v.globalSpace(g) {
		return
	}
	isResource := g.Space == ir.SpaceUniform || g.Space == ir.SpaceStorage || g.Space == ir.SpaceHandle
	switch {
	case g.HasBinding && !isResource:
		v.errorf(CodeGlobalBinding, g.Span, "%q is no resource and can't have a binding", g.Name)
	case !g.HasBinding && isResource && !g.Default:
		if v.required = v.required.With(UnboundResources); !v.allowed.Has(UnboundResources) {
			v.errorf(CodeGlobalBinding, g.Span, "the resource %q has no binding", g.Name)
		}
	case g.Attachment != 0 && !v.isAttachment(g.Type):
		v.errorf(CodeGlobalBinding, g.Span, "%q is no input attachment and has no number as one", g.Name)
	case g.Default && g.Space != ir.SpaceUniform && g.Space != ir.SpaceHandle:
		v.errorf(CodeGlobalBinding, g.Span, "%q is no uniform and can't be in the default block", g.Name)
	}
	if g.Init != 0 {
		if g.Space != ir.SpacePrivate {
			v.errorf(CodeInitializer, g.Span, "a variable in the %s space can't have an initial value", g.Space)
		} else {
			v.initializer(g.Init, g.Type, g.Span)
		}
	}
	if g.Memory&ir.Coherent != 0 {
		v.need(MemoryCoherent, g.Span, "coherent memory")
	}
	if g.Memory&ir.Volatile != 0 {
		v.need(MemoryVolatile, g.Span, "volatile memory")
	}
	v.globalLayout(g)
}

// globalSpace checks the type and access mode of a variable against its space.
func (v *Validator) globalSpace(g *ir.Global) bool {
	f := v.facts.Of(g.Type)
	store := v.m.Types.At(g.Type)
	bad := func(why string) bool {
		v.errorf(CodeGlobalType, g.Span, "%q can't hold %s in the %s space: %s", g.Name, v.m.TypeName(g.Type), g.Space, why)
		return false
	}
	access := ir.AccessReadWrite
	switch g.Space {
	case ir.SpacePrivate:
		if f.Flags&(typing.Constructible|typing.HasRayObject) == 0 {
			return bad("it is not constructible")
		}
	case ir.SpaceWorkgroup:
		if f.Features&typing.NeedsCooperative != 0 {
			return bad("cooperative matrices live in the function and private spaces only")
		}
		if f.Flags&typing.Plain == 0 && store.Kind != ir.TypeBuffer || f.Flags&typing.RuntimeSized != 0 {
			return bad("it is no plain value of a fixed size")
		}
	case ir.SpaceUniform, ir.SpaceStorage:
		access = ir.AccessRead
		if g.Space == ir.SpaceStorage && g.Access == ir.AccessReadWrite {
			access = ir.AccessReadWrite
		}
		if store.Kind == ir.TypeBindingArray {
			if f.Flags&typing.Handle != 0 {
				return bad("its elements are no buffers")
			}
			v.need(pick(g.Space == ir.SpaceUniform, UniformBufferBindingArray, StorageBufferBindingArray), g.Span, "a binding array of buffers")
			f = v.facts.Of(store.Base)
		}
		switch {
		case store.Kind == ir.TypeBuffer && f.Flags&typing.OverrideSized == 0 && (g.Space == ir.SpaceStorage || f.Flags&typing.RuntimeSized == 0):
		case f.Flags&typing.Plain == 0 || f.Flags&typing.OverrideSized != 0:
			return bad("it is no plain value")
		case f.Flags&typing.HostShareable == 0:
			return bad("the host can't share it")
		case g.Space == ir.SpaceUniform && !f.Flags.Has(typing.Constructible):
			return bad("it is not constructible")
		case f.Flags&typing.HasAtomic != 0 && g.Access != ir.AccessReadWrite:
			return bad("atomics need read_write access")
		}
	case ir.SpaceHandle:
		return v.handleGlobal(g, f, bad)
	case ir.SpaceImmediate:
		access = ir.AccessRead
		v.need(Immediates, g.Span, "the immediate space")
		if !f.Flags.Has(typing.Constructible | typing.HostShareable) {
			return bad("it is not constructible, or the host can't share it")
		}
	case ir.SpaceTaskPayload:
		v.need(MeshShader, g.Span, "the task_payload space")
		if g.Access == ir.AccessRead {
			access = ir.AccessRead
		}
		if !f.Flags.Has(typing.Plain | typing.Sized) {
			return bad("it is no plain value of a fixed size")
		}
	case ir.SpaceInput, ir.SpaceOutput, ir.SpaceRayPayload, ir.SpaceIncomingRayPayload, ir.SpaceHitAttribute, ir.SpaceCallableData,
		ir.SpaceIncomingCallableData, ir.SpaceShaderRecord, ir.SpaceHitObjectAttribute:
		why := ""
		if access, why = v.pipelineGlobal(g, f); why != "" {
			return bad(why)
		}
	default:
		v.errorf(CodeGlobalSpace, g.Span, "%q can't be in the %s space", g.Name, g.Space)
		return false
	}
	if g.Access != access {
		v.errorf(CodeGlobalSpace, g.Span, "%q has the access mode %s; the %s space wants %s", g.Name, g.Access, g.Space, access)
		return false
	}
	return true
}

// isAttachment reports whether a type is an input attachment, or an array of them.
func (v *Validator) isAttachment(id ir.TypeID) bool {
	t := v.m.Types.At(id)
	if t.Kind == ir.TypeBindingArray {
		t = v.m.Types.At(t.Base)
	}
	return t.Kind == ir.TypeImage && t.Dim == ir.DimSubpass
}

func pick[T any](c bool, a, b T) T {
	if c {
		return a
	}
	return b
}

func (v *Validator) handleGlobal(g *ir.Global, f typing.Fact, bad func(string) bool) bool {
	if f.Flags&typing.Handle == 0 {
		return bad("it is no resource")
	}
	if g.Access != 0 && g.Access != ir.AccessRead {
		v.errorf(CodeGlobalSpace, g.Span, "%q has an access mode of its own; that of its type counts", g.Name)
		return false
	}
	if t := v.m.Types.At(g.Type); t.Kind == ir.TypeBindingArray {
		switch e := v.m.Types.At(t.Base); {
		case e.Kind == ir.TypeAccelerationStructure:
			v.need(AccelerationStructureBindingArray, g.Span, "a binding array of acceleration structures")
		case e.Kind == ir.TypeImage && e.Class == ir.ImageStorage:
			v.need(StorageTextureBindingArray, g.Span, "a binding array of storage images")
		default:
			v.need(TextureBindingArray, g.Span, "a binding array of images or samplers")
		}
	}
	return true
}

// globalLayout checks the layout of the memory of a variable whose space fits.
func (v *Validator) globalLayout(g *ir.Global) {
	if !g.Space.IsBuffer() {
		if g.Layout != ir.NoLayout && g.Space != ir.SpaceWorkgroup && g.Space != ir.SpaceTaskPayload {
			v.errorf(CodeLayout, g.Span, "%q is in the %s space and has no layout", g.Name, g.Space)
		}
		if g.Layout == ir.NoLayout {
			if bad := v.layouts.CheckSpace(g.Type, g.Space, true); bad != nil {
				v.constraint(bad, g)
			}
			return
		}
	} else if g.Layout == ir.NoLayout {
		v.errorf(CodeLayout, g.Span, "%q is shared with the host and must have a layout", g.Name)
		return
	}
	t, l := g.Type, g.Layout
	if ty := v.m.Types.At(t); ty.Kind == ir.TypeBindingArray {
		t, l = ty.Base, v.m.ElementLayout(l)
	}
	if _, err := v.layouts.Of(t, l); err != nil {
		v.layoutError(err, g.Span)
		return
	}
	if l != ir.LayoutNatural {
		return
	}
	bad := v.layouts.CheckSpace(t, g.Space, false)
	if bad != nil && g.Space == ir.SpaceUniform {
		v.required = v.required.With(UniformStandardLayout)
		if v.allowed.Has(UniformStandardLayout) {
			bad = v.layouts.CheckSpace(t, g.Space, true)
		}
	}
	if bad != nil {
		v.constraint(bad, g)
	}
}

func (v *Validator) constraint(bad *layout.Violation, g *ir.Global) {
	span, _ := v.typeSpan(bad.Struct, bad.Member)
	d := v.errorf(CodeLayoutConstraint, cmp.Or(span, g.Span), "%s", bad.Error())
	if span != g.Span {
		d.Label(g.Span, "%q is in the %s space", g.Name, g.Space)
	}
	for _, line := range v.layouts.Describe(bad.Struct, ir.LayoutNatural, bad.Member) {
		d.Note("%s", line)
	}
}
