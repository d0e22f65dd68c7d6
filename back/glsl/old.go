package glsl

// This file writes the constructs that GLSL ES 1.00 and GLSL 1.10 and 1.20 spell otherwise than all
// later versions. They have no blocks, no unsigned integers, no operations on bits, no switches,
// and arrays that can't be assigned, in 1.20 but for constructors that aren't used here: unsigned
// integers are int, arrays are assigned element by element, constants that are arrays become
// variables which main fills first. Appendix A of GLSL ES 1.00 lets compilers reject loops whose
// bounds aren't constant, and indices other than constants and counters of such loops; WebGL 1
// does. The desktop's versions have no such limits, and no precisions.

import (
	"slices"

	"refract/diag"
	"refract/internal/back"
	"refract/internal/back/clike"
	"refract/internal/back/text"
	"refract/internal/lazy"
	"refract/ir"
)

// isOld reports whether the version is GLSL ES 1.00, or GLSL 1.10 or 1.20.
func (w *Writer) isOld() bool { return w.opts.Version.isOld() }

// isLoose reports whether uniform buffers aren't blocks.
func (w *Writer) isLoose() bool { return (w.opts.LooseUniforms || w.isOld()) && !w.opts.Vulkan }

// oldScalars are scalars without unsigned integers.
var oldScalars = lazy.Value[*[ir.F64 + 1]clike.Scalar]{Make: func() *[ir.F64 + 1]clike.Scalar {
	s := scalars
	s[ir.I32].Least = "(-2147483647 - 1)"
	s[ir.U32].Suffix = ""
	return &s
}}

func (w *Writer) scalarTable() *[ir.F64 + 1]clike.Scalar {
	if w.isOld() {
		return oldScalars.Get()
	}
	return &scalars
}

// spelled is the scalar by whose name another goes.
func (w *Writer) spelled(s ir.Scalar) ir.Scalar {
	if s == ir.U32 && w.isOld() {
		w.note("that unsigned integers have 32 bits: they are int, which may have 16 and a sign", w.Span)
		return ir.I32
	}
	return s
}

// isSame reports whether two scalars go by one name, so that conversions between them
// aren't written.
func (w *Writer) isSame(a, b ir.Scalar) bool {
	is := func(s ir.Scalar) bool { return s == ir.I32 || s == ir.U32 }
	return w.isOld() && is(a) && is(b)
}

// note reports once that the text doesn't keep something.
func (w *Writer) note(what string, span diag.Span) {
	if !w.noted[what] {
		if w.noted == nil {
			w.noted = map[string]bool{}
		}
		w.noted[what] = true
		w.notes = append(w.notes, back.Dropped{What: what, Span: span})
	}
}

// oldLanguage sets the differences of lines and literals in GLSL ES 1.00.
func (w *Writer) oldLanguage() {
	w.L.Spell[ir.KindLiteral] = func(e ir.ExprID) {
		t, bits := w.Ex.TypeOf(e), w.Ex.LiteralBits(e)
		if t == ir.TypeU32 && bits > 1<<31-1 && w.isOld() {
			w.lacks(largeUnsigned, w.Ex.SpanOf(e))
		}
		w.Literal(t, bits)
	}
	w.L.Spell[ir.KindRelational] = func(e ir.ExprID) {
		v := w.Ex.Relational(e)
		switch {
		case v.Op <= ir.Any && w.Ex.TypeOf(v.Value) == ir.TypeBool:
			w.Operand(e, v.Value, anyForm)
			return
		case v.Op > ir.Any:
			w.require(infinities, w.Ex.SpanOf(e))
		}
		w.Out.Word(relationalWords[v.Op])
		w.Arguments(e, v.Value)
	}
	w.L.Simple[text.LineCompound] = func(l *text.Line) {
		w.needBits(l.Op, w.F.Store(l.Stmt).Value, w.Span)
		w.Compound(l)
	}
	w.L.Line[text.LineLet] = w.letLine
	w.L.Line[text.LineVar] = w.varLine
	w.L.Line[text.LineStore] = w.storeLine
	w.L.Loop = w.oldLoop
}

