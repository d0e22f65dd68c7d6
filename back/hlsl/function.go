package hlsl

// This file writes functions and entry points.

import (
	"refract/diag"
	"refract/internal/back/text"
	"refract/internal/reuse"
	"refract/ir"
)

// planOptions are HLSL's abilities.
func (w *Writer) planOptions() text.PlanOptions {
	return text.PlanOptions{
		LazySelect:   true,
		Calls:        &w.Calls,
		CopyParams:   true,
		MaxDepth:     64,
		EagerLogical: true,
		Initializers: true,
		OutResults:   1<<ir.StmtAtomic | 1<<ir.StmtImageAtomic,
		ByCall:       1 << ir.SpaceStorage,
		PlaceTwice:   ^uint32(0), // by FXC, and by DXC if an assignment is written out: see compound
	}
}

// Function writes a function: once for each entry point that it is, or once.
func (w *Writer) Function(id ir.FuncID) {
	f := w.M.Func(id)
	if len(w.M.EntryPoints) == 0 && !w.isExpressible(f) {
		return // only calls with other parameters were replaced
	}
	if !w.Enter(f, w.planOptions()) {
		return
	}
	w.fn = id
	w.Guards = reuse.Zeroed(w.Guards, f.ExprCount())
	w.repeated, w.repeatedBytes = 0, 0
	for i := range w.EntriesOf(id) {
		w.entry = &w.M.EntryPoints[i]
		if w.entry.Stage.Info().Variables {
			w.stageFunction(id, i)
			continue
		}
		w.function(id, w.entries[i])
		w.entry = nil
	}
	if !w.isEntry[id] {
		w.function(id, w.Functions[id])
	}
	w.Leave()
}

// isExpressible reports whether a function's parameters are of types that HLSL
// has.
func (w *Writer) isExpressible(f *ir.Function) bool {
	for i := range f.Args {
		if t := w.M.Types.At(f.Args[i].Type); t.Kind == ir.TypePointer && t.Space != ir.SpaceFunction {
			return false
		}
	}
	return true
}

func (w *Writer) function(id ir.FuncID, name text.Name) {
	o, f := &w.Out, w.F
	o.Blank()
	w.Doc(f.Doc)
	w.HeadDirective(f.Span)
	stage, body := ir.NoStage, w.stageBody(name)
	if w.entry != nil {
		stage = w.entry.Stage
		w.attributes()
	}
	if f.Result == 0 {
		o.Str("void")
	} else {
		w.valueType(f.Result)
	}
	o.Byte(' ')
	o.Declare(name)
	o.Open()
	o.Byte('(')
	w.Args = reuse.Zeroed(w.Args, len(f.Args))
	first := true
	for i := range f.Args {
		a := &f.Args[i]
		if body != nil && body.function(&a.Binding) != "" {
			continue // a function
		}
		if (w.entry != nil || body != nil) && a.Binding.Kind == ir.BindBuiltIn && isLoose(a.Binding.BuiltIn) {
			if a.Binding.BuiltIn == ir.BuiltInHelperInvocation {
				w.needs(ShaderModel66, "the built-in value helper_invocation", a.Span)
			} else {
				w.needs(ShaderModel60, "subgroups", a.Span)
			}
			continue // a function
		}
		if !first {
			o.Comma()
		}
		first = false
		if w.entry != nil {
			w.modifiers(&a.Binding, stage.Info().Inputs == ir.Varyings)
		}
		if w.entry != nil && a.Binding.IsPerVertex() {
			w.perVertexParameter(i)
			w.semantic(&a.Binding, 0, false, a.Span)
			continue
		}
		w.Args[i] = o.LocalName(a.Name, "arg")
		t := a.Type
		if p := w.M.Types.At(t); p.Kind == ir.TypePointer {
			if p.Space != ir.SpaceFunction {
				w.Unsupported("pointers as parameters", a.Span)
			}
			t = p.Base
			o.Str("inout ")
		}
		w.declarator(t, w.Args[i])
		w.paramLength(t, a.Span)
		o.Bind(w.Args[i])
		if w.entry != nil {
			w.semantic(&a.Binding, 0, false, a.Span)
		}
	}
	w.streamParameters(id, first)
	o.Byte(')')
	if w.entry != nil && f.Result != 0 {
		w.semantic(&f.ResultBinding, 0, stage.Info().Outputs == ir.Colors, f.Span)
	}
	o.Space()
	w.Locals = reuse.Zeroed(w.Locals, len(f.Locals))
	// Parameters and the outermost declarations share a scope.
	o.Byte('{')
	o.Indent()
	w.helperLane()
	w.perVertexValues()
	lines := w.Plan.First()
	w.Lines(lines)
	if f.Result != 0 && !w.isDXC() && !w.Plan.EndsInReturn(lines) {
		// FXC doesn't see that the end isn't reached.
		o.Line()
		o.Str("return ")
		w.zero(f.Result)
		o.Byte(';')
	}
	o.Outdent()
	if lines != 0 {
		o.Line()
	}
	o.Byte('}')
	o.Close()
	o.End()
}

// paramLength writes the length of a parameter that is a binding array: that of the
// arrays that are passed.
func (w *Writer) paramLength(id ir.TypeID, span diag.Span) {
	t := w.M.Types.At(id)
	if t.Kind != ir.TypeBindingArray {
		return
	}
	count := t.Length
	for i := range w.M.Globals {
		if w.M.Globals[i].Type == id && w.registers[i].Count != 0 {
			count = w.registers[i].Count
			break
		}
	}
	if count == 0 {
		w.Unsupported("binding arrays without a length as parameters", span)
	}
	w.Out.Byte('[')
	w.Out.Uint(uint64(count))
	w.Out.Byte(']')
}

// helperLane declares an entry point's flag for being a helper: the function reads the
// present state, which a discard changes.
func (w *Writer) helperLane() {
	if w.entry == nil {
		return
	}
	o := &w.Out
	for i := range w.F.Args {
		a := &w.F.Args[i]
		if a.Binding.Kind != ir.BindBuiltIn || a.Binding.BuiltIn != ir.BuiltInHelperInvocation {
			continue
		}
		o.Line()
		o.Str("bool ")
		w.Args[i] = o.LocalName(a.Name, "helper")
		o.Declare(w.Args[i])
		o.Bind(w.Args[i])
		o.Infix("=")
		o.Word(helperLaneWord)
		o.Str("();")
	}
}
