package lsp

// This file holds documents, and reads them when something is asked of them.

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"refract"
	"refract/diag"
	"refract/front/glsl"
	"refract/front/hlsl"
	"refract/front/kage"
	"refract/front/wgsl"
	"refract/internal/confine"
	"refract/internal/embedded"
	"refract/internal/front/glsl/pp"
	glslsyntax "refract/internal/front/glsl/syntax"
	hlslsyntax "refract/internal/front/hlsl/syntax"
	wgslsyntax "refract/internal/front/wgsl/syntax"
	"refract/internal/ir/layout"
	"refract/ir"
	"refract/ir/validate"
	"refract/language"
)

// Options are the settings for reading documents.
type Options struct {
	Capabilities validate.Capabilities // what WGSL may use; 0: validate.Default
	Includes     []string              // folders for #include
	Defines      map[string]string     // macros of GLSL, features of WESL
	Importer     func() wgsl.Importer  // makes what finds the modules that WESL imports; may be nil

	// Root, where it is not nil, is the folder of the project that a file belongs to, for
	// clients that name no workspace; "": there is none.
	Root func(path string) string

	// Readings, if not nil, returns the readings of a file in its project, one for each
	// permutation; hovers and the like use the first. None: the file is read by the other
	// options. The error is one of the project. literal is the
	// name of the constant of a program that holds the shader, "" for a file or without a name.
	Readings func(path, literal string) ([]Reading, error)

	// Statistics, if not nil, returns a line about each entry point of a module, for code lenses.
	Statistics func(ctx context.Context, m *ir.Module) ([]string, error)

	// Literals, if not nil, returns the rule of a program's project about its literals: by the
	// name of a constant, whether it holds a shader, and the values of placeholders in it. A
	// nil rule takes none.
	Literals func(path string) func(name string) (isShader bool, placeholders map[string]string)
}

// A Reading is a way in which a project reads a file.
type Reading struct {
	Name         string                  // of the permutation, for people; may be ""
	Language     refract.Language        // of a literal without a tag; else ""
	Options      refract.LanguageOptions // of GLSL and WGSL; where they lack one, it is as Options say
	Capabilities validate.Capabilities   // 0: validate.Default
	Overrides    map[string]float64      // values that pipelines are made with; nil: none are made
}

// maxIndexed bounds in bytes the documents that are indexed; larger ones have
// diagnostics alone.
const maxIndexed = 8 << 20

// A dialect is the language of a document: WGSL if it is no other.
type dialect struct {
	glsl bool
	hlsl bool // see hlsl.go
	kage bool // see kage.go
}

// A document is an open file.
type document struct {
	uri     string
	path    string
	version int
	dialect
	text    *text
	index   *index // of the text; nil: not made yet
	found   []finding
	problem string          // of the project; "": none
	reads   map[string]bool // other files that the document is made of, by full names
	dirty   bool            // diagnostics are due

	turn    int                // how often it was forgotten
	aside   bool               // it is being read; see aside.go
	stop    context.CancelFunc // ends that; nil: nothing is read aside
	waiting []*jsonrpc2.Request

	host    embedded.Host    // of a program; see program.go
	shaders []*document      // in the program
	shader  *embedded.Shader // of the document of a shader in a program

	module     *ir.Module // of a small document without errors, in its first reading; else nil
	statistics []string   // of its entry points; nil: not counted

	last    completeReading // see stale.go
	refresh map[string]bool // requests that are due to the client after the reading
}

// A finding is something wrong with a document.
type finding struct {
	*diag.Diagnostic
	from *diag.Diagnostics
	note string // which permutations it is found in; "": all
}

// languageOf is whether a document is GLSL, and whether it is of a language that is
// understood.
func languageOf(id, path string) (isGLSL, ok bool) {
	switch strings.ToLower(id) {
	case "wgsl":
		return false, true
	case "glsl", "essl":
		return true, true
	}
	l, ok := refract.LanguageOfFile(path)
	switch l {
	case refract.WGSL:
		return false, ok
	case refract.GLSL, refract.ESSL:
		return true, ok
	}
	return false, false
}

