package hlsl

// This file declares constant buffers and loose uniforms, and lays them out.

import (
	"cmp"
	"slices"
	"strconv"

	"refract/internal/front/hlsl/syntax"
	"refract/internal/ir/layout"
	"refract/ir"
)

// globalsBuffer has the loose uniforms.
type globalsBuffer struct {
	members []hmember
	decls   []declID
	res     uint32
	global  ir.GlobalID
}

// looseUniform declares a uniform that is in no buffer.
func (c *checker) looseUniform(d syntax.Declarator, t typeID, major int8) {
	if c.isArray(t) && c.at(t).length == 0 {
		c.errorf(codeTypeRule, d.NameSpan, "an array of uniforms must have a size")
		c.declareError(d.Name, d.NameSpan)
		return
	}
	if d.Init != syntax.None {
		c.warnf(codeVariable, c.t.Span(d.Init), "the initial value of the uniform %q is ignored", c.t.Name(d.Name))
	}
	c.checkUniform(t, d.NameSpan)
	g := &c.globals
	if g.global == 0 {
		g.global, g.res = c.looseBuffer("Globals", d.NameSpan, span{})
	}
	r := c.freshResource("", syntax.NoSymbol, t, d.NameSpan)
	r.class = 'c'
	c.registerOf(d.Annots, &r)
	m := hmember{sym: uint32(d.Name), name: c.qualifiedName(d.Name), ty: t, major: major, span: d.NameSpan, offset: -1, index: int32(len(g.members))}
	if r.reg >= 0 {
		m.offset = r.reg * 16
	}
	g.members = append(g.members, m)
	g.decls = append(g.decls, c.declare(decl{kind: declGlobal, name: d.Name, span: d.NameSpan, ty: t, handle: uint32(g.global),
		member: int32(len(g.members) - 1), fixed: true, host: true, major: major}))
}

// looseBuffer makes the buffer of uniforms outside buffers, and its resource.
func (c *checker) looseBuffer(name string, at, global span) (ir.GlobalID, uint32) {
	c.m.Globals = append(c.m.Globals, ir.Global{Name: name, Space: ir.SpaceUniform, Access: ir.AccessRead, HasBinding: true, Span: global})
	r := c.freshResource(name, syntax.NoSymbol, tNone, at)
	r.class, r.names, r.global = 'b', ir.NamesLoose, ir.GlobalID(len(c.m.Globals)-1)
	c.res = append(c.res, r)
	return r.global, uint32(len(c.res) - 1)
}

// checkUniform reports types that no constant buffer holds.
func (c *checker) checkUniform(t typeID, at span) {
	if c.scalars(t) > 1<<16 {
		c.errorf(codeLimit, at, "a constant buffer holds at most 65536 bytes")
	}
}

// finishGlobals makes the struct of the loose uniforms.
func (c *checker) finishGlobals() {
	g := &c.globals
	if g.global == 0 {
		return
	}
	c.layBuffer("Globals", g.global, g.res, g.members, g.decls, span{})
}

// layBuffer gives a constant buffer, whose resource is res, the type of its members, and its declarations
// their members. Loose uniforms that overlap others are in further buffers at the same place: the
// module has no overlaps.
func (c *checker) layBuffer(name string, id ir.GlobalID, res uint32, members []hmember, decls []declID, at span) {
	groups := c.overlays(members)
	end := uint32(0) // of the members that have a place: the others follow them
	for i := range members {
		if m := &members[i]; m.offset >= 0 {
			p := c.layoutOf(m.ty, m.major, true)
			end = max(end, uint32(m.offset)+p.size)
		}
	}
	for k, group := range groups {
		if k > 0 && id != c.globals.global {
			m := &members[group[0]]
			c.errorf(codeLayout, m.span, "the packoffset of %q overlaps another member", m.name)
			return
		}
		list := make([]hmember, 0, len(group))
		for _, i := range group {
			list = append(list, members[i])
		}
		own := id
		if k > 0 {
			g := c.m.Globals[id]
			g.Name += "_" + strconv.Itoa(k)
			c.m.Globals = append(c.m.Globals, g)
			own = ir.GlobalID(len(c.m.Globals) - 1)
			r := c.res[res]
			r.global, r.alias = own, res
			c.res = append(c.res, r)
		}
		c.m.Globals[own].Type, c.m.Globals[own].Layout = c.bufferStruct(name, list, end, at)
		for k, i := range group {
			d := &c.decls[decls[i]]
			d.handle, d.member = uint32(own), int32(k)
		}
	}
}

