package main

// The language server.

import (
	"github.com/spf13/cobra"

	"refract"
	"refract/front/glsl"
	"refract/front/wgsl"
	"refract/ir/validate"
	"refract/lsp"
)

const lspLong = `Lsp is a server of the Language Server Protocol for WGSL, GLSL, HLSL and Kage, also in string literals
of Go, Rust, C, C++, JavaScript and TypeScript (docs/commands.md), on standard input
and output, for editors to start. 'editors' in the repository has configurations of
Helix and Neovim and an extension of VS Code.

It reports mistakes during typing, with the fixes that 'check' suggests. It shows types,
layouts of structs with offsets and padding, values of constants and documentation under
the cursor, definitions, references, calls, symbols of the workspace, completions, parameters,
inferred types, and the figures of 'refract stats' above entry points. It renames, formats,
folds and colours.

A file below a refract.toml is read as 'refract check --config' reads it: with the
macros, features, folders, other stage, overrides and capabilities that the project has
for it, in each of its permutations. Imported, included or linked files that are
open in the editor have the editor's contents.

For files without a project, clients may set initializationOptions: "capabilities", as for
--capabilities; "includes", a list of folders for #include; "defines", an object of macros
of GLSL and features of WESL.`

func newLSP(s streams) *cobra.Command {
	var steps stepFlags
	c := &cobra.Command{
		Use: "lsp", Short: "Serve editors", Long: lspLong, Args: cobra.NoArgs, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			known := new(projects)
			o := lsp.Options{Includes: steps.source.includes, Importer: func() wgsl.Importer { return newImporter() }, Readings: known.readings, Literals: known.literals, Statistics: statisticsLines, Root: rootOf}
			if steps.capabilities != "" {
				allowed, err := validate.ParseCapabilities(steps.capabilities)
				if err != nil {
					return usagef("--capabilities: %w", err)
				}
				o.Capabilities = allowed
			}
			parsed, err := steps.options("")
			if err != nil {
				return err
			}
			o.Defines = map[string]string{}
			if options, ok := parsed.Parse.Options[refract.GLSL].(*glsl.Options); ok {
				for _, d := range options.Preprocessor.Defines {
					o.Defines[d.Name] = d.Text
				}
			}
			return lsp.Serve(s.in, s.out, version(), o)
		},
	}
	c.Flags().Bool("stdio", true, "talk on standard input and output, which it always does")
	steps.registerCapabilities(c)
	return c
}
