package refract

// The front door: each function is a short walk through the packages that do
// the work.

import (
	"context"
	"slices"

	"refract/diag"
	"refract/front"
	"refract/internal/parts"
	"refract/ir"
	"refract/ir/override"
	"refract/ir/validate"
)

// A WarningFunc receives what was found where nothing was an error.
type WarningFunc func(*diag.Diagnostics)

// ParseOptions say how Parse reads.
type ParseOptions struct {
	Language Language    // Auto: by the extension of the name
	Warn     WarningFunc // receives warnings; may be nil
	Budget   Budget

	// Options are those of the front ends, by language: a *wgsl.Options of
	// refract/front/wgsl for WGSL, a *glsl.Options of refract/front/glsl for GLSL, which
	// are those of ESSL, too.
	Options LanguageOptions

	// ClipSpace is the clip space of the positions that vertex shaders write. Nil: that of
	// the source's language; GLSL is Vulkan's or OpenGL's by its features.
	ClipSpace *ir.ClipSpace

	capabilities validate.Capabilities // what the module may use; 0: the language's default
}

// Parse reads a shader into a module. The name stands in the diagnostics. The
// module is well typed but may still break rules that Validate checks.
//
// The error is a *diag.Diagnostics with all that is wrong with the input, or a
// *LanguageError.
func Parse(name string, src []byte, o ParseOptions) (m *ir.Module, err error) {
	defer protect(name, &err)
	l, err := inputLanguage(name, o.Language)
	if err != nil {
		return nil, err
	}
	if !CanRead(l) {
		return nil, &LanguageError{Language: l, Name: name}
	}
	w := takeWorkspace()
	if m = w.module; len(src) > largeSource {
		m = ir.NewModule()
	}
	openSource(&w.source, name, src, l, o.Budget)
	if err = w.parse(m, l, &o); err != nil {
		m = nil
	} else if m == w.module {
		m = m.Clone()
	}
	w.release()
	return m, err
}

// parse reads the source into the module.
func (w *workspace) parse(m *ir.Module, l Language, o *ParseOptions) error {
	s := &w.source
	if err := s.List.Err(s.Sources); err != nil {
		return err
	}
	i := l.reading()
	f := frontEnds[i]
	options, err := o.Options.of(f.Language, f.OptionsOf, f.Options)
	if err != nil {
		return err
	}
	w.reading = front.Request{Options: options, Capabilities: o.capabilities, MaxConstants: o.Budget.of(len(s.Text)).Constants, Workers: o.Budget.Workers}
	w.reader(i).Read(m, s, &w.reading)
	if len(s.Text) > largeSource {
		w.readers[i] = nil
	}
	if err := s.List.Err(s.Sources); err != nil {
		return err
	}
	m.Sources = s.Sources
	if o.ClipSpace != nil {
		for i := range m.EntryPoints {
			if e := &m.EntryPoints[i]; e.Stage == ir.StageVertex {
				e.ClipSpace = *o.ClipSpace
			}
		}
	}
	b := o.Budget.ofModule(m)
	if err := b.instructions(m); err != nil {
		return budgetError(&Valid{Module: m}, err)
	}
	warn(s, o.Warn)
	return nil
}

// ValidateOptions say what Validate allows.
type ValidateOptions struct {
	Capabilities validate.Capabilities // what the module may use; zero: validate.Default, and of Check and Translate of languages other than WGSL, validate.All
	Warn         WarningFunc           // receives warnings; may be nil
	Budget       Budget

	// Overrides are the values that a pipeline gives to overrides, by id in decimal
	// or by name. Nil: nothing is known of a pipeline.
	Overrides map[string]float64

	sound  bool // the module is as its reader made it, whose handles hold
	limits bool // warn of what WGSL's limits don't guarantee
}

// from returns the options for a module that was read from a language.
func (o ValidateOptions) from(l Language) ValidateOptions {
	f := frontEnds[l.reading()]
	o.limits, o.sound = f.Limits, f.Sound
	if o.Capabilities == 0 {
		o.Capabilities = f.Capabilities
	}
	return o
}

