package glsl

// This file writes the declarations at module scope, except resources.

import (
	"refract/internal/back/text"
	"refract/ir"
)

// module writes all declarations.
func (w *Writer) module() {
	m, u := w.M, &w.use
	w.stageDecls()
	w.overrideDecls()
	for _, s := range u.types {
		w.structDecl(s)
	}
	w.constantDecls()
	w.referenceDecls()
	w.resourceDecls()
	w.zeroDecls()
	first := true
	for i := 1; i < len(m.Globals); i++ {
		if s := m.Globals[i].Space; u.globals[i] && (s == ir.SpacePrivate || s == ir.SpaceWorkgroup) {
			if first {
				w.Out.Blank()
			}
			first = false
			w.variableDecl(ir.GlobalID(i))
		}
	}
	w.interfaceDecls()
	w.stageGlobals()
	w.Share(u.order, w.Function, w.newPart)
}

// stageDecls writes the layout of the stage. interlockLayouts name the fragments that
// exclude one another. glslang has the rate's by the name of NVIDIA's extension alone.
var interlockLayouts = [...]string{ir.InterlockPixelOrdered: "pixel_interlock_ordered",
	ir.InterlockPixelUnordered: "pixel_interlock_unordered", ir.InterlockSampleOrdered: "sample_interlock_ordered",
	ir.InterlockSampleUnordered: "sample_interlock_unordered", ir.InterlockShadingRateOrdered: "shading_rate_interlock_ordered",
	ir.InterlockShadingRateUnordered: "shading_rate_interlock_unordered"}

func (w *Writer) stageDecls() {
	o := &w.Out
	w.sparseDecls()
	e := w.entry
	switch e.Stage {
	case ir.StageVertex:
		if w.opts.Multiview > 0 && !w.opts.Vulkan {
			w.require(multiviews, e.Span)
			o.Str("layout(num_views")
			o.Infix("=")
			o.Uint(uint64(w.opts.Multiview))
			o.Str(") in;")
			o.End()
		}
	case ir.StageFragment:
		if e.EarlyDepth == ir.EarlyDepthForce {
			w.require(earlyTests, e.Span)
			o.Str("layout(early_fragment_tests) in;")
			o.End()
		}
		if e.PostDepthCoverage {
			w.require(postDepth, e.Span)
			o.Str("layout(post_depth_coverage) in;")
			o.End()
		}
		if e.Interlock != ir.NoInterlock {
			w.require(interlocks, e.Span)
			o.Str("layout(")
			o.Str(interlockLayouts[e.Interlock])
			o.Str(") in;")
			o.End()
		}
	case ir.StageCompute, ir.StageTask, ir.StageMesh:
		n := 3
		for n > 1 && e.WorkgroupSize[n-1] <= 1 && e.WorkgroupSizeExpr[n-1] == 0 {
			n--
		}
		o.Str("layout(")
		for i, axis := range []string{"local_size_x", "local_size_y", "local_size_z"}[:n] {
			if i > 0 {
				o.Comma()
			}
			if c := e.WorkgroupSizeExpr[i]; c != 0 {
				w.sizeID(axis, c)
				o.Comma()
			}
			o.Str(axis)
			o.Infix("=")
			o.Uint(uint64(w.sizeDefault(e, i)))
		}
		o.Str(") in;")
		o.End()
		if e.DerivativeGroup != ir.NoDerivativeGroup {
			feature, suffix := computeDerivatives, "NV) in;"
			if e.Stage != ir.StageCompute { // NV's extension is for compute shaders alone
				feature, suffix = meshDerivatives, "KHR) in;"
			}
			w.require(feature, e.Span)
			o.Str("layout(derivative_group_")
			o.Str(e.DerivativeGroup.String())
			o.Str(suffix)
			o.End()
		}
	}
	w.stageLayouts(e)
}

func (w *Writer) structDecl(id ir.StructID) {
	o := &w.Out
	w.OpenStruct(id)
	w.memberDecls(id, false, nil)
	o.Str("};")
	o.End()
}

