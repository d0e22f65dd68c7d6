package refract

// Writing: which back end writes which language, and what its errors become.

import (
	"errors"

	dotback "refract/back/dot"
	glslback "refract/back/glsl"
	hlslback "refract/back/hlsl"
	mslback "refract/back/msl"
	spirvback "refract/back/spirv"
	wgslback "refract/back/wgsl"
	"refract/diag"
	"refract/spirv"
)

// WriteOptions say what Write writes.
type WriteOptions struct {
	Language Language
	SPIRV    *spirvback.Options // for SPIRV and SPIRVAssembly; nil: spirvback.NewOptions()
	GLSL     *glslback.Options  // nil: glslback.NewOptions()
	HLSL     *hlslback.Options  // nil: hlslback.NewOptions()
	MSL      *mslback.Options   // nil: mslback.NewOptions()
	WGSL     wgslback.Options
	DOT      dotback.Options
}

// writers has the writer of each language that is written.
var writers = [numLanguages]func(*workspace, *Valid, *WriteOptions) (*Output, error){
	SPIRV:         (*workspace).writeSPIRV,
	SPIRVAssembly: (*workspace).writeSPIRV,
	GLSL:          (*workspace).writeGLSL,
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
func Write(v *Valid, o WriteOptions) (*Output, error) {
	if !CanWrite(o.Language) {
		return nil, &LanguageError{Language: o.Language, Write: true}
	}
	w := takeWorkspace()
	out, err := writers[o.Language](w, v, &o)
	w.release()
	return out, err
}

func (w *workspace) writeSPIRV(v *Valid, o *WriteOptions) (*Output, error) {
	options := spirvback.NewOptions()
	if o.SPIRV != nil {
		options = *o.SPIRV
	}
	words, err := w.spirv.Write(nil, v.Module, options)
	if err != nil {
		var unsupported *spirvback.UnsupportedError
		if errors.As(err, &unsupported) {
			err = inexpressible(v, "unsupported-in-target", unsupported.Span, err)
		}
		return nil, err
	}
	out := &Output{Language: o.Language, Words: words}
	if o.Language == SPIRVAssembly {
		out.Words = nil
		if out.Text, err = spirv.Disassemble(words, disassembly); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (w *workspace) writeGLSL(v *Valid, o *WriteOptions) (*Output, error) {
	options := glslback.NewOptions()
	if o.GLSL != nil {
		options = *o.GLSL
	}
	text, r, err := w.glsl.Write(v.Module, v.Info, options)
	if err != nil {
		var unsupported *glslback.UnsupportedError
		if errors.As(err, &unsupported) {
			err = inexpressible(v, "unsupported-in-target", unsupported.Span, err)
		}
		return nil, err
	}
	return &Output{Language: GLSL, Text: string(text), GLSL: r}, nil
}

func (w *workspace) writeHLSL(v *Valid, o *WriteOptions) (*Output, error) {
	options := hlslback.NewOptions()
	if o.HLSL != nil {
		options = *o.HLSL
	}
	text, r, err := w.hlsl.Write(v.Module, v.Info, options)
	if err != nil {
		var unsupported *hlslback.UnsupportedError
		if errors.As(err, &unsupported) {
			err = inexpressible(v, "unsupported-in-target", unsupported.Span, err)
		}
		return nil, err
	}
	return &Output{Language: HLSL, Text: string(text), HLSL: r}, nil
}

func (w *workspace) writeMSL(v *Valid, o *WriteOptions) (*Output, error) {
	options := mslback.NewOptions()
	if o.MSL != nil {
		options = *o.MSL
	}
	out, err := w.msl.Write(v.Module, v.Info, options)
	if err != nil {
		var unsupported *mslback.UnsupportedError
		if errors.As(err, &unsupported) {
			err = inexpressible(v, "unsupported-in-target", unsupported.Span, err)
		}
		return nil, err
	}
	return &Output{Language: MSL, Text: out.Text, MSL: out}, nil
}

func (w *workspace) writeWGSL(v *Valid, o *WriteOptions) (*Output, error) {
	text, names, err := w.wgslWriter.Write(v.Module, v.Info, o.WGSL)
	if err != nil {
		var unsupported *wgslback.UnsupportedError
		if errors.As(err, &unsupported) {
			err = inexpressible(v, "unsupported-in-target", unsupported.Span, err)
		}
		return nil, err
	}
	return &Output{Language: WGSL, Text: string(text), Renames: names.Renames}, nil
}

func (w *workspace) writeDOT(v *Valid, o *WriteOptions) (*Output, error) {
	return &Output{Language: DOT, Text: dotback.Write(v.Module, o.DOT)}, nil
}

// An inexpressibleError is a diagnostic with the back end's error behind it.
type inexpressibleError struct {
	*diag.Diagnostics
	cause error
}

func (e *inexpressibleError) Unwrap() []error { return []error{e.Diagnostics, e.cause} }

// inexpressible makes a diagnostic of what a back end can't write.
func inexpressible(v *Valid, code diag.Code, span diag.Span, cause error) error {
	var list diag.List
	list.Errorf(code, span, "%v", cause)
	return &inexpressibleError{list.Diagnostics(v.Module.Sources), cause}
}