// A Valid is a module that passed validation, with what was learned of it.
// Both are read-only.
type Valid struct {
	Module *ir.Module
	Info   *validate.Info
}

// Validate proves that a module obeys the rules of the IR. The module must not
// be changed afterwards while the Valid is in use.
//
// The error is a *diag.Diagnostics with all that is wrong.
func Validate(m *ir.Module, o ValidateOptions) (v *Valid, err error) {
	defer protect("", &err)
	w := takeWorkspace()
	if _, err = w.validate(m, &o); err == nil {
		v = &Valid{m, w.validator.Take()}
	}
	w.release()
	return v, err
}

// validate validates a module. The Info is the validator's.
func (w *workspace) validate(m *ir.Module, o *ValidateOptions) (*validate.Info, error) {
	list := &w.list
	info := w.validator.Validate(m, validate.Options{Capabilities: o.Capabilities, MaxLeaves: o.Budget.of(0).Leaves, Sound: o.sound, Workers: o.Budget.Workers}, list)
	if o.Overrides != nil && !list.HasErrors() {
		override.Check(m, o.Overrides, list)
	}
	if o.limits && o.Warn != nil && !list.HasErrors() {
		validate.WarnLimits(m, info, list)
	}
	if err := list.Err(m.Sources); err != nil {
		return nil, err
	}
	if found := list.Diagnostics(m.Sources); found != nil && o.Warn != nil {
		o.Warn(found)
	}
	return info, nil
}

// CheckOptions say how Check works. What Validate.Capabilities bring is allowed to the
// source, too: see the FrontEnd of the language's package.
type CheckOptions struct {
	Parse    ParseOptions
	Validate ValidateOptions
}

// Check reads a shader and validates it. Its errors are those of Parse and
// Validate.
func Check(name string, src []byte, o CheckOptions) (v *Valid, err error) {
	defer protect(name, &err)
	o.Parse.capabilities = o.Validate.Capabilities
	m, err := Parse(name, src, o.Parse)
	if err != nil {
		return nil, err
	}
	l, _ := inputLanguage(name, o.Parse.Language)
	o.Validate = o.Validate.from(l)
	return Validate(m, o.Validate)
}

// TranslateOptions say how Translate works. Of capabilities and extensions, see
// CheckOptions.
type TranslateOptions struct {
	From      Language           // Auto: by the extension of the name
	To        Language           // what to write
	Warn      WarningFunc        // receives warnings, once for each step that has any; may be nil
	Overrides map[string]float64 // see WriteOptions.Overrides
	Budget    *Budget            // in the place of those of the steps; may be nil
	Parse     ParseOptions
	Validate  ValidateOptions
	Optimize  OptimizeOptions // between Validate and Write; the zero value does nothing
	Write     WriteOptions
}

// Translate reads a shader, validates it and writes it. From, To, Warn and,
// where it is not nil, Overrides take the place of the fields of the same meaning
// in the options of the steps.
// Between SPIR-V and its assembly it converts instruction by instruction, without
// looking at what the module means, unless something is asked of the output: that it
// be optimized, an entry point, options, values of overrides.
//
// The error is one of Parse, Validate, Optimize or Write.
func Translate(name string, src []byte, o TranslateOptions) (*Output, error) {
	outputs, err := TranslateAll(name, src, o, o.To)
	if err != nil {
		return nil, err
	}
	return outputs[0], nil
}

// TranslateContext is Translate whose optimization ends between two passes when the
// context is done; the error holds the context's then.
func TranslateContext(ctx context.Context, name string, src []byte, o TranslateOptions) (*Output, error) {
	o.Optimize.ctx = ctx
	return Translate(name, src, o)
}