// isC reports whether the language of a document is one with the syntax of C, and its
// preprocessor.
func (d *document) isC() bool { return d.glsl || d.hlsl }

// isHLSL reports whether a document is HLSL.
func isHLSL(id, path string) bool {
	if strings.EqualFold(id, "hlsl") {
		return true
	}
	l, ok := refract.LanguageOfFile(path)
	return ok && l == refract.HLSL && (id == "" || strings.EqualFold(id, "plaintext"))
}

// setText gives a document a new content.
func (d *document) setText(s string) {
	d.text = newText(s)
	d.forget()
}

// forget has a document read again.
func (d *document) forget() {
	d.index, d.found, d.problem, d.reads, d.dirty = nil, nil, "", nil, true
	d.shaders, d.module, d.statistics = nil, nil, nil
	d.turn++
	d.leave()
}

// leave ends the reading of the document aside.
func (d *document) leave() {
	if d.stop != nil {
		d.stop()
	}
}

// A workspace is shared by documents.
type workspace struct {
	wgsl *wgslsyntax.Parser // kept from one document to the next
	glsl *glslsyntax.Parser
	hlsl *hlslsyntax.Parser
	open map[string]*document // by full names of files
	ctx  context.Context      // ends reading; nil: nothing does
}

// context ends the reading of documents.
func (w *workspace) context() context.Context {
	if w.ctx == nil {
		return context.Background()
	}
	return w.ctx
}

// preprocessor are the options of GLSL's preprocessor.
func (o *Options) preprocessor() pp.Options {
	p := pp.Options{Includer: &pp.Search{Dirs: o.Includes, Roots: o.roots}}
	for _, name := range sortedKeys(o.Defines) {
		p.Defines = append(p.Defines, pp.Define{Name: name, Text: o.Defines[name]})
	}
	return p
}

// roots are the folders whose files a file may include: that of its project, and the standard
// ones.
func (o *Options) roots(file string) []string {
	roots := confine.Standard(file)
	if o.Root != nil {
		if dir := o.Root(fullPath(file)); dir != "" {
			roots = append(roots, dir)
		}
	}
	return roots
}

// features are the values of WESL's features.
func (o *Options) features() map[string]bool {
	all := map[string]bool{}
	for name, value := range o.Defines {
		if b, err := strconv.ParseBool(value); err == nil {
			all[name] = b
		} else if n, err := strconv.ParseInt(value, 0, 64); err == nil || value == "" {
			all[name] = err != nil || n != 0
		}
	}
	return all
}

// read checks and indexes a document, where that hasn't happened since it changed.
func (d *document) read(w *workspace, o *Options) *index {
	if d.index != nil {
		return d.index
	}
	d.index, d.found, d.problem, d.reads = newIndex(), nil, "", map[string]bool{}
	if d.host != embedded.NoHost {
		d.readProgram(w, o)
		return d.index
	}
	readings := d.readings(w, o)
	x := d.index
	if len(d.text.s) > maxIndexed {
		x = nil
	}
	var found [][]finding
	for i := range readings {
		m, list := d.check(w.context(), &readings[i], x)
		found = append(found, list)
		if w.context().Err() != nil {
			break
		}
		if i > 0 || x == nil {
			continue
		}
		if len(d.text.s) <= maxLens {
			d.module = m
		}
		if d.kage {
			x.finish()
			break
		}
		if d.hlsl {
			if w.hlsl == nil {
				w.hlsl = newHLSLParser()
			}
			indexHLSL(w.hlsl, d.path, d.text.s, readings[i].hlsl.Macros().Preprocessor, x)
		} else if d.glsl {
			if w.glsl == nil {
				w.glsl = glslsyntax.NewParser(nil)
			}
			indexGLSL(w.glsl, d.path, d.text.s, readings[i].glsl.Preprocessor, x)
		} else {
			if w.wgsl == nil {
				w.wgsl = wgslsyntax.NewParser(nil)
			}
			indexWGSL(w.wgsl, d.path, d.text.s, readings[i].wgsl, x)
		}
		x.finish()
		if m != nil {
			x.describeLayouts(m)
		}
		x = nil
	}
	d.found = union(found, readings)
	return d.index
}

