package syntax

// This file makes the program of modules that are linked: the declarations that it needs,
// the ones that the host can't see, and their names.

import (
	"slices"
	"strconv"
	"strings"

	"refract/diag"
)

// gather makes the items of the tree: the needs of the root module.
func (p *Parser) gather() {
	p.bySymbol = make([]Node, p.interner.Len())
	for _, m := range p.mods {
		for i := m.from; i < m.to; i++ {
			if s, _ := p.itemName(p.items[i]); s != NoSymbol && p.bySymbol[s] == None {
				p.bySymbol[s] = p.items[i]
			}
		}
	}
	for _, l := range p.links {
		p.bySymbol[l.Symbol] = l.Item
	}
	needed := make([]bool, len(p.items))
	var work []int
	need := func(i int) {
		if !needed[i] {
			needed[i] = true
			work = append(work, i)
		}
	}
	root := p.mods[0]
	root.reached = true
	for i := root.from; i < root.to; i++ {
		need(i)
	}
	visible := map[Node]bool{}
	for i := range root.imports {
		x := &root.imports[i]
		if x.target == None {
			continue
		}
		if x.public || p.opts.Imported {
			visible[x.target] = visible[x.target] || x.public
			need(p.indexOf(x.target))
		} else if p.isEntryPoint(x.target) {
			p.diags.Warnf(CodePipelineVisibility, x.span, "the entry point %q is not part of the program", p.nameOf(x.local)).
				Note("'public import' makes it one")
		}
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if m := p.declaringModule(p.items[i]); !m.reached {
			m.reached = true
			for k := m.from; k < m.to; k++ {
				switch p.nodes[p.items[k]].kind {
				case KindConstAssert, KindEnable, KindRequires:
					need(k)
				}
			}
		}
		for n := p.facts[i].first; n <= p.items[i]; n++ {
			x := &p.nodes[n]
			if x.kind != KindIdent || int(x.a) >= len(p.bySymbol) {
				continue
			}
			if c, clash := p.clashes[Symbol(x.a)]; clash {
				p.errorAt(CodeImportConflict, p.nodeSpan(n), "%q may be of %s or of %s", p.nameOf(Symbol(x.a)), c[0], c[1]).
					Note("import it by name, or write its path")
				delete(p.clashes, Symbol(x.a))
			}
			if item := p.bySymbol[x.a]; item != None {
				k := p.indexOf(item)
				if !needed[k] && p.declaringModule(item) != root && !visible[item] {
					p.checkPipeline(item, p.nodeSpan(n))
				}
				need(k)
			}
		}
	}
	p.nameItems(root, needed)
	kept := make([]Node, 0, len(p.items))
	for i, n := range p.items {
		if needed[i] {
			kept = append(kept, n)
		}
	}
	p.items = kept
	p.links = slices.DeleteFunc(p.links, func(l Link) bool {
		_, found := slices.BinarySearch(kept, l.Item)
		return !found
	})
}

// checkPipeline checks declarations that the host must know and the root module doesn't
// show.
func (p *Parser) checkPipeline(item Node, use diag.Span) {
	name, at := p.itemName(item)
	x := &p.nodes[item]
	switch {
	case x.kind == KindOverride && p.pool[x.a+5] == Node(None):
		p.errorAt(CodePipelineVisibility, use, "the override %q has no default, and the host can't give it a value", p.nameOf(name)).
			Label(at, "declared here").Note("'public import' it in the root module")
	case x.kind == KindVar && p.hasAttribute(p.pool[x.a], "binding"):
		p.diags.Warnf(CodePipelineVisibility, use, "the resource %q is used, but the root module doesn't export it", p.nameOf(name)).
			Label(at, "declared here").Note("WESL wants a 'public import' of it in the root module; it is bound as its module says")
	}
}

func (p *Parser) isEntryPoint(item Node) bool {
	x := &p.nodes[item]
	return x.kind == KindFunction && p.hasAttribute(p.pool[x.a], "vertex", "fragment", "compute")
}

// hasAttribute reports whether a list has an attribute with one of the names.
func (p *Parser) hasAttribute(list Node, names ...string) bool {
	for _, n := range p.listOf(uint32(list)) {
		if x := &p.nodes[n]; x.kind == KindAttribute && slices.Contains(names, p.nameOf(Symbol(x.a))) {
			return true
		}
	}
	return false
}

// nameItems gives the declarations of the program names of their own: names of the root
// module and of its imports stay as they are, others stay if nothing has the name.
func (p *Parser) nameItems(root *module, needed []bool) {
	p.unique = map[Symbol]string{}
	taken := map[string]bool{}
	named := map[Node]bool{}
	for i := root.from; i < root.to; i++ {
		if s, _ := p.itemName(p.items[i]); s != NoSymbol {
			taken[p.nameOf(s)], named[p.items[i]] = true, true
		}
	}
	give := func(item Node, name string) {
		s, _ := p.itemName(item)
		taken[name], named[item] = true, true
		if name != p.nameOf(s) {
			p.unique[s] = name
		}
	}
	for i := range root.imports {
		x := &root.imports[i]
		if x.target != None && needed[p.indexOf(x.target)] && !named[x.target] && !taken[p.nameOf(x.local)] {
			give(x.target, p.nameOf(x.local))
		}
	}
	for i, item := range p.items {
		s, _ := p.itemName(item)
		if !needed[i] || s == NoSymbol || named[item] {
			continue
		}
		name := p.nameOf(s)
		if taken[name] {
			name = mangled(append(p.declaringModule(item).at.parts(), name))
			for k, base := 2, name; taken[name]; k++ {
				name = base + "_" + strconv.Itoa(k)
			}
		}
		give(item, name)
	}
}

// mangled is a name with the path of its module before it, so that different names and
// paths give different results: the count of a part's underscores stands before it.
func mangled(parts []string) string {
	var b strings.Builder
	for i, part := range parts {
		if i > 0 {
			b.WriteByte('_')
		}
		if n := strings.Count(part, "_"); n > 0 {
			b.WriteByte('_')
			b.WriteString(strconv.Itoa(n))
		}
		b.WriteString(part)
	}
	return b.String()
}
