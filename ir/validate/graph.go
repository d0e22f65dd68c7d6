package validate

// This file checks the calls among functions: no recursion, callees before callers, and the
// effects of a function through its callees.

import (
	"math/bits"
	"slices"

	"refract/diag"
	"refract/ir"
)

// maxUses bounds the lists of globals that entry points use, callees included, together:
// entry points times globals would grow with the square of the module otherwise.
const maxUses = 1 << 22

// ownUses remembers the first place of each use in a function.
type ownUses struct{ first [numUses]use }

func (o *ownUses) note(u Uses, at use) { o.first[bits.TrailingZeros16(uint16(u))] = at }

// callSite is one call, with the globals behind its pointer and resource arguments.
type callSite struct {
	callee ir.FuncID
	span   diag.Span
	args   uint32 // offset in graphState.args; as many as the callee has parameters
}

// interpolation is a KindInterpolate.
type interpolation struct {
	fn   ir.FuncID
	expr ir.ExprID
}

type funcCalls struct{ sites, touched, samplings [2]uint32 } // ranges in graphState's lists

type graphState struct {
	own       []ownUses   // by FuncID
	calls     []funcCalls // by FuncID
	sites     []callSite
	args      []Resource
	touched   []GlobalUse // what functions use themselves, not by calls
	samplings []Sampling

	interpolations []interpolation // of all functions

	// Memory of Info.
	callees []ir.FuncID
	params  []Access
	globals []GlobalUse
	pairs   []Sampling

	state []uint8 // by FuncID, of the depth-first walk
	stack []uint32
	seen  []uint32 // by FuncID: the last entry point that reached it, plus one
}

func (g *graphState) start(functions int) {
	g.own = grow(g.own, functions)
	g.calls = grow(g.calls, functions)
	g.empty()
}

func (g *graphState) empty() {
	g.sites, g.args, g.touched, g.samplings = g.sites[:0], g.args[:0], g.touched[:0], g.samplings[:0]
	g.interpolations = g.interpolations[:0]
	g.callees, g.params, g.globals, g.pairs = g.callees[:0], g.params[:0], g.globals[:0], g.pairs[:0]
}

// give leaves the memory of Info to that.
func (g *graphState) give() { g.callees, g.params, g.globals, g.pairs = nil, nil, nil, nil }

// begin prepares for the walk over a function with so many parameters.
func (g *graphState) begin(id ir.FuncID, info *FunctionInfo, params int) {
	first := len(g.params)
	for range params {
		g.params = append(g.params, 0)
	}
	info.Params = g.params[first:len(g.params):len(g.params)]
	c := &g.calls[id]
	c.sites[0], c.touched[0], c.samplings[0] = uint32(len(g.sites)), uint32(len(g.touched)), uint32(len(g.samplings))
}

// end stores the results of the walk over a function.
func (g *graphState) end(v *Validator) {
	s := &v.fn
	c := &g.calls[s.id]
	g.touched, _ = s.globalUses(g.touched)
	slices.SortFunc(s.samplings, compareSamplings)
	g.samplings = append(g.samplings, slices.Compact(s.samplings)...)
	c.sites[1], c.touched[1], c.samplings[1] = uint32(len(g.sites)), uint32(len(g.touched)), uint32(len(g.samplings))
}

func compareSamplings(a, b Sampling) int {
	if a.Image != b.Image {
		return int(int64(a.Image) - int64(b.Image))
	}
	return int(int64(a.Sampler) - int64(b.Sampler))
}

// call notes a call.
func (g *graphState) call(v *Validator, c ir.Call, span diag.Span) {
	g.sites = append(g.sites, callSite{c.Function, span, uint32(len(g.args))})
	for _, x := range c.Args {
		g.args = append(g.args, v.fn.roots[x])
	}
}

// callGraph orders the functions and completes the facts about each. It reports false if
// functions call themselves.
func (v *Validator) callGraph() bool {
	if !v.order() {
		return false
	}
	g := &v.graph
	g.callees = slices.Grow(g.callees, len(g.sites))
	g.globals = slices.Grow(g.globals, 2*len(g.touched))
	for _, id := range v.info.Order {
		v.meter.Step()
		if !v.complete(id) {
			v.errorf(CodeLimit, v.m.Functions[id].Span, "too many pairs of images and samplers are used together")
			return false
		}
	}
	g.seen = grow(g.seen, len(v.m.Functions))
	return true
}

