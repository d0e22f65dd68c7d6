package hlsl

// This file writes the declarations at module scope.

import (
	"strconv"

	"refract/internal/back/clike"
	"refract/internal/reuse"
	"refract/ir"
)

// module writes all declarations.
func (w *Writer) module() {
	m := w.M
	w.Doc(m.Doc)
	w.inOrder(w.structDecl)
	w.constantDecls()
	w.heapDecls()
	w.offsetDecls()
	for i := 1; i < len(m.Globals); i++ {
		w.global(ir.GlobalID(i))
	}
	w.findHelpers()
	w.helperDecls()
	w.statusDecl()
	w.stageDecls()
	w.Share(w.Calls.Order(), w.Function, w.newPart)
}

func (w *Writer) structDecl(id ir.StructID) {
	o := &w.Out
	s := &w.M.Structs[id]
	if n := len(s.Members); n > 0 && w.M.Types.At(s.Members[n-1].Type).IsRuntimeSized() {
		return // that of a storage buffer, which is accessed by offsets
	}
	if w.M.Types.ScalarOf(s.Param).IsAbstract() {
		return // of constants
	}
	w.OpenStruct(id)
	pads := 0
	next := 0
	member := func() {
		o.Line()
		w.member(id, next)
		o.Byte(';')
		next++
	}
	w.eachPadding(id, func(i int, p padding) {
		for next < i {
			member()
		}
		o.Line()
		o.Str(p.typeName())
		o.Byte(' ')
		o.Str(w.paddingName(id, pads))
		pads++
		if p.count > 1 {
			o.Byte('[')
			o.Uint(uint64(p.count))
			o.Byte(']')
		}
		o.Byte(';')
	})
	for next < len(s.Members) {
		member()
	}
	o.Outdent()
	o.Line()
	o.Str("};")
	o.End()
}

// paddingName is a name that no member has.
func (w *Writer) paddingName(id ir.StructID, n int) string {
	name := "padding"
	if w.opts.Minify {
		name = "_"
	}
	if n > 0 || w.opts.Minify {
		name += "_" + strconv.Itoa(n)
	}
	for i := range w.M.Structs[id].Members {
		if w.MemberName(id, i) == name {
			return "padding_of_" + strconv.Itoa(n) + "_"
		}
	}
	return name
}

// member writes the declaration of a member without its semicolon.
func (w *Writer) member(id ir.StructID, i int) {
	o := &w.Out
	mem := &w.M.Structs[id].Members[i]
	w.Doc(mem.Doc)
	r := w.roles[id]
	if r != 0 {
		w.modifiers(&mem.Binding, r&roleVaryings != 0)
	}
	if l := w.packed[id]; l != ir.NoLayout {
		_, info, _ := w.Layout.Member(w.M.Structs[id].Type, l, i)
		w.majority(mem.Type, info.RowMajor)
	} else if w.rowArrays && w.isMatrixArray(mem.Type) {
		w.Out.Str("row_major ")
	}
	w.typeName(mem.Type)
	o.Byte(' ')
	o.Str(w.MemberName(id, i))
	w.lengths(mem.Type)
	if r != 0 {
		w.semantic(&mem.Binding, w.clipIndex(id, i), r&roleTarget != 0, mem.Span)
	}
}

// majority writes the matrix order of a type in a constant buffer; rows is set if the
// module's rows are stored one after the other, HLSL's columns.
func (w *Writer) majority(t ir.TypeID, rows bool) {
	ty := w.M.Types.At(t)
	for ty.Kind == ir.TypeArray {
		ty = w.M.Types.At(ty.Base)
	}
	switch {
	case ty.Kind != ir.TypeMatrix:
	case rows:
		w.Out.Str("column_major ")
	default:
		w.Out.Str("row_major ")
	}
}

