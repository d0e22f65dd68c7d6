package main

// Precompile the shaders of a program that uses Ebitengine: ebiten.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/format"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"refract"
	"refract/front/kage"
	"refract/internal/ebiten"
)

const ebitenLong = `Ebiten collects the shaders of a program that uses Ebitengine, translates them, and writes
them with a file register.go that registers them (package exp/shaderprecomp), so that the
program needn't compile them when it starts.

It finds shaders as Ebitengine's shadercollector does, in the named packages and those that
they import: files that a comment //ebitengine:shaderfile names, and constants under a
comment //ebitengine:shadersource. --manifest names a file of JSON with "ShaderFiles".

The folder of the output is a package, which the program imports for its effect:
  artifacts/ID_vertex.glsl ...   GLSL and GLSL ES, registered
  artifacts/ID_vertex.dxbc ...   code for Direct3D, registered
  sources/ID.metal               MSL; its first line is a command that makes the library
                                 artifacts/ID_macos.metallib, which is registered if it is there
  sources/ID.hlsl                HLSL; its first lines are commands for FXC
  register.go

Ids depend on the version of Ebitengine, which that of the go.mod has to be one of: the go
command must be there, and computes them with Ebitengine's own code. Run ebiten again
after a change of a shader or of that version.

With --check nothing is written, for tests that the folder is up to date.

Exit status: 0 done; 1 a shader has errors, nothing can be collected, or --check names a file;
2 the command line is wrong.`

const ebitenExample = `  refract ebiten ./...
  refract ebiten . --out-dir internal/shaders --to glsl,msl
  refract ebiten . --manifest shaders.json --list`

// A precompiling is one run of the subcommand.
type precompiling struct {
	streams
	report   *reportFlags
	manifest string
	outDir   string
	name     string // of the package
	to       []string
	list     bool
	check    bool
}

// ebitenTargets are the languages that can be written.
var ebitenTargets = []string{"glsl", "essl", "hlsl", "msl", "dxbc"}

func newEbiten(s streams, report *reportFlags) *cobra.Command {
	v := &precompiling{streams: s, report: report}
	c := &cobra.Command{
		Use: "ebiten [PACKAGES]", Short: "Precompile the shaders of a program that uses Ebitengine", Long: ebitenLong, Example: ebitenExample,
		Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error { return v.run(args) },
	}
	c.Flags().StringVar(&v.manifest, "manifest", "", "a `file` of JSON that lists files with shaders")
	c.Flags().StringVar(&v.outDir, "out-dir", "shaders", "the `folder` of the output")
	c.Flags().StringVar(&v.name, "package", "", "the `name` of the output's package; else that of the folder")
	c.Flags().StringSliceVar(&v.to, "to", nil, "`languages` to write, with commas between: glsl, essl, hlsl, msl, dxbc; else all that there are")
	c.Flags().BoolVar(&v.check, "check", false, "print the names of files that are out of date, and write nothing; exit status 1 if there are any")
	c.Flags().BoolVar(&v.list, "list", false, "print the shaders and their ids as JSON, and write nothing")
	return c
}

// emptyArtifacts is a file for the embedded folder while it has no other.
const emptyArtifacts = "artifacts/README"

// A shaderOutput is a file of the output.
type shaderOutput struct {
	name string
	data []byte
}

func (v *precompiling) run(args []string) error {
	targets, err := v.targets()
	if err != nil {
		return err
	}
	name := v.name
	if name == "" {
		full, err := filepath.Abs(v.outDir)
		if err != nil {
			return err
		}
		name = filepath.Base(full)
	}
	if !token.IsIdentifier(name) {
		return usagef("--package %s: a package's name is expected", name)
	}
	if len(args) == 0 && v.manifest == "" {
		args = []string{"."}
	}
	module, err := ebiten.FindModule(".")
	if err != nil {
		return err
	}
	sources, err := ebiten.Collect(".", args, v.manifest, func(text string) { fmt.Fprintln(v.err, "refract: warning: "+text) })
	if err != nil {
		return err
	}
	if err := ebiten.AddIDs(module, sources); err != nil {
		return err
	}
	if v.list {
		encoder := json.NewEncoder(v.out)
		encoder.SetIndent("", "\t")
		return encoder.Encode(append([]ebiten.Source{}, sources...))
	}
	if len(sources) == 0 {
		return errors.New("the packages have no shaders: see 'refract ebiten --help' for how to mark them")
	}
	r, err := v.report.reporter(v.err)
	if err != nil {
		return err
	}
	var files []shaderOutput
	var ids []string
	failed := false
	for i := range sources {
		s := &sources[i]
		if slices.Contains(ids, s.ID) {
			continue
		}
		ids = append(ids, s.ID)
		j := job{name: displayName(s.File)}
		out, err := v.translate(s, targets)
		if err != nil {
			failed = true
			if j.fail(err); j.err != nil {
				return fmt.Errorf("%s: %w", s.File, j.err)
			}
			if err := r.add(j.name, j.found); err != nil {
				return err
			}
			continue
		}
		files = append(files, out...)
	}
	if err := r.close(); err != nil {
		return err
	}
	if failed {
		return errReported
	}
	if !slices.ContainsFunc(files, func(f shaderOutput) bool { return strings.HasPrefix(f.name, "artifacts/") }) {
		files = append(files, shaderOutput{emptyArtifacts, []byte("The commands in ../sources make the files of this folder.\n")})
	}
	text, err := registering(name, module.Version, ids, files)
	if err != nil {
		return err
	}
	files = append(files, shaderOutput{"register.go", text})
	if v.check {
		return v.compare(files)
	}
	return v.write(files)
}