// needBits notes an operation on bits.
func (w *Writer) needBits(op ir.BinaryOp, e ir.ExprID, span diag.Span) {
	switch op {
	case ir.And, ir.Or, ir.Xor, ir.Shl, ir.Shr:
		if w.M.Types.ScalarOf(w.Ex.TypeOf(e)).IsInteger() {
			w.require(bitOperations, span)
		}
	case ir.Rem:
		w.require(bitOperations, span) // of the same versions
	}
}

// oldPrecisions are the types whose default precision is low, or that have none: types of
// vertex shaders, and types that only fragment shaders need.
var oldPrecisions = [...]struct {
	name  string
	is    func(t *ir.Type) bool
	every bool // there is no default
}{
	{"sampler2D", func(t *ir.Type) bool { return t.Dim == ir.Dim2D && t.Class == ir.ImageSampled }, false},
	{"samplerCube", func(t *ir.Type) bool { return t.Dim == ir.DimCube }, false},
	{"sampler3D", func(t *ir.Type) bool { return t.Dim == ir.Dim3D }, true},
	{"sampler2DShadow", func(t *ir.Type) bool { return t.Dim == ir.Dim2D && t.Class == ir.ImageDepth }, true},
}

// oldPrecision writes the default precisions: high if available.
func (w *Writer) oldPrecision(b []byte) []byte {
	var used [len(oldPrecisions)]bool
	for i := range w.use.globals {
		if g := &w.M.Globals[i]; w.use.globals[i] && g.Space == ir.SpaceHandle {
			t := w.M.Types.At(g.Type)
			for k := 0; k < 2 && (t.Kind == ir.TypeBindingArray || t.Kind == ir.TypeSampledImage); k++ {
				t = w.M.Types.At(t.Base)
			}
			for k := range oldPrecisions {
				used[k] = used[k] || t.Kind == ir.TypeImage && oldPrecisions[k].is(t)
			}
		}
	}
	vertex := w.entry.Stage == ir.StageVertex
	write := func(precision string) {
		for k := range oldPrecisions {
			if p := &oldPrecisions[k]; used[k] && (p.every || precision == "highp") {
				b = append(append(append(append(b, "precision "...), precision...), ' '), p.name...)
				b = append(b, ";\n"...)
			}
		}
	}
	if vertex { // whose numbers have it
		write("highp")
		return b
	}
	b = append(b, "#ifdef GL_FRAGMENT_PRECISION_HIGH\nprecision highp float;\nprecision highp int;\n"...)
	write("highp")
	b = append(b, "#else\nprecision mediump float;\n"...)
	write("mediump")
	return append(b, "#endif\n"...)
}

// oldLocation declares an attribute or a varying.
func (w *Writer) oldLocation(b *ir.Binding, t ir.TypeID, name text.Name, output bool, span diag.Span) {
	o := &w.Out
	if w.M.Types.ScalarOf(t) != ir.F32 {
		w.require(stageIntegers, span)
	}
	if b.Component != 0 {
		w.require(enhancedLayouts, span)
	}
	if (w.M.Types.At(t).Kind == ir.TypeArray || w.isPart(b, output) && !b.Link.Columns) && !w.isVarying(output) {
		w.Unsupported("an array of attributes", span)
	}
	if w.isVarying(output) {
		if b.Interpolation != ir.DefaultInterpolation && b.Interpolation != ir.InterpolatePerspective || b.Sampling != ir.DefaultSampling && b.Sampling != ir.SampleCenter {
			w.require(interpolatedOnly, span)
		}
		o.Str("varying ")
	} else {
		o.Str("attribute ")
	}
	w.ioDeclarator(b, t, name, output)
	o.Byte(';')
	o.End()
}

// isOldColor reports whether locations of the stage's outputs are colours that have
// names of the language's.
func (w *Writer) isOldColor() bool { return w.isOld() && w.entry.Stage == ir.StageFragment }

// outputText is the name of an output with a location.
func (w *Writer) outputText(v *output) string {
	if v.name != 0 {
		return w.Out.TextOf(v.name) + w.partText(v.binding, true)
	}
	if v.binding.Location == 0 && !w.hasColors() {
		return "gl_FragColor"
	}
	return "gl_FragData[" + uintString(v.binding.Location) + "]"
}

