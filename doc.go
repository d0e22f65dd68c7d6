// Package refract translates shaders: it reads WGSL into a module IR, proves the
// module valid, and writes it as SPIR-V.
//
// The whole way in one call:
//
//	out, err := refract.Translate("blur.wgsl", src, refract.TranslateOptions{To: refract.SPIRV})
//
// or step by step, to look at the module or change it in between:
//
//	mod, err := refract.Parse("blur.wgsl", src, refract.ParseOptions{})
//	valid, err := refract.Validate(mod, refract.ValidateOptions{})
//	out, err := refract.Write(valid, refract.WriteOptions{Language: refract.SPIRV})
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
// A language that can't be read or written is a *LanguageError.
//
// # Concurrency
//
// Every function may be called from several goroutines at once. A Valid is
// read-only; Write works on a clone of its module.
package refract