// A reading is a Reading with options of all languages.
type reading struct {
	Reading
	glsl *glsl.Options
	wgsl *wgsl.Options
	hlsl *hlsl.Options
}

// readings are the ways in which a document is read. Included, imported and linked files
// are taken from the editor if they are open there.
func (d *document) readings(w *workspace, o *Options) []reading {
	var list []Reading
	if o.Readings != nil {
		var err error
		if list, err = o.Readings(d.path, d.literal()); err != nil {
			d.problem, list = err.Error(), nil
		}
	}
	if len(list) == 0 {
		list = []Reading{{Capabilities: o.Capabilities}}
	}
	out := make([]reading, len(list))
	for i := range list {
		r := reading{Reading: list[i]}
		if g, ok := r.Options[refract.GLSL].(*glsl.Options); ok {
			c := *g
			r.glsl = &c
		} else {
			r.glsl = &glsl.Options{Preprocessor: o.preprocessor(), Standalone: true, AllPrograms: true}
		}
		if g, ok := r.Options[refract.WGSL].(*wgsl.Options); ok {
			c := *g
			r.wgsl = &c
		} else {
			r.wgsl = &wgsl.Options{Features: o.features()}
			if o.Importer != nil {
				r.wgsl.Importer = o.Importer()
			}
		}
		r.wgsl.Lenient = true
		r.wgsl.WESL = r.wgsl.WESL || wgsl.IsWESL(d.path)
		seen := func(path, text string) string { return w.current(d.reads, path, text) }
		if r.glsl.Preprocessor.Includer != nil {
			r.glsl.Preprocessor.Includer = openIncluder{r.glsl.Preprocessor.Includer, seen}
		}
		if r.wgsl.Importer != nil {
			r.wgsl.Importer = openImporter{r.wgsl.Importer, seen}
		}
		r.hlsl = new(hlsl.Options)
		if h, ok := r.Options[refract.HLSL].(*hlsl.Options); ok {
			*r.hlsl = *h
		}
		r.hlsl.Preprocessor = r.glsl.Preprocessor
		r.glsl.Link = slices.Clone(r.glsl.Link)
		for i := range r.glsl.Link {
			r.glsl.Link[i].Text = seen(r.glsl.Link[i].Name, r.glsl.Link[i].Text)
		}
		d.tagged(&r)
		out[i] = r
	}
	return out
}

// current notes that a file is read, and returns its text, as the editor has it if the
// file is open there.
func (w *workspace) current(reads map[string]bool, path, text string) string {
	full := fullPath(path)
	reads[full] = true
	if d := w.open[full]; d != nil {
		return d.text.s
	}
	return text
}

// An openIncluder is an Includer that takes open files from the editor.
type openIncluder struct {
	pp.Includer
	current func(path, text string) string
}

// Include finds a file.
func (x openIncluder) Include(name, from string, system bool) (string, string, error) {
	path, text, err := x.Includer.Include(name, from, system)
	if err == nil {
		text = x.current(path, text)
	}
	return path, text, err
}

// An openImporter is an Importer that takes open files from the editor.
type openImporter struct {
	wgsl.Importer
	current func(path, text string) string
}

// Module is the text of a module.
func (x openImporter) Module(pkg string, path []string) (string, string, error) {
	name, text, err := x.Importer.Module(pkg, path)
	if err == nil {
		text = x.current(name, text)
	}
	return name, text, err
}

// union joins the findings of a document's readings, each finding once.
func union(found [][]finding, readings []reading) []finding {
	if len(found) == 1 {
		return found[0]
	}
	type key struct {
		file          string
		start, length int
		code          diag.Code
		message       string
	}
	var all []finding
	where := map[key]int{}
	in := map[int][]string{}
	for r, list := range found {
		for _, f := range list {
			k := key{code: f.Code, message: f.Message, length: int(f.Span.End - f.Span.Start)}
			if f.from.Sources != nil {
				if p, ok := f.from.Sources.Position(f.Span.Start); ok {
					k.file, k.start = p.File, p.Offset
				}
			}
			i, known := where[k]
			if !known {
				i = len(all)
				where[k], all = i, append(all, f)
			}
			if names := in[i]; len(names) == 0 || names[len(names)-1] != readings[r].Name {
				in[i] = append(names, readings[r].Name)
			}
		}
	}
	for i := range all {
		if names := in[i]; len(names) < len(readings) {
			all[i].note = "in " + strings.Join(names, ", ")
		}
	}
	return all
}

