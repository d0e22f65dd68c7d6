package wgsl

// This file writes the declarations of module scope.

import (
	"slices"
	"strings"

	"refract/diag"
	"refract/internal/back/text"
	"refract/ir"
)

// module writes all declarations, in the order of the module's arenas.
func (w *Writer) module() {
	m := w.M
	w.findSkipped()
	w.aliasDecls()
	for i := 1; i < len(m.Structs); i++ {
		if m.Structs[i].Special == ir.NotSpecial && !slices.Contains(w.left, ir.StructID(i)) {
			w.structDecl(ir.StructID(i))
		}
	}
	w.constantDecls()
	w.overrideDecls()
	for i := 1; i < len(m.Globals); i++ {
		w.global(ir.GlobalID(i))
	}
	w.order = w.order[:0]
	for i := 1; i < len(m.Functions); i++ {
		w.order = append(w.order, ir.FuncID(i))
	}
	if w.isShortest() { // which counts how often types are spelled
		for _, id := range w.order {
			w.Function(id)
		}
	} else {
		w.Share(w.order, w.Function, w.newPart)
	}
	w.writeFromBits()
}

// writeHeader writes the header: the module's documentation and directives.
func (w *Writer) writeHeader() {
	b := w.header[:0]
	end := func() {
		if !w.opts.Minify {
			b = append(b, '\n')
		}
	}
	if !w.opts.Minify {
		for line := range strings.Lines(w.M.Doc) {
			b = append(b, "//!"...)
			b = append(append(b, docLine(line)...), '\n')
		}
	}
	need := w.need
	for i, name := range extensionNames {
		if w.opts.WGPU {
			name = wgpuNames[i]
		}
		if name != "" && need>>i&1 != 0 {
			b = append(append(append(b, "enable "...), name...), ';')
			end()
		}
	}
	for _, d := range w.M.Diagnostics {
		if !w.isKnownRule(&d) {
			continue
		}
		b = append(append(b, "diagnostic("...), d.Severity.String()...)
		b = append(append(append(b, ", "...), d.Rule...), ");"...)
		end()
	}
	if len(b) > 0 && w.Out.Len() > 0 {
		end()
	}
	w.header = b
}

// docLine is a line of documentation behind the mark of a comment.
func docLine(line string) string {
	if line = strings.TrimRight(line, "\r\n"); line == "" {
		return ""
	}
	return " " + line
}

// colon writes `: type`.
func (w *Writer) colon(t ir.TypeID) {
	w.Out.Byte(':')
	w.Out.Space()
	w.typeName(t)
}

// findSkipped finds the constants that hold an infinity or NaN, which WGSL's
// constants can't.
func (w *Writer) findSkipped() {
	m := w.M
	if cap(w.skipped) < len(m.Constants) {
		w.skipped = make([]bool, 2*len(m.Constants))
	}
	w.skipped = w.skipped[:len(m.Constants)]
	clear(w.skipped)
	if w.isShortest() {
		w.skipShort()
	}
	bad := make([]bool, 0)
	ex := &m.Consts
	for e := 1; e < ex.ExprCount(); e++ {
		if t := ex.TypeOf(ir.ExprID(e)); ex.Kind(ir.ExprID(e)) == ir.KindLiteral && !text.IsFinite(ir.Scalar(t), ex.LiteralBits(ir.ExprID(e))) {
			if len(bad) == 0 {
				bad = make([]bool, ex.ExprCount())
			}
			bad[e] = true
		}
	}
	if len(bad) == 0 {
		return
	}
	// Operands mostly come first, so that this ends soon.
	for changed := true; changed; {
		changed = false
		for e := 1; e < len(bad); e++ {
			if bad[e] {
				continue
			}
			if ex.Kind(ir.ExprID(e)) == ir.KindConstant {
				bad[e] = w.skipped[ex.ConstantRef(ir.ExprID(e))]
			}
			w.List = ex.Operands(ir.ExprID(e), w.List[:0])
			for _, o := range w.List {
				bad[e] = bad[e] || bad[o]
			}
			changed = changed || bad[e]
		}
		for c := 1; c < len(m.Constants); c++ {
			if bad[m.Constants[c].Init] && !w.skipped[c] {
				w.skipped[c], changed = true, true
			}
		}
	}
}

func (w *Writer) structDecl(id ir.StructID) {
	o := &w.Out
	s := &w.M.Structs[id]
	w.OpenStruct(id)
	n := w.members(id)
	for i := range s.Members[:n] {
		mem := &s.Members[i]
		o.Line()
		w.Doc(mem.Doc)
		if mem.Align != 0 {
			w.attribute("align", uint64(mem.Align))
		}
		if mem.Size != 0 {
			w.attribute("size", uint64(mem.Size))
		}
		w.binding(&mem.Binding, mem.Span)
		o.Str(w.MemberName(id, i))
		w.colon(mem.Type)
		if i < n-1 || !w.opts.Minify {
			o.Byte(',')
		}
	}
	o.Outdent()
	o.Line()
	o.Byte('}')
	o.End()
}

