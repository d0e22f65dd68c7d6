package msl

// This file holds the entry into the package: the writer and its state.

import (
	"fmt"

	"refract/back/internal/clike"
	"refract/back/text"
	"refract/diag"
	"refract/ir"
	"refract/ir/validate"
)

// UnsupportedError says that Metal, or the version of it, can't express what a
// module contains. Errors of Write that are the input's fault are of this type, or
// one of ir/transform's: *OverrideError, *SpecializeError.
type UnsupportedError struct {
	Version Version
	Feature string    // what can't be expressed
	Hint    string    // what would allow it, and the option to ask for that; "": nothing
	Span    diag.Span // where it stands; zero where it has no place
}

func (e *UnsupportedError) Error() string {
	text := fmt.Sprintf("Metal %v can't express %s", e.Version, e.Feature)
	if e.Hint != "" {
		text += "; " + e.Hint
	}
	return text
}

// Diagnostic is the code of the error, and its place.
func (e *UnsupportedError) Diagnostic() (diag.Code, diag.Span) { return diag.CodeUnsupported, e.Span }

// Write writes a valid module, which it leaves as it is. info may be nil.
func Write(m *ir.Module, info *validate.Info, opts Options) (*Output, error) {
	var w Writer
	return w.Write(m, info, opts)
}

// A Writer writes modules and keeps its memory from one to the next. The zero
// Writer is ready to use.
type Writer struct {
	printer
	opts Options
	err  *UnsupportedError

	// Names at module scope.
	entries   []text.Name // by entry point
	arrays    []text.Name // by TypeID
	sizesType text.Name
	helpers   []helper

	infos     []structInfo // by StructID
	typeState []declState  // by TypeID: arrays
	roles     []role       // by StructID
	uses      []uses       // by FuncID
	order     []ir.FuncID  // callees first
	sized     []ir.GlobalID
	sizeNames []string
	groups    []group
	pulled    []ir.GlobalID // by vertex buffer of the options: what stands for it, or 0

	// Of the function under way.
	stageIn []string // by parameter: a member of the stage's inputs, or ""
	input   text.Name
	sizes   text.Name
	outputs text.Name // struct that holds the one output of the entry point, or 0
}

// printer writes the bodies of functions.
type printer = clike.Writer

// language says how Metal spells what languages with the syntax of C spell otherwise.
func (w *Writer) language() {
	if w.L.Name != "" {
		return
	}
	w.L = clike.Language{
		Name:        "msl",
		Operators:   operators,
		Scalars:     &scalars,
		Float:       appendFloat,
		Relations:   &relationWords,
		Select:      selectWord,
		Implied:     &implied,
		BindFirst:   true,
		FallThrough: true,
		TypeName:    w.typeName,
		Declarator:  w.declarator,
		Zero:        w.zero,
		NotFinite:   w.notFinite,
		Scalar:      w.canWrite,
		DocMark:     "///",
		DocTrim:     "\\",
		Call:        w.call,
		Operation:   w.operation,
		Unsupported: w.unsupported,
		Jump:        w.jump,
		Initial:     w.initial,
		Argument:    w.argument,
		Target:      w.target,
		Index:       w.index,
		Member:      w.memberOf,
		IsOperator:  func(_ ir.Binary, e ir.ExprID) bool { return !w.binaryCall(e) },
	}
	w.L.Form[ir.KindArrayLength] = func(ir.ExprID) text.Form { return text.Product }
	spell := &w.L.Spell
	spell[ir.KindCompose], spell[ir.KindLoad], spell[ir.KindBinary] = w.compose, w.load, w.binary
	spell[ir.KindMath], spell[ir.KindAs], spell[ir.KindDerivative] = w.math, w.as, w.derivative
	spell[ir.KindImageSample], spell[ir.KindImageLoad], spell[ir.KindImageQuery] = w.imageSample, w.imageLoad, w.imageQuery
	spell[ir.KindArrayLength], spell[ir.KindRayQueryGet] = w.arrayLength, w.rayQueryGet
	spell[ir.KindRayQueryVertex] = func(e ir.ExprID) { w.unsupported("vertices of intersections", w.Ex.SpanOf(e)) }
	simple := &w.L.Simple
	simple[text.LineUnused], simple[text.LineStore], simple[text.LineCompound] = w.unused, w.store, w.compound
	simple[text.LineReturn] = w.returnLine
}

// implied are the operations in which a scalar may stand for a vector.
var implied = [ir.Ge + 1]clike.Sides{
	ir.Add: clike.OnBoth, ir.Sub: clike.OnBoth, ir.Mul: clike.OnBoth, ir.Div: clike.OnBoth, ir.Rem: clike.OnBoth,
}

type declState uint8

const (
	undeclared declState = iota
	declaring
	declared
)

// Write is the function of this name.
func (w *Writer) Write(m *ir.Module, _ *validate.Info, opts Options) (*Output, error) {
	tables.Do(makeTables)
	w.language()
	if opts.Version == 0 {
		opts.Version = DefaultVersion
	}
	w.opts, w.err = opts, nil
	m = m.CloneInto(&w.Clone)
	if err := w.raise(m); err != nil {
		return nil, err
	}
	w.Begin(m)
	w.Calls.Of(m)
	w.Out.Reset(words, opts.Minify)
	w.Layout.Reset(m)
	w.sizesType = 0
	w.findHelpers()
	w.findUses()
	w.findRoles()
	w.findHosts()
	w.declare()
	output := new(Output)
	w.module(output)
	if w.err != nil {
		return nil, w.err
	}
	output.Text = string(w.Out.Finish(w.header()))
	w.finish(output)
	return output, nil
}

// header is what every shader begins with.
func (w *Writer) header() []byte {
	h := "#include <metal_stdlib>\n"
	if w.opts.Minify {
		return []byte(h + "using namespace metal;\n")
	}
	h += "#include <simd/simd.h>\n\nusing namespace metal;\n"
	if w.Out.Len() > 0 {
		h += "\n"
	}
	return []byte(h)
}

// unsupported notes the first thing that can't be written.
func (w *Writer) unsupported(feature string, span diag.Span) {
	if w.err == nil {
		w.err = &UnsupportedError{Version: w.opts.Version, Feature: feature, Span: span}
	}
}

// since notes that a feature needs a version of Metal.
func (w *Writer) since(v Version, feature string, span diag.Span) {
	if w.opts.Version < v && w.err == nil {
		w.unsupported(feature, span)
		w.err.Hint = fmt.Sprintf("Metal %v can (--set msl.version=%v)", v, v)
	}
}
