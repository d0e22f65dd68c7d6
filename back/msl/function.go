package msl

// This file writes functions, and the heads of entry points.

import (
	"refract/diag"
	"refract/internal/back/text"
	"refract/internal/ir/transform"
	"refract/internal/reuse"
	"refract/ir"
)

// planOptions are Metal's abilities. Operands are evaluated in any order, as C++ leaves it
// open. A remainder of floats is written as fmod.
var planOptions = text.PlanOptions{LazySelect: true, MaxDepth: 60, PlaceTwice: 1 << ir.Rem}

// Function writes a function: once for each entry point that it is, or once; or not at all.
func (w *Writer) Function(id ir.FuncID) {
	f := w.M.Func(id)
	if !w.isWritable(f) {
		return
	}
	w.id = id
	options := planOptions
	options.Calls = &w.Calls
	if transform.HasCooperative(w.M) {
		options.OutResults, options.OutProducts = 1<<ir.StmtCooperative, true
	}
	if !w.Enter(f, options) {
		return
	}
	isEntry := false
	for i := range w.EntriesOf(id) {
		w.entryPoint(i, w.output)
		isEntry = true
	}
	if !isEntry {
		w.function(id)
	}
	w.Leave()
}

// start makes room for the names of a function.
func (w *Writer) start() {
	w.Args = reuse.Zeroed(w.Args, len(w.F.Args))
	if cap(w.stageIn) < len(w.F.Args) {
		w.stageIn = make([]string, len(w.F.Args))
	}
	w.stageIn = w.stageIn[:len(w.F.Args)]
	clear(w.stageIn)
	w.Locals = reuse.Zeroed(w.Locals, len(w.F.Locals))
	w.Globals = reuse.Zeroed(w.Globals, len(w.M.Globals))
	w.sizes, w.input, w.outputs = 0, 0, 0
}

// declareLocal declares a name that is visible to the end of the function.
func (w *Writer) declareLocal(want, otherwise string) text.Name {
	n := w.Out.LocalName(want, otherwise)
	w.Out.Declare(n)
	w.Out.Bind(n)
	return n
}

func (w *Writer) function(id ir.FuncID) {
	o, f := &w.Out, w.F
	w.start()
	o.Blank()
	w.Doc(f.Doc)
	w.HeadDirective(f.Span)
	w.OpenFunction(id)
	some := false
	comma := func() {
		if some {
			o.Comma()
		}
		some = true
	}
	for i := range f.Args {
		comma()
		a := &f.Args[i]
		t := w.M.Types.At(a.Type)
		if t.Kind != ir.TypePointer {
			w.typeName(a.Type)
			o.Byte(' ')
		} else {
			w.reference(t.Base, t.Space, t.Access, 0, a.Span)
		}
		w.Args[i] = w.declareLocal(a.Name, "arg")
	}
	u := &w.uses[id]
	w.eachGlobal(u, func(g ir.GlobalID) {
		comma()
		w.parameter(g)
	})
	if u.sizes {
		comma()
		w.sizesParameter()
	}
	o.Byte(')')
	o.Space()
	w.functionBody(nil, nil)
}

// functionBody writes the body, whose declarations share the scope of the parameters; ahead
// writes its first lines, behind its last ones.
func (w *Writer) functionBody(ahead, behind func()) {
	w.CloseFunction(func() {
		if ahead != nil {
			ahead()
		}
		w.Lines(w.Plan.First())
		if behind != nil {
			behind()
		}
	})
}

// eachGlobal calls do for the globals that are parameters.
func (w *Writer) eachGlobal(u *uses, do func(ir.GlobalID)) {
	for i := 1; i < len(w.M.Globals); i++ {
		if u.has(ir.GlobalID(i)) {
			do(ir.GlobalID(i))
		}
	}
}

// reference writes the beginning of the declaration of a reference.
func (w *Writer) reference(t ir.TypeID, space ir.AddressSpace, access ir.AccessMode, memory ir.MemoryDecoration, span diag.Span) {
	o := &w.Out
	switch space {
	case ir.SpaceFunction, ir.SpacePrivate:
		o.Str("thread ")
	case ir.SpaceWorkgroup:
		o.Str("threadgroup ")
	case ir.SpaceUniform, ir.SpaceImmediate:
		o.Str("constant ")
	case ir.SpaceTaskPayload:
		o.Str("object_data ")
		if access&ir.AccessWrite == 0 {
			o.Str("const ")
		}
	case ir.SpaceStorage, ir.SpacePhysical:
		w.coherent(memory)
		o.Str("device ")
		if access&ir.AccessWrite == 0 {
			o.Str("const ")
		}
	default:
		w.Unsupported(space.String()+" memory", span)
		return
	}
	w.typeName(t)
	if w.M.Types.At(t).IsRuntimeSized() {
		o.Str("* ")
	} else {
		o.Str("& ")
	}
}

// parameter declares a global as a parameter.
func (w *Writer) parameter(id ir.GlobalID) {
	g := &w.M.Globals[id]
	if g.Space == ir.SpaceHandle || w.M.Types.At(g.Type).Kind == ir.TypeBindingArray {
		w.imageType(g)
		w.Out.Byte(' ')
	} else if in := w.interpolantOf(id); in != nil {
		w.Out.Str("thread ")
		w.interpolantType(in)
		w.Out.Str("& ")
	} else {
		w.checkGlobal(g)
		access := g.Access
		if g.Space == ir.SpaceTaskPayload && !w.writesPayload[w.id] {
			access = ir.AccessRead
		}
		w.reference(g.Type, g.Space, access, g.Memory, g.Span)
	}
	w.Globals[id] = w.declareLocal(g.Name, "global")
}

// checkGlobal refuses a buffer whose elements lie otherwise than in Metal; structs
// were looked at when they were declared.
func (w *Writer) checkGlobal(g *ir.Global) {
	if g.Space.IsBuffer() && !w.fits(g.Type, g.Layout, 0) {
		w.Unsupported("the layout of "+g.Name, g.Span)
	}
}

func (w *Writer) sizesParameter() {
	o := &w.Out
	o.Str("constant ")
	o.Name(w.sizesType)
	o.Str("& ")
	w.sizes = w.declareLocal("buffer_sizes", "")
}