// hasColors reports whether there are several colours.
func (w *Writer) hasColors() bool {
	n := 0
	for i := range w.outputs {
		if w.outputs[i].binding.Kind == ir.BindLocation {
			n++
		}
	}
	return n > 1
}

// oldColor writes a colour, which always has four components.
func (w *Writer) oldColor(v *output, x ir.ExprID) {
	o := &w.Out
	if v.binding.Component != 0 {
		w.require(enhancedLayouts, v.span)
	}
	if v.binding.HasBlendSrc {
		w.require(dualSource, v.span)
	}
	if v.binding.Location > 0 || w.hasColors() {
		w.require(drawBuffers, v.span)
	}
	if w.M.Types.ScalarOf(v.ty) != ir.F32 {
		w.require(stageIntegers, v.span)
	}
	o.Str(w.outputText(v))
	o.Infix("=")
	n := max(1, w.M.Types.ComponentCount(v.ty))
	if n < 4 {
		o.Str("vec4(")
	}
	w.Expr(x, anyForm)
	if n < 4 {
		for ; n < 4; n++ {
			o.Comma()
			if n < 3 {
				o.Str("0.0")
			} else {
				o.Str("1.0")
			}
		}
		o.Byte(')')
	}
	o.Byte(';')
}

// oldSample spells a sample by the functions that there are one of for each kind of
// texture (section "Texture Lookup Functions").
func (w *Writer) oldSample(e ir.ExprID, v *ir.ImageSample, t *ir.Type) {
	o := &w.Out
	span := w.Ex.SpanOf(e)
	level := v.Level
	switch {
	case v.Gather >= 0:
		w.lacks(textureGather, span)
	case v.Residency:
		w.lacks(sparseTextures, span)
	case level == ir.LevelQuery:
		w.lacks(queryLod, span)
	case v.MinLevel != 0:
		w.lacks(leastLevels, span)
	case v.Offset != 0:
		w.lacks(sampleOffsets, span)
	case t.Arrayed:
		w.lacks(textureArrays, span)
	case t.Dim == ir.Dim3D:
		w.require(volumeTextures, span)
	}
	if t.Class == ir.ImageExternal {
		level = ir.LevelAuto // it has one
	}
	leveled := level == ir.LevelZero || level == ir.LevelExact
	vertex := w.entry.Stage == ir.StageVertex
	if v.DepthRef != 0 {
		w.require(shadowTextures, span)
		if level != ir.LevelAuto && !(level == ir.LevelZero && vertex) || t.Dim != ir.Dim2D {
			w.lacks(shadowLod, span)
		}
		o.Str("shadow2D")
		if w.opts.Version.ES {
			o.Str("EXT")
		}
		o.Byte('(')
		w.Expr(v.Image, anyForm)
		o.Comma()
		w.coordinate(v.Coordinate, 0, v.DepthRef, false)
		o.Byte(')')
		if !w.opts.Version.ES {
			o.Str(".x") // of the depth texture mode GL_LUMINANCE, the default
		}
		return
	}
	o.Str("texture")
	if t.Class == ir.ImageExternal {
		o.Str("2D")
	} else {
		o.Str(dimNames[t.Dim])
	}
	switch {
	case level == ir.LevelGradient:
		w.require(sampleLevels, span)
		if w.opts.Version.ES {
			o.Str("GradEXT")
		} else {
			o.Str("GradARB")
		}
	case leveled && vertex:
		o.Str("Lod")
	case leveled:
		w.require(sampleLevels, span)
		o.Str("Lod")
		if w.opts.Version.ES {
			o.Str("EXT")
		}
	}
	if w.opts.Version.ES && t.Dim == ir.Dim3D && (level == ir.LevelGradient || leveled && !vertex) {
		w.Unsupported("the level of a texture of three dimensions here", span)
	}
	o.Byte('(')
	w.Expr(v.Image, anyForm)
	o.Comma()
	w.Expr(v.Coordinate, anyForm)
	switch level {
	case ir.LevelGradient:
		o.Comma()
		w.Expr(v.LevelArg, anyForm)
		o.Comma()
		w.Expr(v.LevelArgY, anyForm)
	case ir.LevelZero:
		o.Comma()
		o.Str("0.0")
	case ir.LevelExact:
		o.Comma()
		w.asFloat(v.LevelArg)
	case ir.LevelBias:
		o.Comma()
		w.Expr(v.LevelArg, anyForm)
	}
	o.Byte(')')
	if w.Ex.TypeOf(e) == ir.TypeF32 {
		o.Str(".x") // a depth texture that isn't compared with
	}
}

