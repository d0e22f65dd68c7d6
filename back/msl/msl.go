package msl

// This file holds the entry into the package: the writer and its state.

import (
	"fmt"

	"refract/back/text"
	"refract/diag"
	"refract/ir"
	"refract/ir/layout"
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
	out    text.Writer
	plan   text.Plan
	calls  text.CallEffects
	m      *ir.Module
	opts   Options
	err    *UnsupportedError
	layout layout.Cache
	clone  ir.Module

	ex    *ir.Exprs    // of the function, or Module.Consts
	f     *ir.Function // under way
	body  bool         // ex is the function's, and planned
	depth int          // of module-scope expressions
	head  bool         // a statement in the head of a for loop is under way
	spine []ir.ExprID
	list  []ir.ExprID

	// Names at module scope.
	structs   []text.Name
	constants []text.Name
	overrides []text.Name
	functions []text.Name
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

	// Names of the function under way.
	args    []text.Name
	stageIn []string // by parameter: a member of the stage's inputs, or ""
	input   text.Name
	locals  []text.Name
	values  []text.Name
	globals []text.Name
	sizes   text.Name
	outputs text.Name // struct that holds the one output of the entry point, or 0
}

// Bound sets how many bytes of text are written at most; 0 is no bound. A Writer that
// passes it panics with a *back.TooLongError, and must not be used again.
func (w *Writer) Bound(bytes int) { w.out.Bound(bytes) }

type declState uint8

const (
	undeclared declState = iota
	declaring
	declared
)

// Write is the function of this name.
func (w *Writer) Write(m *ir.Module, _ *validate.Info, opts Options) (*Output, error) {
	tables.Do(makeTables)
	if opts.Version == 0 {
		opts.Version = DefaultVersion
	}
	w.opts, w.err = opts, nil
	m = m.CloneInto(&w.clone)
	if err := w.raise(m); err != nil {
		return nil, err
	}
	w.m = m
	w.ex, w.f, w.body, w.depth = &m.Consts, nil, false, 0
	w.calls.Of(m)
	w.out.Reset(words, opts.Minify)
	w.layout.Reset(m)
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
	output.Text = string(w.out.Finish(w.header()))
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
	if w.out.Len() > 0 {
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
