package wgsl

// This file resolves module-scope declarations: constants, overrides, variables,
// structs and aliases.

import (
	"slices"

	"refract/internal/front/wgsl/syntax"
	"refract/internal/ir/consteval"
	"refract/ir"
	"refract/ir/validate"
)

// moduleExpr checks an expression at module scope: its nodes go to Module.Consts.
func (c *checker) moduleExpr(n syntax.Node) operand {
	fn, ex := c.fn, c.ex
	c.fn, c.ex = nil, &c.m.Consts
	x := c.expr(n)
	c.fn, c.ex = fn, ex
	return x
}

// typedInit checks `: type = init`, either of which may be absent, and returns the
// initializer converted to the type. Without a type the initializer's is taken, concretized
// unless abstract is allowed. The type is 0 if it is unknown; the operand's is, if there is
// no initializer or it is in error.
func (c *checker) typedInit(v *syntax.Variable, abstract bool) (ir.TypeID, operand) {
	var t ir.TypeID
	bad := false
	if v.Type != syntax.None {
		t = c.typeExpr(v.Type)
		bad = t == 0
	}
	var x operand
	if v.Init != syntax.None {
		x = c.value(c.expr(v.Init))
		switch {
		case x.ty == 0 || bad:
			c.wantValue(x, v.Init)
			return t, operand{}
		case t != 0:
			x = c.convert(x, t, v.Init, "the initializer")
		case !abstract:
			x = c.concretize(x, v.Init)
		}
		if t == 0 {
			t = x.ty
		}
	}
	return t, x
}

func (c *checker) constAssert(n syntax.Node) {
	cond := c.t.ConstAssert(n).Cond
	x := c.moduleOrLocal(cond)
	if !c.wantStage(x, stageConst, cond, "the condition of const_assert") {
		return
	}
	if x.ty != ir.TypeBool {
		c.errorf(codeType, c.t.Span(cond), "the condition of const_assert must be bool, found %s", c.typeName(x.ty))
		return
	}
	if x.bits == 0 {
		c.errorf(codeConstAssert, c.t.Span(n), "const assertion failed")
	}
}

// moduleOrLocal checks an expression that must be constant, wherever it stands.
func (c *checker) moduleOrLocal(n syntax.Node) operand { return c.value(c.moduleExpr(n)) }

// resolveConst resolves `const` at any scope.
func (c *checker) resolveConst(id declID) {
	n := c.decls[id].node
	v := c.t.Variable(n)
	c.attributes(new(attrs), v.Attrs, 0, "a constant")
	fn, ex := c.fn, c.ex
	c.fn, c.ex = nil, &c.m.Consts
	t, x := c.typedInit(&v, true)
	c.fn, c.ex = fn, ex
	d := &c.decls[id]
	if t == 0 || !c.wantStage(x, stageConst, v.Init, "the initializer of a const") {
		d.kind = declError
		return
	}
	d.ty, d.bits = t, x.bits
	if fn != nil || v.Name == syntax.NoSymbol {
		return
	}
	// The module keeps the name. An abstract constant stands there as the type
	// that it becomes by itself, if it has a value of that type.
	val := x.val()
	ct := t
	if c.abstract(t) {
		ct = c.concreteType(t)
		cv, err := c.ev.Convert(val, ct)
		if err != nil {
			return
		}
		val = cv
	}
	d.named = true
	d.ty2 = ct
	d.handle = uint32(len(c.m.Constants))
	if !c.afford(val, c.t.Span(v.Init)) {
		val = consteval.Zero(val.Type)
	}
	init := ir.ConstID(c.ev.MaterializeInto(&c.m.Consts, val, c.t.Span(v.Init)))
	c.m.Constants = append(c.m.Constants, ir.Constant{Name: c.t.GlobalName(v.Name), Type: ct, Init: init, Span: c.t.Span(n), Doc: c.doc(n)})
}

