package syntax

// This file puts modules together. Every module is parsed into the one tree, its text
// behind the earlier ones, as the sources have them, so that an offset is a position
// whatever the module. The symbol of a name in a module is the module's own and determines
// its meaning: an import, or an inline path, makes a link from a symbol to the declaration
// of another module. Then the declarations that the root module needs, and their own needs,
// become the tree's items; the rest of the modules is left out.
//
// Modules may import each other in any way; each is read once.

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"refract/diag"
	"refract/internal/spell"
)

// Modules finds packages and the modules in them. A package is named by a key that the
// implementation chooses; paths are below its root.
type Modules interface {
	// Self is the module of the parsed source.
	Self() (pkg string, path []string)
	// Package is the package that a name means inside of another; the error is
	// fs.ErrNotExist if it means none.
	Package(from, name string) (pkg string, err error)
	// Module adds a module's text to the sources, right behind the existing ones; from is
	// its import. The error is fs.ErrNotExist if there is none.
	Module(pkg string, path []string, from diag.Span) (text string, base uint32, err error)
}

// A Link maps a symbol to a declaration of another module.
type Link struct {
	Symbol Symbol
	Item   Node
	At     diag.Span // of the name in the import statement; zero of a wildcard and of an inline path
	Named  diag.Span // of the name that the other module has for it, likewise
}

// Links lists the meanings of imports.
func (t *Tree) Links() []Link { return t.links }

// GlobalName is the name that a declaration at module scope has in the program: its
// own, unless several modules have it or the root module imports it by another.
func (t *Tree) GlobalName(s Symbol) string {
	if name, ok := t.unique[s]; ok {
		return name
	}
	return t.Name(s)
}

// maxModules bounds the modules of a program, and maxModuleBytes their text.
const (
	maxModules     = 4096
	maxModuleBytes = 1 << 26
)

// program is the parser's state about modules.
type program struct {
	scoped scopedNames
	unique map[Symbol]string
	links  []Link
	text   strings.Builder // all modules

	condAt, condEnd int // the condition evaluated last, as tokens
	visibility      visibility

	// State of the module that is being parsed.
	module0      int // its number
	imports      []importPath
	paths        []importPath
	wildcardable bool

	facts    []itemFacts // by item
	mods     []*module
	byPath   map[string]int       // to mods; -1: there is none
	packages map[string]string    // names by keys
	unknown  map[string]bool      // features without a value that were reported
	bySymbol []Node               // items that symbols mean
	clashes  map[Symbol][2]string // names that several wildcards bring
}

// itemFacts are facts of a declaration.
type itemFacts struct {
	first      Node // its nodes are those from first to it
	visibility visibility
}

// A modulePath is the place of a module.
type modulePath struct {
	pkg  string
	name string // of the package, where it isn't the program's
	path []string
}

func (m *modulePath) key() string { return m.pkg + "\x00" + strings.Join(m.path, "/") }

// String is the path as a program would name it.
func (m *modulePath) String() string {
	return strings.Join(m.parts(), "::")
}

func (m *modulePath) parts() []string {
	name := m.name
	if name == "" {
		name = "package"
	}
	return append([]string{name}, m.path...)
}

// child is the path of a module below, with memory of its own.
func (m *modulePath) child(name string) modulePath {
	return modulePath{m.pkg, m.name, append(slices.Clip(slices.Clone(m.path)), name)}
}

// A module is one text.
type module struct {
	at           modulePath
	number       int
	from, to     int // its items
	imports      []importPath
	paths        []importPath
	decls        map[Symbol]int  // items, by plain name
	exports      map[Symbol]int  // imports that are public, by plain name
	removed      map[Symbol]bool // plain names of what conditions have left out
	wildcardable bool
	reached      bool // something in it is used
	exporting    bool // an export of it is being resolved
}

