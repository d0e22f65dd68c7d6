package wgsl

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"refract/diag"
	"refract/internal/front/wgsl/syntax"
	"refract/internal/harness"
	"refract/internal/progen"
	"refract/ir"
	"refract/ir/validate"
)

// staticUses are the names of the resources and overrides that each entry point uses
// by the text: those that it or a function that it calls names, wherever.
func staticUses(c *checker) map[string][]string {
	uses := map[string][]string{}
	for id := declID(1); id < c.moduleDecls; id++ {
		if c.decls[id].kind != declFunc {
			continue
		}
		name := ""
		for i := range c.m.EntryPoints {
			if c.m.EntryPoints[i].Function == ir.FuncID(c.decls[id].handle) {
				name = c.m.EntryPoints[i].Name
			}
		}
		if name == "" {
			continue
		}
		seen := map[declID]bool{id: true}
		found := map[string]bool{}
		for list := []declID{id}; len(list) > 0; {
			f := list[0]
			list = list[1:]
			body := c.t.Block(c.t.Function(c.decls[f].node).Body)
			for n := c.firstNode(f); n < c.decls[f].node; n++ {
				if c.t.Kind(n) != syntax.KindIdent || c.t.Span(n).Start < c.t.Span(body.Stmts[0]).Start && len(body.Stmts) > 0 {
					continue
				}
				at := c.idents[n]
				switch d := &c.decls[at]; d.kind {
				case declFunc:
					if !seen[at] {
						seen[at] = true
						list = append(list, at)
					}
				case declGlobal:
					if g := &c.m.Globals[d.handle]; g.HasBinding {
						found[g.Name] = true
					}
				}
			}
		}
		for n := range found {
			uses[name] = append(uses[name], n)
		}
		slices.Sort(uses[name])
	}
	return uses
}

// builtUses are the same as the validator finds them.
func builtUses(t *testing.T, m *ir.Module) map[string][]string {
	var list diag.List
	info := new(validate.Validator).Validate(m, validate.Options{Capabilities: validate.All}, &list)
	if list.HasErrors() {
		return nil
	}
	uses := map[string][]string{}
	for i := range m.EntryPoints {
		name := m.EntryPoints[i].Name
		for _, u := range info.EntryPoints[i].Globals {
			if g := &m.Globals[u.Global]; g.HasBinding {
				uses[name] = append(uses[name], g.Name)
			}
		}
		slices.Sort(uses[name])
	}
	return uses
}

// TestStaticUses compares what entry points use by the text with what the module keeps,
// of which layouts are made: uses count where control never gets, too.
func TestStaticUses(t *testing.T) {
	sources := map[string]string{}
	for i, dead := range []string{
		"return; _ = f();", "loop { break; _ = f(); }", "loop { if x > 0 { continue; _ = f(); } break; }",
		"return; { let y = g(f()); }", "return; switch f() { default: {} }", "return; o = g(a);", "return; for (var i = f(); i < 3; i++) {}",
		"if false && f() > 0 { }", "if true || g(a) > 0 { }", "if x > 0 && f() > 0 { }", "return; loop { continuing { _ = f(); break if true; } }",
		"if false { _ = f(); }", "switch 1 { case 2: { _ = f(); } default: {} }", "while false { o = f(); }", "return; dead();",
		"return; if f() == 1 { } else if g(f()) == 2 { }", "return; let p = &a; o = *p;", "let y = select(1u, f(), false);",
	} {
		sources[fmt.Sprint("dead ", i)] = `@group(0) @binding(0) var<storage, read_write> o: u32;
@group(0) @binding(1) var<storage, read_write> a: u32;
@group(0) @binding(2) var t: texture_2d<u32>;
fn f() -> u32 { return textureLoad(t, vec2u(0), 0).x; }
fn g(x: u32) -> u32 { return x; a = x; }
fn dead() { return; _ = f(); }
@compute @workgroup_size(1) fn main() { let x = o; ` + dead + " }\n"
	}
	for i := range uint64(300) {
		sources[fmt.Sprint("seed ", i)] = progen.Generate(i, progen.Options{Size: 3, Wide: i%2 == 0, F16: i%5 == 0}).Source
	}
	for i, s := range harness.Shaders(t) {
		if i%8 == 0 {
			sources[s.Name] = s.Source
		}
	}
	var r Reader
	compared := 0
	for name, src := range sources {
		var list diag.List
		m := r.Read(ir.NewModule(), src, 1, Options{}, &list)
		if m == nil {
			if strings.HasPrefix(name, "dead") {
				t.Errorf("%s: %v", name, list.Sorted())
			}
			continue
		}
		want, got := staticUses(&r.c), builtUses(t, m)
		if got == nil {
			continue
		}
		for entry, names := range want {
			compared++
			if !slices.Equal(names, got[entry]) {
				t.Errorf("%s, %s: the text uses %v, the module %v\n%s", name, entry, names, got[entry], src)
			}
		}
	}
	t.Logf("%d entry points", compared)
}