// overlays divides the members of a buffer into groups whose members don't overlap. The first group
// has the members without a place.
func (c *checker) overlays(members []hmember) [][]int {
	var placed []int
	for i := range members {
		if members[i].offset >= 0 {
			placed = append(placed, i)
		}
	}
	slices.SortStableFunc(placed, func(a, b int) int { return cmp.Compare(members[a].offset, members[b].offset) })
	of := make([]int, len(members)) // the group of each member
	var ends []int64                // of the groups
	for _, i := range placed {
		m := &members[i]
		k := 0
		for k < len(ends) && m.offset < ends[k] {
			k++
		}
		if k == maxOverlays {
			c.errorf(codeLimit, m.span, "the member overlaps %d others", k)
			break
		}
		if k == len(ends) {
			ends = append(ends, 0)
		}
		p := c.layoutOf(m.ty, m.major, true)
		of[i], ends[k] = k, m.offset+int64(p.size)
	}
	groups := make([][]int, max(len(ends), 1))
	for i, k := range of {
		groups[k] = append(groups[k], i)
	}
	return groups
}

// maxOverlays bounds the members that share a place.
const maxOverlays = 16

// bufferStruct makes the struct of a constant buffer, with its offsets: members without a place begin
// at offset.
func (c *checker) bufferStruct(name string, members []hmember, offset uint32, at span) (ir.TypeID, ir.LayoutID) {
	node := ir.LayoutNode{}
	list := make([]ir.Member, 0, len(members))
	for i := range members {
		m := &members[i]
		p := c.layoutOf(m.ty, m.major, true)
		at := uint32(max(m.offset, 0))
		if m.offset < 0 {
			at = c.place(offset, m.ty, &p, m.major)
			offset = at + p.size
		}
		node.Offsets = append(node.Offsets, at)
		node.Members = append(node.Members, p.layout)
		list = append(list, ir.Member{Name: m.name, Type: c.hostType(m.ty, m.major), Bool: c.isBool(m.ty), Span: m.span})
		if offset > 1<<20 {
			c.errorf(codeLimit, m.span, "the buffer is too large")
			break
		}
	}
	if len(list) == 0 {
		list = append(list, ir.Member{Name: "unused", Type: ir.TypeU32})
		node.Offsets, node.Members = []uint32{0}, []ir.LayoutID{ir.NoLayout}
	}
	t := c.m.AddStruct(ir.Struct{Name: name, Members: list, Span: at})
	return t, c.addLayout(node)
}