func (c *checker) resolveOverride(id declID) {
	n := c.decls[id].node
	v := c.t.Variable(n)
	var a attrs
	c.attributes(&a, v.Attrs, overrideAttrs, "an override")
	fn, ex := c.fn, c.ex
	c.fn, c.ex = nil, &c.m.Consts
	t, x := c.typedInit(&v, false)
	c.fn, c.ex = fn, ex
	d := &c.decls[id]
	d.ty = t
	if t == 0 {
		if v.Init == syntax.None && v.Type == syntax.None {
			c.errorf(codeVariable, v.NameSpan, "the override %q needs a type or an initializer", c.t.Name(v.Name))
		}
		d.kind = declError
		return
	}
	if ty := c.m.Types.At(t); ty.Kind != ir.TypeScalar {
		c.errorf(codeVariable, v.NameSpan, "an override must be a scalar, found %s", c.typeName(t))
		d.kind = declError
		return
	}
	o := ir.Override{Name: c.t.GlobalName(v.Name), Type: t, Span: c.t.Span(n), Doc: c.doc(n)}
	if v.Init != syntax.None {
		if !c.wantStage(x, stageOverride, v.Init, "the initializer of an override") {
			d.kind = declError
			return
		}
		o.Init = ir.ConstID(c.moduleValue(x))
	}
	if a.set.has(attrID) {
		if num, ok := c.attrInt(a.nodes[attrID], attrID, 0, 65535); ok {
			for i := range c.m.Overrides[1:] {
				if p := &c.m.Overrides[i+1]; p.HasID && p.ID == uint16(num) {
					c.errorf(codeVariable, c.t.Span(a.nodes[attrID]), "the id %d is used by two overrides", num).Label(p.Span, "also here")
				}
			}
			o.HasID, o.ID = true, uint16(num)
		}
	}
	d = &c.decls[id]
	d.handle = uint32(len(c.m.Overrides))
	c.m.Overrides = append(c.m.Overrides, o)
}

// moduleValue puts an operand checked at module scope into Module.Consts.
func (c *checker) moduleValue(x operand) ir.ExprID {
	fn, ex := c.fn, c.ex
	c.fn, c.ex = nil, &c.m.Consts
	e := c.toExpr(x)
	c.fn, c.ex = fn, ex
	return e
}

// space reads the template arguments of var.
func (c *checker) space(v *syntax.Variable, n syntax.Node) (s ir.AddressSpace, access ir.AccessMode, ok bool) {
	if len(v.TemplateArgs) == 0 {
		return ir.NoSpace, 0, true
	}
	if len(v.TemplateArgs) > 2 {
		c.errorf(codeTemplate, c.t.Span(v.TemplateArgs[2]), "var takes an address space and an access mode")
		return 0, 0, false
	}
	m := c.enumerant(v.TemplateArgs[0])
	if m == nil || m.space == ir.NoSpace {
		c.errorf(codeTemplate, c.t.Span(v.TemplateArgs[0]), "expected an address space: function, private, workgroup, storage or uniform")
		return 0, 0, false
	}
	s, access = m.space, defaultAccess(m.space)
	if len(v.TemplateArgs) == 2 {
		a := c.enumerant(v.TemplateArgs[1])
		switch {
		case a == nil || a.access == 0 || a.access&ir.AccessAtomic != 0:
			c.errorf(codeTemplate, c.t.Span(v.TemplateArgs[1]), "expected an access mode: read or read_write")
			return 0, 0, false
		case s != ir.SpaceStorage:
			c.errorf(codeTemplate, c.t.Span(v.TemplateArgs[1]), "an access mode may be written only for the storage address space")
			return 0, 0, false
		case a.access == ir.AccessWrite:
			c.errorf(codeTemplate, c.t.Span(v.TemplateArgs[1]), "the storage address space can't be write-only").
				Suggest(c.t.Span(v.TemplateArgs[1]), "read_write", "make it read_write")
			return 0, 0, false
		}
		access = a.access
	}
	return s, access, true
}

func (c *checker) resolveGlobal(id declID) {
	n := c.decls[id].node
	v := c.t.Variable(n)
	if !c.global(id, n, &v) {
		c.decls[id].kind = declError
	}
}

