package refract

// Writing: which back end writes which language, and what its errors become.

import (
	"errors"
	"fmt"

	dotback "refract/back/dot"
	glslback "refract/back/glsl"
	hlslback "refract/back/hlsl"
	mslback "refract/back/msl"
	spirvback "refract/back/spirv"
	wgslback "refract/back/wgsl"
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
)

// WriteOptions say what Write writes.
type WriteOptions struct {
	Language Language
	Budget   Budget
	SPIRV    *spirvback.Options // for SPIRV and SPIRVAssembly; nil: spirvback.NewOptions()
	GLSL     *glslback.Options  // nil: glslback.NewOptions()
	ESSL     *glslback.Options  // of a version of OpenGL ES; nil: NewESSLOptions()
	HLSL     *hlslback.Options  // nil: hlslback.NewOptions()
	MSL      *mslback.Options   // nil: mslback.NewOptions()
	WGSL     wgslback.Options
	DOT      dotback.Options

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
}

// writers has the writer of each language that is written.
var writers = [numLanguages]func(*workspace, *Valid, *WriteOptions) (*Output, error){
	SPIRV:         (*workspace).writeSPIRV,
	SPIRVAssembly: (*workspace).writeSPIRV,
	GLSL:          (*workspace).writeGLSL,
	ESSL:          (*workspace).writeGLSL,
	HLSL:          (*workspace).writeHLSL,
	MSL:           (*workspace).writeMSL,
	WGSL:          (*workspace).writeWGSL,
	DOT:           (*workspace).writeDOT,
}

// CanWrite reports whether Write writes the language.
func CanWrite(l Language) bool { return l < numLanguages && writers[l] != nil }

// Write writes a valid module, which stays as it is.
//
// What the language can't express is an error that holds both a
// *diag.Diagnostics and the back end's own typed error, for errors.As. A
// language that isn't written is a *LanguageError.
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
	return out, err
}

// write writes a module within the budget.
func (w *workspace) write(v *Valid, o *WriteOptions) (*Output, error) {
	b := w.bound(v, o)
	out, err := writers[o.Language](w, v, o)
	if err != nil {
		return nil, err
	}
	return out, b.output(v, out)
}

// bound tells the writers how much they may write.
func (w *workspace) bound(v *Valid, o *WriteOptions) Budget {
	b := o.Budget.ofModule(v.Module)
	w.spirv.Bound(b.Output)
	w.hlsl.Bound(b.Output)
	w.glsl.Bound(b.Output)
	w.msl.Bound(b.Output)
	w.wgslWriter.Bound(b.Output)
	return b
}

func (w *workspace) writeSPIRV(v *Valid, o *WriteOptions) (*Output, error) {
	words, err := w.spirv.Write(nil, v.Module, o.spirv())
	if err != nil {
		return nil, targetError(v, err)
	}
	return w.spirvOutput(words, o.Language)
}

// writeOptimizedSPIRV writes a module through SSA form. Passes run after the
// transforms of the writer, so that checks that aren't needed go. Code that the
// passes took out of SSA form is written from the module that it becomes.
func (w *workspace) writeOptimizedSPIRV(v *Valid, o *WriteOptions, optimize *OptimizeOptions) (*Output, error) {
	passes := spirvback.Optimizer{Strict: optimize.Strict, Run: func(s *ssa.Shader) error {
		if _, err := optimize.Run(s); err != nil {
			return err
		}
		if hasRegisters(s) {
			return errLeftSSA
		}
		if err := ssa.Verify(s); err != nil {
			return &OptimizeError{err}
		}
		return nil
	}}
	w.bound(v, o)
	words, err := w.spirv.WriteOptimized(nil, v.Module, o.spirv(), passes)
	var failed *OptimizeError
	switch {
	case err == errLeftSSA:
		if v, err = Optimize(v, *optimize); err != nil {
			return nil, err
		}
		return w.writeSPIRV(v, o)
	case errors.As(err, &failed):
		return nil, optimizerFault(v, err)
	case err != nil:
		return nil, targetError(v, err)
	}
	return w.spirvOutput(words, o.Language)
}

// spirv is the options for SPIR-V.
func (o *WriteOptions) spirv() spirvback.Options {
	options := spirvback.NewOptions()
	if o.SPIRV != nil {
		options = *o.SPIRV
	}
	o.override(&options.Overrides)
	return options
}

func (w *workspace) spirvOutput(words []uint32, l Language) (out *Output, err error) {
	out = &Output{Language: l, Words: words, SPIRV: w.spirv.Reflection()}
	if l == SPIRVAssembly {
		out.Words = nil
		if out.Text, err = spirv.Disassemble(words, disassembly); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (w *workspace) writeGLSL(v *Valid, o *WriteOptions) (*Output, error) {
	options, err := o.glsl()
	if err != nil {
		return nil, err
	}
	text, r, err := w.glsl.Write(v.Module, v.Info, options)
	if err != nil {
		return nil, targetError(v, err)
	}
	return &Output{Language: o.Language, Text: string(text), GLSL: r}, nil
}

// glsl is the options for GLSL, or GLSL ES.
func (o *WriteOptions) glsl() (glslback.Options, error) {
	options, own := glslback.NewOptions(), o.GLSL
	if o.Language == ESSL {
		options, own = NewESSLOptions(), o.ESSL
	}
	if own != nil {
		options = *own
	}
	if o.Language == ESSL && !options.Version.ES {
		return options, &OptionError{"essl.version", fmt.Errorf("%v is no version of GLSL ES; for GLSL there is the language glsl", options.Version)}
	}
	if o.EntryPoint != "" {
		options.EntryPoint = o.EntryPoint
	}
	if o.Stage != ir.NoStage {
		options.Stage = o.Stage
	}
	o.override(&options.Overrides)
	return options, nil
}

func (w *workspace) writeHLSL(v *Valid, o *WriteOptions) (*Output, error) {
	options := hlslback.NewOptions()
	if o.HLSL != nil {
		options = *o.HLSL
	}
	o.override(&options.Overrides)
	text, r, err := w.hlsl.Write(v.Module, v.Info, options)
	if err != nil {
		return nil, targetError(v, err)
	}
	return &Output{Language: HLSL, Text: string(text), HLSL: r}, nil
}

func (w *workspace) writeMSL(v *Valid, o *WriteOptions) (*Output, error) {
	options := mslback.NewOptions()
	if o.MSL != nil {
		options = *o.MSL
	}
	o.override(&options.Overrides)
	out, err := w.msl.Write(v.Module, v.Info, options)
	if err != nil {
		return nil, targetError(v, err)
	}
	return &Output{Language: MSL, Text: out.Text, MSL: out}, nil
}

func (w *workspace) writeWGSL(v *Valid, o *WriteOptions) (*Output, error) {
	v, err := o.overridden(v)
	if err != nil {
		return nil, err
	}
	text, names, err := w.wgslWriter.Write(v.Module, v.Info, o.WGSL)
	if err != nil {
		return nil, targetError(v, err)
	}
	return &Output{Language: WGSL, Text: string(text), Renames: names.Renames, samplers: names.Samplers, entries: entriesOf(v)}, nil
}

func (w *workspace) writeDOT(v *Valid, o *WriteOptions) (*Output, error) {
	v, err := o.overridden(v)
	if err != nil {
		return nil, err
	}
	return &Output{Language: DOT, Text: dotback.Write(v.Module, o.DOT)}, nil
}
