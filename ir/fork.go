package ir

// This file builds bodies of functions beside a module: by several goroutines, each with a
// module of its own that has the first's contents. Types that they add are kept apart; the
// module gets them in the order of the functions that need them.

import "slices"

// A Fork is a module for building bodies of another module's functions, while others are
// built there and in other forks. Entities added to M aren't in the module that it is of.
type Fork struct {
	M     Module
	first TypeID // what isn't in the other module, from then on
	rest  [8]int // how much there was of anything else
}

// Start makes M a module with all that of has now.
func (f *Fork) Start(of *Module) {
	f.M = Module{
		Types:   Types{slices.Clip(of.Types.list), append(f.M.Types.index[:0], of.Types.index...)},
		Layouts: slices.Clip(of.Layouts), Structs: slices.Clip(of.Structs),
		Consts:    Exprs{slices.Clip(of.Consts.nodes), slices.Clip(of.Consts.spans), slices.Clip(of.Consts.pool), of.Consts.kinds},
		Constants: slices.Clip(of.Constants), Overrides: slices.Clip(of.Overrides), Globals: slices.Clip(of.Globals),
		Functions: of.Functions, EntryPoints: slices.Clip(of.EntryPoints),
		Diagnostics: slices.Clip(of.Diagnostics), Filters: slices.Clip(of.Filters), Sources: of.Sources, specials: slices.Clip(of.specials),
	}
	f.first, f.rest = TypeID(of.Types.Len()), f.M.besideTypes()
}

// besideTypes is the number of entities of each kind that can be added while a body is
// built.
func (m *Module) besideTypes() [8]int {
	return [...]int{len(m.Layouts), len(m.Structs), len(m.Consts.nodes), len(m.Constants), len(m.Overrides), len(m.Globals), len(m.EntryPoints), len(m.Filters)}
}

// Added are the types that were added since Start or Drop, the first of them with the
// handle first. It is false if anything else was added: call Start then.
func (f *Fork) Added() (added []Type, first TypeID, ok bool) {
	return f.M.Types.list[f.first:], f.first, f.M.besideTypes() == f.rest
}

// Drop takes the types away that were added.
func (f *Fork) Drop() {
	ts := &f.M.Types
	mask := uint32(len(ts.index) - 1)
	for id := TypeID(ts.Len() - 1); id >= f.first; id-- { // what was placed last is at the end of its chain
		i := ts.list[id].hash() & mask
		for ts.index[i] != id {
			i = (i + 1) & mask
		}
		ts.index[i] = 0
	}
	ts.list = ts.list[:f.first]
}

// Adopt gives m the types that a function needs whose body was built in a fork: the types
// of the handles from first on are added, in this order, unless they are there. Their
// handles in m are appended to became.
func (m *Module) Adopt(g *Function, added []Type, first TypeID, became []TypeID) []TypeID {
	if len(added) == 0 {
		return became
	}
	for _, t := range added {
		if t.Base >= first {
			t.Base = became[t.Base-first]
		}
		became = append(became, m.Types.Intern(t))
	}
	for i := range g.nodes {
		if n := &g.nodes[i]; n.ty >= first {
			n.ty = became[n.ty-first]
		}
	}
	for i := range g.Locals {
		if l := &g.Locals[i]; l.Type >= first {
			l.Type = became[l.Type-first]
		}
	}
	return became
}