func (c *checker) global(id declID, n syntax.Node, v *syntax.Variable) bool {
	space, access, ok := c.space(v, n)
	fn, ex := c.fn, c.ex
	c.fn, c.ex = nil, &c.m.Consts
	t, x := c.typedInit(v, false)
	c.fn, c.ex = fn, ex
	var a attrs
	c.attributes(&a, v.Attrs, resourceAttrs|memoryAttrs, "a variable")
	if !ok {
		return false
	}
	if t == 0 {
		if v.Init == syntax.None && v.Type == syntax.None {
			c.errorf(codeVariable, v.NameSpan, "the variable %q needs a type", c.t.Name(v.Name))
		}
		return false
	}
	name := c.t.GlobalName(v.Name)
	if space == ir.NoSpace {
		switch ty := c.m.Types.At(t); {
		case ty.Kind == ir.TypeBindingArray && c.opaque(ty.Base), c.opaque(t):
			space, access = ir.SpaceHandle, ir.AccessRead
		default:
			c.errorf(codeVariable, v.NameSpan, "the module-scope variable %q needs an address space", name).
				Note("write var<private>, var<workgroup>, var<uniform> or var<storage>")
			return false
		}
	}
	if !c.globalType(v, space, access, t) {
		return false
	}
	g := ir.Global{Name: name, Space: space, Access: access, Type: t, Layout: layoutFor(space), Span: c.t.Span(n), Doc: c.doc(n)}
	if v.Init != syntax.None {
		if space != ir.SpacePrivate {
			c.errorf(codeVariable, c.t.Span(v.Init), "a variable in the %s address space can't have an initializer", space)
			return false
		}
		if !c.wantStage(x, stageOverride, v.Init, "the initializer of a module-scope variable") {
			return false
		}
		g.Init = ir.ConstID(c.moduleValue(x))
	}
	isResource := space == ir.SpaceUniform || space == ir.SpaceStorage || space == ir.SpaceHandle
	both := resourceAttrs
	switch {
	case isResource && a.set&both != both:
		c.errorf(codeVariable, v.NameSpan, "the resource %q needs both \"@group\" and \"@binding\"", name)
		return false
	case !isResource && a.set&both != 0:
		c.errorf(codeAttribute, v.NameSpan, "a variable in the %s address space can't have \"@group\" or \"@binding\"", space)
		return false
	case isResource:
		group, ok1 := c.attrInt(a.nodes[attrGroup], attrGroup, 0, 1<<32-1)
		binding, ok2 := c.attrInt(a.nodes[attrBinding], attrBinding, 0, 1<<32-1)
		if !ok1 || !ok2 {
			return false
		}
		g.HasBinding, g.Binding = true, ir.ResourceBinding{Group: group, Binding: binding}
	}
	if !c.memory(&a, &g) {
		return false
	}
	d := &c.decls[id]
	d.ty = t
	d.handle = uint32(len(c.m.Globals))
	c.m.Globals = append(c.m.Globals, g)
	return true
}

// memory reads the attributes of memory, which wgpu gives to storage buffers.
func (c *checker) memory(a *attrs, g *ir.Global) bool {
	for _, k := range [...]struct {
		attribute  attribute
		decoration ir.MemoryDecoration
	}{{attrCoherent, ir.Coherent}, {attrVolatile, ir.Volatile}} {
		if !a.set.has(k.attribute) {
			continue
		}
		if g.Space != ir.SpaceStorage {
			c.errorf(codeAttribute, c.t.Primary(a.nodes[k.attribute]), "the attribute \"@%s\" can't stand on a variable in the %s address space, only on a storage buffer", attributeNames[k.attribute], g.Space)
			return false
		}
		g.Memory |= k.decoration
	}
	return true
}

// opaque reports whether a type is a texture, sampler or other handle.
func (c *checker) opaque(t ir.TypeID) bool {
	switch c.m.Types.At(t).Kind {
	case ir.TypeImage, ir.TypeSampler, ir.TypeAccelerationStructure:
		return true
	}
	return false
}