// constantBuffer declares a cbuffer or tbuffer.
func (c *checker) constantBuffer(n node) {
	v := c.t.Buffer(n)
	name := c.t.Name(v.Name)
	if v.Name == syntax.NoSymbol {
		name = "Constants"
	}
	r := c.freshResource(name, v.Name, tNone, v.NameSpan)
	r.class, r.names = 'b', ir.NamesMembers
	if v.Texture {
		r.class = 't'
	}
	c.registerOf(v.Annots, &r)
	c.vulkanAttributes(v.Attrs, &r)
	var members []hmember
	var named []decl
	for _, mn := range v.Members {
		if c.t.Kind(mn) != syntax.KindDeclaration {
			switch c.t.Kind(mn) {
			case syntax.KindTypedef, syntax.KindUsing, syntax.KindStaticAssert:
				c.typeItem(mn, 0)
			case syntax.KindEmpty, syntax.KindBad:
			case syntax.KindFunction:
				c.function(mn, 0)
			default:
				c.errorf(codeVariable, c.t.Span(mn), "a constant buffer holds variables")
			}
			continue
		}
		d := c.t.Declaration(mn)
		t, major, ok := c.typeOf(d.Type)
		for _, dn := range d.Declarators {
			x := c.t.Declarator(dn)
			ty := t
			good := ok
			if ok {
				ty, good = c.dims(t, x.Dims, x.NameSpan)
			}
			if !good {
				c.declareError(x.Name, x.NameSpan)
				continue
			}
			m := d.Mods | c.t.Type(d.Type).Mods
			if c.holdsResource(ty) || m&syntax.ModStatic != 0 || ty == tString {
				c.variable(dn, m, ty, c.majorOf(m, major), d.Attrs)
				continue
			}
			switch {
			case ty == tVoid || c.isArray(ty) && c.at(ty).length == 0:
				c.errorf(codeTypeRule, x.NameSpan, "a constant buffer can't hold %s", c.name(ty))
				c.declareError(x.Name, x.NameSpan)
				continue
			case c.isStruct(c.innermost(ty)) && !c.structOf(c.innermost(ty)).defined:
				c.errorf(codeTypeRule, x.NameSpan, "the type %s of %q isn't complete here", c.name(ty), c.t.Name(x.Name))
				c.declareError(x.Name, x.NameSpan)
				continue
			}
			c.checkUniform(ty, x.NameSpan)
			hm := hmember{sym: uint32(x.Name), name: c.t.Name(x.Name), ty: ty, major: c.majorOf(m, major), span: x.NameSpan, offset: -1, index: int32(len(members))}
			for _, a := range x.Annots {
				switch c.t.Kind(a) {
				case syntax.KindPackOffset:
					hm.offset = c.packOffset(a)
				case syntax.KindRegister:
					q := c.freshResource("", syntax.NoSymbol, ty, x.NameSpan)
					q.class = 'c'
					c.registerOf([]node{a}, &q)
					if q.reg >= 0 {
						hm.offset = 16 * q.reg
					}
				}
			}
			if a, ok := c.attribute(d.Attrs, "vk", "offset"); ok {
				if v := c.attributeInts(a); len(v) == 1 {
					hm.offset = v[0]
				}
			}
			members = append(members, hm)
			named = append(named, decl{kind: declGlobal, name: x.Name, span: x.NameSpan, ty: ty, member: int32(len(members) - 1), fixed: true, host: true, major: hm.major})
		}
	}
	if len(members) == 0 {
		return
	}
	g := ir.Global{Name: c.scopes[c.scope].name + name, Space: ir.SpaceUniform, Access: ir.AccessRead, HasBinding: true, Span: v.NameSpan}
	if v.Texture {
		g.Space = ir.SpaceStorage
	}
	if r.push {
		g.Space, g.HasBinding = r.pushSpace(), false
	}
	c.m.Globals = append(c.m.Globals, g)
	r.global = ir.GlobalID(len(c.m.Globals) - 1)
	c.res = append(c.res, r)
	decls := make([]declID, 0, len(named))
	for _, d := range named {
		d.handle = uint32(r.global)
		decls = append(decls, c.declare(d))
	}
	c.layBuffer(name, r.global, uint32(len(c.res)-1), members, decls, v.NameSpan)
}

// packOffset is the offset in bytes of packoffset(c1.y).
func (c *checker) packOffset(a node) int64 {
	v := c.t.PackOffset(a)
	text := c.t.Name(v.Register)
	n, err := 0, error(nil)
	if len(text) > 1 { // c is c0
		n, err = strconv.Atoi(text[1:])
	}
	if err != nil || text[0] != 'c' && text[0] != 'C' || n > 1<<16 {
		c.errorf(codeLayout, c.t.Span(a), "expected a register such as c0 in packoffset, found %q", text)
		return -1
	}
	at := int64(n) * 16
	if v.Component != syntax.NoSymbol {
		p, k, ok := swizzleOf(c.t.Name(v.Component), 4)
		if !ok || k != 1 {
			c.errorf(codeLayout, c.t.Span(a), "expected a component x, y, z or w in packoffset")
			return -1
		}
		at += 4 * int64(p[0])
	}
	return at
}

// placed is a type laid out.
type placed struct {
	layout      ir.LayoutID
	size, align uint32
}

