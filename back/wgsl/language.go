package wgsl

// This file holds the writer, and the spellings in which WGSL differs from other languages
// with the syntax of C.

import (
	"refract/internal/back"
	"refract/internal/back/clike"
	"refract/internal/back/text"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ir/validate"
)

// A Writer writes modules and keeps its memory from one to the next. The zero
// Writer is ready to use.
type Writer struct {
	printer
	opts Options
	need extension

	smallest  bool     // no text is too short
	runtime   bool     // evaluated when the shader runs
	stamp     uint32   // of the present function
	stamps    []uint32 // of the last function that names it, by global, then by override
	long      bool     // the author uses a name like vec3f: vector types are written in full
	header    []byte
	split     []transform.SplitSampler
	dropped   []back.Dropped
	frozen    ir.Module        // a copy with overrides that have their initial values
	staged    ir.Module        // a copy whose task, mesh and ray stages have WGSL's form
	variables []stageVariables // by entry point, if there are these stages
	beyond    []back.Dropped
	moved     []transform.MovedBinding
	left      []ir.StructID // that are not written: see transform.SpreadElements

	entries  []text.Name // by entry point
	trimmed  []trimmed   // by struct
	skipped  []bool      // constants that are written out where they are used
	aliases  typeAliases
	fromBits [2]text.Name // helper functions for f32 and f16

	splatZeros bool // zero vectors are written with their component

	order []ir.FuncID
	of    *Writer // the writer that this one writes functions for; nil: there is none
}

// printer writes the bodies of functions.
type printer = clike.Writer

// language sets the spellings in which WGSL differs from other languages with the syntax of
// C.
func (w *Writer) language() {
	if w.L.Name != "" {
		return
	}
	w.L = clike.Language{
		Name: "wgsl", Operators: &operators, Scalars: &scalars, Float: appendFloat, FlatMatrices: true, Ordered: true,
		Templates: true, Bare: true, For: clike.ForShared, TypeName: w.typeName, Zero: w.zero, NotFinite: w.notFinite,
		Scalar: w.needScalar, DocMark: "///", SpecialTypes: true, Operation: w.operation,
		Let: w.let, Base: func(ptr ir.ExprID) { w.place(ptr, clike.Primary) }, Target: w.target, ImpliedBy: w.implied,
		Filters: w.filters,
	}
	for _, k := range [...]ir.Kind{ir.KindConstant, ir.KindUnary, ir.KindRelational, ir.KindLoad, ir.KindGlobal, ir.KindLocal, ir.KindAccess, ir.KindAccessIndex, ir.KindSelect, ir.KindBufferView} {
		w.L.Form[k] = w.form
	}
	spell := &w.L.Spell
	spell[ir.KindConstant], spell[ir.KindGlobal], spell[ir.KindLocal] = w.constant, w.pointer, w.pointer
	spell[ir.KindCompose], spell[ir.KindAccess], spell[ir.KindAccessIndex] = w.compose, w.access, w.access
	spell[ir.KindZeroValue] = w.zeroValue
	spell[ir.KindLoad], spell[ir.KindSelect], spell[ir.KindRelational] = w.load, w.choose, w.relational
	spell[ir.KindMath], spell[ir.KindAs], spell[ir.KindDerivative], spell[ir.KindUnary] = w.math, w.as, w.derivative, w.unary
	spell[ir.KindInterpolate] = func(e ir.ExprID) {
		w.Unsupported("inputs interpolated elsewhere than declared", w.Ex.SpanOf(e))
	}
	spell[ir.KindImageSample], spell[ir.KindImageLoad], spell[ir.KindImageQuery] = w.imageSample, w.imageLoad, w.imageQuery
	spell[ir.KindArrayLength], spell[ir.KindBufferView] = w.arrayLength, w.bufferView
	spell[ir.KindRayQueryGet], spell[ir.KindRayQueryVertex] = w.intersection, w.hitVertices
	w.L.Line[text.LineLoop] = w.loopLine
	simple := &w.L.Simple
	simple[text.LineUnused], simple[text.LineStore], simple[text.LineEffect] = w.unused, w.store, w.effect
	simple[text.LineVar] = w.variable
}

// polyfills are the functions that WGSL lacks and simpler ones can spell.
const polyfills = transform.PolyfillOuter | transform.PolyfillInverse | transform.PolyfillCarry | transform.PolyfillSelect |
	transform.PolyfillScalarReflect

// Write writes a valid module, which it leaves as it is. info may be nil. The
// error is an *UnsupportedError.
func Write(m *ir.Module, info *validate.Info, opts Options) (string, *Reflection, error) {
	var w Writer
	out, r, err := w.Write(m, info, opts)
	return string(out), r, err
}
