package refract

// The options of each step, and of the writers by name, as a command line or a
// configuration file has them.

import (
	"maps"

	"refract/diag"
	"refract/internal/back"
	"refract/internal/driver"
	"refract/ir"
	"refract/ir/validate"
	"refract/language"
	"refract/ssa"
	"refract/ssa/pass"
)

// A WarningFunc receives findings of a step that has no errors.
type WarningFunc func(*diag.Diagnostics)

// MaxSourceBytes is the size of the largest input that is read, unless a Budget has
// another.
const MaxSourceBytes = driver.MaxSourceBytes

// A Budget bounds the cost of one input. A few bytes of a language can describe a lot:
// constants made of constants, structs of structs, arrays of zeros that a target has to
// spell out. A field that is 0 stands for the default.
type Budget struct {
	// Source is the size of an input in bytes; at most 1 GiB. Default: MaxSourceBytes.
	Source int `json:"source,omitempty"`
	// Constants is how many scalars the constants of a module have together, as often
	// as they are written out; zeros don't count. Default: 262144 and one for each
	// byte of the input.
	Constants int `json:"constants,omitempty"`
	// Leaves is how many scalars, vectors, matrices and arrays a type has, down
	// through its structs; the elements of an array are one. Default: 65536.
	Leaves int `json:"leaves,omitempty"`
	// Instructions is how many expressions and statements a module has, at any time
	// on its way. Default: 4194304 and 64 for each byte of the input.
	Instructions int `json:"instructions,omitempty"`
	// Output is the size in bytes of the output in one language. Default: 64 MiB and 64
	// bytes for each byte of the input.
	Output int `json:"output,omitempty"`
	// Workers is how many goroutines read, check and write the functions of a large module,
	// at most. The output is the same. Default: as many as run at once
	// (runtime.GOMAXPROCS); 1: the caller's alone.
	Workers int `json:"workers,omitempty"`
}

// ParseOptions are the options of Parse.
type ParseOptions struct {
	Language Language    // Auto: by the extension of the name
	Warn     WarningFunc // receives warnings; may be nil
	Budget   Budget

	// Options are those of the front ends, by language: a *wgsl.Options of
	// refract/front/wgsl for WGSL, a *hlsl.Options of refract/front/hlsl for HLSL, a
	// *glsl.Options of refract/front/glsl for GLSL, which are those of ESSL, too.
	Options LanguageOptions

	// ClipSpace is the clip space of the positions that shaders write. Nil: that of
	// the source's language; GLSL is Vulkan's or OpenGL's by its features.
	ClipSpace *ir.ClipSpace

	// Capabilities are allowed to the source; 0: the language's default. Check and
	// Translate take those of ValidateOptions instead.
	Capabilities validate.Capabilities
}

// input resolves the options for a source of that name.
func (o *ParseOptions) input(name string) (in driver.Input, err error) {
	f, err := frontEnd(name, o.Language)
	if err != nil {
		return in, err
	}
	options, err := o.Options.of(f.Language, f.OptionsOf, f.Options)
	return driver.Input{FrontEnd: f, Options: options, Capabilities: o.Capabilities, ClipSpace: o.ClipSpace, Warn: o.Warn, Budget: driver.Budget(o.Budget)}, err
}

// ValidateOptions are the options of Validate.
type ValidateOptions struct {
	Capabilities validate.Capabilities // what the module may use; zero: validate.Default, and of Check and Translate of languages other than WGSL, validate.All
	Warn         WarningFunc           // receives warnings; may be nil
	Budget       Budget

	// Overrides are the values that a pipeline gives to overrides, by id in decimal
	// or by name. Nil: nothing is known of a pipeline.
	Overrides map[string]float64
}

func (o *ValidateOptions) rules() driver.Rules {
	return driver.Rules{Capabilities: o.Capabilities, Overrides: o.Overrides, Warn: o.Warn, Budget: driver.Budget(o.Budget)}
}

// CheckOptions are the options of Check. The source may use Validate.Capabilities, too: see
// the FrontEnd of the language's package.
type CheckOptions struct {
	Parse    ParseOptions
	Validate ValidateOptions
}

// MaxOptimization is the highest level of optimization, SmallestOptimization the one
// that makes shaders as small as it can.
const (
	MaxOptimization      = driver.MaxOptimization
	SmallestOptimization = driver.SmallestOptimization
)