// attribute writes `@name(value) `.
func (w *Writer) attribute(name string, value uint64) {
	o := &w.Out
	o.Byte('@')
	o.Str(name)
	o.Byte('(')
	o.Uint(value)
	o.Byte(')')
	o.Space()
}

// attributeWord writes `@name(word) `.
func (w *Writer) attributeWord(name, value string) {
	o := &w.Out
	o.Byte('@')
	o.Str(name)
	o.Byte('(')
	o.Str(value)
	o.Byte(')')
	o.Space()
}

// binding writes the attributes of an input or output.
func (w *Writer) binding(b *ir.Binding, span diag.Span) {
	o := &w.Out
	switch b.Kind {
	case ir.NoBinding:
		return
	case ir.BindBuiltIn:
		name, need := builtInOf(b.BuiltIn)
		if name == "" {
			w.Unsupported("the built-in value "+b.BuiltIn.String(), span)
			return
		}
		if b.BuiltIn == ir.BuiltInBarycentric && b.Interpolation == ir.InterpolateLinear {
			if name = "barycentric_no_perspective"; w.opts.Standard {
				w.Unsupported("barycentric coordinates without perspective", span)
			}
		}
		w.need |= need
		if b.Invariant {
			o.Str("@invariant")
			o.Byte(' ')
		}
		o.Str("@builtin(")
		o.Str(name)
		if b.Depth != ir.EarlyDepthDefault && !w.opts.WGPU && (!w.opts.Standard || depthNames[b.Depth] != anyDepth) {
			o.Comma()
			o.Str(depthNames[b.Depth])
		}
		o.Byte(')')
		o.Space()
		return
	}
	if b.Component != 0 || b.PerPrimitive && !w.opts.WGPU {
		w.Unsupported("a component of a location, and values per primitive", span)
		return
	}
	if b.PerPrimitive {
		w.need |= extMeshShader
		o.Str("@per_primitive")
		o.Byte(' ')
	}
	w.attribute("location", uint64(b.Location))
	if b.HasBlendSrc {
		w.need |= extDualSourceBlending
		if !w.M.BlendsPairs() {
			w.Unsupported("outputs with a blend source that aren't two of one type, at location 0 and alone", span)
		}
		w.attribute("blend_src", uint64(b.BlendSrc))
	}
	if b.Interpolation == ir.DefaultInterpolation && b.Sampling == ir.DefaultSampling {
		return
	}
	kind := "perspective"
	switch b.Interpolation {
	case ir.DefaultInterpolation, ir.InterpolatePerspective:
	case ir.InterpolateLinear, ir.InterpolateFlat:
		kind = b.Interpolation.String()
	default:
		w.need |= extPerVertex
		kind = b.Interpolation.String()
	}
	o.Str("@interpolate(")
	o.Str(kind)
	if b.Sampling != ir.DefaultSampling {
		o.Comma()
		o.Str(b.Sampling.String())
	}
	o.Byte(')')
	o.Space()
}

// depthNames are the depth modes of frag_depth.
var depthNames = [...]string{ir.EarlyDepthForce: anyDepth, ir.EarlyDepthGreaterEqual: "greater", ir.EarlyDepthLessEqual: "less",
	ir.EarlyDepthUnchanged: anyDepth}

// anyDepth is the depth mode that promises nothing, as none does.
const anyDepth = "any"

// builtInNames are the built-in values that WGSL has.
var builtInNames = [ir.BuiltInCount]struct {
	text string
	need extension
}{
	ir.BuiltInPosition:              {"position", 0},
	ir.BuiltInViewIndex:             {"view_index", extMultiview},
	ir.BuiltInClipDistances:         {"clip_distances", extClipDistances},
	ir.BuiltInInstanceIndex:         {"instance_index", 0},
	ir.BuiltInVertexIndex:           {"vertex_index", 0},
	ir.BuiltInDrawIndex:             {"draw_index", extDrawIndex},
	ir.BuiltInFragDepth:             {"frag_depth", 0},
	ir.BuiltInFrontFacing:           {"front_facing", 0},
	ir.BuiltInPrimitiveIndex:        {"primitive_index", extPrimitiveIndex},
	ir.BuiltInBarycentric:           {"barycentric", extBarycentrics},
	ir.BuiltInSampleIndex:           {"sample_index", 0},
	ir.BuiltInSampleMask:            {"sample_mask", 0},
	ir.BuiltInGlobalInvocationID:    {"global_invocation_id", 0},
	ir.BuiltInLocalInvocationID:     {"local_invocation_id", 0},
	ir.BuiltInLocalInvocationIndex:  {"local_invocation_index", 0},
	ir.BuiltInWorkgroupID:           {"workgroup_id", 0},
	ir.BuiltInNumWorkgroups:         {"num_workgroups", 0},
	ir.BuiltInGlobalInvocationIndex: {"global_invocation_index", 0},
	ir.BuiltInWorkgroupIndex:        {"workgroup_index", 0},
	ir.BuiltInNumSubgroups:          {"num_subgroups", extSubgroups},
	ir.BuiltInSubgroupID:            {"subgroup_id", extSubgroups},
	ir.BuiltInSubgroupSize:          {"subgroup_size", extSubgroups},
	ir.BuiltInSubgroupInvocationID:  {"subgroup_invocation_id", extSubgroups},
}