// beyond notes a construct beyond appendix A.
func (w *Writer) beyond(what string, span diag.Span) {
	if !w.opts.Version.ES {
		return
	}
	if w.opts.WebGL {
		w.lacks(constantBounds, span)
	}
	w.note(what+" (appendix A of version 100): WebGL 1 refuses the text, as others may", span)
}

// oldLoop is called for loops before they are written.
func (w *Writer) oldLoop(l *text.Line) {
	if !w.isOld() {
		return
	}
	if l.Kind == text.LineFor {
		if counter := w.counter(l); counter != 0 {
			w.indices = append(w.indices, counter)
			return
		}
	}
	w.beyond("constant bounds of loops", w.Span)
}

// counter is the counter of a loop that counts from a constant to a constant by a
// constant, or 0 (appendix A, section 4, "Control Flow").
func (w *Writer) counter(l *text.Line) ir.LocalID {
	f := w.F
	if l.Init == 0 || l.Expr == 0 || l.Update == 0 || w.IsNamed(l.Expr) || f.Kind(l.Expr) != ir.KindBinary {
		return 0
	}
	init, update, condition := w.Plan.Line(l.Init), w.Plan.Line(l.Update), f.Binary(l.Expr)
	if init.Kind != text.LineVar || !w.isConstant(init.Expr) || update.Kind != text.LineStep && update.Kind != text.LineCompound || !condition.Op.IsComparison() {
		return 0
	}
	reads := func(e ir.ExprID) bool {
		return !w.IsNamed(e) && f.Kind(e) == ir.KindLoad && f.Kind(f.Operand(e)) == ir.KindLocal && f.LocalRef(f.Operand(e)) == init.Local
	}
	if !reads(condition.Left) || !w.isConstant(condition.Right) {
		return 0
	}
	step := f.Store(update.Stmt)
	if f.Kind(step.Pointer) != ir.KindLocal || f.LocalRef(step.Pointer) != init.Local {
		return 0
	}
	if b := f.Binary(step.Value); b.Op != ir.Add && b.Op != ir.Sub || !w.isConstant(b.Right) {
		return 0
	}
	if w.changes(init.Local, update.Stmt) {
		return 0
	}
	return init.Local
}

// changes reports whether anything but one statement changes a local.
func (w *Writer) changes(id ir.LocalID, but ir.StmtID) bool {
	f := w.F
	isLocal := func(e ir.ExprID) bool { return f.Kind(e) == ir.KindLocal && f.LocalRef(e) == id }
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		switch k := f.StmtKind(s); {
		case s == but || k == ir.StmtEmit:
		case k == ir.StmtStore && isLocal(f.Store(s).Pointer):
			return true
		case k == ir.StmtCall && slices.ContainsFunc(f.Call(s).Args, isLocal):
			return true
		}
	}
	return false
}

// isConstant reports whether a value is written as a constant expression.
func (w *Writer) isConstant(e ir.ExprID) bool {
	if e == 0 || w.IsNamed(e) {
		return false
	}
	switch w.Ex.Kind(e) {
	case ir.KindLiteral, ir.KindConstant, ir.KindZeroValue:
		return true
	case ir.KindAs, ir.KindUnary:
		return w.isConstant(w.Ex.Operands(e, nil)[0])
	case ir.KindBinary:
		b := w.Ex.Binary(e)
		return w.isConstant(b.Left) && w.isConstant(b.Right)
	}
	return false
}

