package dxil

// This file holds the entry into the package: the writer and its results.

import (
	"encoding/binary"

	"refract/diag"
	"refract/internal/back"
	"refract/internal/back/direct3d"
	"refract/internal/dxil"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ir/validate"
	"refract/ssa"
)

// A Writer writes one module after the other and keeps its memory.
type Writer struct {
	opts      Options
	failed    *UnsupportedError
	wants     Profile // that has the feature which failed; 0: none
	frozen    []transform.FrozenOverride
	special   ir.GlobalID
	allPlaces []direct3d.Place // of the legalized module's globals
	places    []direct3d.Place // of those of module
	limit     int

	module       *ir.Module // with one entry point
	entry        *ir.EntryPoint
	resources    []resource
	lookup       direct3d.Lookup // of resources
	inputs       []element
	outputs      []element
	form         *direct3d.StageForm // of stages whose inputs and outputs are variables: see stage.go
	patch        []element
	patchPlaces  []patchPlace // by element of the form's patch
	streams      [4]int       // the first output of each stream
	payloadBytes uint32
	sharedBytes  uint32
	deps         *dependencies
	root         *dxil.RootSignature // the root signature; nil: none
	paramBytes   []uint32            // of libraries: sizes of the payload and of attributes
	sparse       bool                // the residency of texels is read
	doubles      bool                // there are 64-bit floats
	described    *describer          // the definitions that are being written
	gen          generator
}

// choice is the entry point of the options.
func (o *Options) choice() back.Choice {
	return back.Choice{Name: o.EntryPoint, Stage: o.Stage, Single: "DXIL"}
}

// Write writes the one entry point that the options leave of a valid module as a container. The
// error is an *UnsupportedError, a *back.EntryPointError, a *back.OptionError or a
// *transform.OverrideError.
func Write(m *ir.Module, info *validate.Info, opts Options) ([]byte, *Reflection, error) {
	return new(Writer).Write(m, info, opts, nil)
}

// Write is the function of this name, with an optimizer that runs in SSA form; nil: there is none.
func (w *Writer) Write(m *ir.Module, info *validate.Info, opts Options, optimize *back.Optimizer) (out []byte, r *Reflection, err error) {
	for {
		out, r, err = w.attempt(m, info, opts, optimize)
		if err == nil || !opts.RaiseModel || w.wants <= opts.Profile {
			return out, r, err
		}
		opts.Profile = w.wants
	}
}

// attempt writes for the shader model of the options.
func (w *Writer) attempt(m *ir.Module, info *validate.Info, opts Options, optimize *back.Optimizer) (out []byte, r *Reflection, err error) {
	w.opts, w.failed, w.wants = opts, nil, 0
	w.doubles = info.Required.Has(validate.Float64)
	if err := w.start(); err != nil {
		return nil, nil, err
	}
	found, err := opts.choice().One(m)
	if err != nil {
		return nil, nil, err
	}
	w.entry = &m.EntryPoints[found]
	if w.checkStage(m); w.failed != nil {
		return nil, nil, w.failed
	}
	if direct3d.CheckDerivatives(m, w.entry, func(feature string, at diag.Span) { w.needs(Profile66, feature, at) }, w.unsupported); w.failed != nil {
		return nil, nil, w.failed
	}
	if direct3d.CheckControls(m, w.unsupported); w.failed != nil {
		return nil, nil, w.failed
	}
	legal, err := w.legalize(m, transform.HasSharedBindings(m, info.UsedGlobals()))
	if err == nil {
		err = w.failure()
	}
	if err != nil {
		return nil, nil, err
	}
	w.allPlaces = w.places
	return w.one(legal, &m.EntryPoints[found], optimize)
}

// WriteEach writes every entry point that the options leave, in the order of the module, and
// calls f with each. The error is that of the first entry point that can't be written, or f's.
func (w *Writer) WriteEach(m *ir.Module, info *validate.Info, opts Options, optimize *back.Optimizer, f func(out []byte, r *Reflection) error) error {
	return opts.choice().Each(m, func(i int) error {
		e, one := &m.EntryPoints[i], opts
		one.EntryPoint, one.Stage = e.Name, e.Stage
		out, r, err := w.Write(m, info, one, optimize)
		if err != nil {
			return err
		}
		return f(out, r)
	})
}

func (w *Writer) start() error {
	if !w.opts.Profile.Exists() {
		w.unsupported("", diag.Span{})
		return w.failed
	}
	return w.opts.check()
}

// one writes an entry point of the legalized module.
func (w *Writer) one(legal *ir.Module, e *ir.EntryPoint, optimize *back.Optimizer) ([]byte, *Reflection, error) {
	m := w.only(legal, e)
	w.module, w.entry, w.sharedBytes, w.form = m, &m.EntryPoints[0], 0, nil
	w.payloadBytes = 0
	phases := []*ir.Module{m}
	if w.hasForm() {
		o := w.stageOptions(legal)
		if w.failed == nil {
			w.form, phases = direct3d.FormStage(m, o, w.unsupported)
		}
		if w.failed != nil {
			return nil, nil, w.failed
		}
		w.places = append(w.places, make([]direct3d.Place, len(m.Globals)-len(w.places))...)
	}
	w.findResources(m)
	w.findInterface(m)
	if direct3d.CheckGroup(w.entry, w.unsupported); w.form != nil {
		w.checkForm()
	}
	if w.failed != nil {
		return nil, nil, w.failed
	}
	var list []*ssa.Function
	for _, m := range phases {
		f, err := w.machineForm(m, optimize)
		if err != nil {
			return nil, nil, err
		}
		w.markResources(f)
		list = append(list, f)
	}
	w.numberResources()
	if err := w.makeRoot(legal, e); err != nil {
		return nil, nil, err
	}
	g := &w.gen
	g.start(w)
	name := "main"
	if w.paramBytes = w.paramBytes[:0]; w.isLibrary() {
		name = w.entry.Name
	}
	w.deps = new(dependencies)
	for k, f := range list {
		g.function(f, name+[...]string{"", "_patch"}[k])
		w.dependencies(f)
	}
	w.checkPositions()
	if w.failed != nil {
		return nil, nil, w.failed
	}
	data, err := w.container()
	if err != nil {
		return nil, nil, err
	}
	if w.limit > 0 && len(data) > w.limit {
		return nil, nil, &back.TooLongError{What: "bytes of DXIL", Limit: w.limit}
	}
	return data, w.reflection(), nil
}

// wordsOf are the bytes of a container as words.
func wordsOf(data []byte) []uint32 {
	list := make([]uint32, 0, (len(data)+3)/4)
	for len(data) >= 4 {
		list = append(list, binary.LittleEndian.Uint32(data))
		data = data[4:]
	}
	return list
}