// compare prints the names of files that differ from the output, and of superfluous ones.
func (v *precompiling) compare(files []shaderOutput) error {
	stale, err := v.superfluous(files)
	if err != nil {
		return err
	}
	for _, f := range files {
		if !holds(filepath.Join(v.outDir, filepath.FromSlash(f.name)), f.data) {
			stale = append(stale, f.name)
		}
	}
	slices.Sort(stale)
	for _, name := range stale {
		fmt.Fprintln(v.out, filepath.Join(v.outDir, filepath.FromSlash(name)))
	}
	if len(stale) > 0 {
		return errReported
	}
	return nil
}

// targets are the languages to write.
func (v *precompiling) targets() ([]string, error) {
	if len(v.to) == 0 {
		return ebitenTargets, nil
	}
	for _, l := range v.to {
		if !slices.Contains(ebitenTargets, l) {
			return nil, usagef("--to %s: %s are expected", l, strings.Join(ebitenTargets, ", "))
		}
	}
	return v.to, nil
}

// translate translates a shader, which is read once for each layout of the uniform buffer.
func (v *precompiling) translate(s *ebiten.Source, targets []string) (files []shaderOutput, err error) {
	read := map[kage.Layout]*refract.Valid{}
	for _, target := range targets {
		layout := engineLayouts[target]
		if read[layout] == nil {
			if read[layout], err = readForEbitengine(s, layout); err != nil {
				return nil, err
			}
		}
		out, err := translateForEbitengine(s, read[layout], target)
		if err != nil {
			return nil, err
		}
		files = append(files, out...)
	}
	return files, nil
}

// engineLayouts are the layouts of the uniform buffer by language.
var engineLayouts = map[string]kage.Layout{"hlsl": kage.LayoutDirect3D, "dxbc": kage.LayoutDirect3D, "msl": kage.LayoutMetal}

// Options of the back ends that give outputs the interface that Ebitengine's drivers have.
const (
	engineSemantics       = `{"A0": "POSITION0", "A1": "TEXCOORD0", "A2": "COLOR0", "A3": "COLOR1", "V0": "TEXCOORD0", "V1": "COLOR0", "V2": "COLOR1"}`
	engineVertexSemantics = `[{"location": 0, "name": "POSITION"}, {"location": 1, "name": "TEXCOORD"}, {"location": 2, "name": "COLOR"}, {"location": 3, "name": "COLOR", "index": 1},
		{"output": true, "location": 0, "name": "TEXCOORD"}, {"output": true, "location": 1, "name": "COLOR"}, {"output": true, "location": 2, "name": "COLOR", "index": 1}]`
	engineFragmentSemantics = `[{"location": 0, "name": "TEXCOORD"}, {"location": 1, "name": "COLOR"}, {"location": 2, "name": "COLOR", "index": 1}]`
	engineRegisters         = `[{"group": 0, "binding": 0, "target": {"register": 0}}, {"group": 0, "binding": 1, "target": {"register": 0}}, {"group": 0, "binding": 2, "target": {"register": 1}}, {"group": 0, "binding": 3, "target": {"register": 2}}, {"group": 0, "binding": 4, "target": {"register": 3}}]`
	engineTextures          = `{"group": 0, "binding": 1, "target": {"index": 0}}, {"group": 0, "binding": 2, "target": {"index": 1}}, {"group": 0, "binding": 3, "target": {"index": 2}}, {"group": 0, "binding": 4, "target": {"index": 3}}`
	engineResources         = `[{"entry_point": "Vertex", "resources": [{"group": 0, "binding": 0, "target": {"index": 1}}, ` + engineTextures + `]},
		{"entry_point": "Fragment", "resources": [{"group": 0, "binding": 0, "target": {"index": 0}}, ` + engineTextures + `]}]`
	engineVertices = `[{"index": 0, "stride": 48, "attributes": [{"location": 0, "format": "float32x2", "offset": 0}, {"location": 1, "format": "float32x2", "offset": 8},
		{"location": 2, "format": "float32x4", "offset": 16}, {"location": 3, "format": "float32x4", "offset": 32}]}]`
)

