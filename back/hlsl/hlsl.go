package hlsl

// This file holds the entry into the package: the writer and what it returns.

import (
	"refract/back/text"
	"refract/ir"
	"refract/ir/layout"
	"refract/ir/validate"
)

// Write writes a valid module, which it leaves as it is. info may be nil. The
// error is an *UnsupportedError, a *back.EntryPointError, or one of those of transform.SubstituteOverrides
// and transform.PointerParams.
func Write(m *ir.Module, info *validate.Info, opts Options) (string, *Reflection, error) {
	var w Writer
	out, r, err := w.Write(m, info, opts)
	return string(out), r, err
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
	clone  ir.Module
	layout layout.Cache

	ex    *ir.Exprs    // of the function, or Module.Consts
	f     *ir.Function // under way
	body  bool         // ex is the function's, and planned
	typed bool         // the literal to be written takes the suffix of its type
	entry *ir.EntryPoint
	depth int // of module-scope expressions
	spine []ir.ExprID
	terms []term
	list  []ir.ExprID

	structs   []text.Name
	members   [][]string // by struct; nil: as in the module
	constants []text.Name
	globals   []text.Name
	functions []text.Name
	entries   []text.Name   // by entry point
	order     []ir.FuncID   // callees before callers
	done      []bool        // by struct, or by function
	isEntry   []bool        // by function
	packed    []ir.LayoutID // by struct: how it lies in constant buffers, if it does
	roles     []role        // by struct: as input or output
	written   []bool        // by global: something stores to it
	registers []register    // by global
	special   ir.GlobalID   // the buffer of special constants
	helpers   helpers

	args     []text.Name
	locals   []text.Name
	values   []text.Name
	guards   []text.Name
	loop     *text.Line // innermost, if a continue goes through its continuing block
	tall     bool       // the declaration before had several lines
	repeated int        // lines of continuing blocks written again
}

// Bound sets how many bytes of text are written at most; 0 is no bound. A Writer that
// passes it panics with a *back.TooLongError, and must not be used again.
func (w *Writer) Bound(bytes int) { w.out.Bound(bytes) }

// Write is the function of this name; the text is the writer's memory until its
// next use.
func (w *Writer) Write(m *ir.Module, _ *validate.Info, opts Options) ([]byte, *Reflection, error) {
	tables.Do(makeTables)
	if !opts.ShaderModel.Exists() {
		return nil, nil, &UnsupportedError{Model: opts.ShaderModel}
	}
	w.opts, w.err = opts, nil
	if err := w.copyReached(&w.clone, m); err != nil {
		return nil, nil, err
	}
	m = &w.clone
	if err := w.raise(m); err != nil {
		return nil, nil, err
	}
	w.m = m
	w.ex, w.f, w.body, w.entry, w.depth = &m.Consts, nil, false, nil, 0
	w.out.Reset(words, opts.Minify)
	w.layout.Reset(m)
	w.prepare()
	w.module()
	if w.err != nil {
		return nil, nil, w.err
	}
	out := w.out.Finish(nil)
	return out, w.reflection(), nil
}

// isDXC reports whether the text is for DXC, not FXC.
func (w *Writer) isDXC() bool { return w.opts.ShaderModel >= ShaderModel60 }
