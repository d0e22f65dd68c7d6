package main

// Projects: the file refract.toml, which lists the outputs of sources.

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/pflag"

	"refract"
	"refract/internal/confine"
	"refract/internal/embedded"
	"refract/internal/lazy"
	"refract/internal/ssa/pipeline"
)

// projectName is the name of a project's file.
const projectName = "refract.toml"

// A projectFile is refract.toml. Paths are relative to its folder.
type projectFile struct {
	OutDir  string   `toml:"out-dir"`
	Cache   string   `toml:"cache,omitempty"`
	Sources []string `toml:"sources"`
	Exclude []string `toml:"exclude,omitempty"`
	projectSettings
	Files  []projectMatch `toml:"file,omitempty"`
	Remote *projectRemote `toml:"remote,omitempty"`

	name     string   // of the file
	folders  []string // where find has looked, but for the folder of outputs, relative to the project's
	programs []string // sources that are programs
}

// projectSettings are the settings for the build of a source.
type projectSettings struct {
	Targets      []string             `toml:"targets"`
	From         string               `toml:"from,omitempty"`
	Stage        string               `toml:"stage,omitempty"`
	ClipSpace    string               `toml:"clip-space,omitempty"`
	Entry        string               `toml:"entry,omitempty"`
	Capabilities string               `toml:"capabilities,omitempty"`
	Optimize     any                  `toml:"optimize,omitempty"` // a number, or "s"
	Float        string               `toml:"float,omitempty"`
	Drop         *bool                `toml:"drop-resources,omitempty"`
	Keep         *bool                `toml:"keep-extensions,omitempty"` // of sources, in the names of outputs
	Debug        *bool                `toml:"debug,omitempty"`
	Reflect      *bool                `toml:"reflect,omitempty"`
	Include      []string             `toml:"include,omitempty"`
	Link         any                  `toml:"link,omitempty"` // a file, or a list of files
	WESL         *bool                `toml:"wesl,omitempty"`
	Defines      map[string]any       `toml:"defines,omitempty"`
	Overrides    map[string]any       `toml:"overrides,omitempty"`
	Options      map[string]any       `toml:"options,omitempty"`
	Substitute   map[string]any       `toml:"substitute,omitempty"` // values of placeholders in programs
	Permutations []projectPermutation `toml:"permutation,omitempty"`
}

// A projectMatch has settings for some files, which come on top of the project's, or for
// literals of some names in programs.
type projectMatch struct {
	Match  string `toml:"match"`
	Shader string `toml:"shader,omitempty"` // a pattern of names; "": all of the files
	projectSettings
}

// A projectPermutation is one of several ways to build a source.
type projectPermutation struct {
	Name      string         `toml:"name"`
	Defines   map[string]any `toml:"defines,omitempty"`
	Overrides map[string]any `toml:"overrides,omitempty"`
	Options   map[string]any `toml:"options,omitempty"`
}

// onlyFlags refuses flags that don't go with a project.
func onlyFlags(flags *pflag.FlagSet, allowed []string) (err error) {
	flags.VisitAll(func(f *pflag.Flag) {
		if err == nil && f.Changed && !slices.Contains(allowed, f.Name) {
			err = usagef("--%s is not for projects: set it in their file", f.Name)
		}
	})
	return err
}