// link reads the imports of the root module and makes the tree of it all.
func (p *Parser) link() {
	root := p.endModule(0)
	p.mods = append(p.mods, root)
	if len(root.imports) == 0 && len(root.paths) == 0 {
		return
	}
	if p.opts.Modules == nil {
		for _, list := range [][]importPath{root.imports, root.paths} {
			for i := range list {
				p.errorAt(CodeUnresolvedImport, list[i].span, "nothing can be imported: there is nothing to look for modules in")
			}
		}
		return
	}
	root.at.pkg, root.at.path = p.opts.Modules.Self()
	p.byPath = map[string]int{root.at.key(): 0}
	p.packages = map[string]string{root.at.pkg: ""}
	for i := 0; i < len(p.mods); i++ { // the list grows
		p.resolveModule(p.mods[i])
	}
	p.gather()
}

// errorAt reports an error that is not about the syntax here.
func (p *Parser) errorAt(code diag.Code, span diag.Span, format string, args ...any) *diag.Diagnostic {
	p.errors++
	p.broken = true
	return p.diags.Errorf(code, span, format, args...)
}

// endModule is the module that was parsed, with the items from one on.
func (p *Parser) endModule(from int) *module {
	m := &module{number: p.module0, from: from, to: len(p.items), wildcardable: p.wildcardable,
		imports: p.imports, paths: p.paths, decls: map[Symbol]int{}, exports: map[Symbol]int{}}
	if len(p.removed) > 0 {
		m.removed = make(map[Symbol]bool, len(p.removed))
		for _, name := range p.removed {
			m.removed[name] = true
		}
	}
	p.imports, p.paths, p.removed = nil, nil, nil
	for i := from; i < m.to; i++ {
		if name, _ := p.itemName(p.items[i]); name != NoSymbol {
			if s := p.scoped.plain(name); m.decls[s] == 0 {
				m.decls[s] = i + 1
			}
		}
	}
	for i := range m.imports {
		if x := &m.imports[i]; x.public {
			m.exports[p.scoped.plain(x.local)] = i + 1
		}
	}
	return m
}

// itemName is the name of a declaration and its place.
func (p *Parser) itemName(n Node) (Symbol, diag.Span) {
	x := &p.nodes[n]
	at := 0
	switch x.kind {
	case KindVar, KindConst, KindOverride:
		at = 2
	case KindFunction:
		at = 1
	case KindStruct, KindAlias:
	default:
		return NoSymbol, diag.Span{}
	}
	name, start := Symbol(p.pool[x.a+uint32(at)]), uint32(p.pool[x.a+uint32(at)+1])
	return name, p.span(start, start+uint32(len(p.nameOf(name))))
}

// load is the module at a path, which is read if it wasn't, or nil.
func (p *Parser) load(at *modulePath, from diag.Span) *module {
	key := at.key()
	if i, ok := p.byPath[key]; ok {
		if i < 0 {
			return nil
		}
		return p.mods[i]
	}
	p.byPath[key] = -1
	if len(p.mods) >= maxModules {
		if len(p.mods) == maxModules && p.errors == 0 {
			p.errorAt(CodeUnresolvedImport, from, "more than %d modules are imported", maxModules)
		}
		return nil
	}
	text, base, err := p.opts.Modules.Module(at.pkg, at.path, from)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			p.errorAt(CodeUnresolvedImport, from, "the module %s can't be read: %v", at, err)
		}
		return nil
	}
	if p.text.Len() == 0 {
		p.text.WriteString(p.src)
	}
	if p.text.Len()+len(text) > maxModuleBytes || base != p.base+uint32(p.text.Len())+1 {
		p.errorAt(CodeUnresolvedImport, from, "the modules have more than %d bytes in all", maxModuleBytes)
		return nil
	}
	p.text.WriteByte('\n')
	start := p.text.Len()
	p.text.WriteString(text)
	p.src = p.text.String()

	number := len(p.mods)
	p.byPath[key] = number
	p.toks, p.pos, p.errorPos = p.toks[:0], 0, -1
	p.lexErrors, p.reported, p.pending = p.lexErrors[:0], p.reported[:0], p.pending[:0]
	p.module0, p.declared, p.wildcardable, p.slack = number, false, false, false
	p.condAt, p.condEnd = 0, 0
	p.lex(start)
	own := map[Symbol]Symbol{}
	for i := range p.toks {
		if t := &p.toks[i]; t.kind == TokIdent {
			if own[t.sym] == 0 {
				own[t.sym] = p.scoped.of(p.interner, t.sym, number)
			}
			t.sym = own[t.sym]
		}
	}
	p.k = p.toks[0].kind
	first := len(p.items)
	p.module()
	p.flushLexErrors(int(^uint(0) >> 1))
	m := p.endModule(first)
	m.at = *at
	p.mods = append(p.mods, m)
	return m
}