func (w *Writer) constantDecls() {
	o, m := &w.Out, w.M
	w.done = reuse.Zeroed(w.done, len(m.Constants))
	first := true
	var decl func(id ir.ConstantID, depth int)
	var operands func(e ir.ExprID, depth int)
	operands = func(e ir.ExprID, depth int) {
		if depth > clike.MaxConstDepth {
			return
		}
		if m.Consts.Kind(e) == ir.KindConstant {
			decl(m.Consts.ConstantRef(e), depth)
			return
		}
		for _, x := range m.Consts.Operands(e, nil) {
			operands(x, depth+1)
		}
	}
	decl = func(id ir.ConstantID, depth int) {
		if w.done[id] {
			return
		}
		w.done[id] = true
		c := &m.Constants[id]
		if k := m.Consts.Kind(ir.ExprID(c.Init)); k != ir.KindLiteral && k != ir.KindZeroValue {
			operands(ir.ExprID(c.Init), depth+1)
		}
		if first || c.Doc != "" {
			o.Blank()
		}
		first = false
		w.Doc(c.Doc)
		o.Str("static const ")
		w.declarator(c.Type, w.Constants[id])
		o.Infix("=")
		w.moduleValue(c.Init)
		o.Byte(';')
		o.End()
	}
	for i := 1; i < len(m.Constants); i++ {
		decl(ir.ConstantID(i), 0)
	}
}

// moduleValue writes the initializer of a declaration at module scope.
func (w *Writer) moduleValue(c ir.ConstID) {
	ex, body := w.Ex, w.Body
	w.Ex, w.Body = &w.M.Consts, false
	w.initializer(ir.ExprID(c))
	w.Ex, w.Body = ex, body
}

func (w *Writer) global(id ir.GlobalID) {
	o := &w.Out
	g := &w.M.Globals[id]
	r := &w.registers[id]
	tall := isConstants(g.Space) && w.M.Types.At(g.Type).Kind != ir.TypeBindingArray
	if id == 1 || g.Doc != "" || tall || w.tall {
		o.Blank()
	}
	w.tall = tall
	w.Doc(g.Doc)
	switch g.Space {
	case ir.SpacePrivate:
		o.Str("static ")
		if g.Init != 0 && !w.written[id] {
			o.Str("const ")
		}
		w.declarator(g.Type, w.Globals[id])
		if g.Init != 0 {
			o.Infix("=")
			w.moduleValue(g.Init)
		}
	case ir.SpaceWorkgroup:
		w.workgroupVariable(id)
		return
	case ir.SpaceUniform, ir.SpaceImmediate, ir.SpaceShaderRecord:
		w.constantBuffer(id, g, r)
		return
	case ir.SpaceStorage:
		if g.Memory&coherent != 0 && r.Class == 'u' {
			o.Str("globallycoherent ")
		}
		if r.Class == 'u' {
			o.Str("RW")
		}
		o.Str("ByteAddressBuffer ")
		w.bound(id, g, r)
	case ir.SpaceHandle:
		if r.heap {
			w.heapSampler(id, g, r)
			break
		}
		if t := w.M.Types.At(g.Type); g.Memory&coherent != 0 && r.Class == 'u' && t.Kind == ir.TypeImage {
			o.Str("globallycoherent ")
		}
		w.typeName(g.Type)
		o.Byte(' ')
		w.bound(id, g, r)
	default:
		if isStageVariable(g.Space) {
			if w.shares[id] {
				o.Str("groupshared ")
			} else {
				o.Str("static ")
			}
			w.declarator(g.Type, w.Globals[id])
			break
		}
		w.Unsupported("variables in the "+g.Space.String()+" space", g.Span)
		return
	}
	o.Byte(';')
	o.End()
}

// bound writes the name of a resource, and its register.
func (w *Writer) bound(id ir.GlobalID, g *ir.Global, r *register) {
	w.Out.Declare(w.Globals[id])
	w.bindingLength(g, r)
	w.placed(r)
}

// bindingLength writes the length of a binding array.
func (w *Writer) bindingLength(g *ir.Global, r *register) {
	if w.M.Types.At(g.Type).Kind != ir.TypeBindingArray {
		return
	}
	o := &w.Out
	o.Byte('[')
	if r.Count != 0 {
		o.Uint(uint64(r.Count))
	} else {
		w.needs(ShaderModel51, "binding arrays without a length", g.Span)
	}
	o.Byte(']')
}