// readProject reads the file of a project.
func readProject(name string) (*projectFile, error) {
	text, err := readFile(name)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", name, cause(err))
	}
	p := &projectFile{name: name}
	d := toml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(text, []byte(byteOrderMark))))
	d.DisallowUnknownFields()
	if err := d.Decode(p); err != nil {
		var strict *toml.StrictMissingError
		var bad *toml.DecodeError
		switch {
		case errors.As(err, &strict) && len(strict.Errors) > 0:
			line, column := strict.Errors[0].Position()
			key := strict.Errors[0].Key()
			meant := ""
			if near := nearest(key[len(key)-1], settingNames(key[:len(key)-1])); near != "" {
				meant = fmt.Sprintf("; is %q meant?", near)
			}
			return nil, usagef("%s:%d:%d: there is no setting %q%s", name, line, column, strings.Join(key, "."), meant)
		case errors.As(err, &bad):
			line, column := bad.Position()
			return nil, usagef("%s:%d:%d: %s", name, line, column, tomlTrouble(bad))
		}
		return nil, usagef("%s: %w", name, err)
	}
	switch {
	case p.OutDir == "":
		return nil, usagef("%s: out-dir is missing", name)
	case len(p.Sources) == 0:
		return nil, usagef("%s: sources is missing: a list of files or patterns, as in [\"shaders/**/*.wgsl\"]", name)
	}
	for _, m := range p.Files {
		if m.Match == "" {
			return nil, usagef("%s: a [[file]] lacks its match", name)
		}
		if _, err := path.Match(m.Shader, ""); err != nil {
			return nil, usagef("%s: shader: %q is no pattern: a [ lacks its ]", name, m.Shader)
		}
	}
	settings := []*projectSettings{&p.projectSettings}
	for i := range p.Files {
		settings = append(settings, &p.Files[i].projectSettings)
	}
	for _, s := range settings {
		if _, ok := pipeline.LevelByName(fmt.Sprint(s.Optimize)); !ok && s.Optimize != nil {
			return nil, usagef("%s: optimize = %v: there are 0 to %d, and \"s\"", name, s.Optimize, refract.MaxOptimization)
		}
		if _, ok := s.links(); !ok {
			return nil, usagef("%s: link = %v: a file or a list of files is expected", name, s.Link)
		}
	}
	if p.Remote != nil && (p.Remote.Execute < 0 || p.Remote.Timeout < 0 || p.Remote.Wait < 0 || p.Remote.Parallel < 0) {
		return nil, usagef("%s: a number of [remote] is negative", name)
	}
	return p, nil
}

// byteOrderMark is the mark that some editors put at the beginning of files.
const byteOrderMark = "\uFEFF"

