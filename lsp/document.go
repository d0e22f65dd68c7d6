package lsp

// This file holds documents, and reads them when something is asked of them.

import (
	"path/filepath"
	"strings"

	"refract"
	"refract/diag"
	"refract/front/glsl"
	"refract/front/glsl/pp"
	glslsyntax "refract/front/glsl/syntax"
	"refract/front/wgsl"
	wgslsyntax "refract/front/wgsl/syntax"
	"refract/ir"
	"refract/ir/layout"
	"refract/ir/validate"
)

// Options say how documents are read.
type Options struct {
	Capabilities validate.Capabilities // what WGSL may use; 0: validate.Default
	Includes     []string              // folders for #include
	Defines      map[string]string     // macros of GLSL, features of WESL
	Importer     func() wgsl.Importer  // makes what finds the modules that WESL imports; may be nil
}

// maxIndexed bounds in bytes the documents that are indexed; larger ones have
// diagnostics alone.
const maxIndexed = 8 << 20

// A document is an open file.
type document struct {
	uri     string
	path    string
	version int
	glsl    bool
	text    *text
	index   *index            // of the text; nil: not made yet
	found   *diag.Diagnostics // likewise
	checked bool
	dirty   bool // diagnostics are due
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

// setText gives a document a new content.
func (d *document) setText(s string) {
	d.text, d.index, d.found, d.checked, d.dirty = newText(s), nil, nil, false, true
}

// parsers are kept from one document to the next.
type parsers struct {
	wgsl *wgslsyntax.Parser
	glsl *glslsyntax.Parser
}

// preprocessor are the options of GLSL's preprocessor.
func (o *Options) preprocessor() pp.Options {
	p := pp.Options{Includer: pp.Dirs(o.Includes...)}
	for _, name := range sortedKeys(o.Defines) {
		p.Defines = append(p.Defines, pp.Define{Name: name, Text: o.Defines[name]})
	}
	return p
}

// features are the values of WESL's features.
func (o *Options) features() map[string]bool {
	all := map[string]bool{}
	for name, value := range o.Defines {
		all[name] = value != "false" && value != "0"
	}
	return all
}

// read checks and indexes a document, where that hasn't happened since it changed.
func (d *document) read(p *parsers, o *Options) *index {
	if d.index != nil {
		return d.index
	}
	x := newIndex()
	d.index = x
	src := d.text.s
	if len(src) > maxIndexed {
		d.check(o, nil)
		return x
	}
	m := d.check(o, x)
	if d.glsl {
		if p.glsl == nil {
			p.glsl = glslsyntax.NewParser(nil)
		}
		indexGLSL(p.glsl, d.path, src, o.preprocessor(), x)
	} else {
		if p.wgsl == nil {
			p.wgsl = wgslsyntax.NewParser(nil)
		}
		indexWGSL(p.wgsl, d.path, src, o, x)
	}
	x.finish()
	if m != nil {
		x.describeLayouts(m)
	}
	return x
}

// check finds what is wrong with a document; x, if there is one, learns the types of
// expressions. The module is nil where there are errors.
func (d *document) check(o *Options, x *index) *ir.Module {
	c := refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: o.Capabilities}}
	keep := func(found *diag.Diagnostics) {
		if d.found == nil {
			d.found = found
			return
		}
		merged := *d.found
		merged.Items = append(append([]*diag.Diagnostic{}, d.found.Items...), found.Items...)
		d.found = &merged
	}
	c.Parse.Warn, c.Validate.Warn = keep, keep
	c.Parse.Language = refract.WGSL
	if d.glsl {
		c.Parse.Language = refract.GLSL
		if strings.EqualFold(filepath.Ext(d.path), ".essl") {
			c.Parse.Language = refract.ESSL
		}
	}
	forGLSL, forWGSL := &glsl.Options{Preprocessor: o.preprocessor(), Standalone: true}, &wgsl.Options{Lenient: true, Features: o.features()}
	if o.Importer != nil {
		forWGSL.Importer = o.Importer()
	}
	c.Parse.Options = refract.LanguageOptions{refract.GLSL: forGLSL, refract.WGSL: forWGSL}
	if x != nil {
		here := func(at diag.Span) (span, bool) {
			return span{int(at.Start) - 1, int(at.End) - 1}, at.Start >= 1 && int(at.End) <= len(d.text.s)+1
		}
		names := map[ir.TypeID]string{}
		forWGSL.Types = func(at diag.Span, m *ir.Module, t ir.TypeID, value string) {
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
		forGLSL.Types = func(at diag.Span, name string) {
			if s, ok := here(at); ok {
				x.types[s] = name
			}
		}
	}
	d.found, d.checked = nil, true
	v, err := refract.Check(d.path, []byte(d.text.s), c)
	if err != nil {
		if found, ok := err.(*diag.Diagnostics); ok {
			keep(found)
		} else {
			var list diag.List
			sources := new(diag.Sources)
			sources.Add(d.path, d.text.s)
			list.Errorf("internal-fault", diag.Span{}, "%v", err)
			keep(list.Diagnostics(sources))
		}
		return nil
	}
	return v.Module
}

// describeLayouts tells how structs lie in memory.
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