// engineOptions are options of the back ends, by language.
var engineOptions = map[string][][2]string{
	"glsl": {{"glsl.version", "150"}, {"glsl.loose_uniforms", "true"}, {"glsl.adjust_coordinate_space", "false"}, {"glsl.attribute_locations", "false"},
		{"glsl.assign_bindings", "false"}, {"glsl.bounds.image_load", "unchecked"}},
	"essl": {{"essl.version", "300 es"}, {"essl.loose_uniforms", "true"}, {"essl.adjust_coordinate_space", "false"}, {"essl.attribute_locations", "false"},
		{"essl.assign_bindings", "false"}, {"essl.bounds.image_load", "unchecked"}},
	"hlsl": {{"hlsl.shader_model", "5.0"}, {"hlsl.adjust_coordinate_space", "false"}, {"hlsl.binding_map", engineRegisters}, {"hlsl.semantics", engineSemantics}},
	"dxbc": {{"dxbc.profile", "4_0"}, {"dxbc.adjust_coordinate_space", "false"}, {"dxbc.binding_map", engineRegisters}, {"dxbc.semantics", engineVertexSemantics}},
	"msl": {{"msl.version", "2.0"}, {"msl.adjust_coordinate_space", "false"}, {"msl.bounds.buffer", "unchecked"}, {"msl.bounds.image_load", "read_zero_skip_write"},
		{"msl.resources", engineResources}, {"msl.vertex_buffers", engineVertices}},
}

// writeOptionsFor are the options of writing a language for Ebitengine.
func writeOptionsFor(target string) (o refract.WriteOptions, err error) {
	o.Language = refract.Language(target)
	for _, set := range engineOptions[target] {
		if err := o.Set(set[0], set[1]); err != nil {
			return o, err
		}
	}
	return o, nil
}

// readForEbitengine reads a shader.
func readForEbitengine(s *ebiten.Source, layout kage.Layout) (*refract.Valid, error) {
	return refract.Check(context.Background(), s.File, []byte(s.Text), refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.Kage,
		Options: refract.LanguageOptions{refract.Kage: &kage.Options{EngineNames: true, Layout: layout}}}})
}

// translateForEbitengine translates a shader to a language.
func translateForEbitengine(s *ebiten.Source, valid *refract.Valid, target string) ([]shaderOutput, error) {
	o, err := writeOptionsFor(target)
	if err != nil {
		return nil, err
	}
	one := func(entry string) ([]byte, error) {
		o := o
		o.EntryPoint = entry
		if target == "dxbc" && entry == "Fragment" {
			if err := o.Set("dxbc.semantics", engineFragmentSemantics); err != nil {
				return nil, err
			}
		}
		out, err := refract.Write(context.Background(), valid, o)
		if err != nil {
			return nil, err
		}
		return out.Bytes(), nil
	}
	switch target {
	case "msl":
		text, err := one("")
		lines := fmt.Sprintf("// xcrun -sdk macosx metal -o %[1]s.ir -c sources/%[1]s.metal && xcrun -sdk macosx metallib -o artifacts/%[1]s_macos.metallib %[1]s.ir\n"+
			"// xcrun -sdk iphoneos metal -o %[1]s.ir -c sources/%[1]s.metal && xcrun -sdk iphoneos metallib -o artifacts/%[1]s_ios.metallib %[1]s.ir\n", s.ID)
		return []shaderOutput{{"sources/" + s.ID + ".metal", append([]byte(lines), text...)}}, err
	case "hlsl":
		text, err := one("")
		lines := fmt.Sprintf("// fxc /nologo /O3 /T vs_4_0 /E Vertex /Fo artifacts\\%[1]s_vertex.dxbc sources\\%[1]s.hlsl\n"+
			"// fxc /nologo /O3 /T ps_4_0 /E Fragment /Fo artifacts\\%[1]s_pixel.dxbc sources\\%[1]s.hlsl\n", s.ID)
		return []shaderOutput{{"sources/" + s.ID + ".hlsl", append([]byte(lines), text...)}}, err
	}
	names := map[string][2]string{"glsl": {"_vertex.glsl", "_fragment.glsl"}, "essl": {"_es_vertex.glsl", "_es_fragment.glsl"}, "dxbc": {"_vertex.dxbc", "_pixel.dxbc"}}[target]
	var files []shaderOutput
	for i, entry := range []string{"Vertex", "Fragment"} {
		text, err := one(entry)
		if err != nil {
			return nil, err
		}
		files = append(files, shaderOutput{"artifacts/" + s.ID + names[i], text})
	}
	return files, nil
}