// order lists functions, callees first, by a depth-first walk with a stack of
// its own.
func (v *Validator) order() bool {
	const (
		entered = 1
		done    = 2
	)
	g := &v.graph
	g.state = grow(g.state, len(v.m.Functions))
	v.info.Order = slices.Grow(v.info.Order[:0], len(v.m.Functions)-1)
	for id := range ir.FuncID(len(v.m.Functions)) {
		if id == 0 || g.state[id] == done {
			continue
		}
		g.stack = append(g.stack[:0], uint32(id))
		for len(g.stack) > 0 {
			top := g.stack[len(g.stack)-1]
			g.stack = g.stack[:len(g.stack)-1]
			f := ir.FuncID(top &^ leave)
			if top&leave != 0 {
				g.state[f] = done
				v.info.Order = append(v.info.Order, f)
				continue
			}
			if g.state[f] != 0 {
				continue
			}
			g.state[f] = entered
			g.stack = append(g.stack, top|leave)
			sites := g.sites[g.calls[f].sites[0]:g.calls[f].sites[1]]
			for i := len(sites) - 1; i >= 0; i-- {
				switch callee := sites[i].callee; g.state[callee] {
				case entered:
					v.errorf(CodeRecursion, sites[i].span, "%q calls itself, directly or through others", v.m.Functions[callee].Name)
					return false
				case 0:
					g.stack = append(g.stack, uint32(callee))
				}
			}
		}
	}
	return true
}

// complete merges the effects of a function's callees, which are complete, into its own.
func (v *Validator) complete(id ir.FuncID) bool {
	g, s := &v.graph, &v.fn
	info, c := &v.info.Functions[id], &g.calls[id]
	info.All = info.Own
	firstCall := len(g.callees)
	crowded := 1 << 12 // pairs from which on duplicates are removed on the way
	for _, t := range g.touched[c.touched[0]:c.touched[1]] {
		s.touched = append(s.touched, t.Global)
		s.access[t.Global] = t.Access
	}
	s.info = info
	s.samplings = append(s.samplings[:0], g.samplings[c.samplings[0]:c.samplings[1]]...)
	for i := c.sites[0]; i < c.sites[1]; i++ {
		site := &g.sites[i]
		callee := &v.info.Functions[site.callee]
		g.callees = append(g.callees, site.callee)
		for added := callee.All &^ info.All; added != 0; added &= added - 1 {
			u := bits.TrailingZeros16(uint16(added))
			g.own[id].first[u] = g.own[site.callee].first[u]
		}
		info.All |= callee.All
		args := g.args[site.args : int(site.args)+len(callee.Params)]
		for j, a := range callee.Params {
			if a != 0 {
				v.touch(args[j], a)
			}
		}
		for _, p := range callee.Samplings {
			if p.Image.Param() < 0 && p.Sampler.Param() < 0 {
				continue
			}
			s.samplings = append(s.samplings, Sampling{substitute(p.Image, args), substitute(p.Sampler, args)})
		}
		if len(s.samplings) > crowded {
			slices.SortFunc(s.samplings, compareSamplings)
			s.samplings = slices.Compact(s.samplings)
			crowded = max(crowded, 2*len(s.samplings))
		}
	}
	slices.SortFunc(s.samplings, compareSamplings)
	s.samplings = slices.Compact(s.samplings)
	first := len(g.pairs)
	g.pairs = append(g.pairs, s.samplings...)
	info.Samplings = g.pairs[first:len(g.pairs):len(g.pairs)]
	info.Calls = g.callees[firstCall:len(g.callees):len(g.callees)]
	g.globals, info.Globals = s.globalUses(g.globals)
	info.Stages = allStages
	for u, stages := range stagesOf {
		if info.All>>u&1 != 0 {
			info.Stages &= stages
		}
	}
	return len(g.pairs) <= maxUses
}

// substitute replaces a parameter by the argument of a call.
func substitute(r Resource, args []Resource) Resource {
	if i := r.Param(); i >= 0 {
		return args[i]
	}
	return r
}
