package syntax

// This file reads WESL's additions at module scope: import statements, inline paths,
// visibility, the module declaration and blocks of declarations.

import "refract/diag"

// A visibility is the set of modules that may name a declaration.
type visibility uint8

const (
	visiblePackage visibility = iota // modules of its package
	visiblePublic                    // everyone
	visiblePrivate                   // its own module
)

// An importPath is one path that a module names, in an import statement, from which
// collections are flattened, or inline.
type importPath struct {
	segments []segment // the first may be package or super
	local    Symbol    // what it is called in the module; 0 for all
	span     diag.Span // what errors point at: the last segment or its new name
	whole    diag.Span // the statement, or the path
	public   bool
	inline   bool
	quiet    bool // the wildcard's warning is off
	module   bool // it turned out to name a module, not a declaration
	missing  bool // that has no file
	removed  bool // a condition has left out what it names
	used     bool
	target   Node // the declaration
	path     modulePath
}

// A segment is a name of a path.
type segment struct {
	name Symbol // plain
	span diag.Span
}

// maxImports bounds the names in import statements and inline paths of a module.
const maxImports = 1 << 16

// weslItem parses an item at module scope and keeps or forgets it.
func (p *Parser) weslItem(c *chain) {
	keep, before := p.conditional(c)
	items, imports := len(p.items), len(p.imports)
	conditional := p.k == TokAt && c.decided(p)
	p.anyItem(conditional)
	if !keep {
		p.noteRemoved(items, imports)
		p.restore(before)
		p.items, p.facts, p.imports = p.items[:items], p.facts[:items], p.imports[:imports]
	}
}

// noteRemoved notes the names of items and imports from some on, which are about to be
// forgotten.
func (p *Parser) noteRemoved(items, imports int) {
	for _, n := range p.items[items:] {
		if name, _ := p.itemName(n); name != NoSymbol {
			p.removed = append(p.removed, p.scoped.plain(name))
		}
	}
	for i := range p.imports[imports:] {
		if x := &p.imports[imports+i]; x.local != NoSymbol {
			p.removed = append(p.removed, p.scoped.plain(x.local))
		}
	}
}

func (p *Parser) anyItem(conditional bool) {
	start, behind := p.at(), p.behindAttributes()
	switch p.toks[behind].kind {
	case TokLBrace:
		p.compound(conditional)
		return
	case TokReserved:
		word := p.tokText(behind)
		next := ""
		if behind+1 < len(p.toks) {
			next = p.tokText(behind + 1)
		}
		switch {
		case word == "import" || word == "public" && next == "import":
			p.importStmt(start)
			return
		case word == "module" && next == ";":
			p.moduleDecl()
			return
		}
	}
	nodes := len(p.nodes)
	p.visibility = visiblePackage
	n := p.item()
	p.items = append(p.items, n)
	p.facts = append(p.facts, itemFacts{Node(nodes), p.visibility})
}

// compound parses a block of declarations, which belong to the module if a condition has
// kept them; else they are nothing's.
func (p *Parser) compound(conditional bool) {
	p.attributesOf(p.attributes(), "a block of declarations")
	open := p.pos
	if !p.enterBrace() {
		return
	}
	p.next()
	items, before := len(p.items), checkpoint{len(p.nodes), len(p.pool), len(p.paths)}
	depth := p.braceDepth
	var c chain
	for p.k != TokRBrace && p.k != TokEOF {
		pos := p.pos
		if p.accept(TokSemicolon) {
			continue
		}
		p.weslItem(&c)
		p.braceDepth = depth
		if p.pos == pos {
			p.next()
		}
	}
	p.braceDepth--
	p.closeBrace(open)
	if !conditional && !p.opts.Lossless {
		p.noteRemoved(items, len(p.imports))
		p.restore(before)
		p.items, p.facts = p.items[:items], p.facts[:items]
	}
}

// visibilityWord steps over public or private before a declaration.
func (p *Parser) visibilityWord() visibility {
	switch p.k {
	case TokReserved:
		if p.tokText(p.pos) == "public" {
			p.next()
			return visiblePublic
		}
	case TokIdent:
		if p.tokText(p.pos) == "private" {
			switch p.peek() {
			case TokFn, TokVar, TokConst, TokOverride, TokStruct, TokAlias:
				p.next()
				return visiblePrivate
			}
		}
	}
	return visiblePackage
}

// moduleDecl parses "module;", with the attribute @wildcardable.
func (p *Parser) moduleDecl() {
	for p.k == TokAt {
		if p.skipCondition() {
			continue
		}
		if p.peek() == TokIdent && p.tokText(p.pos+1) == "wildcardable" {
			p.wildcardable = true
		}
		p.attribute()
	}
	if p.declared && p.errors == 0 {
		p.errorf(CodeMisplacedImport, p.here(), "'module' must come before all declarations")
	}
	p.next()
	p.semicolon("'module'")
}