// oldIndex looks at the index of an access (appendix A, section 5).
func (w *Writer) oldIndex(of, i ir.ExprID) {
	base := w.Ex.Root(w.Ex.Operand(of))
	if w.Ex.Kind(base) == ir.KindGlobal && w.M.Globals[w.Ex.GlobalRef(base)].Space == ir.SpaceUniform && w.entry.Stage == ir.StageVertex {
		return // which may be anything
	}
	if !w.isIndex(i) {
		w.beyond("indices made of constants and counters of loops", w.Ex.SpanOf(of))
	}
}

// isIndex reports whether a value is made of constants and counters of loops.
func (w *Writer) isIndex(e ir.ExprID) bool {
	if w.IsNamed(e) {
		return false
	}
	switch ex := w.Ex; ex.Kind(e) {
	case ir.KindLiteral, ir.KindConstant, ir.KindZeroValue:
		return true
	case ir.KindLoad:
		p := ex.Operand(e)
		return ex.Kind(p) == ir.KindLocal && slices.Contains(w.indices, ex.LocalRef(p))
	case ir.KindAs, ir.KindUnary, ir.KindBinary:
		for _, o := range ex.Operands(e, nil) {
			if !w.isIndex(o) {
				return false
			}
		}
		return true
	}
	return false
}

// holdsArray reports whether a type is, or holds, an array.
func (w *Writer) holdsArray(t ir.TypeID) bool {
	switch ty := w.M.Types.At(t); ty.Kind {
	case ir.TypeArray:
		return true
	case ir.TypeStruct:
		for i := range w.M.Structs[ty.Struct].Members {
			if w.holdsArray(w.M.Structs[ty.Struct].Members[i].Type) {
				return true
			}
		}
	}
	return false
}

// inParts reports whether values of a type are assigned part by part here: constants, and
// the initial values of variables, at the beginning of main.
func (w *Writer) inParts(t ir.TypeID) bool {
	return w.isOld() && w.holdsArray(t) || w.isSpecialized(t)
}

func (w *Writer) letLine(l *text.Line) {
	t := w.F.TypeOf(l.Expr)
	if !w.inParts(t) {
		w.Simple(l)
		w.Out.Byte(';')
		return
	}
	name := w.Out.LocalName(wanted(w.Plan.AuthorsName(l.Expr)), "t")
	w.letPrecision(l.Expr)
	w.declarator(t, name)
	w.Out.Byte(';')
	w.Out.Bind(name)
	w.assignParts(t, func() { w.Out.Name(name) }, l.Expr, false)
	w.Values[l.Expr] = name
}

func (w *Writer) varLine(l *text.Line) {
	local := &w.F.Locals[l.Local]
	if l.Expr == 0 || !w.inParts(local.Type) {
		w.Simple(l)
		w.Out.Byte(';')
		return
	}
	w.Span = local.Span
	w.relaxed(local.Relaxed, local.Type)
	name := w.Out.LocalName(wanted(local.Name), "v")
	w.declarator(local.Type, name)
	w.Out.Byte(';')
	w.Out.Bind(name)
	w.assignParts(local.Type, func() { w.Out.Name(name) }, l.Expr, w.IsNamed(l.Expr))
	w.Locals[l.Local] = name
}

func (w *Writer) storeLine(l *text.Line) {
	v := w.F.Store(l.Stmt)
	t := w.F.TypeOf(v.Value)
	if t == ir.TypeU32 && w.isSigned(v.Pointer) {
		w.Target(v.Pointer)
		w.Equals()
		w.Out.Str("int(")
		w.Expr(v.Value, clike.AnyForm)
		w.Out.Str(");")
		return
	}
	if !w.inParts(t) {
		w.Simple(l)
		w.Out.Byte(';')
		return
	}
	w.fresh = true
	w.assignParts(t, func() { w.Target(v.Pointer) }, v.Value, w.IsNamed(v.Value))
	w.fresh = false
}

// partLine begins a line for an assignment.
func (w *Writer) partLine() {
	if w.fresh {
		w.fresh = false
		return
	}
	w.Out.Line()
}

