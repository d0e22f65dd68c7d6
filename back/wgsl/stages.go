package wgsl

// This file refuses operations that WGSL lacks in the module's stage, and declares as read
// only the memory that a vertex shader reads and nothing writes: WGSL's vertex shaders have
// none that they could write.

import (
	"strings"

	"refract/diag"
	"refract/internal/back"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ir/validate"
)

// inVertex are the globals that entry points of the vertex stage use; nil if none is known
// or used.
func inVertex(m *ir.Module, info *validate.Info) (list []bool) {
	if info == nil {
		return nil
	}
	for k := range m.EntryPoints {
		if m.EntryPoints[k].Stage != ir.StageVertex {
			continue
		}
		for _, g := range info.EntryPoints[k].Globals {
			if list == nil {
				list = make([]bool, len(m.Globals))
			}
			list[g.Global] = true
		}
	}
	return list
}

// readByVertex are the globals that are to be declared read only, or nil.
func readByVertex(m *ir.Module, info *validate.Info) []bool {
	want := inVertex(m, info)
	if want == nil {
		return nil
	}
	list := transform.Unwritten(m, want)
	for _, is := range list {
		if is {
			return list
		}
	}
	return nil
}

// seesTests reports whether it shows that depth and stencil are tested, and written, before
// a fragment shader and not after it: if the shader writes to memory, throws fragments
// away, sets a tested value or reads attachments.
func seesTests(m *ir.Module, f *ir.Function, e *validate.EntryPointInfo) bool {
	if e.Uses&(validate.UsesDiscard|validate.UsesAtomic|validate.UsesInputAttachment|validate.UsesInterlock) != 0 {
		return true
	}
	for _, use := range e.Globals {
		if space := m.Globals[use.Global].Space; space != ir.SpacePrivate && use.Access&(validate.Write|validate.Atomic) != 0 {
			return true
		}
	}
	isTested := func(b ir.Binding) bool { return b.Kind == ir.BindBuiltIn } // depth, stencil, the mask
	if s := m.StructOf(f.Result); s != nil {
		for i := range s.Members {
			if isTested(s.Members[i].Binding) {
				return true
			}
		}
	}
	return isTested(f.ResultBinding)
}

// oneDevice makes the index of the device 0 if an input holds it: there is one device in
// WebGPU. It returns where it was.
func oneDevice(m *ir.Module) (at diag.Span, found bool) {
	for i := range m.EntryPoints {
		f := m.Functions[m.EntryPoints[i].Function]
		for k := len(f.Args) - 1; k >= 0; k-- {
			if isDeviceIndex(f.Args[k].Binding) {
				at, found = f.Args[k].Span, true
				f.DropArgument(k)
			}
		}
	}
	return at, found
}

func hasDeviceIndex(m *ir.Module) bool {
	for i := range m.EntryPoints {
		for _, a := range m.Functions[m.EntryPoints[i].Function].Args {
			if isDeviceIndex(a.Binding) {
				return true
			}
		}
	}
	return false
}

func isDeviceIndex(b ir.Binding) bool {
	return b.Kind == ir.BindBuiltIn && b.BuiltIn == ir.BuiltInDeviceIndex
}

// immediateArrays chooses immediate data with arrays in it, which the specification lacks.
func immediateArrays(m *ir.Module) func(ir.GlobalID) bool {
	return func(g ir.GlobalID) bool {
		return m.Globals[g].Space == ir.SpaceImmediate && holdsArray(m, m.Globals[g].Type)
	}
}

// stages refuses features that the stages of the entry points lack.
func (w *Writer) stages(info *validate.Info) {
	for k := range w.M.EntryPoints {
		e := &w.M.EntryPoints[k]
		f := w.M.Functions[e.Function]
		for i := range f.Args {
			a := &f.Args[i]
			w.stageInput(e, &a.Binding)
			if s := w.M.StructOf(a.Type); s != nil {
				for j := range s.Members {
					w.stageInput(e, &s.Members[j].Binding)
				}
			}
		}
		if w.opts.WGPU {
			continue
		}
		if w.opts.Standard && e.EarlyDepth == ir.EarlyDepthForce && (info == nil || seesTests(w.M, f, &info.EntryPoints[k])) {
			w.Unsupported("depth tests before the fragment shader", e.Span)
		}
		if e.Stage != ir.StageVertex || info == nil {
			continue
		}
		if info.EntryPoints[k].Uses&(validate.UsesSubgroup|validate.UsesSubgroupBarrier) != 0 {
			w.lacks("subgroup operations in vertex shaders", e.Span)
		}
		for _, use := range info.EntryPoints[k].Globals {
			g := &w.M.Globals[use.Global]
			if g.Space == ir.SpaceStorage && g.Access&ir.AccessWrite != 0 {
				w.lacks("storage buffers that a vertex shader could write", g.Span)
			} else if g.Space == ir.SpaceHandle && w.isWritable(g.Type) {
				w.lacks("storage textures that a vertex shader could write", g.Span)
			}
		}
	}
}

// lacks notes a feature that the specification lacks, and some implementations have: it is
// refused where the text is for all of them.
func (w *Writer) lacks(what string, span diag.Span) {
	if w.opts.Standard {
		w.Unsupported(what, span)
		return
	}
	w.beyond = append(w.beyond, back.Dropped{What: "no " + strings.TrimPrefix(what, "the ") + ": only some implementations take the output", Span: span})
}

// isWritable reports whether a type is of storage textures that may be written.
func (w *Writer) isWritable(id ir.TypeID) bool {
	t := w.M.Types.At(id)
	if t.Kind == ir.TypeBindingArray {
		t = w.M.Types.At(t.Base)
	}
	return t.Kind == ir.TypeImage && t.Class == ir.ImageStorage && t.Access&ir.AccessWrite != 0
}

// stageInput refuses an input that a stage lacks.
func (w *Writer) stageInput(e *ir.EntryPoint, b *ir.Binding) {
	if b.Kind != ir.BindBuiltIn {
		return
	}
	switch b.BuiltIn {
	case ir.BuiltInClipDistances:
		w.Unsupported("clip distances as an input", e.Span)
	case ir.BuiltInSubgroupSize, ir.BuiltInSubgroupInvocationID:
		if !w.opts.WGPU && e.Stage == ir.StageVertex {
			w.lacks("the built-in value "+b.BuiltIn.String()+" in vertex shaders", e.Span)
		}
	}
}