// settingNames are the settings of a table of the file.
func settingNames(table []string) []string {
	var t reflect.Type
	switch last := strings.Join(table[max(0, len(table)-1):], ""); last {
	case "":
		t = reflect.TypeFor[projectFile]()
	case "file":
		t = reflect.TypeFor[projectMatch]()
	case "permutation":
		t = reflect.TypeFor[projectPermutation]()
	case "remote":
		t = reflect.TypeFor[projectRemote]()
	default:
		return nil
	}
	var names []string
	for _, f := range reflect.VisibleFields(t) {
		if name, _, _ := strings.Cut(f.Tag.Get("toml"), ","); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// tomlTypes are types of Go as TOML calls them.
var tomlTypes = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer {
	return strings.NewReplacer("[]string", "a list of strings", "string", "a string", "bool", "true or false", "int", "a number",
		"map[string]interface {}", "a table", "[]main.projectMatch", "tables, [[file]]", "[]main.projectPermutation", "a list of tables",
		"main.projectRemote", "a table, [remote]", "map[string]string", "a table of strings")
}}

// tomlTrouble is the mistake in a file, without the words of the library for it.
func tomlTrouble(bad *toml.DecodeError) string {
	text := strings.TrimPrefix(bad.Error(), "toml: ")
	given, rest, ok := strings.Cut(strings.TrimPrefix(text, "cannot decode TOML "), " into struct field ")
	if !ok {
		return text
	}
	_, wanted, ok := strings.Cut(rest, " of type ")
	if !ok {
		return text
	}
	return fmt.Sprintf("%s: %s is expected, not %s", strings.Join(bad.Key(), "."), tomlTypes.Get().Replace(wanted), given)
}

// with returns the settings with others on top.
func (s projectSettings) with(t *projectSettings) projectSettings {
	list := func(a *[]string, b []string) {
		if b != nil {
			*a = b
		}
	}
	word := func(a *string, b string) {
		if b != "" {
			*a = b
		}
	}
	choice := func(a **bool, b *bool) {
		if b != nil {
			*a = b
		}
	}
	list(&s.Targets, t.Targets)
	list(&s.Include, t.Include)
	word(&s.From, t.From)
	word(&s.Stage, t.Stage)
	word(&s.ClipSpace, t.ClipSpace)
	word(&s.Entry, t.Entry)
	word(&s.Capabilities, t.Capabilities)
	word(&s.Float, t.Float)
	if t.Optimize != nil {
		s.Optimize = t.Optimize
	}
	if t.Link != nil {
		s.Link = t.Link
	}
	choice(&s.Drop, t.Drop)
	choice(&s.Keep, t.Keep)
	choice(&s.Debug, t.Debug)
	choice(&s.Reflect, t.Reflect)
	choice(&s.WESL, t.WESL)
	s.Defines, s.Overrides, s.Options = over(s.Defines, t.Defines), over(s.Overrides, t.Overrides), over(s.Options, t.Options)
	s.Substitute = over(s.Substitute, t.Substitute)
	if t.Permutations != nil {
		s.Permutations = t.Permutations
	}
	return s
}

// over is a map with another's entries on top.
func over(a, b map[string]any) map[string]any {
	if len(b) == 0 {
		return a
	}
	out := maps.Clone(a)
	if out == nil {
		out = map[string]any{}
	}
	maps.Copy(out, b)
	return out
}

// settingsOf are the settings of a source, of the literal of a name if it is a program.
func (p *projectFile) settingsOf(source, shader string) projectSettings {
	s := p.projectSettings
	for i := range p.Files {
		if p.Files[i].takes(source, shader) {
			s = s.with(&p.Files[i].projectSettings)
		}
	}
	return s
}

// takes reports whether settings are for a source, or for the literal of a name in it.
func (m *projectMatch) takes(source, shader string) bool {
	if !globs(m.Match, source) {
		return false
	}
	if m.Shader == "" {
		return true
	}
	ok, err := path.Match(m.Shader, shader)
	return ok && err == nil && shader != ""
}

// rule takes the literals of a program that a [[file]] names.
func (p *projectFile) rule(source string) embedded.Rule {
	return func(name string) (isShader bool, list []embedded.Substitution) {
		for i := range p.Files {
			isShader = isShader || p.Files[i].Shader != "" && p.Files[i].takes(source, name)
		}
		s := p.settingsOf(source, name)
		for _, placeholder := range slices.Sorted(maps.Keys(s.Substitute)) {
			list = append(list, embedded.Substitution{Placeholder: placeholder, Value: fmt.Sprint(s.Substitute[placeholder])})
		}
		return isShader, list
	}
}

// links are the files that a source is linked with; false: the setting is something else.
func (s *projectSettings) links() (list []string, ok bool) {
	switch x := s.Link.(type) {
	case nil:
		return nil, true
	case string:
		if x == "" {
			return nil, true
		}
		return []string{x}, true
	case []any:
		for _, name := range x {
			one, ok := name.(string)
			if !ok || one == "" {
				return nil, false
			}
			list = append(list, one)
		}
		return list, true
	default:
		return nil, false
	}
}

// permutations are the ways to build a source, of which there is one at least.
func (s *projectSettings) permutations() []projectPermutation {
	if len(s.Permutations) == 0 {
		return []projectPermutation{{}}
	}
	return s.Permutations
}

// permuted are the settings of one permutation.
func (s *projectSettings) permuted(q *projectPermutation) projectSettings {
	one := *s
	one.Defines, one.Overrides, one.Options = over(s.Defines, q.Defines), over(s.Overrides, q.Overrides), over(s.Options, q.Options)
	return one
}

// isSource reports whether a file, relative to the project's folder, is a source.
func (p *projectFile) isSource(name string) bool {
	takes := func(pattern string) bool { return globs(filepath.ToSlash(pattern), name) }
	return slices.ContainsFunc(p.Sources, takes) && !slices.ContainsFunc(p.Exclude, takes)
}

// pairs are the entries of a map as "name=value", in order.
func pairs(m map[string]any) []string {
	var list []string
	for _, k := range slices.Sorted(maps.Keys(m)) {
		list = append(list, fmt.Sprintf("%s=%v", k, m[k]))
	}
	return list
}

// flags are the settings as the command line has them.
func (s *projectSettings) flags(dir string) *stepFlags {
	f := &stepFlags{capabilities: s.Capabilities, entry: s.Entry, float: s.Float, overrides: pairs(s.Overrides), set: pairs(s.Options)}
	for _, i := range s.Include {
		f.source.includes = append(f.source.includes, filepath.Join(dir, i))
	}
	links, _ := s.links()
	for _, name := range links {
		f.source.links = append(f.source.links, filepath.Join(dir, name))
	}
	f.source.defines, f.source.stage, f.source.clip, f.source.root = pairs(s.Defines), s.Stage, s.ClipSpace, dir
	if f.float == "" {
		f.float = "fast"
	}
	if s.Optimize != nil {
		f.optimize, _ = pipeline.LevelByName(fmt.Sprint(s.Optimize))
	}
	f.drop = s.Drop != nil && *s.Drop
	f.source.wesl = s.WESL != nil && *s.WESL
	f.debug = s.Debug != nil && *s.Debug
	return f
}

// find lists the sources, relative to the project's folder and with slashes, in order.
func (p *projectFile) find(dir string) ([]string, error) {
	var found []string
	seen := map[string]bool{}
	add := func(name string) {
		if !seen[name] && !slices.ContainsFunc(p.Exclude, func(x string) bool { return globs(x, name) }) {
			seen[name] = true
			found = append(found, name)
		}
	}
	for _, pattern := range p.Sources {
		pattern = path.Clean(filepath.ToSlash(pattern))
		fixed, wild := pattern, false
		if i := strings.IndexAny(pattern, "*?["); i >= 0 {
			fixed, wild = path.Dir(pattern[:i]+"x"), true
		}
		if _, err := path.Match(pattern, ""); err != nil {
			return nil, usagef("%s: sources: %q is no pattern: a [ lacks its ]", p.name, pattern)
		}
		if !wild {
			if isFolder(filepath.Join(dir, filepath.FromSlash(pattern))) {
				return nil, usagef("%s: sources: %s is a folder; a pattern for the files in it and below is %q", p.name, pattern, pattern+"/**/*.wgsl")
			}
			if !isRegular(filepath.Join(dir, filepath.FromSlash(pattern))) {
				return nil, usagef("%s: sources: %s: %v", p.name, pattern, confine.ErrNoFile)
			}
			add(pattern)
			continue
		}
		before := len(seen)
		err := filepath.WalkDir(walked(filepath.Join(dir, filepath.FromSlash(fixed))), func(name string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // as if nothing matched
			}
			if err != nil {
				return err
			}
			if d.IsDir() {
				if leftOut(d.Name()) && !strings.Contains(pattern, d.Name()) {
					return fs.SkipDir
				}
			}
			relative, err := filepath.Rel(dir, name)
			if err != nil {
				return err
			}
			if d.IsDir() {
				if relative != "." && relative == filepath.Clean(p.OutDir) && filepath.ToSlash(relative) != fixed {
					return fs.SkipDir // what was built is no source of what is built
				}
				if relative == "." || relative != filepath.Clean(p.OutDir) && !strings.HasPrefix(relative, filepath.Clean(p.OutDir)+string(filepath.Separator)) {
					p.folders = append(p.folders, relative)
				}
				return nil
			}
			if d.Name()[0] == '.' && !strings.HasPrefix(path.Base(pattern), ".") {
				return nil // hidden, as from a shell's patterns
			}
			if relative = filepath.ToSlash(relative); globs(pattern, relative) && isRegular(name) {
				add(relative)
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("%s cannot be read: %w", pattern, cause(err))
		}
		if len(seen) == before && len(p.Exclude) == 0 {
			if strings.Contains(pattern, `\`) {
				return nil, usagef("%s: no file matches %q: between folders stands /, on every system", p.name, pattern)
			}
			return nil, usagef("%s: no file matches %q", p.name, pattern)
		}
	}
	return found, nil
}

// globs reports whether a pattern takes a name: as path.Match, with ** for any number of
// folders.
func globs(pattern, name string) bool {
	return globParts(strings.Split(path.Clean(pattern), "/"), strings.Split(name, "/"))
}

func globParts(pattern, name []string) bool {
	for len(pattern) > 0 {
		if pattern[0] == "**" {
			for i := range len(name) + 1 {
				if globParts(pattern[1:], name[i:]) {
					return true
				}
			}
			return false
		}
		if len(name) == 0 {
			return false
		}
		if ok, err := path.Match(pattern[0], name[0]); !ok || err != nil {
			return false
		}
		pattern, name = pattern[1:], name[1:]
	}
	return len(name) == 0
}

// projectDir is the folder of a project's file.
func projectDir(name string) string { return filepath.Dir(name) }

// noProject reports that nothing is named and that there is no project here, and suggests
// one nearby.
func noProject() error {
	above := ".."
	for range 32 {
		if info, err := os.Stat(filepath.Join(above, projectName)); err == nil && info.Mode().IsRegular() {
			name := filepath.Join(above, projectName)
			return usagef("no input is given, and there is no %s in this folder; is %s meant? --config %s", projectName, name, name)
		}
		above = filepath.Join(above, "..")
	}
	return usagef("no input is given, and there is no %s in this folder", projectName)
}

// hasProject reports whether there is a project in the current folder.
func hasProject() bool {
	info, err := os.Stat(projectName)
	return err == nil && info.Mode().IsRegular()
}