func (w *Writer) constantDecls() {
	o, m := &w.Out, w.M
	first := true
	for i := 1; i < len(m.Constants); i++ {
		if w.skipped[i] {
			continue
		}
		c := &m.Constants[i]
		if first || c.Doc != "" {
			o.Blank()
		}
		first = false
		w.Doc(c.Doc)
		o.Str("const ")
		o.Declare(w.Constants[i])
		// The type of a literal i32 or f32 is written, as it is abstract else.
		isLiteral := c.Type == ir.TypeI32 || c.Type == ir.TypeF32
		if isLiteral || w.opts.ExplicitTypes {
			w.colon(c.Type)
		}
		w.Equals()
		w.moduleValue(c.Init)
		o.Byte(';')
		o.End()
	}
}

// moduleValue writes the initializer of a declaration at module scope.
func (w *Writer) moduleValue(c ir.ConstID) {
	w.Less = false
	w.ModuleExpr(c, anyForm)
}

func (w *Writer) overrideDecls() {
	o, m := &w.Out, w.M
	for i := 1; i < len(m.Overrides); i++ {
		v := &m.Overrides[i]
		if i == 1 || v.Doc != "" {
			o.Blank()
		}
		w.Doc(v.Doc)
		if v.HasID {
			w.attribute("id", uint64(v.ID))
		}
		o.Str("override ")
		o.Declare(w.Overrides[i])
		w.colon(v.Type)
		if v.Init != 0 {
			w.Equals()
			w.moduleValue(v.Init)
		}
		o.Byte(';')
		o.End()
	}
}

func (w *Writer) global(id ir.GlobalID) {
	o := &w.Out
	g := &w.M.Globals[id]
	if id == 1 || g.Doc != "" {
		o.Blank()
	}
	w.Doc(g.Doc)
	isResource := g.Space == ir.SpaceUniform || g.Space == ir.SpaceStorage || g.Space == ir.SpaceHandle
	switch {
	case g.HasBinding:
		w.attribute("group", uint64(g.Binding.Group))
		w.attribute("binding", uint64(g.Binding.Binding))
	case isResource:
		w.Unsupported("a resource without a binding", g.Span)
	}
	if w.M.HoldsRayObject(g.Type) {
		w.Unsupported("ray queries outside of functions", g.Span)
	}
	if kept := keptQualifiers(&w.opts, g); kept != 0 {
		if kept&ir.Coherent != 0 {
			o.Str("@coherent")
			o.Space()
		}
		if kept&ir.Volatile != 0 {
			o.Str("@volatile")
			o.Space()
		}
	}
	o.Str("var")
	if g.Space != ir.SpaceHandle {
		o.Byte('<')
		w.space(g.Space)
		if g.Space == ir.SpaceStorage && (!w.opts.Terse || g.Access&ir.AccessWrite != 0) {
			o.Comma()
			if g.Access&ir.AccessWrite != 0 {
				o.Word(readWriteWord)
			} else {
				o.Word(readWord)
			}
		}
		o.Byte('>')
	}
	if !w.opts.Terse || o.Last() != '>' {
		o.Byte(' ')
	}
	o.Declare(w.Globals[id])
	if g.Init == 0 || w.hasName(g.Type) { // else the initial value has the type
		w.colon(g.Type)
	}
	if g.Space == ir.SpaceImmediate && holdsArray(w.M, g.Type) {
		w.need |= extImmediates // the specification's can't
	}
	if g.Init != 0 {
		w.Equals()
		w.moduleValue(g.Init)
	}
	o.Byte(';')
	o.End()
}

// keptQualifiers returns the qualifiers of memory that are written of a global: wgpu has
// them of storage buffers.
func keptQualifiers(opts *Options, g *ir.Global) ir.MemoryDecoration {
	if opts.WGPU && g.Space == ir.SpaceStorage {
		return g.Memory & (ir.Coherent | ir.Volatile)
	}
	return 0
}

// holdsArray reports whether a type is an array or has one in it.
func holdsArray(m *ir.Module, t ir.TypeID) bool {
	if s := m.Types.At(t); s.Kind != ir.TypeStruct {
		return s.Kind == ir.TypeArray
	}
	seen := make([]bool, len(m.Structs))
	list := []ir.StructID{m.Types.At(t).Struct}
	for len(list) > 0 {
		s := &m.Structs[list[len(list)-1]]
		list = list[:len(list)-1]
		for i := range s.Members {
			switch t := m.Types.At(s.Members[i].Type); {
			case t.Kind == ir.TypeArray:
				return true
			case t.Kind == ir.TypeStruct && !seen[t.Struct]:
				seen[t.Struct] = true
				list = append(list, t.Struct)
			}
		}
	}
	return false
}