// resolveModule resolves the imports of a module, and then its inline paths.
func (p *Parser) resolveModule(m *module) {
	for i := range m.imports {
		if x := &m.imports[i]; x.local != NoSymbol {
			p.resolveImport(m, x)
		}
	}
	p.checkImports(m)
	for i := range m.paths {
		p.resolveImport(m, &m.paths[i])
	}
	for i := range m.imports {
		x := &m.imports[i]
		if x.missing && !x.used && !x.removed { // one that is removed is missed where it is used
			p.unresolved(x, m, x.segments[len(x.segments)-1])
		}
		if x.local == NoSymbol {
			p.resolveWildcard(m, x)
		}
	}
}

// checkImports reports names that a module imports and declares, or imports twice.
func (p *Parser) checkImports(m *module) {
	seen := map[Symbol]*importPath{}
	for i := range m.imports {
		x := &m.imports[i]
		if x.local == NoSymbol {
			continue
		}
		if k := m.decls[p.scoped.plain(x.local)]; k != 0 {
			_, at := p.itemName(p.items[k-1])
			p.errorAt(CodeImportConflict, x.span, "%q is imported and declared here", p.nameOf(x.local)).Label(at, "declared here")
		} else if y := seen[x.local]; y != nil && (x.target != y.target || x.path.key() != y.path.key()) {
			p.errorAt(CodeImportConflict, x.span, "%q is imported twice", p.nameOf(x.local)).Label(y.span, "imported here, too")
		}
		seen[x.local] = x
	}
}

// startOf is the module at which a path starts, and how many segments that takes.
func (p *Parser) startOf(m *module, x *importPath) (at modulePath, n int, ok bool) {
	first := p.nameOf(x.segments[0].name)
	switch first {
	case "package":
		return modulePath{pkg: m.at.pkg, name: m.at.name}, 1, true
	case "super":
		at = m.at
		for n < len(x.segments) && p.nameOf(x.segments[n].name) == "super" {
			if len(at.path) == 0 {
				p.errorAt(CodeUnresolvedImport, x.segments[n].span, "'super' leads out of the package")
				return at, 0, false
			}
			at.path = at.path[:len(at.path)-1]
			n++
		}
		return at, n, true
	}
	if x.inline {
		for i := range m.imports {
			y := &m.imports[i]
			if y.local != NoSymbol && p.nameOf(y.local) == first {
				if y.used = true; !y.module {
					if y.target != None { // else that is told
						p.errorAt(CodeUnresolvedImport, x.segments[0].span, "%q is not a module", first)
					}
					return at, 0, false
				}
				return y.path, 1, true
			}
		}
	}
	pkg, err := p.opts.Modules.Package(m.at.pkg, first)
	if err == nil {
		if _, known := p.packages[pkg]; !known {
			p.packages[pkg] = first
		}
		return modulePath{pkg: pkg, name: p.packages[pkg]}, 1, true
	}
	if !errors.Is(err, fs.ErrNotExist) {
		p.errorAt(CodeUnresolvedImport, x.segments[0].span, "the package %q can't be found: %v", first, err)
		return at, 0, false
	}
	if p.isOwn(m, first) {
		return modulePath{pkg: m.at.pkg, name: m.at.name}, 1, true
	}
	d := p.errorAt(CodeUnresolvedImport, x.segments[0].span, "there is no package %q", first)
	if sibling := (&modulePath{m.at.pkg, m.at.name, m.at.path[:max(0, len(m.at.path)-1)]}).child(first); p.load(&sibling, x.whole) != nil {
		d.Suggest(x.segments[0].span, "super::"+first, "a module beside this one is imported by 'super::%s'", first)
	} else {
		d.Note("packages are listed in wesl.toml, under [dependencies]")
	}
	return at, 0, false
}

