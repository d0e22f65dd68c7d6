// Package refract translates shaders: it reads WGSL, GLSL, HLSL, Kage and SPIR-V into a module IR,
// proves the module valid, and writes it as SPIR-V, WGSL, GLSL, GLSL ES, HLSL, MSL, DXBC, DXIL and
// DOT.
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
// Reflect describes the interface of a module for its host: bindings, memory layouts, entry
// points, limits. Output.Mapping has the names and places that a translation gives these.
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
// packages internal/front and internal/back, with the language's name, the extensions of its files, its
// options and its reader or writer.
//
// # Packages
//
// The public packages are this one; diag (findings and their forms); language (names of
// languages); front/wgsl, front/glsl, front/hlsl, front/kage, front/spirv, back/wgsl, back/glsl,
// back/hlsl, back/msl, back/spirv, back/dxbc and back/dxil (options of languages); ir and ir/validate (modules, their features and rules);
// reflection and bindgen (a shader's interface as data, and as declarations in the host's
// language); exec, exec/interp, exec/wasm and exec/raster (resources, two engines, drawing);
// shadertest (tests of shaders); lsp (the language server); spirv (the binary format); ssa,
// ssa/op and ssa/pass (the optimizer's form, and passes of one's own: OptimizeOptions.Own).
//
// # Contexts
//
// Functions that work on a shader take a context. Reading, validating, optimizing and writing
// end soon after the context is done, and return its error.
//
// # Errors
//
// Mistakes in an input are returned as *diag.Diagnostics, several findings at once, each
// with a stable code, a span and, if possible, a suggested fix:
//
//	var found *diag.Diagnostics
//	if errors.As(err, &found) {
//		found.WriteHuman(os.Stderr, diag.HumanOptions{})
//	}
//
// A feature that a back end or a transform lacks is such a diagnostic too, with its typed
// error behind it, a diag.Diagnosable. A language that can't be read or written is a
// *LanguageError, and an option that makes no sense an *OptionError.
//
// # Stability
//
// Before version 1.0 any release may change the Go API, and the changelog lists the
// changes; a change of the minor version may break programs, one of the patch version
// doesn't. The parts that other programs read are stable: codes of diagnostics, names of
// options, the JSON of reflections within its version (package reflection), and the
// command's exit codes. Text that is written may change with any release; its meaning may
// not.
//
// # Concurrency
//
// Every function may be called from several goroutines at once. A Valid is
// read-only; Write works on a clone of its module.
package refract