// TranslateAll is Translate with several languages to write, instead of o.To.
// The outputs are in the order of the languages. Where some can't hold the shader
// the error holds the diagnostics of them all, their outputs are nil, and the others
// are there; after any other error there are no outputs.
func TranslateAll(name string, src []byte, o TranslateOptions, to ...Language) ([]*Output, error) {
	targets := make([]Target, 0, 4)
	for _, l := range to {
		targets = append(targets, Target{Language: l})
	}
	lists, err := TranslateTargets(name, src, o, targets...)
	if lists == nil {
		return nil, err
	}
	if len(lists) == 1 && lists[0] != nil {
		return lists[0], err
	}
	outputs := make([]*Output, len(lists))
	for i, list := range lists {
		if list != nil {
			outputs[i] = list[0]
		}
	}
	return outputs, err
}

// TranslateTargets is Translate with several outputs, which say for themselves what
// they hold. There is a list for each target, in their order: of one output, where
// the target doesn't ask for each; nil for those that can't hold the shader, of which
// the error tells as TranslateAll's does.
func TranslateTargets(name string, src []byte, o TranslateOptions, targets ...Target) (outputs [][]*Output, err error) {
	defer protect(name, &err)
	for _, b := range []*Budget{&o.Parse.Budget, &o.Validate.Budget, &o.Optimize.Budget, &o.Write.Budget} {
		if o.Budget != nil {
			*b = *o.Budget
		}
		*b = b.of(len(src))
	}
	from, err := inputLanguage(name, o.From)
	if err != nil {
		return nil, err
	}
	for i := range targets {
		if err := Supported(from, targets[i].Language); err != nil {
			return nil, err
		}
	}
	if parts.Optimizer && isSPIRV(from) && !o.Optimize.active() {
		if n := o.converted(targets); n == len(targets) {
			return convertAll(name, src, from, &o, targets)
		} else if n > 0 {
			return translateEach(name, src, &o, targets)
		}
	}
	o.Parse.capabilities = o.Validate.Capabilities
	o.Parse.Warn, o.Validate.Warn = o.Warn, o.Warn
	if o.Overrides != nil {
		o.Validate.Overrides, o.Write.Overrides = o.Overrides, o.Overrides
	}
	w := takeWorkspace()
	openSource(&w.source, name, src, from, o.Parse.Budget)
	outputs, err = w.translateAll(from, &o, targets)
	w.release()
	return outputs, err
}

// translateAll goes the whole way from the source in the memory of the workspace.
func (w *workspace) translateAll(from Language, o *TranslateOptions, targets []Target) ([][]*Output, error) {
	if err := w.parse(w.module, from, &o.Parse); err != nil {
		return nil, err
	}
	o.Validate = o.Validate.from(from)
	info, err := w.validate(w.module, &o.Validate)
	if err != nil {
		return nil, err
	}
	w.valid = Valid{w.module, info}
	plan, err := o.optimization(&w.valid)
	if err != nil {
		return nil, err
	}
	outputs := make([][]*Output, len(targets))
	if len(targets) == 1 { // where the optimizer may be asked again it needs the module
		o.Write.own = !o.Optimize.active() || !o.Optimize.small() && !o.Write.with(&targets[0]).Language.takesSSA()
	}
	var failed targetErrors
	for i := range targets {
		if outputs[i], err = plan.protected(w, w.source.Name, o.Write.with(&targets[i]), targets[i].Each); err != nil && !failed.add(err) {
			return nil, err
		}
	}
	if o.Warn != nil {
		if from != WGSL {
			for _, out := range slices.Concat(outputs...) {
				out.findDivided(w.module)
			}
		}
		warnDropped(w.module, o.Warn, slices.Concat(outputs...)...)
	}
	return outputs, failed.err()
}

// Supported returns nil where Translate takes the language to each of the
// others, else a *LanguageError.
func Supported(from Language, to ...Language) error {
	for _, l := range to {
		switch {
		case !CanWrite(l):
			return &LanguageError{Language: l, Write: true}
		case !CanRead(from):
			return &LanguageError{Language: from}
		}
	}
	return nil
}
