package refract

import (
	"context"
	"io"
	"slices"

	"refract/internal/back"
	"refract/internal/driver"
	"refract/ir"
	"refract/ir/validate"
	"refract/reflection"
	"refract/spirv"
	"refract/ssa"
)

// A Valid is a module that passed validation, with the findings about it. Both are
// read-only.
type Valid struct {
	Module *ir.Module
	Info   *validate.Info
}

// An Output is a module in another language. It is the caller's to keep.
type Output struct {
	Language Language
	Text     string   // unless Language.Binary
	Words    []uint32 // if Language.Binary
	// EntryPoint is the one that the output holds, as the module names it, where the
	// language is one entry point at a time; else "".
	EntryPoint string

	names back.Mapper
}

// Parse reads a shader into a module. The name stands in the diagnostics. The
// module is well typed but may still break rules that Validate checks.
//
// The error is a *diag.Diagnostics with all that is wrong with the input, a *LanguageError,
// or the error of a context that is done.
func Parse(ctx context.Context, name string, src []byte, o ParseOptions) (*ir.Module, error) {
	in, err := o.input(name)
	if err != nil {
		return nil, err
	}
	return driver.Parse(ctx, name, src, &in)
}

// Validate proves that a module obeys the rules of the IR. The module must not
// be changed afterwards while the Valid is in use.
//
// The error is a *diag.Diagnostics with all that is wrong, or the error of a context that is
// done.
func Validate(ctx context.Context, m *ir.Module, o ValidateOptions) (*Valid, error) {
	v, err := driver.Validate(ctx, m, o.rules())
	return (*Valid)(v), err
}

// Check reads a shader and validates it. Its errors are those of Parse and
// Validate.
func Check(ctx context.Context, name string, src []byte, o CheckOptions) (*Valid, error) {
	o.Parse.Capabilities = o.Validate.Capabilities
	in, err := o.Parse.input(name)
	if err != nil {
		return nil, err
	}
	v, err := driver.Check(ctx, name, src, &in, o.Validate.rules())
	return (*Valid)(v), err
}

// Optimize makes a better module of a valid one, which stays as it is. The error
// is an *OptimizeError, or holds the error of a context that is done.
func Optimize(ctx context.Context, v *Valid, o OptimizeOptions) (*Valid, error) {
	with := o.optimizing()
	better, err := driver.Optimize(ctx, (*driver.Valid)(v), &with)
	return (*Valid)(better), err
}

// Write writes a valid module, which stays as it is.
//
// A feature that the language can't express is an error that holds both a *diag.Diagnostics
// and the back end's own typed error, a diag.Diagnosable, for errors.As. A language that
// isn't written is a *LanguageError. The error of a context that is done is returned as it
// is.
func Write(ctx context.Context, v *Valid, o WriteOptions) (*Output, error) {
	list, err := o.write(ctx, v, false)
	if err != nil {
		return nil, err
	}
	return outputOf(&list[0]), nil
}

// WriteEach is Write with an output per entry point where the language is one entry
// point at a time, in the order of the module; else there is one output. The entry
// points are those that EntryPoint and Stage leave.
func WriteEach(ctx context.Context, v *Valid, o WriteOptions) ([]*Output, error) {
	list, err := o.write(ctx, v, true)
	return outputsOf(list), err
}

func (o *WriteOptions) write(ctx context.Context, v *Valid, each bool) ([]driver.Output, error) {
	w, err := o.writing(&Target{Language: o.Language, Each: each})
	if err != nil {
		return nil, err
	}
	return driver.Write(ctx, (*driver.Valid)(v), w, o.Warn)
}

// Translate reads a shader, validates it and writes it in the language o.To. Between SPIR-V
// and its assembly it converts instruction by instruction, without reading the module,
// unless the options change the output: that it be optimized, an entry point, options,
// values of overrides.
//
// The error is one of Parse, Validate, Optimize or Write.
func Translate(ctx context.Context, name string, src []byte, o TranslateOptions) (*Output, error) {
	t, err := o.translation(name, len(src), []Target{{Language: o.To}})
	if err != nil {
		return nil, err
	}
	lists, err := driver.Translate(ctx, name, src, t)
	if err != nil {
		return nil, err
	}
	return outputOf(&lists[0][0]), nil
}