// isOwn reports whether a name is that of a module's own package: its own one, or the one by
// which another package imports it.
func (p *Parser) isOwn(m *module, name string) bool {
	if name == m.at.name {
		return true
	}
	w, ok := p.opts.Modules.(interface{ Own(pkg string) string })
	return ok && w.Own(m.at.pkg) == name
}

// resolveImport finds the declaration that a path names.
func (p *Parser) resolveImport(m *module, x *importPath) {
	at, n, ok := p.startOf(m, x)
	if !ok {
		x.used = true // reported
		return
	}
	if n == len(x.segments) {
		x.module, x.path = true, at
		return
	}
	for i := n; i < len(x.segments); i++ {
		s := x.segments[i]
		if mod := p.load(&at, x.whole); mod != nil {
			if item, found := p.item0(mod, s.name, x.span); found {
				if i+1 < len(x.segments) {
					p.errorAt(CodeUnresolvedImport, x.segments[i+1].span, "%q is a declaration of %s, not a module", p.nameOf(s.name), &at)
					return
				}
				p.reach(m, x, mod, item)
				return
			}
			x.removed = x.removed || i+1 == len(x.segments) && mod.hasRemoved(s.name)
		}
		at = at.child(p.nameOf(s.name))
	}
	x.path, x.module = at, true
	mod := p.load(&at, x.whole)
	switch {
	case x.inline && mod != nil:
		p.errorAt(CodeUnresolvedImport, x.span, "%q is a module, not a declaration", p.nameOf(x.segments[len(x.segments)-1].name))
	case x.inline:
		p.unresolved(x, m, x.segments[len(x.segments)-1])
	case mod == nil:
		x.missing = true
	}
}

// hasRemoved reports whether a condition has left out the declaration of a name, or the
// source of its import.
func (m *module) hasRemoved(name Symbol) bool {
	if m.removed[name] {
		return true
	}
	i := m.exports[name]
	return i != 0 && m.imports[i-1].removed
}

// unresolved reports a path that leads nowhere.
func (p *Parser) unresolved(x *importPath, m *module, last segment) {
	parent := modulePath{x.path.pkg, x.path.name, x.path.path[:max(0, len(x.path.path)-1)]}
	name := p.nameOf(last.name)
	mod := p.load(&parent, x.whole)
	if mod == nil && len(parent.path) == 0 {
		p.noteRoot(p.errorAt(CodeUnresolvedImport, last.span, "there is no module %s", &x.path), &x.path)
		return
	} else if mod == nil {
		p.noteRoot(p.errorAt(CodeUnresolvedImport, last.span, "there is no module %s and no %s", &parent, &x.path), &x.path)
		return
	}
	d := p.errorAt(CodeUnresolvedImport, last.span, "%s declares no %q, and there is no module %s", p.titleOf(mod), name, &x.path)
	if s := p.nearItem(mod, name); s != "" {
		d.Suggest(last.span, s, "did you mean %q?", s)
	}
}

// noteRoot adds the places in which modules of the path's package were looked for, if they
// may surprise.
func (p *Parser) noteRoot(d *diag.Diagnostic, at *modulePath) {
	if w, ok := p.opts.Modules.(interface{ Where(pkg string) string }); ok {
		if where := w.Where(at.pkg); where != "" {
			d.Note("%s", where)
		}
	}
}

func (p *Parser) titleOf(m *module) string { return "the module " + m.at.String() }

// nearItem is the declaration of a module that a name may have meant.
func (p *Parser) nearItem(m *module, name string) string {
	if !p.suggestions.Spend(m.to - m.from) {
		return ""
	}
	var names []string
	for i := m.from; i < m.to; i++ {
		if s, _ := p.itemName(p.items[i]); s != NoSymbol {
			names = append(names, p.nameOf(s))
		}
	}
	return spell.Nearest(name, names)
}

// item0 is the declaration of a name in a module, or the declaration that the module
// exports by it.
func (p *Parser) item0(m *module, name Symbol, from diag.Span) (Node, bool) {
	if i := m.decls[name]; i != 0 {
		return p.items[i-1], true
	}
	i := m.exports[name]
	if i == 0 {
		return None, false
	}
	x := &m.imports[i-1]
	if x.target == None && !m.exporting {
		m.exporting = true
		p.resolveImport(m, x)
		m.exporting = false
	}
	return x.target, x.target != None
}