// OptimizeOptions are the options of Optimize. The zero value leaves modules as they are.
type OptimizeOptions struct {
	// Level is the level of optimization: 0 is none, 1 has passes that make shaders smaller
	// and faster anywhere, 2 also passes that make them faster though they may grow.
	// SmallestOptimization makes them small: of text it takes the shortest of several.
	Level int

	// Target is the language that comes after, as far as it is known: text is kept
	// short where SPIR-V isn't. Auto: none; Translate knows.
	Target Language

	// Passes are the passes to run instead of those of the level, by name:
	// "vars-to-ssa, (copy-prop, dce)*". The group in parentheses repeats until nothing changes.
	// The requirements of a pass are established before it.
	Passes string

	// Own are passes of the program, which run after those that Passes names, or instead of those of
	// the level. Their requirements are established, too.
	Own []*pass.Pass

	// Strict keeps floating-point results bit for bit. Otherwise operations may be
	// treated with the freedom that WGSL gives to implementations, but for those
	// that the shader marks precise.
	Strict bool

	// JoinLimits gives accesses of neighbouring elements in SPIR-V, as a[i] and a[i+1], one
	// limit that keeps all in bounds instead of one each. Where one of them is out of
	// bounds, which WGSL calls an error after which anything in memory that the shader
	// has may be read or written, the others may be another element, too, and an array
	// that is too short for all ends a compute shader's invocation. It is not for shaders
	// that read beyond a border and choose afterwards: select(a[i - 1], 0, i == 0).
	JoinLimits bool

	// Halves has floats with reduced precision (mediump and lowp of GLSL, RelaxedPrecision of SPIR-V) computed
	// in 16 bits, at any level: as half in MSL and HLSL (min16float with its option MinPrecision), as f16 in
	// WGSL, as OpTypeFloat 16 in SPIR-V. Results differ within that precision. Inputs, outputs and buffers keep
	// their types. GLSL ES has qualifiers of its own for such values, and no 16-bit floats.
	Halves bool

	// DropResources lets go of resources that an entry point of the optimized module needs
	// no longer. Otherwise each entry point goes on naming those that it named, so that a
	// pipeline whose layout is derived from its shaders (layout: "auto" of WebGPU) has the
	// bindings that its author expects. SPIR-V names the resources that it needs in any
	// case.
	DropResources bool

	// LinkStages is for modules whose entry points are the stages of one pipeline, and have no
	// other partners: outputs that the next stage doesn't read go, with the work for them,
	// constants go through, and equal outputs become one.
	LinkStages bool

	// Disable names passes to leave out.
	Disable []string

	// Verify checks every pass while it runs. That is for those who write passes.
	Verify bool

	// Limit ends optimization after so many applications of passes; 0: there is no
	// limit.
	Limit int

	Budget Budget

	// After, if not nil, is called after each application of a pass.
	After func(a *PassApplication, s *ssa.Shader)
}

func (o *OptimizeOptions) optimizing() driver.Optimizing {
	target, _ := backEnd(o.Target) // of Auto: nil
	return driver.Optimizing{Level: o.Level, Target: target, Passes: o.Passes, Own: o.Own, Strict: o.Strict, JoinLimits: o.JoinLimits, Halves: o.Halves,
		DropResources: o.DropResources, LinkStages: o.LinkStages, Disable: o.Disable, Verify: o.Verify, Limit: o.Limit, Budget: driver.Budget(o.Budget), After: o.After}
}

// Pipeline is the list of passes that the options name. The error is an
// *OptimizeError.
func (o OptimizeOptions) Pipeline() (PassPipeline, error) {
	with := o.optimizing()
	return with.Pipeline()
}

// WriteOptions are the options of Write.
type WriteOptions struct {
	Language Language
	Budget   Budget

	// Options are those of the back ends, by language: pointers to the Options of their
	// packages, as a *spirv.Options of refract/back/spirv for SPIRV, which are those of
	// SPIRVAssembly, too. A language that isn't there gets its package's NewOptions.
	Options LanguageOptions

	// EntryPoint picks one entry point, of Stage where names repeat: the output holds that
	// one and the declarations that it reaches. "": all. GLSL and ESSL are one entry point:
	// there "" is the only one, or the only one of Stage, and an *EntryPointError where
	// there are several.
	EntryPoint string
	Stage      ir.Stage

	// Overrides are the values that a pipeline gives to overrides, by id in decimal
	// or by name, where the options of the language have none of their own. Nil:
	// overrides stay, where the language has them.
	Overrides map[string]float64

	Warn WarningFunc // receives warnings: of what the output leaves out; may be nil
}