// globalType checks that a module-scope variable of an address space may hold a
// type.
func (c *checker) globalType(v *syntax.Variable, space ir.AddressSpace, access ir.AccessMode, t ir.TypeID) bool {
	span := v.NameSpan
	if v.Type != syntax.None {
		span = c.t.Span(v.Type)
	}
	if ty := c.m.Types.At(t); ty.Kind == ir.TypeBindingArray && space != ir.SpaceHandle {
		t = ty.Base
	}
	bad := func(why string) bool {
		d := c.errorf(codeTypeRule, span, "a variable in the %s address space can't have type %s: %s", space, c.typeName(t), why)
		c.because(d, t)
		if in := c.unshareable(t); in != "" && space != ir.SpacePrivate {
			d.Note("%s: %s", c.typeName(t), in)
		}
		return false
	}
	switch space {
	case ir.SpaceHandle:
		return true
	case ir.SpaceFunction:
		c.errorf(codeVariable, span, "a module-scope variable can't be in the function address space")
		return false
	case ir.SpacePrivate:
		if !c.constructible(t) {
			return bad("it isn't constructible")
		}
	case ir.SpaceWorkgroup:
		if !c.plain(t) && !c.isBuffer(t) || !c.fixedFootprint(t) {
			return bad("its size isn't fixed")
		}
	case ir.SpaceTaskPayload:
		c.need(ExtMeshShader, span, "the address space task_payload")
		if !c.plain(t) || !c.fixedFootprint(t) || !c.creationFixed(t) {
			return bad("its size isn't fixed")
		}
	case ir.SpaceRayPayload, ir.SpaceIncomingRayPayload:
		c.need(ExtRayTracingPipeline, span, "the address space "+space.String())
		if !c.constructible(t) {
			return bad("it isn't constructible")
		}
	case ir.SpaceUniform, ir.SpaceImmediate:
		if space == ir.SpaceUniform && c.isBuffer(t) && c.fixedFootprint(t) && c.creationFixed(t) {
			return true
		}
		if !c.constructible(t) {
			return bad("it isn't constructible")
		}
		if !c.hostShareable(t) {
			return bad("bool has no fixed form in memory; use u32")
		}
		if space == ir.SpaceImmediate && c.enabled&ExtImmediates == 0 && c.holdsArray(t) {
			return bad("immediate data can't hold arrays")
		}
	case ir.SpaceStorage:
		if !c.plain(t) && !c.isBuffer(t) {
			return bad("it isn't host-shareable")
		}
		if !c.hostShareable(t) {
			return bad("bool has no fixed form in memory; use u32")
		}
		if !c.creationFixed(t) {
			return bad("its size depends on an override")
		}
		if access == ir.AccessRead && c.containsAtomic(t) {
			return bad("an atomic needs read_write access")
		}
	}
	if space == ir.SpaceUniform || space == ir.SpaceStorage {
		if bad := c.layout.CheckSpace(t, space, true); bad != nil {
			d := c.errorf(codeTypeRule, span, "%s", bad.Error())
			for _, line := range c.layout.Describe(bad.Struct, ir.LayoutNatural, bad.Member) {
				d.Note("%s", line)
			}
			return false
		}
	}
	return true
}

// holdsArray reports whether a type is an array or has members that are.
func (c *checker) holdsArray(t ir.TypeID) bool {
	if s := c.m.StructOf(t); s != nil {
		return slices.ContainsFunc(s.Members, func(m ir.Member) bool { return c.holdsArray(m.Type) })
	}
	return c.m.Types.At(t).Kind == ir.TypeArray
}

func (c *checker) resolveAlias(id declID) {
	t := c.typeExpr(c.t.Alias(c.decls[id].node).Type)
	d := &c.decls[id]
	d.ty = t
	if t == 0 {
		d.kind = declError
	}
}