// check finds the mistakes in a document that is read in one way; x, if there is one,
// learns the types of expressions. The module is nil if there are errors.
func (d *document) check(ctx context.Context, r *reading, x *index) (*ir.Module, []finding) {
	var found []finding
	keep := func(list *diag.Diagnostics) {
		for _, item := range list.Items {
			found = append(found, finding{Diagnostic: item, from: list})
		}
	}
	c := refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: r.Capabilities, Overrides: r.Overrides}}
	c.Parse.Warn, c.Validate.Warn = keep, keep
	c.Parse.Language = refract.WGSL
	if d.glsl {
		c.Parse.Language = refract.GLSL
		if strings.EqualFold(filepath.Ext(d.path), ".essl") || d.shader != nil && d.shader.Tag.Language == &language.ESSL {
			c.Parse.Language = refract.ESSL
		}
	}
	if d.hlsl {
		c.Parse.Language = refract.HLSL
	}
	k := new(kage.Options)
	if d.kage {
		c.Parse.Language = refract.Kage
		if x != nil {
			k.Editor = &kageIndexer{x: x, size: len(d.text.s), symbols: map[diag.Span]int{}}
		}
	}
	c.Parse.Options = refract.LanguageOptions{refract.GLSL: r.glsl, refract.WGSL: r.wgsl, refract.HLSL: r.hlsl, refract.Kage: k}
	r.wgsl.Types, r.glsl.Types, r.hlsl.Types = nil, nil, nil
	if x != nil {
		here := func(at diag.Span) (span, bool) {
			return span{int(at.Start) - 1, int(at.End) - 1}, at.Start >= 1 && int(at.End) <= len(d.text.s)+1
		}
		names := map[ir.TypeID]string{}
		r.wgsl.Types = func(at diag.Span, m *ir.Module, t ir.TypeID, value string) {
			s, ok := here(at)
			if !ok {
				return
			}
			name, known := names[t]
			if !known {
				name = m.TypeName(t)
				names[t] = name
			}
			x.types[s] = name
			if value != "" {
				x.values[s] = value
			}
		}
		r.glsl.Types = func(at diag.Span, name string) {
			if s, ok := here(at); ok {
				x.types[s] = name
			}
		}
		r.hlsl.Types = r.glsl.Types
	}
	v, err := refract.Check(ctx, d.path, []byte(d.text.s), c)
	if ctx.Err() != nil { // what is read is forgotten
		return nil, nil
	}
	if err != nil {
		if list, ok := err.(*diag.Diagnostics); ok {
			keep(list)
		} else {
			var list diag.List
			sources := new(diag.Sources)
			sources.Add(d.path, d.text.s)
			list.Errorf("internal-fault", diag.Span{}, "%v", err)
			keep(list.Diagnostics(sources))
		}
		return nil, found
	}
	return v.Module, found
}

// describeLayouts records the memory layout of structs.
func (x *index) describeLayouts(m *ir.Module) {
	x.layouts = map[string]string{}
	cache := layout.New(m)
	layouts := map[ir.StructID]ir.LayoutID{} // where a buffer holds it, the layout that it has there
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if t := m.Types.At(g.Type); t.Kind == ir.TypeStruct && g.Layout != ir.NoLayout {
			layouts[t.Struct] = g.Layout
		}
	}
	for id := ir.FirstModuleType; int(id) < m.Types.Len(); id++ {
		t := m.Types.At(id)
		if t.Kind != ir.TypeStruct {
			continue
		}
		s := &m.Structs[t.Struct]
		l, ok := layouts[t.Struct]
		if !ok {
			l = ir.LayoutNatural
		}
		info, err := cache.Of(id, l)
		if err != nil || s.Name == "" {
			continue
		}
		x.layouts[s.Name] = describeLayout(m, cache, id, s, l, info)
	}
}
