package hlsl

// This file holds the writer, and its language's differences from others with the syntax of
// C.

import (
	"refract/internal/back/clike"
	"refract/internal/back/direct3d"
	"refract/internal/back/text"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ir/validate"
)

// A Writer writes modules and keeps its memory from one to the next. The zero
// Writer is ready to use.
type Writer struct {
	printer
	opts  Options
	own   bool // the module that is given may be changed
	entry *ir.EntryPoint
	terms []term

	entries       []text.Name      // by entry point
	done          []bool           // by struct, or by function
	isEntry       []bool           // by function
	graphics      []*ir.Function   // with barriers, reached by vertex and fragment shaders
	packed        []ir.LayoutID    // by struct: how it lies in constant buffers, if it does
	extents       []packedStruct   // by struct: what is known of it in them
	roles         []role           // by struct: as input or output
	written       []bool           // by global: something stores to it
	singles       []uint8          // by global: dimensions of one element that it is declared with
	registers     []register       // by global
	places        []direct3d.Place // likewise
	spaces        uint32           // the first space that nothing takes
	shared        bool             // an entry point uses several resources at one binding
	vertices      []perVertex      // of the function under way
	interpolated  []transform.InterpolatedInput
	special       ir.GlobalID // the buffer of special constants
	helpers       helpers
	tall          bool // the declaration before had several lines
	rowArrays     bool // arrays of matrices are declared row_major, as those in constant buffers are
	repeated      int  // continuing blocks of the function that were written again
	repeatedBytes int  // of their text
	frozen        []transform.FrozenOverride

	// Of stages beyond vertex, fragment and compute.
	fn       ir.FuncID // the function under way
	stages   []stageEntry
	stageOf  []int        // by function: 1 more than the index of the stage that reaches it
	shares   []bool       // by global: it is memory of the workgroup
	emitting []bool       // by function: it, or a callee, emits vertices; empty: none does
	streams  [4]text.Name // of the function under way
	boxes    []boxed
	declared []declaredElement
}

// printer writes the bodies of functions.
type printer = clike.Writer

// language sets HLSL's differences from other languages with the syntax of C.
func (w *Writer) language() {
	// To FXC, and to DXC as of HLSL 2018, declarations in the head of a for loop are
	// visible behind the loop.
	w.L.For = clike.ForNone
	if w.isDXC() {
		w.L.For = clike.ForLeaking
	}
	if w.L.Name != "" {
		return
	}
	w.L = clike.Language{
		Name: "hlsl", Operators: operators, Scalars: &scalars, Float: appendFloat, Implied: &implied, Zeros: true,
		BindFirst: true, For: w.L.For, Labels: true, TypeName: w.typeName, Declarator: w.declarator, Global: w.globalPlace, Zero: w.zero,
		NotFinite: w.notFinite, Scalar: w.checkScalar, DocMark: "// ", DocTrim: "\\ ", Operation: w.operation,
		Initial: func(e ir.ExprID, _ ir.TypeID) { w.initializer(e) }, Let: w.let,
		Argument: w.argument, Index: w.index,
		IsOperator: func(b ir.Binary, _ ir.ExprID) bool { return w.isOperation(b) }, Operand: w.operand,
		Call: w.call, Silent: w.isSilent, Once: w.runsOnce, BeforeLoop: w.keepLoop, Continue: w.again, Jump: w.jump,
	}
	for _, k := range [...]ir.Kind{ir.KindZeroValue, ir.KindAccess, ir.KindAccessIndex, ir.KindSelect, ir.KindRelational, ir.KindArrayLength, ir.KindSplat, ir.KindAs} {
		w.L.Form[k] = w.form
	}
	spell := &w.L.Spell
	spell[ir.KindOverride] = func(e ir.ExprID) { w.Unsupported("pipeline-overridable constants", w.Ex.SpanOf(e)) }
	spell[ir.KindCompose], spell[ir.KindSplat] = w.compose, w.splat
	spell[ir.KindAccess], spell[ir.KindAccessIndex] = w.access, w.access
	spell[ir.KindLoad] = func(e ir.ExprID) { w.load(e, w.Ex.Operand(e)) }
	spell[ir.KindBinary], spell[ir.KindSelect], spell[ir.KindRelational] = w.binary, w.choose, w.relation
	spell[ir.KindMath], spell[ir.KindAs], spell[ir.KindDerivative] = w.math, w.convert, w.derivative
	spell[ir.KindInterpolate] = w.interpolate
	spell[ir.KindImageSample], spell[ir.KindImageLoad], spell[ir.KindImageQuery] = w.imageSample, w.imageLoad, w.imageQuery
	spell[ir.KindArrayLength], spell[ir.KindRayQueryGet] = w.arrayLength, w.rayQueryGet
	spell[ir.KindRayQueryVertex] = func(e ir.ExprID) { w.Unsupported("vertices of a ray query's hit", w.Ex.SpanOf(e)) }
	w.L.Line[text.LineEffect] = w.effect
	w.L.Simple[text.LineStore], w.L.Simple[text.LineCompound] = w.storeLine, w.compound
}

// implied are the operations that let a scalar stand for a vector.
var implied = [ir.Ge + 1]clike.Sides{
	ir.Add: clike.OnBoth, ir.Sub: clike.OnBoth, ir.Mul: clike.OnBoth, ir.Div: clike.OnBoth, ir.Rem: clike.OnBoth,
	ir.And: clike.OnBoth, ir.Or: clike.OnBoth, ir.Xor: clike.OnBoth, ir.LogicalAnd: clike.OnBoth, ir.LogicalOr: clike.OnBoth,
	ir.Shl: clike.OnRight, ir.Shr: clike.OnRight,
	ir.Eq: clike.OnBoth, ir.Ne: clike.OnBoth, ir.Lt: clike.OnBoth, ir.Le: clike.OnBoth, ir.Gt: clike.OnBoth, ir.Ge: clike.OnBoth,
}

// Write writes a valid module, which it leaves as it is. info may be nil. The error is an
// *UnsupportedError, a *back.EntryPointError, or an error of transform.SubstituteOverrides
// or transform.PointerParams.
func Write(m *ir.Module, info *validate.Info, opts Options) (string, *Reflection, error) {
	var w Writer
	out, r, err := w.Write(m, info, opts)
	return string(out), r, err
}