func (c *checker) addLayout(n ir.LayoutNode) ir.LayoutID {
	if len(c.m.Layouts) > maxLayouts {
		return ir.NoLayout
	}
	c.m.Layouts = append(c.m.Layouts, n)
	return ir.FirstExplicitLayout + ir.LayoutID(len(c.m.Layouts)-1)
}

// maxLayouts bounds the parts of explicit layouts.
const maxLayouts = 1 << 16

// bytesOf is the size of a scalar in memory.
func (c *checker) bytesOf(k kind) uint32 { return c.hostScalar(k).Bytes() }

// place is the offset of a member of a constant buffer: vectors don't cross a border of 16
// bytes, arrays, structs and matrices of several registers begin at one.
func (c *checker) place(at uint32, t typeID, p *placed, major int8) uint32 {
	at = layout.RoundUp(at, p.align)
	whole := !t.numeric()
	if t.numeric() {
		s := t.shape()
		whole = s.form == formMatrix && (major > 0 && s.rows > 1 || major < 0 && s.cols > 1)
	}
	if whole || at/16 != (at+p.size-1)/16 {
		return layout.RoundUp(at, 16)
	}
	return at
}

// layoutOf lays a type out: by the packing of constant buffers, or without gaps.
func (c *checker) layoutOf(t typeID, major int8, constants bool) placed {
	if len(c.m.Layouts) > maxLayouts {
		c.errorf(codeLimit, c.b.Span, "the buffers have too many parts")
		return placed{size: 4, align: 4}
	}
	if t.numeric() {
		s, b := t.shape(), c.bytesOf(t.kind())
		if s.form != formMatrix {
			return placed{size: b * uint32(s.cols), align: b}
		}
		length, count := uint32(s.cols), uint32(s.rows)
		if major < 0 {
			length, count = count, length
		}
		stride := b * length
		if constants {
			stride = layout.RoundUp(stride, 16)
		}
		size := stride*(count-1) + b*length
		if c.plainMatrix(t) {
			// The module's columns are HLSL's rows.
			return placed{c.addLayout(ir.LayoutNode{Stride: stride, RowMajor: major < 0}), size, b}
		}
		return placed{c.addLayout(ir.LayoutNode{Stride: stride, Members: []ir.LayoutID{ir.NoLayout}}), size, b}
	}
	switch h := *c.at(t); h.kind {
	case htArray:
		e := c.layoutOf(h.base, major, constants)
		stride := layout.RoundUp(e.size, e.align)
		if constants {
			stride = layout.RoundUp(e.size, 16)
		}
		n := max(h.length, 1)
		return placed{c.addLayout(ir.LayoutNode{Stride: max(stride, 1), Members: []ir.LayoutID{e.layout}}), stride*(n-1) + e.size, e.align}
	case htStruct:
		n := ir.LayoutNode{}
		at, align := uint32(0), uint32(1)
		for i := range c.structs[h.strct].members {
			m := c.structs[h.strct].members[i]
			if m.after != tNone && !constants { // a base ends at its alignment
				at = layout.RoundUp(at, c.layoutOf(m.after, m.major, false).align)
			}
			if m.index < 0 {
				continue
			}
			p := c.layoutOf(m.ty, m.major, constants)
			if a, ok := c.attribute(m.attrs, "vk", "offset"); ok {
				if v := c.attributeInts(a); len(v) == 1 && v[0] >= 0 {
					at = uint32(v[0])
				}
			} else if constants {
				at = c.place(at, m.ty, &p, m.major)
			} else {
				at = layout.RoundUp(at, p.align)
			}
			n.Offsets = append(n.Offsets, at)
			n.Members = append(n.Members, p.layout)
			at += p.size
			align = max(align, p.align)
		}
		if len(n.Offsets) == 0 {
			n.Offsets, n.Members = []uint32{0}, []ir.LayoutID{ir.NoLayout}
			at, align = 4, 4
		}
		if !constants {
			at = layout.RoundUp(at, align)
		}
		return placed{c.addLayout(n), at, align}
	}
	return placed{size: 4, align: 4}
}