// reach links a path's name to a declaration that the module may name.
func (p *Parser) reach(m *module, x *importPath, owner *module, item Node) {
	x.target = item
	declaring := p.declaringModule(item)
	facts := p.facts[p.indexOf(item)]
	name, at := p.itemName(item)
	switch {
	case facts.visibility == visiblePrivate && declaring != m:
		p.errorAt(CodeImportVisibility, x.span, "%q is private to %s", p.nameOf(name), p.titleOf(declaring)).Label(at, "declared here")
	case x.public && facts.visibility != visiblePublic && m.number != 0:
		p.errorAt(CodeImportVisibility, x.span, "%q is not public and can't be exported", p.nameOf(name)).Label(at, "declared here")
	case declaring.at.pkg != m.at.pkg && facts.visibility != visiblePublic && p.usesPublic(declaring):
		p.errorAt(CodeImportVisibility, x.span, "%q is not public: only its package may name it", p.nameOf(name)).Label(at, "declared here")
	}
	link := Link{Symbol: x.local, Item: item}
	if !x.inline {
		link.At, link.Named = x.span, x.segments[len(x.segments)-1].span
	}
	p.links = append(p.links, link)
}

// usesPublic reports whether a module marks anything as public. Packages that are older
// than the word leave all to be used.
func (p *Parser) usesPublic(m *module) bool {
	for i := m.from; i < m.to; i++ {
		if p.facts[i].visibility == visiblePublic {
			return true
		}
	}
	return len(m.exports) > 0
}

// declaringModule is the module that a declaration is in.
func (p *Parser) declaringModule(item Node) *module {
	i := p.indexOf(item)
	k, _ := slices.BinarySearchFunc(p.mods, i, func(m *module, i int) int {
		if m.to <= i {
			return -1
		}
		return 1
	})
	return p.mods[k]
}

// indexOf is the index of an item: nodes of items ascend.
func (p *Parser) indexOf(item Node) int {
	i, _ := slices.BinarySearch(p.items, item)
	return i
}

// resolveWildcard links the names of a module that another one uses, unless it has another
// meaning for them.
func (p *Parser) resolveWildcard(m *module, x *importPath) {
	at, n, ok := p.startOf(m, x)
	if !ok {
		return
	}
	for _, s := range x.segments[n:] {
		at = at.child(p.nameOf(s.name))
	}
	mod := p.load(&at, x.whole)
	if mod == nil {
		p.errorAt(CodeUnresolvedImport, x.span, "there is no module %s", &at)
		return
	}
	if at.pkg != m.at.pkg && !mod.wildcardable && !x.quiet {
		p.errorAt(CodeWildcardImport, x.span, "%s is not made to be imported with '*'", p.titleOf(mod)).
			Note("its author says so by '@wildcardable module;'; '@diagnostic(off, wildcard_import)' before the import accepts that its names may change")
	}
	add := func(name Symbol, item Node) {
		here := p.scoped.lookup(p.interner, name, m.number)
		if here == NoSymbol || m.decls[name] != 0 || p.facts[p.indexOf(item)].visibility == visiblePrivate {
			return
		}
		for _, y := range m.imports {
			if y.local == here {
				return
			}
		}
		for _, l := range p.links {
			if l.Symbol == here {
				if l.Item != item {
					if p.clashes == nil {
						p.clashes = map[Symbol][2]string{}
					}
					p.clashes[here] = [2]string{p.declaringModule(l.Item).at.String(), mod.at.String()}
				}
				return
			}
		}
		p.links = append(p.links, Link{Symbol: here, Item: item})
	}
	for i := mod.from; i < mod.to; i++ {
		if s, _ := p.itemName(p.items[i]); s != NoSymbol {
			add(p.scoped.plain(s), p.items[i])
		}
	}
	for i := range mod.imports {
		if y := &mod.imports[i]; y.public {
			if item, found := p.item0(mod, p.scoped.plain(y.local), x.span); found {
				add(p.scoped.plain(y.local), item)
			}
		}
	}
}
