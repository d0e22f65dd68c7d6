package refract

// Writing: a valid module to a back end, and what its errors become.

import (
	"errors"

	"refract/back"
	"refract/internal/parts"
	"refract/ir"
	"refract/ir/transform"
	"refract/ir/validate"
	"refract/ssa"
)

// WriteOptions say what Write writes.
type WriteOptions struct {
	Language Language
	Budget   Budget

	// Options are those of the back ends, by language: pointers to the Options of their
	// packages, as a *spirv.Options of refract/back/spirv for SPIRV, which are those of
	// SPIRVAssembly, too. A language that isn't there gets its package's NewOptions.
	Options LanguageOptions

	// EntryPoint picks one entry point, of Stage where names repeat: the output holds
	// that and what it reaches. "": all. GLSL and ESSL are one entry point: there ""
	// is the only one, or the only one of Stage, and an *EntryPointError where there
	// are several.
	EntryPoint string
	Stage      ir.Stage

	// Overrides are the values that a pipeline gives to overrides, by id in decimal
	// or by name, where the options of the language have none of their own. Nil:
	// overrides stay, where the language has them.
	Overrides map[string]float64

	Warn WarningFunc // receives warnings: of what the output leaves out; may be nil

	smallest bool // size is all that counts
	own      bool // the module is needed no longer
}

// Write writes a valid module, which stays as it is.
//
// What the language can't express is an error that holds both a
// *diag.Diagnostics and the back end's own typed error, a diag.Diagnosable, for
// errors.As. A language that isn't written is a *LanguageError.
func Write(v *Valid, o WriteOptions) (out *Output, err error) {
	defer protect("", &err)
	if !CanWrite(o.Language) {
		return nil, &LanguageError{Language: o.Language, Write: true}
	}
	if v, err = o.only(v); err != nil {
		return nil, err
	}
	w := takeWorkspace()
	out, err = w.write(v, &o)
	w.release()
	if err == nil {
		warnDropped(v.Module, o.Warn, out)
	}
	return out, err
}

// zeroing has the policies of the language for accesses out of bounds that passes must see.
func (o *WriteOptions) zeroing() (z transform.BoundsOptions) {
	i := o.Language.writing()
	if i < 0 || backEnds[i].Bounds == nil {
		return z
	}
	b := backEnds[i]
	if options, err := o.Options.of(b.Language, b.OptionsOf, b.Options); err == nil && options != nil {
		z = b.Bounds(options).Zeroing() // the default has none
	}
	return z
}

// request makes the request to a back end for a module, and returns the module that it
// is given: values of overrides are in place where the back end knows nothing about them.
func (o *WriteOptions) request(r *back.Request, v *Valid, b *back.BackEnd) (*Valid, error) {
	options, err := o.Options.of(b.Language, b.OptionsOf, b.Options)
	if err != nil {
		return nil, err
	}
	if b.Overrides == nil {
		if v, err = o.overridden(v); err != nil {
			return nil, err
		}
	}
	var set ir.ScalarSet
	if b.Lacks != nil && v.Info.Required&sizedCapabilities != 0 {
		if v, set, err = emulated(v, b.Lacks(options)); err != nil {
			return nil, err
		}
	}
	budget := o.Budget.ofModule(v.Module)
	*r = back.Request{Module: v.Module, Info: v.Info, Options: options, EntryPoint: o.EntryPoint, Stage: o.Stage,
		Overrides: o.Overrides, Limit: budget.Output, Smallest: o.smallest, Own: o.own, Workers: o.Budget.Workers, Emulated: set}
	return v, nil
}

// write writes a module within the budget.
func (w *workspace) write(v *Valid, o *WriteOptions) (*Output, error) {
	return w.writeRequest(v, o, nil)
}

func (w *workspace) writeRequest(v *Valid, o *WriteOptions, optimizer *back.Optimizer) (*Output, error) {
	i := o.Language.writing()
	r := &w.writing
	v, err := o.request(r, v, backEnds[i])
	if err != nil {
		return nil, err
	}
	r.Optimize = optimizer
	written, err := w.writer(i).Write(r)
	if err != nil {
		var failed *OptimizeError
		switch {
		case err == errLeftSSA:
			return nil, err
		case parts.Optimizer && errors.As(err, &failed):
			return nil, optimizerFault(v, err)
		}
		return nil, targetError(v, err)
	}
	out := outputOf(o.Language, &written)
	out.emulated = r.Emulated
	b := o.Budget.ofModule(v.Module)
	return out, b.output(v, out)
}

// writeOptimized writes a module through SSA form, of a back end that takes that.
// Passes run after the transforms of the writer, so that checks that aren't needed go.
// Code that the passes took out of SSA form is written from the module that it becomes.
func (w *workspace) writeOptimized(v *Valid, o *WriteOptions, optimize *OptimizeOptions) (*Output, error) {
	if !parts.Optimizer {
		return nil, &OptimizeError{errNoOptimizer}
	}
	options := *optimize
	out, err := w.writeRequest(v, o, &back.Optimizer{Strict: options.Strict, Run: func(s *ssa.Shader) error {
		if _, err := options.Run(s); err != nil {
			return err
		}
		if hasRegisters(s) {
			return errLeftSSA
		}
		if err := ssa.Verify(s); err != nil {
			return &OptimizeError{err}
		}
		return nil
	}})
	if err == errLeftSSA {
		if v, err = Optimize(v, options); err != nil {
			return nil, err
		}
		return w.write(v, o)
	}
	return out, err
}

// ownOverrides reports whether options of any language have values of overrides of
// their own.
func (o *WriteOptions) ownOverrides() bool {
	for _, b := range backEnds {
		options, err := o.Options.of(b.Language, b.OptionsOf, b.Options)
		if err == nil && options != nil && b.Overrides != nil && b.Overrides(options) != nil {
			return true
		}
	}
	return false
}

// overridden returns the module with the values in the place of its overrides,
// for the languages whose writers don't know about them. What the module says
// with these values is validated anew.
func (o *WriteOptions) overridden(v *Valid) (*Valid, error) {
	if o.Overrides == nil {
		return v, nil
	}
	m := v.Module.Clone()
	if err := transform.SubstituteOverrides(m, o.Overrides); err != nil {
		return nil, targetError(v, err)
	}
	return Validate(m, ValidateOptions{Capabilities: validate.All})
}