// oldInitials writes the initial values of constants and variables that hold arrays.
func (w *Writer) oldInitials() {
	ex, body := w.Ex, w.Body
	w.Ex, w.Body = &w.M.Consts, false
	for _, c := range w.use.consts {
		if v := &w.M.Constants[c]; w.holdsArray(v.Type) {
			w.assignParts(v.Type, func() { w.Out.Name(w.Constants[c]) }, ir.ExprID(v.Init), false)
		}
	}
	for i := 1; i < len(w.M.Globals); i++ {
		g := &w.M.Globals[i]
		if !w.use.globals[i] || g.Space != ir.SpacePrivate || !w.holdsArray(g.Type) {
			continue
		}
		target := func() { w.Out.Name(w.Globals[i]) }
		if g.Init != 0 {
			w.assignParts(g.Type, target, ir.ExprID(g.Init), false)
		} else {
			w.assignZero(g.Type, target)
		}
	}
	w.Ex, w.Body = ex, body
}

// maxParts is how many elements are assigned one by one; more are in a loop.
const maxParts = 16

// assignParts writes assignments of a value's parts, each on a line of its own. named is
// set if the value is written as a name.
func (w *Writer) assignParts(t ir.TypeID, target func(), e ir.ExprID, named bool) {
	if !named && w.holdsArray(t) {
		switch w.Ex.Kind(e) {
		case ir.KindCompose:
			for i, part := range w.Ex.Compose(e).Components {
				w.assignParts(w.part(t, i), w.partOf(t, target, i), part, w.IsNamed(part))
			}
			return
		case ir.KindZeroValue:
			w.assignZero(t, target)
			return
		}
	}
	w.copyParts(t, target, func() {
		switch {
		case named:
			w.Out.Name(w.Values[e])
		case w.holdsArray(t):
			w.Spell(e)
		default:
			w.Expr(e, anyForm)
		}
	})
}

// part is the type of an element or member.
func (w *Writer) part(t ir.TypeID, i int) ir.TypeID {
	if s := w.M.StructOf(t); s != nil {
		return s.Members[i].Type
	}
	return w.M.Types.At(t).Base
}

// partOf spells an element or member of another function's value.
func (w *Writer) partOf(t ir.TypeID, of func(), i int) func() {
	ty := *w.M.Types.At(t)
	return func() {
		of()
		w.Member(0, &ty, i)
	}
}

func (w *Writer) parts(t ir.TypeID) int {
	if s := w.M.StructOf(t); s != nil {
		return len(s.Members)
	}
	return int(w.M.Types.At(t).Length)
}

// copyParts writes assignments of the value or place that source spells.
func (w *Writer) copyParts(t ir.TypeID, target, source func()) {
	if !w.holdsArray(t) {
		w.partLine()
		target()
		w.Out.Infix("=")
		source()
		w.Out.Byte(';')
		return
	}
	if w.loops(t, target, source) {
		return
	}
	for i := range w.parts(t) {
		w.copyParts(w.part(t, i), w.partOf(t, target, i), w.partOf(t, source, i))
	}
}

// assignZero writes assignments of zeros.
func (w *Writer) assignZero(t ir.TypeID, target func()) {
	if !w.holdsArray(t) {
		w.copyParts(t, target, func() { w.zero(t) })
		return
	}
	if w.loops(t, target, nil) {
		return
	}
	for i := range w.parts(t) {
		w.assignZero(w.part(t, i), w.partOf(t, target, i))
	}
}

// loops writes the assignment of a long array as a loop; source nil: of zeros.
func (w *Writer) loops(t ir.TypeID, target, source func()) bool {
	if w.M.Types.At(t).LengthExpr != 0 {
		w.specializedLoop(t, target, source)
		return true
	}
	base := w.part(t, 0)
	if w.parts(t) <= maxParts || w.M.StructOf(t) != nil || w.holdsArray(base) {
		if w.parts(t) > 4096 {
			w.require(arrayValues, w.Span)
		}
		return false
	}
	w.partLine()
	length := w.parts(t)
	if source == nil {
		w.Out.Template("for (int @i = 0; $i < $length; $i++) {\n\t$target[$i] = $zero;\n}",
			text.Args{"length": length, "target": target, "zero": func() { w.zero(base) }})
		return true
	}
	w.Out.Template("for (int @i = 0; $i < $length; $i++) {\n\t$target[$i] = $source[$i];\n}",
		text.Args{"length": length, "target": target, "source": source})
	return true
}
