// Package refract translates shaders: it reads WGSL, GLSL and SPIR-V into a module IR, proves the
// module valid, and writes it as SPIR-V, WGSL, GLSL, GLSL ES, HLSL, MSL and DOT.
//
// The whole way in one call:
//
//	out, err := refract.Translate(ctx, "blur.wgsl", src, refract.TranslateOptions{To: refract.SPIRV})
//
// or step by step, to look at the module or change it in between:
//
//	mod, err := refract.Parse(ctx, "blur.wgsl", src, refract.ParseOptions{})
//	valid, err := refract.Validate(ctx, mod, refract.ValidateOptions{})
//	out, err := refract.Write(ctx, valid, refract.WriteOptions{Language: refract.SPIRV})
//
// Reflect tells what a host must know of a module: bindings, memory layouts, entry
// points, limits. Output.Mapping tells what a translation calls these and where it
// puts them.
//
// # Options
//
// Front ends and back ends have options of their own, structs of their packages, which
// go by language into LanguageOptions:
//
//	options := spirv.NewOptions() // of refract/back/spirv
//	options.Version = 5
//	out, err := refract.Write(ctx, valid, refract.WriteOptions{Language: refract.SPIRV,
//		Options: refract.LanguageOptions{refract.SPIRV: &options}})
//
// Those of back ends are plain data with a JSON form: WriteOptions reads and writes it
// by language, Set sets one by its name, and Options lists them all.
//
// # Languages
//
// The registry (registry_whole.go) has a line for each front end and back end: values of
// packages front and back, which say what a language is called, how its files are
// known, what options it has and how it is read or written.
//
// # Contexts
//
// Functions that work on a shader take a context. Reading, validating, optimizing and writing
// end soon after the context is done, and return its error.
//
// # Errors
//
// What is wrong with an input comes back as *diag.Diagnostics, several findings
// at once, each with a stable code, a span and where possible a suggested fix:
//
//	var found *diag.Diagnostics
//	if errors.As(err, &found) {
//		found.WriteHuman(os.Stderr, diag.HumanOptions{})
//	}
//
// What a back end or a transform can't do is such a diagnostic too, with its typed
// error behind it, a diag.Diagnosable. A language that can't be read or written is a *LanguageError, and
// an option that makes no sense an *OptionError.
//
// # Stability
//
// Before version 1.0 any release may change the Go API, and the changelog says how; a
// change of the minor version may break programs, one of the patch version doesn't.
// Stable are what other programs read: codes of diagnostics, names of options, the JSON
// of reflections within its version (package reflection), and the command's exit codes.
// Text that is written may change with any release; what it does may not.
//
// # Concurrency
//
// Every function may be called from several goroutines at once. A Valid is
// read-only; Write works on a clone of its module.
package refract