// registering is the text of register.go.
func registering(name, version string, ids []string, files []shaderOutput) ([]byte, error) {
	ids = slices.Sorted(slices.Values(ids))
	has := func(file string) bool {
		return slices.ContainsFunc(files, func(f shaderOutput) bool { return f.name == "artifacts/"+file })
	}
	var b strings.Builder
	fmt.Fprintf(&b, "// Code generated by refract ebiten for Ebitengine %s. DO NOT EDIT.\n\n", version)
	fmt.Fprintf(&b, "// Package %s registers precompiled shaders with Ebitengine when a program starts that imports it.\npackage %s\n\n", name, name)
	b.WriteString("import (\n\t\"embed\"\n\n\t\"" + ebiten.ModulePath + "/exp/shaderprecomp\"\n)\n\n//go:embed artifacts\nvar artifacts embed.FS\n\n")
	b.WriteString("// read is a file of the artifacts; nil: there is none.\nfunc read(name string) []byte {\n\tdata, err := artifacts.ReadFile(\"artifacts/\" + name)\n\tif err != nil {\n\t\treturn nil\n\t}\n\treturn data\n}\n\n")
	b.WriteString("func init() {\n\tfor _, name := range []string{\n")
	for _, id := range ids {
		fmt.Fprintf(&b, "\t\t%q,\n", id)
	}
	b.WriteString("\t} {\n\t\tid := shaderprecomp.MustParseShaderSourceID(name)\n")
	if slices.ContainsFunc(ids, func(id string) bool { return has(id+"_vertex.glsl") || has(id+"_es_vertex.glsl") }) {
		b.WriteString("\t\tshaderprecomp.RegisterGLSL(id, read(name+\"_vertex.glsl\"), read(name+\"_fragment.glsl\"), read(name+\"_es_vertex.glsl\"), read(name+\"_es_fragment.glsl\"))\n")
	}
	b.WriteString("\t\tif vertex, pixel := read(name+\"_vertex.dxbc\"), read(name+\"_pixel.dxbc\"); vertex != nil && pixel != nil {\n\t\t\tshaderprecomp.RegisterDXBCsForWindows(id, vertex, pixel)\n\t\t}\n")
	b.WriteString("\t\tif library := read(name+\"_macos.metallib\"); library != nil {\n\t\t\tshaderprecomp.RegisterMetalLibraryForMacOS(id, library)\n\t\t}\n")
	b.WriteString("\t\tif library := read(name+\"_ios.metallib\"); library != nil {\n\t\t\tshaderprecomp.RegisterMetalLibraryForIOS(id, library)\n\t\t}\n\t}\n}\n")
	return format.Source([]byte(b.String()))
}

// superfluous lists files of artifacts and sources that an earlier run left, and that this one
// doesn't make. Libraries of Metal stay while their shader does.
func (v *precompiling) superfluous(files []shaderOutput) (names []string, err error) {
	made := map[string]bool{}
	for _, f := range files {
		made[f.name] = true
	}
	for _, folder := range []string{"artifacts", "sources"} {
		old, err := os.ReadDir(filepath.Join(v.outDir, folder))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
		for _, f := range old {
			if name := folder + "/" + f.Name(); !made[name] && isOurs(f.Name(), made) {
				names = append(names, name)
			}
		}
	}
	return names, nil
}

// write writes the files below the folder of the output, and removes superfluous ones.
func (v *precompiling) write(files []shaderOutput) error {
	names, err := v.superfluous(files)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := os.Remove(filepath.Join(v.outDir, filepath.FromSlash(name))); err != nil {
			return err
		}
	}
	for _, f := range files {
		file := filepath.Join(v.outDir, filepath.FromSlash(f.name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, f.data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// idLength is the length of a source id in base 32.
const idLength = 26

// isOurs reports whether a file has a name that this command, or a line in its outputs, gives,
// and is of no use any more.
func isOurs(name string, made map[string]bool) bool {
	if "artifacts/"+name == emptyArtifacts {
		return true
	}
	if len(name) <= idLength || strings.ContainsAny(name[:idLength], "._") {
		return false
	}
	id, rest := name[:idLength], name[idLength:]
	switch rest {
	case "_vertex.glsl", "_fragment.glsl", "_es_vertex.glsl", "_es_fragment.glsl", ".metal", ".hlsl":
		return true
	case "_vertex.dxbc", "_pixel.dxbc":
		return !made["sources/"+id+".hlsl"]
	case "_macos.metallib", "_ios.metallib":
		return !made["sources/"+id+".metal"]
	}
	return false
}
