// Package kaiju shows refract in an engine that compiles GLSL for Vulkan, as kaiju does: Compile
// takes the place of a glslc for every file, at build time and in the editor, which gets users'
// mistakes with their positions. refract.toml does the same by `refract build`, which skips
// up-to-date outputs.
package kaiju

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"refract"
	"refract/front/glsl"
	"refract/ir"
)

//go:generate go run refract/cmd/refract build --config refract.toml

// Compile translates the shaders of a file system, by their extensions, to files of SPIR-V in the
// folder out: basic.vert becomes basic.vert.spv. Included files are found beside their users. A
// file with mistakes doesn't stop the others; the error is a *diag.Diagnostics for each, joined.
func Compile(ctx context.Context, shaders fs.FS, out string) error {
	options := glsl.Options{Preprocessor: refract.PreprocessorOptions{Vulkan: true, Includer: refract.IncludeFS(shaders)}}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	var failed []error
	err := fs.WalkDir(shaders, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || refract.StageOfFile(name) == ir.NoStage {
			return err
		}
		src, err := fs.ReadFile(shaders, name)
		if err != nil {
			return err
		}
		spv, err := refract.Translate(ctx, name, src, refract.TranslateOptions{
			To:       refract.SPIRV,
			Parse:    refract.ParseOptions{Options: refract.LanguageOptions{refract.GLSL: &options}},
			Optimize: refract.OptimizeOptions{Level: 1},
		})
		if err != nil {
			failed = append(failed, err)
			return nil
		}
		return os.WriteFile(filepath.Join(out, path.Base(name)+".spv"), spv.Bytes(), 0o666)
	})
	return errors.Join(append(failed, err)...)
}