// constantBuffer writes a uniform buffer, or immediates, which holds one variable
// with the buffer's name.
func (w *Writer) constantBuffer(id ir.GlobalID, g *ir.Global, r *register) {
	o := &w.Out
	t := w.M.Types.At(g.Type)
	if t.Kind == ir.TypeBindingArray {
		w.needs(ShaderModel51, "arrays of uniform buffers", g.Span)
		if w.M.StructOf(t.Base) == nil {
			w.Unsupported("arrays of uniform buffers that hold no struct", g.Span)
		}
		w.checkPacking(g)
		o.Str("ConstantBuffer<")
		w.typeName(t.Base)
		o.Str("> ")
		w.bound(id, g, r)
		o.Byte(';')
		o.End()
		return
	}
	w.checkPacking(g)
	o.Str("cbuffer ")
	o.Name(w.Globals[id])
	w.placed(r)
	o.Space()
	o.Byte('{')
	o.Indent()
	o.Line()
	info, _ := w.Layout.Of(g.Type, g.Layout)
	w.majority(g.Type, info.RowMajor)
	w.bareDeclarator(g.Type, w.Globals[id])
	o.Byte(';')
	o.Outdent()
	o.Line()
	o.Byte('}')
	o.End()
}

// checkPacking rejects types that can't lie in a constant buffer as the module has them.
func (w *Writer) checkPacking(g *ir.Global) {
	t, l := w.M.Held(g)
	if _, ok := w.extent(t, l, false, 0); !ok {
		w.Unsupported("the layout of "+g.Name+" in a constant buffer", g.Span)
	}
}

// heapDecls writes the arrays of all samplers, and the buffers of indices.
func (w *Writer) heapDecls() {
	h := w.opts.SamplerHeap
	if h == nil {
		return
	}
	o := &w.Out
	o.Blank()
	list := func(name, ty string, class byte, at Register, size uint32) {
		n := o.ModuleName(name, "", false)
		o.Str(ty)
		o.Byte(' ')
		o.Declare(n)
		if size > 0 {
			o.Byte('[')
			o.Uint(uint64(size))
			o.Byte(']')
		}
		w.register(class, at)
		o.Byte(';')
		o.End()
		w.helpers.heap = append(w.helpers.heap, n)
	}
	w.helpers.heap = w.helpers.heap[:0]
	list("sampler_heap", "SamplerState", 's', h.Samplers, heapSize)
	list("comparison_heap", "SamplerComparisonState", 's', h.Comparisons, heapSize)
	for _, g := range h.Indices {
		list("samplers_"+strconv.Itoa(int(g.Group)), "StructuredBuffer<uint>", 't', g.Register, 0)
	}
}

// heapSize is the number of samplers that Direct3D 12 allows in a heap.
const heapSize = 2048

// heapSampler writes a sampler that is an element of the heap.
func (w *Writer) heapSampler(id ir.GlobalID, g *ir.Global, r *register) {
	o := &w.Out
	t := w.M.Types.At(g.Type)
	if t.Kind != ir.TypeSampler {
		w.Unsupported("arrays of samplers in a heap", g.Span)
		return
	}
	heap := w.helpers.heap[0]
	if t.Comparison {
		heap = w.helpers.heap[1]
	}
	o.Str("static const ")
	w.declarator(g.Type, w.Globals[id])
	o.Infix("=")
	o.Name(heap)
	o.Byte('[')
	found := false
	for i, x := range w.opts.SamplerHeap.Indices {
		if x.Group == g.Binding.Group {
			o.Name(w.helpers.heap[2+i])
			found = true
			break
		}
	}
	if !found {
		w.Unsupported("the sampler "+g.Name+" without a buffer of indices for its group", g.Span)
	}
	o.Byte('[')
	o.Uint(uint64(r.At.Register))
	o.Str("]]")
}

// arrayName makes a name for the type of an array.
func (w *Writer) arrayName(t ir.TypeID) string {
	name := ""
	ty := w.M.Types.At(t)
	for ; ty.Kind == ir.TypeArray; ty = w.M.Types.At(ty.Base) {
		name += "_" + strconv.Itoa(int(ty.Length))
	}
	return w.shortName(ty) + name
}

// shortName names a type in names made up for functions and types.
func (w *Writer) shortName(t *ir.Type) string {
	switch t.Kind {
	case ir.TypeVector:
		return vectorNames[t.Scalar][t.Rows]
	case ir.TypeMatrix:
		return matrixNames[t.Scalar][t.Columns][t.Rows]
	case ir.TypeStruct:
		return w.M.Structs[t.Struct].Name
	}
	return scalarNames[t.Scalar]
}