// memberDecls writes the members of a struct, or of the block that it is; open are their
// names in a block without an instance name.
func (w *Writer) memberDecls(id ir.StructID, block bool, open []text.Name) {
	o := &w.Out
	s := &w.M.Structs[id]
	for i := range s.Members {
		mem := &s.Members[i]
		o.Line()
		w.Doc(mem.Doc)
		if block {
			w.memory(mem.Memory)
			if mem.RowMajor {
				o.Str("layout(row_major)")
				o.Space()
			}
		}
		w.Span = mem.Span
		w.relaxed(mem.Binding.Relaxed, mem.Type)
		w.elementName(mem.Type)
		o.Byte(' ')
		if open != nil {
			o.Declare(open[i])
		} else {
			o.Str(w.MemberName(id, i))
		}
		w.dimensions(mem.Type)
		o.Byte(';')
	}
	o.Outdent()
	o.Line()
}

func (w *Writer) constantDecls() {
	o, m := &w.Out, w.M
	for i, c := range w.use.consts {
		v := &m.Constants[c]
		late := w.inParts(v.Type)
		if i == 0 || v.Doc != "" {
			o.Blank()
		}
		w.Doc(v.Doc)
		w.Span = v.Span
		if late {
			w.declarator(v.Type, w.Constants[c])
		} else {
			o.Str("const ")
			w.declarator(v.Type, w.Constants[c])
			o.Infix("=")
			w.ModuleExpr(v.Init, anyForm)
		}
		o.Byte(';')
		o.End()
	}
}

// variableDecl declares a private or workgroup variable.
func (w *Writer) variableDecl(id ir.GlobalID) {
	o := &w.Out
	g := &w.M.Globals[id]
	w.Doc(g.Doc)
	w.Span = g.Span
	if g.Space == ir.SpaceWorkgroup { // takes no qualifiers of memory, and is coherent without
		if g.Memory&ir.Volatile != 0 {
			w.note("that a variable of the workgroup is volatile", g.Span)
		}
		o.Str("shared ")
	}
	w.relaxed(g.Relaxed, g.Type)
	w.elementName(g.Type)
	o.Byte(' ')
	o.Declare(w.Globals[id])
	w.dimensions(g.Type)
	if g.Space == ir.SpacePrivate && !w.isLateZero(g) && !w.inParts(g.Type) && !w.M.HoldsRayObject(g.Type) {
		o.Infix("=")
		if g.Init != 0 {
			w.ModuleExpr(g.Init, anyForm)
		} else {
			w.zero(g.Type)
		}
	}
	o.Byte(';')
	o.End()
}

// isLateZero reports whether a private variable becomes zero at the beginning of
// main, by a function, which can't be called before.
func (w *Writer) isLateZero(g *ir.Global) bool {
	return !w.isOld() && g.Space == ir.SpacePrivate && !w.isSpecialized(g.Type) && (g.Init == 0 || w.M.Consts.Kind(ir.ExprID(g.Init)) == ir.KindZeroValue) &&
		w.scalars(g.Type) >= longZero
}

const zeroFunction = `$type @function() {
	$declaration;
	for (int @i = 0; $i < $length; $i++) {
		$zero[$i] = $element;
	}
	return $zero;
}`

// zeroDecls writes the functions that make long zero values: of arrays, element
// by element.
func (w *Writer) zeroDecls() {
	o := &w.Out
	for _, id := range w.use.zeros {
		t := w.M.Types.At(id)
		zero := o.LocalName("zero", "")
		o.Blank()
		o.Template(zeroFunction, text.Args{"type": func() { w.typeName(id) }, "function": w.zeros[id], "zero": zero,
			"declaration": func() { w.declarator(id, zero); o.Bind(zero) }, "length": int(t.Length), "element": func() { w.zero(t.Base) }})
		o.End()
	}
}