func (c *checker) resolveStruct(id declID) {
	n := c.decls[id].node
	s := c.t.Struct(n)
	out := ir.Struct{Name: c.t.GlobalName(s.Name), Span: c.t.Span(n), Doc: c.doc(n), Members: c.m.MakeMembers(len(s.Fields))}
	ok := true
	if len(s.Fields) > maxMembers {
		c.errorf(codeLimit, s.NameSpan, "the struct %q has %d members: the limit is %d", out.Name, len(s.Fields), maxMembers)
		c.decls[id].kind = declError
		return
	}
	for i, fn := range s.Fields {
		f := c.t.Field(fn)
		t := c.typeExpr(f.Type)
		var a attrs
		c.attributes(&a, f.Attrs, memberAttrs, "a struct member")
		if t == 0 {
			ok = false
			continue
		}
		if !c.memberType(&f, t, i == len(s.Fields)-1) {
			ok = false
			continue
		}
		m := ir.Member{Name: c.t.Name(f.Name), Type: t, Span: f.NameSpan, Doc: c.doc(fn), Binding: c.binding(&a)}
		c.boundType(&m)
		for j := range out.Members {
			if out.Members[j].Name == m.Name {
				c.errorf(codeRedeclared, f.NameSpan, "the member %q is declared twice", m.Name).Label(out.Members[j].Span, "first declared here")
				ok = false
			}
		}
		c.memberLayout(&a, &m)
		out.Members = append(out.Members, m)
	}
	d := &c.decls[id]
	if !ok {
		d.kind = declError
		return
	}
	c.dualSource(&s, out.Members)
	depth := c.structDepth(out.Members)
	if depth > maxStructDepth {
		c.errorf(codeDepth, s.NameSpan, "structs and arrays nested too deeply: the limit is %d", maxStructDepth)
		d.kind = declError
		return
	}
	d.ty = c.m.AddStruct(out)
	for len(c.structDepths) < len(c.m.Structs) {
		c.structDepths = append(c.structDepths, uint8(depth))
	}
	if _, err := c.layout.Of(d.ty, ir.LayoutNatural); err != nil {
		c.errorf(codeTypeRule, s.NameSpan, "%s", err.Error())
		d.kind = declError
	}
}

// dualSource checks a struct some of whose members have a blend source (section
// "Input-output Locations"), whether an entry point uses it or not.
func (c *checker) dualSource(s *syntax.Struct, members []ir.Member) {
	var pair [2]*ir.Member // by blend source
	located, blended := 0, 0
	for i := range members {
		m := &members[i]
		if m.Binding.Kind != ir.BindLocation {
			continue
		}
		located++
		if !m.Binding.HasBlendSrc {
			continue
		}
		blended++
		if m.Binding.Location != 0 {
			c.errorf(codeBlendSrc, m.Span, "a member with \"@blend_src\" must be at location 0, found %d", m.Binding.Location)
			return
		}
		if first := pair[m.Binding.BlendSrc]; first != nil {
			c.errorf(codeBlendSrc, m.Span, "\"@blend_src(%d)\" stands on two members", m.Binding.BlendSrc).Label(first.Span, "the other one")
			return
		}
		pair[m.Binding.BlendSrc] = m
	}
	a, b := pair[0], pair[1]
	switch {
	case blended == 0:
	case located != 2 || a == nil || b == nil:
		c.errorf(codeBlendSrc, s.NameSpan, "a struct with \"@blend_src\" must have two members at locations, \"@location(0) @blend_src(0)\" and \"@location(0) @blend_src(1)\"")
	case a.Type != b.Type:
		c.errorf(codeBlendSrc, b.Span, "members with \"@blend_src\" must have the same type, found %s and %s", c.typeName(a.Type), c.typeName(b.Type)).Label(a.Span, "the other one")
	}
}

// Limits of the specification (section "Limits").
const (
	maxMembers     = 1023
	maxStructDepth = 15
	maxParams      = 255
	maxSelectors   = 1023 // of a switch, default included
	maxElements    = 2047 // that the constructor of an array is given
)

// structDepth is the composite nesting depth of a struct with these members.
func (c *checker) structDepth(members []ir.Member) int {
	depth := 0
	for i := range members {
		depth = max(depth, c.nestingDepth(members[i].Type))
	}
	return depth + 1
}

// nestingDepth is how deep structs, arrays and matrices nest in a type. That of a
// struct is known since it was declared.
func (c *checker) nestingDepth(t ir.TypeID) int {
	depth := 0
	for {
		switch ty := c.m.Types.At(t); ty.Kind {
		case ir.TypeVector:
			return depth + 1
		case ir.TypeMatrix:
			return depth + 2
		case ir.TypeArray:
			depth++
			t = ty.Base
			continue
		case ir.TypeStruct:
			if int(ty.Struct) < len(c.structDepths) {
				depth += int(c.structDepths[ty.Struct])
			}
		}
		return depth
	}
}

// maxArrayDepth is how deep arrays nest at most.
const maxArrayDepth = 255

// tooNested reports an array type that nests too deep.
func (c *checker) tooNested(t ir.TypeID, n syntax.Node) bool {
	depth := 0
	for k := c.m.Types.At(t); k.Kind == ir.TypeArray; k = c.m.Types.At(k.Base) {
		if depth++; depth > maxArrayDepth {
			c.errorf(codeDepth, c.t.Primary(n), "arrays nested too deeply: the limit is %d", maxArrayDepth)
			return true
		}
	}
	return false
}

