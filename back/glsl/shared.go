package glsl

// This file settles the common parts of the texts of a module's entry points, so that
// stages link (section "Shared Globals" and "Interface Blocks"): which structs have a value
// somewhere, and so can't be the members of a block; the bindings of resources; and the
// names of blocks, uniforms, the structs in them and values between stages. A module with
// one entry point has nothing to share: names are then given as they come.

import (
	"slices"
	"strconv"

	"refract/internal/reuse"
	"refract/ir"
)

// shared is the common parts of the entry points of the legalized module.
type shared struct {
	names    bool   // there are several entry points: names are settled here
	structs  []bool // that are types of values in one of them
	globals  []bool // that one of them uses
	access   []ir.AccessMode
	types    []ir.StructID
	named    []string       // by StructID
	uniforms []string       // by GlobalID
	blocks   []string       // by GlobalID
	open     [][]string     // by GlobalID: members of a block without an instance name
	varyings map[int]string // by varyingKey
	taken    map[string]bool
	short    []string // names that may be given yet
}

// share settles the common parts of the entry points of the legalized module.
func (w *Writer) share() {
	m, s := w.M, &w.shared
	w.Calls.Of(m)
	w.Layout.Reset(m)
	s.names = len(m.EntryPoints) > 1
	s.structs = reuse.Zeroed(s.structs, len(m.Structs))
	w.startUses()
	for i := range m.EntryPoints {
		w.entry = &m.EntryPoints[i]
		w.main = m.Func(w.entry.Function)
		w.useEntry()
		if i == 0 {
			w.use.keep()
		}
	}
	for _, g := range w.kept {
		w.use.globals[g] = true
	}
	w.useGlobals()
	s.structs = append(s.structs[:0], w.use.structs...)
	s.globals = append(s.globals[:0], w.use.globals...)
	s.access = append(s.access[:0], w.use.access...)
	s.types = append(s.types[:0], w.use.types...)
	w.assign()
	if s.names {
		w.shareNames()
	}
}

// shareNames gives names to the entities that stages share, all of them different: as the
// module has them, or short ones.
func (w *Writer) shareNames() {
	m, s := w.M, &w.shared
	if s.taken == nil {
		s.taken, s.varyings = map[string]bool{}, map[int]string{}
	}
	clear(s.taken)
	clear(s.varyings)
	for i := range m.EntryPoints {
		w.shareVaryings(&m.EntryPoints[i])
	}
	if w.opts.Minify {
		const functions = 1000 // more than the language has
		s.short = words.ShortMembers(len(s.types) + 2*len(m.Globals) + len(s.taken) + functions)
	}
	s.named = reuse.Zeroed(s.named, len(m.Structs))
	s.uniforms, s.blocks = reuse.Zeroed(s.uniforms, len(m.Globals)), reuse.Zeroed(s.blocks, len(m.Globals))
	s.open = reuse.Zeroed(s.open, len(m.Globals))
	w.findUsedWhole()
	for i := range m.Globals {
		g := &m.Globals[i]
		if i == 0 || !s.globals[i] || g.Space == ir.SpacePrivate || g.Space == ir.SpaceWorkgroup {
			continue
		}
		s.uniforms[i] = w.sharedName(g.Name, "global")
		if w.isBlock(g) {
			s.blocks[i] = w.sharedName(w.blockWanted(g), "Block")
		}
		if w.isOpen(ir.GlobalID(i)) {
			for k := range w.blockStruct(g).Members {
				s.open[i] = append(s.open[i], w.sharedName(w.blockStruct(g).Members[k].Name, "member"))
			}
		}
	}
	for _, id := range s.types {
		s.named[id] = w.sharedName(m.Structs[id].Name, "Struct")
	}
}

// shareVaryings names the inputs and outputs of an entry point, the ones that another stage
// has too by their locations.
func (w *Writer) shareVaryings(e *ir.EntryPoint) {
	w.entry = e
	f := w.M.Func(e.Function)
	note := func(name string, b *ir.Binding, output bool) {
		if b.Kind != ir.BindLocation {
			return
		}
		if e.Stage.IO(output) != ir.Varyings {
			w.shared.taken[w.variableWanted(name, b)] = true // which stays
			return
		}
		if b.Link.Name != "" {
			name = b.Link.Name
		}
		first := *b
		if w.isPart(b, output) {
			first.Location -= uint32(b.Link.Part)
		}
		key := varyingKey(&first)
		if w.shared.varyings[key] == "" {
			w.shared.varyings[key] = w.unique(varyingWanted(name, b), "varying")
		}
		w.shared.varyings[varyingKey(b)] = w.shared.varyings[key]
	}
	for i := range f.Args {
		note(f.Args[i].Name, &f.Args[i].Binding, false)
	}
	switch {
	case f.Result == 0:
	case f.ResultBinding.Kind != ir.NoBinding:
		note("", &f.ResultBinding, true)
	default:
		members := w.M.StructOf(f.Result).Members
		for i := range members {
			note(members[i].Name, &members[i].Binding, true)
		}
	}
}

// varyingKey is equal for equal places of values between stages.
func varyingKey(b *ir.Binding) int { return int(b.Location)<<2 | int(b.Component) }

func varyingWanted(name string, b *ir.Binding) string {
	if name != "" {
		return name
	}
	name = "varying_" + uintString(b.Location)
	if b.Component != 0 {
		name += "_" + uintString(uint32(b.Component))
	}
	return name
}

// sharedName is a name that nothing else has that is shared.
func (w *Writer) sharedName(want, otherwise string) string {
	if !w.opts.Minify {
		return w.unique(want, otherwise)
	}
	for {
		s := w.shared.short[0]
		if w.shared.short = w.shared.short[1:]; !w.shared.taken[s] && !words.Has(s) {
			w.shared.taken[s] = true
			return s
		}
	}
}

// unique is a name like the one that is wanted, which is neither taken nor any
// word of the language.
func (w *Writer) unique(want, otherwise string) string {
	base := words.Legalize(wanted(want), otherwise)
	if words.Has(base) {
		base += "_"
	}
	s := base
	for n := 1; w.shared.taken[s]; n++ {
		s = base + "_" + strconv.Itoa(n)
		if base[len(base)-1] == '_' {
			s = base + strconv.Itoa(n)
		}
	}
	w.shared.taken[s] = true
	return s
}

// sharedUniform is the name of a resource, "" if it isn't shared.
func (w *Writer) sharedUniform(i int) string {
	if !w.shared.names {
		return ""
	}
	return w.shared.uniforms[i]
}

// sharedVarying is the name of an input or output, "" if it isn't shared.
func (w *Writer) sharedVarying(b *ir.Binding) string {
	if !w.shared.names {
		return ""
	}
	return w.shared.varyings[varyingKey(b)]
}

// order lists the resources that entry points use by group and binding.
func (w *Writer) order() []ir.GlobalID {
	m := w.M
	order := w.bound[:0]
	for i := 1; i < len(m.Globals); i++ {
		if g := &m.Globals[i]; w.shared.globals[i] && g.HasBinding && w.classOf(g) != noClass {
			order = append(order, ir.GlobalID(i))
		}
	}
	w.bound = order
	slices.SortStableFunc(order, func(a, b ir.GlobalID) int {
		return compareBindings(m.Globals[a].Binding, m.Globals[b].Binding)
	})
	return order
}