// TranslateAll is Translate with several outputs, instead of o.To. There is a list for each
// target, in their order: of one output, unless the target has Each; nil for a target that
// can't hold the shader. The error then holds the diagnostics of all such targets. After
// any other error there are no outputs.
func TranslateAll(ctx context.Context, name string, src []byte, o TranslateOptions, targets ...Target) ([][]*Output, error) {
	t, err := o.translation(name, len(src), targets)
	if err != nil {
		return nil, err
	}
	lists, err := driver.Translate(ctx, name, src, t)
	if lists == nil {
		return nil, err
	}
	outputs := make([][]*Output, len(lists))
	for i := range lists {
		outputs[i] = outputsOf(lists[i])
	}
	return outputs, err
}

// Reflect describes a valid module: its entry points, resources, memory layouts and
// overrides, and the features that a device needs for it. Output.Mapping has the names that
// Write gives them and the places where it puts them.
//
// The error is one that holds a *diag.Diagnostics and, for errors.As, a
// *reflection.EntryPointError or *transform.OverrideError.
func Reflect(ctx context.Context, v *Valid, o reflection.Options) (*reflection.Reflection, error) {
	return driver.Reflect(ctx, (*driver.Valid)(v), o)
}

// ToSSA takes a valid module into SSA form. Local and private variables begin
// with zero, as WGSL has it, so that passes know their value.
func ToSSA(ctx context.Context, v *Valid, o OptimizeOptions) (*ssa.Shader, error) {
	with := o.optimizing()
	return driver.ToSSA(ctx, (*driver.Valid)(v), &with)
}

// RunPasses runs the passes of the options on a shader in SSA form. The error is an
// *OptimizeError, which may hold the error of a context that is done; the shader is then as
// the last pass left it.
func RunPasses(ctx context.Context, s *ssa.Shader, o OptimizeOptions) (*PassResult, error) {
	with := o.optimizing()
	return driver.Run(ctx, s, &with)
}

// FromSSA makes a valid module of a shader in SSA form. Phis become variables;
// apart from that the shader must hold nothing that modules can't: the error is an
// *OptimizeError.
func FromSSA(ctx context.Context, s *ssa.Shader) (*Valid, error) {
	v, err := driver.FromSSA(ctx, s)
	return (*Valid)(v), err
}

// outputsOf makes outputs for callers.
func outputsOf(list []driver.Output) []*Output {
	if list == nil {
		return nil
	}
	outputs := make([]*Output, len(list))
	for i := range list {
		outputs[i] = outputOf(&list[i])
	}
	return outputs
}

func outputOf(o *driver.Output) *Output {
	return &Output{Language: Language(o.Language.Name), Text: o.Text, Words: o.Words, EntryPoint: o.EntryPoint, names: o.Names}
}

// Mapping has the names and places that the output gives the things of the module; nil
// where nothing is known: of DOT, and of SPIR-V that was converted between its forms.
func (o *Output) Mapping() *reflection.Mapping {
	if o.names == nil {
		return nil
	}
	m := &reflection.Mapping{Version: reflection.Version, Language: o.Language.String(), EntryPoints: []reflection.MappedEntryPoint{},
		Resources: []reflection.MappedResource{}, Constants: []reflection.MappedConstant{}}
	o.names.Map(m)
	return m
}

// WriteTo writes the result of Bytes, words a piece at a time.
func (o *Output) WriteTo(w io.Writer) (n int64, err error) {
	if !o.Language.Binary() {
		k, err := io.WriteString(w, o.Text)
		return int64(k), err
	}
	const piece = 1 << 14 // words
	var buf []byte
	for words := range slices.Chunk(o.Words, piece) {
		buf = spirv.AppendBytes(buf[:0], words)
		k, err := w.Write(buf)
		if n += int64(k); err != nil {
			return n, err
		}
	}
	return n, nil
}

// Bytes returns the output as a file holds it: text in UTF-8, words with the
// low byte first.
func (o *Output) Bytes() []byte {
	if o.Language.Binary() {
		return spirv.AppendBytes(nil, o.Words)
	}
	return []byte(o.Text)
}
