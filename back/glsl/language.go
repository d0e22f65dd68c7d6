package glsl

// This file holds the writer, and its language's differences from others with the syntax of
// C.

import (
	"refract/internal/back"
	"refract/internal/back/clike"
	"refract/internal/back/text"
	"refract/internal/ir/compact"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ir/validate"
)

// A Writer writes modules and keeps its memory from one to the next. The zero
// Writer is ready to use.
type Writer struct {
	printer
	opts       Options
	extensions []string
	header     []byte
	picked     ir.Module      // the module that is written, with the entry points that are legalized
	alone      *ir.EntryPoint // the only one that is written, of several; nil: there is no such
	aside      aside
	entries    []ir.EntryPoint

	entry         *ir.EntryPoint
	main          *ir.Function
	firstInstance ir.GlobalID
	combined      []transform.CombinedSampler
	last          bool // nothing comes behind the line in main

	precision precisions
	hitForm   back.HitObjects // that the module is written by
	use       uses
	shared    shared
	blocks    []text.Name   // by global: the name of its block
	zeros     []text.Name   // by type: the function that makes its zero value
	slots     []slot        // by global
	bound     []ir.GlobalID // memory of order
	kept      []ir.GlobalID // that entry points use whose functions were left out
	apart     compact.Alone
	nameSet   nameSet
	whole     []int       // by FuncID-1: see noteWhole
	ranked    []int       // memory of ranks
	block     perVertex   // gl_PerVertex, if it is declared anew
	inputs    []text.Name // of the entry point, by parameter
	outputs   []output

	fixed         map[string]bool      // names that hosts and other stages look up, which the text has already
	wholes        map[string]text.Name // variables whose parts are inputs or outputs
	declaredWhole map[text.Name]bool   // those that are declared
	open          [][]text.Name        // by global: names of the members of a block without an instance name
	asBool        []bool               // by global: a uniform is declared as bool
	behind        []string             // by global: the member that an array of built-in values is, with its dot
	usedWhole     []bool               // by global, if there are blocks without an instance name: see findUsedWhole

	specialized []bool   // by type: it holds an array that an override sizes; empty: none does
	specNumbers []uint32 // by override: its constant_id
	declared    []bool   // by override: it is declared as a constant
	dimension   []uint8  // by override: 1 + the dimension of the workgroup that it is

	notes   []back.Dropped // what the output doesn't keep, for whole modules
	noted   map[string]bool
	fresh   bool         // an assignment of parts is at the beginning of a line
	indices []ir.LocalID // of GLSL ES 1.00: counters of loops with constant bounds, in the function under way

	references map[ir.TypeID]text.Name // by type of pointers to physical memory: the name of its block
	address    text.Name               // of the function that known addresses go through

	of *Writer // the writer that this one writes functions for; nil: there is none
}

// printer writes the bodies of functions.
type printer = clike.Writer

// language sets GLSL's differences from other languages with the syntax of C.
func (w *Writer) language() {
	if w.L.Name != "" {
		w.L.Scalars = w.scalarTable()
		return
	}
	w.L = clike.Language{
		Name: "glsl", Operators: &text.COperators, Scalars: w.scalarTable(), Float: appendFloat, Relations: &relationalWords,
		Select: mixWord, Implied: &implied, FlatMatrices: true, OneScope: true, For: clike.ForShared,
		FallThrough: true, DropDead: true, TypeName: w.typeName, Declarator: w.declarator, Zero: w.zero,
		NotFinite: w.notFinite, Scalar: w.needScalar, DocMark: "//",
		DocTrim: "\\", Combined: true, Part: w.openMember, Operation: w.operation, Jump: w.jump,
		Wanted: wanted, Argument: w.argument, Address: w.reference, StructureAt: true, Index: w.index,
		Let: w.let, Qualify: func(l *ir.Local) { w.relaxed(l.Relaxed, l.Type) },
		IsOperator: func(b ir.Binary, _ ir.ExprID) bool { return !w.isFunction(b) }, Silent: w.isSilent,
	}
	form, spell := &w.L.Form, &w.L.Spell
	form[ir.KindUnary], form[ir.KindMath] = w.unaryForm, w.mathForm
	spell[ir.KindAccess], spell[ir.KindAccessIndex] = w.access, w.access
	spell[ir.KindLoad] = w.load
	spell[ir.KindUnary], spell[ir.KindBinary] = w.unary, w.binary
	spell[ir.KindMath], spell[ir.KindAs], spell[ir.KindDerivative] = w.math, w.as, w.derivative
	spell[ir.KindInterpolate] = w.interpolate
	spell[ir.KindOverride] = w.override
	spell[ir.KindImageSample], spell[ir.KindImageLoad] = w.imageSample, w.imageLoad
	size := func(e ir.ExprID) { w.convertInt(w.Ex.TypeOf(e), e) }
	spell[ir.KindImageQuery], spell[ir.KindArrayLength] = size, size
	spell[ir.KindRayQueryGet] = w.rayQueryGet
	spell[ir.KindRayQueryVertex] = func(e ir.ExprID) { w.Unsupported("vertices of a ray query's hit", w.Ex.SpanOf(e)) }
	w.L.Line[text.LineReturn] = w.returnLine
	w.oldLanguage()
}

// implied are the operations that let a scalar stand for a vector (section "Operators").
var implied = [ir.Ge + 1]clike.Sides{
	ir.Add: clike.OnBoth, ir.Sub: clike.OnBoth, ir.Mul: clike.OnBoth, ir.Div: clike.OnBoth, ir.Rem: clike.OnBoth,
	ir.And: clike.OnBoth, ir.Or: clike.OnBoth, ir.Xor: clike.OnBoth,
	ir.Shl: clike.OnRight, ir.Shr: clike.OnRight,
}

// Write writes one entry point of a valid module, which it leaves as it is. info
// may be nil. The error is an *UnsupportedError, a *back.EntryPointError, or that of a
// transform: *transform.OverrideError, *transform.SpecializeError.
//
// The texts of a module's entry points link: their common parts have one name, one shape
// and one binding in all of them.
func Write(m *ir.Module, info *validate.Info, opts Options) (string, *Reflection, error) {
	var w Writer
	out, r, err := w.Write(m, info, opts)
	return string(out), r, err
}