// importStmt parses an import statement.
func (p *Parser) importStmt(start uint32) {
	quiet := false
	for p.k == TokAt {
		if p.skipCondition() {
			continue
		}
		n := p.attribute()
		if x := &p.nodes[n]; x.kind == KindAttribute && p.nameOf(Symbol(x.a)) == "diagnostic" {
			if args := p.listOf(x.b); len(args) == 2 && p.nodeText(args[0]) == "off" && p.nodeText(args[1]) == "wildcard_import" {
				quiet = true
			}
		}
	}
	public := p.tokText(p.pos) == "public"
	if public {
		p.next()
	}
	if p.declared && p.errors == 0 {
		p.errorf(CodeMisplacedImport, p.here(), "imports must come before all declarations")
	}
	p.next()
	first := len(p.imports)
	var path []segment
	if !p.importRelative(&path) || !p.importTree(path, public, quiet, 0) {
		p.imports = p.imports[:first]
		p.skipItem()
		return
	}
	p.semicolon("an import")
	whole := p.span(start, p.prevEnd())
	for i := first; i < len(p.imports); i++ {
		p.imports[i].whole = whole
	}
}

// importRelative reads package:: or super:: at the start of a path.
func (p *Parser) importRelative(path *[]segment) bool {
	word := ""
	for p.k == TokReserved {
		switch word = p.tokText(p.pos); word {
		case "package", "super":
		default:
			return true
		}
		*path = append(*path, p.segment())
		if !p.expect(TokPath, " after '"+word+"'") {
			return false
		}
		if word == "package" {
			return true
		}
	}
	return true
}

// segment takes the current token as a name of a path.
func (p *Parser) segment() segment {
	s := segment{p.scoped.plain(p.toks[p.pos].sym), p.here()}
	p.next()
	return s
}

// isSegment reports whether the current token can be a name in a path.
func (p *Parser) isSegment() bool {
	switch p.k {
	case TokIdent:
		return true
	case TokReserved:
		switch p.tokText(p.pos) {
		case "as", "import", "module", "package", "public", "self", "super":
			return false
		}
		return true
	}
	return false
}

// importTree reads the end of a path: a name, a list in braces or a *.
func (p *Parser) importTree(path []segment, public, quiet bool, depth int) bool {
	path = path[:len(path):len(path)]
	for {
		switch {
		case len(p.imports)+len(path) >= maxImports || depth > MaxBraceDepth || len(path) > MaxBraceDepth:
			p.errorf(CodeNestingTooDeep, p.here(), "too much is imported by this statement")
			return false
		case p.k == TokLBrace:
			open := p.pos
			p.next()
			if p.k == TokRBrace {
				p.expected(CodeExpectedIdentifier, "a name to import")
				return false
			}
			for p.k != TokRBrace {
				if p.k == TokLBrace {
					p.expected(CodeExpectedIdentifier, "a name to import")
					return false
				}
				if !p.importTree(path, public, quiet, depth+1) {
					return false
				}
				if !p.accept(TokComma) {
					break
				}
			}
			return p.expectClose(TokRBrace, open, "',' or ")
		case p.k == TokStar && len(path) > 0:
			if public {
				p.errorf(CodeMisplacedImport, p.here(), "'public import' needs names: it has no meaning with '*' yet")
			}
			p.imports = append(p.imports, importPath{segments: path, span: p.here(), quiet: quiet})
			p.next()
			return true
		case !p.isSegment():
			p.expected(CodeExpectedIdentifier, "a name to import")
			return false
		}
		local := p.toks[p.pos].sym
		path = append(path, p.segment())
		if p.accept(TokPath) {
			continue
		}
		x := importPath{segments: path, local: local, span: path[len(path)-1].span, public: public}
		if p.k == TokReserved && p.tokText(p.pos) == "as" {
			p.next()
			if p.k != TokIdent {
				p.expected(CodeExpectedIdentifier, "a name after 'as'")
				return false
			}
			x.local, x.span = p.toks[p.pos].sym, p.here()
			p.next()
		}
		p.imports = append(p.imports, x)
		return true
	}
}

// path parses an inline path, and a template list behind it. Its symbol is that of its
// text, as if that were imported under this name.
func (p *Parser) path() Node {
	start := p.at()
	var segments []segment
	ok := p.importRelative(&segments)
	for ok && p.isSegment() && len(segments) < MaxBraceDepth {
		segments = append(segments, p.segment())
		if p.k != TokPath {
			break
		}
		if p.next(); !p.isSegment() {
			ok = false
		}
	}
	if !ok || len(segments) == 0 || p.toks[p.pos-1].kind == TokPath {
		p.expected(CodeExpectedIdentifier, "a name in a path")
		return None
	}
	end := p.prevEnd()
	sym := p.interner.Intern(p.src[start:end])
	if p.module0 > 0 {
		sym = p.scoped.of(p.interner, sym, p.module0)
	}
	if len(p.paths) < maxImports {
		p.paths = append(p.paths, importPath{segments: segments, local: sym, span: segments[len(segments)-1].span,
			whole: p.span(start, end), inline: true})
	}
	return p.templated(start, end, sym)
}