func (c *checker) memberType(f *syntax.Field, t ir.TypeID, last bool) bool {
	span := c.t.Span(f.Type)
	switch ty := c.m.Types.At(t); {
	case !c.plain(t) || c.abstract(t):
		c.errorf(codeTypeRule, span, "a struct member can't have type %s", c.typeName(t))
		return false
	case !c.creationFixed(t):
		c.errorf(codeTypeRule, span, "an array whose size depends on an override can't be a struct member")
		return false
	case ty.Kind == ir.TypeArray && ty.IsRuntimeSized() && !last:
		c.errorf(codeTypeRule, span, "a runtime-sized array can only be the last member of a struct")
		return false
	case ty.Kind == ir.TypeStruct && !c.fixedFootprint(t):
		c.errorf(codeTypeRule, span, "a struct with a runtime-sized array can't be a member")
		return false
	}
	return true
}

// boundType reports a member whose type its location or built-in value can't have.
func (c *checker) boundType(m *ir.Member) {
	switch b := &m.Binding; b.Kind {
	case ir.BindBuiltIn:
		if !validate.BuiltInType(c.m, b.BuiltIn, m.Type) {
			c.errorf(codeTypeRule, m.Span, "the built-in value %s can't be %s", b.BuiltIn, c.typeName(m.Type))
		}
	case ir.BindLocation:
		value := m.Type
		if t := c.m.Types.At(value); b.IsPerVertex() && t.Kind == ir.TypeArray && t.Length == 3 {
			value = t.Base // of each vertex
		}
		if t := c.m.Types.At(value); !c.m.Types.IsScalarOrVector(value) || t.Scalar == ir.Bool || c.abstract(value) {
			c.errorf(codeTypeRule, m.Span, "the member %q at a location can't be %s: numbers and vectors of numbers can", m.Name, c.typeName(m.Type))
		}
	}
}

// memberLayout reads @align and @size.
func (c *checker) memberLayout(a *attrs, m *ir.Member) {
	if !a.set.has(attrAlign) && !a.set.has(attrSize) {
		return
	}
	info, err := c.layout.Of(m.Type, ir.LayoutNatural)
	if err != nil {
		c.errorf(codeTypeRule, m.Span, "%s", err.Error())
		return
	}
	if a.set.has(attrAlign) {
		n := a.nodes[attrAlign]
		if v, ok := c.attrInt(n, attrAlign, 1, 1<<31-1); ok {
			if v&(v-1) != 0 || v < info.Align {
				c.errorf(codeAttribute, c.t.Span(c.t.Attribute(n).Args[0]), "the alignment must be a power of two that is at least %d, found %d", info.Align, v).
					Note("%s has align(%d) size(%d)", c.typeName(m.Type), info.Align, info.Size)
			} else {
				m.Align = v
			}
		}
	}
	if a.set.has(attrSize) {
		n := a.nodes[attrSize]
		if v, ok := c.attrInt(n, attrSize, 0, 1<<31-1); ok {
			switch {
			case !c.fixedFootprint(m.Type):
				c.errorf(codeAttribute, c.t.Primary(n), "\"@size\" can't stand on a runtime-sized member")
			case v < info.Size:
				c.errorf(codeAttribute, c.t.Span(c.t.Attribute(n).Args[0]), "the size must be at least %d, found %d", info.Size, v).
					Note("%s has align(%d) size(%d)", c.typeName(m.Type), info.Align, info.Size)
			default:
				m.Size = v
			}
		}
	}
}

// wantStage reports an expression that is evaluated later than it may be.
func (c *checker) wantStage(x operand, most stage, n syntax.Node, what string) bool {
	if x.ty == 0 {
		if x.stage == noValue {
			c.errorf(codeNotValue, c.t.Span(n), "the call has no value")
		}
		return false
	}
	if x.stage <= most {
		return true
	}
	want := "a const-expression"
	if most == stageOverride {
		want = "a const- or override-expression"
	}
	c.errorf(codeConstWanted, c.t.Span(n), "%s must be %s", what, want)
	return false
}
