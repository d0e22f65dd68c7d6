package lsp

// This file completes paths of WESL, in import statements and inline. A statement that is
// being typed needn't be one that can be parsed, and so paths are read from the text.

import (
	"slices"
	"strings"

	"refract/front/wgsl"
	"refract/internal/front/wgsl/syntax"
)

// itemModule is the protocol's kind of a module.
const itemModule = 9

// An importerOfNames is an Importer that can list names.
type importerOfNames interface {
	// Names are the modules, and folders of modules, right below a path of a package, and,
	// where the path is empty, the packages that it may name.
	Names(pkg string, path []string) (modules, packages []string)
}

// Names are the names of the Importer within, if it can list them.
func (x openImporter) Names(pkg string, path []string) (modules, packages []string) {
	if within, ok := x.Importer.(importerOfNames); ok {
		return within.Names(pkg, path)
	}
	return nil, nil
}

// maxImportText bounds how far before the cursor an import statement begins.
const maxImportText = 1 << 13

// An imported is an item of an import statement, or the path of an incomplete one.
type imported struct {
	path  []string
	local string // what it is called here
	at    int    // the last name of the path
}

// importsIn reads import statements from their first word on, up to their ends or that of the
// text. open is the path under way where the last one doesn't end, else nil.
func importsIn(s string) (list []imported, open []string) {
	for at := 0; ; {
		next := indexWord(s[at:], "import")
		if next < 0 {
			return list, nil
		}
		at += next + len("import")
		path, outer := []string{}, []int{}
		last := imported{}
		take := func() {
			if last.local != "" {
				list = append(list, last)
			}
			last = imported{}
		}
		from := 0 // of the innermost collection: names that come before each of its paths
	statement:
		for {
			for at < len(s) && strings.IndexByte(" \t\r\n", s[at]) >= 0 {
				at++
			}
			if at == len(s) {
				return list, path
			}
			switch {
			case strings.HasPrefix(s[at:], "::"):
				if last.local != "" {
					path, last = last.path, imported{}
				}
				at += 2
			case s[at] == '{':
				outer, from = append(outer, from), len(path)
				at++
			case s[at] == ',':
				take()
				path = path[:from:from]
				at++
			case s[at] == '}' && len(outer) > 0:
				take()
				from, outer = outer[len(outer)-1], outer[:len(outer)-1]
				path = path[:from:from]
				at++
			case s[at] == ';':
				take()
				at++
				break statement
			default:
				w := wordAt(s, at)
				if w.start != at || w.end == w.start {
					break statement // no import statement
				}
				name := s[w.start:w.end]
				at = w.end
				if name == "as" && last.local != "" {
					for at < len(s) && strings.IndexByte(" \t\r\n", s[at]) >= 0 {
						at++
					}
					if w = wordAt(s, at); w.start == at && w.end > at {
						last.local, at = s[w.start:w.end], w.end
					}
					continue
				}
				last = imported{append(slices.Clip(path), name), name, w.start}
			}
		}
	}
}

// indexWord is where a word stands in a text, or -1.
func indexWord(s, word string) int {
	for at := 0; ; {
		i := strings.Index(s[at:], word)
		if i < 0 {
			return -1
		}
		i += at
		if w := wordAt(s, i); w.start == i && w.end == i+len(word) {
			return i
		}
		at = i + len(word)
	}
}

// pathAt is the path that the word at the end of a text belongs to, without it.
func pathAt(s string) (path []string, imports, ok bool) {
	if begin := max(0, len(s)-maxImportText); begin < len(s) {
		if i := strings.LastIndex(s[begin:], "import"); i >= 0 {
			if _, open := importsIn(s[begin+i:]); open != nil {
				return open, true, true
			}
		}
	}
	for s = strings.TrimRight(s, " \t\r\n"); strings.HasSuffix(s, "::"); {
		s = strings.TrimRight(s[:len(s)-2], " \t\r\n")
		w := wordAt(s, len(s))
		if w.start == w.end {
			return nil, false, false
		}
		path = append(path, s[w.start:])
		s = strings.TrimRight(s[:w.start], " \t\r\n")
	}
	slices.Reverse(path)
	return path, false, len(path) > 0
}

// completePath lists the continuations of the path that ends before an offset; ok: there is
// one.
func (d *document) completePath(w *workspace, o *Options, offset int) (items []completionItem, ok bool) {
	if d.isC() {
		return nil, false
	}
	path, imports, ok := pathAt(d.text.s[:offset])
	if !ok {
		return nil, false
	}
	r := d.readings(w, o)[0].wgsl
	if !r.WESL || r.Importer == nil {
		return nil, false
	}
	items = []completionItem{}
	self, own := r.Importer.Self(d.path)
	module := func(name, detail string) {
		items = append(items, completionItem{Label: name, Kind: itemModule, Detail: detail, SortText: "1" + name})
	}
	names, _ := r.Importer.(importerOfNames)
	if len(path) == 0 {
		module("package", "this package")
		if len(own) > 0 {
			module("super", "the folder of this module")
		}
		if names != nil {
			_, packages := names.Names(self, nil)
			for _, name := range packages {
				module(name, "a package")
			}
		}
		return items, true
	}
	known, _ := importsIn(d.text.s)
	pkg, at, found := resolvePath(r.Importer, self, own, path, known, 8)
	if !found {
		return items, true
	}
	if path[len(path)-1] == "super" && len(at) > 0 && imports {
		module("super", "the folder above")
	}
	if names != nil {
		modules, _ := names.Names(pkg, at)
		for _, name := range modules {
			module(name, "a module")
		}
	}
	if _, text, err := r.Importer.Module(pkg, at); err == nil {
		if w.wgsl == nil {
			w.wgsl = syntax.NewParser(nil)
		}
		x := newIndex()
		indexWGSL(w.wgsl, d.path, text, &wgsl.Options{WESL: true, Features: r.Features}, x)
		x.finish()
		for i := range x.symbols {
			if s := &x.symbols[i]; !s.local && s.kind != kindField && s.kind != kindParameter {
				items = append(items, s.item(s.name, "2"))
			}
		}
	}
	return items, true
}

// resolvePath is the module that a path means, whose first name may be one that is imported.
func resolvePath(importer wgsl.Importer, self string, own, path []string, known []imported, depth int) (pkg string, at []string, ok bool) {
	switch first := path[0]; first {
	case "package":
		return self, slices.Clone(path[1:]), true
	case "super":
		at = own
		for len(path) > 0 && path[0] == "super" {
			if len(at) == 0 {
				return "", nil, false
			}
			at, path = at[:len(at)-1], path[1:]
		}
		return self, append(slices.Clone(at), path...), true
	default:
		for _, k := range known {
			if k.local == first && depth > 0 && len(k.path) > 1 {
				return resolvePath(importer, self, own, append(slices.Clone(k.path), path[1:]...), known, depth-1)
			}
		}
		pkg, err := importer.Package(self, first)
		return pkg, slices.Clone(path[1:]), err == nil
	}
}

// completeImported adds the items of import statements.
func (d *document) completeImported(x *index, add func(completionItem)) {
	list, _ := importsIn(d.text.s)
	for _, m := range list {
		if i := x.at(m.at); i >= 0 && x.symbols[x.uses[i].sym].file != "" {
			s := &x.symbols[x.uses[i].sym]
			add(s.item(m.local, "2"))
		} else {
			add(completionItem{Label: m.local, Kind: itemModule, Detail: strings.Join(m.path, "::"), SortText: "2" + m.local})
		}
	}
}