// writing resolves the options for a target.
func (o *WriteOptions) writing(t *Target) (w driver.Writing, err error) {
	b, err := backEnd(t.Language)
	if err != nil {
		return w, err
	}
	options, err := o.Options.of(b.Language, b.OptionsOf, b.Options)
	w = driver.Writing{BackEnd: b, Options: options, EntryPoint: o.EntryPoint, Stage: o.Stage, Overrides: o.Overrides, Each: t.Each, Budget: driver.Budget(o.Budget)}
	if t.EntryPoint != "" {
		w.EntryPoint = t.EntryPoint
	}
	if t.Stage != ir.NoStage {
		w.Stage = t.Stage
	}
	return w, err
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

// A Target is one of the outputs that TranslateAll writes.
type Target struct {
	Language Language

	// EntryPoint and Stage are as in WriteOptions, whose values hold where these are
	// "" and NoStage.
	EntryPoint string
	Stage      ir.Stage

	// Each requests an output per entry point if the language is one entry point at a time,
	// instead of an error if there are several.
	Each bool
}

// Targets returns the targets of languages.
func Targets(languages ...Language) []Target {
	targets := make([]Target, len(languages))
	for i, l := range languages {
		targets[i].Language = l
	}
	return targets
}

// TranslateOptions are the options of Translate. Of capabilities and extensions, see
// CheckOptions. From, To, Warn and, if they are not nil, Overrides and Budget take the
// place of the fields of the same meaning in the options of the steps.
type TranslateOptions struct {
	From      Language           // Auto: by the extension of the name
	To        Language           // what Translate writes
	Warn      WarningFunc        // receives warnings, once for each step that has any; may be nil
	Overrides map[string]float64 // see WriteOptions.Overrides
	Budget    *Budget            // in the place of those of the steps; may be nil
	Parse     ParseOptions
	Validate  ValidateOptions
	Optimize  OptimizeOptions // between Validate and Write; the zero value does nothing
	Write     WriteOptions
}

// translation resolves the options for a source.
func (o TranslateOptions) translation(name string, size int, targets []Target) (t *driver.Translation, err error) {
	for _, b := range []*Budget{&o.Parse.Budget, &o.Validate.Budget, &o.Optimize.Budget, &o.Write.Budget} {
		if o.Budget != nil {
			*b = *o.Budget
		}
		*b = Budget(driver.Budget(*b).For(size))
	}
	o.Parse.Language, o.Parse.Capabilities = o.From, o.Validate.Capabilities
	o.Parse.Warn, o.Validate.Warn = o.Warn, o.Warn
	if o.Overrides != nil {
		o.Validate.Overrides, o.Write.Overrides = o.Overrides, o.Overrides
	}
	t = &driver.Translation{Rules: o.Validate.rules(), Optimize: o.Optimize.optimizing(), Warn: o.Warn, OwnOverrides: o.Write.ownOverrides()}
	if t.Targets = t.One[:]; len(targets) != 1 {
		t.Targets = make([]driver.Writing, len(targets))
	}
	if t.Input, err = o.Parse.input(name); err != nil {
		return nil, err
	}
	for i := range targets {
		if t.Targets[i], err = o.Write.writing(&targets[i]); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// LanguageOptions are options of front ends or of back ends, by language: pointers to
// the Options of their packages.
type LanguageOptions map[Language]any

// of returns the options of a language, of the type that standard returns: its own, or
// those of the language whose options it has, or nil. The error is an *OptionError.
func (o LanguageOptions) of(l, other *language.Info, standard func() any) (any, error) {
	options := o[Language(l.Name)]
	if options == nil && other != nil {
		l, options = other, o[Language(other.Name)]
	}
	if options == nil {
		return nil, nil
	}
	return driver.OfType(l, options, standard)
}

// An Option is an option of a writer.
type Option struct {
	Name    string `json:"name"`    // as Set takes it
	Default string `json:"default"` // as Set takes it; "" is none
	Type    string `json:"type"`    // "bool", "number", "text", "list", "object" or "word"
	Doc     string `json:"doc"`
}

// Options returns every option that Set takes, by language.
func Options() []Option {
	var list []Option
	for _, o := range driver.Registry(backEnds[:]).Options() {
		list = append(list, Option(o))
	}
	return list
}

// OptionNames returns the names of Options.
func OptionNames() []string {
	var names []string
	for _, o := range Options() {
		names = append(names, o.Name)
	}
	return names
}

// Set sets one option of a writer: its name is that of the language and that of
// the field in JSON, "spv.version", with those of fields in it after further dots,
// "spv.bounds.index"; its value is text or JSON: 1.5, true, "lines" with or without
// quotation marks, [{"group": 0, ...}]. Options lists the names. The error is an
// *OptionError.
func (o *WriteOptions) Set(name, value string) error {
	return driver.Registry(backEnds[:]).Set(name, value, o.changing)
}

// MarshalJSON writes the options of every language as an object, with the
// defaults where there are none, and the overrides.
func (o WriteOptions) MarshalJSON() ([]byte, error) {
	return driver.Registry(backEnds[:]).Encode(o.Overrides, func(b *back.BackEnd) (any, error) { return o.Options.of(b.Language, nil, b.Options) })
}

// UnmarshalJSON reads an object with options by language, as {"spv": {"version": "1.5"}},
// and "overrides". Options that it doesn't name stay as they are. The error is an
// *OptionError, or one of syntax.
func (o *WriteOptions) UnmarshalJSON(text []byte) (err error) {
	o.Overrides, err = driver.Registry(backEnds[:]).Decode(text, o.Overrides, o.changing)
	return err
}

// changing returns the options of a back end, made where they are missing. The map is
// a new one, so that copies of the options stay as they are.
func (o *WriteOptions) changing(b *back.BackEnd) (any, error) {
	options, err := o.Options.of(b.Language, nil, b.Options)
	if err != nil || options != nil {
		return options, err
	}
	options = b.Options()
	all := maps.Clone(o.Options)
	if all == nil {
		all = LanguageOptions{}
	}
	all[Language(b.Language.Name)] = options
	o.Options = all
	return options, nil
}
