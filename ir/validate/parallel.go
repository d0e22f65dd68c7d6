package validate

// This file has several goroutines check the functions of a large module, each with a
// Validator that shares the facts about types and the module. If one finds an error all of
// their findings are forgotten and the functions checked again, in order.

import (
	"refract/diag"
	"refract/internal/ir/typing"
	"refract/internal/parallel"
	"refract/ir"
)

// A place is one in the lists of a Validator.
type place struct{ sites, args, touched, samplings, interpolations int }

// portion is a part of the functions, and the place of its findings.
type portion struct {
	by    *Validator // nil: no other than the caller's
	at    place
	until place
}

// shared is the rest of functions, by several goroutines.
func (v *Validator) shared(workers int) {
	functions := v.m.Functions[1:]
	for len(v.parts) < workers-1 {
		v.parts = append(v.parts, new(Validator))
	}
	for _, p := range v.parts[:workers-1] {
		p.begin(v)
	}
	ends := parallel.Parts(functions, workers, (*ir.Function).ExprCount)
	n := len(ends) - 1
	portions := make([]portion, n)
	front := parallel.Run(workers, n, func(worker, i int) bool {
		by, p := v, &portions[i]
		if worker > 0 {
			by = v.parts[worker-1]
			p.by, p.at = by, by.graph.place()
		}
		for k := ends[i]; k < ends[i+1]; k++ {
			if worker == 0 && p.by != nil { // it was left halfway
				info := &v.info.Functions[k+1]
				clear(info.Refs)
				info.Own = 0
			}
			by.function(ir.FuncID(k+1), functions[k])
		}
		p.until = by.graph.place()
		return worker == 0 || !by.list.HasErrors()
	})
	for i := front; i < n; i++ {
		v.graph.join(&portions[i], ir.FuncID(ends[i]+1), ir.FuncID(ends[i+1]+1))
	}
	for _, p := range v.parts[:workers-1] {
		if front < n {
			v.required = v.required.Union(p.required)
		}
		p.m, p.facts, p.info.Functions, p.fn.f, p.fn.info = nil, typing.Facts{}, nil, nil, nil
	}
}

// begin makes ready to check functions of the module of another Validator.
func (v *Validator) begin(of *Validator) {
	v.m, v.meter, v.list = of.m, of.meter, &diag.List{Cap: 1}
	v.allowed, v.required = of.allowed, Capabilities{}
	v.facts = of.facts
	v.layouts.Reset(v.m)
	v.check.Start(v.m, &v.facts)
	v.isEntry = of.isEntry
	v.info.Functions = of.info.Functions
	v.graph.own, v.graph.calls = of.graph.own, of.graph.calls
	v.graph.empty()
	v.fn.start(v.m)
}

func (g *graphState) place() place {
	return place{len(g.sites), len(g.args), len(g.touched), len(g.samplings), len(g.interpolations)}
}

// join takes over the findings in the functions from first up to last.
func (g *graphState) join(p *portion, first, last ir.FuncID) {
	o, to := &p.by.graph, g.place()
	move := func(r *[2]uint32, from, to int) {
		r[0] += uint32(to - from)
		r[1] += uint32(to - from)
	}
	for id := first; id < last; id++ {
		c := &g.calls[id]
		move(&c.sites, p.at.sites, to.sites)
		move(&c.touched, p.at.touched, to.touched)
		move(&c.samplings, p.at.samplings, to.samplings)
	}
	for _, s := range o.sites[p.at.sites:p.until.sites] {
		s.args += uint32(to.args - p.at.args)
		g.sites = append(g.sites, s)
	}
	g.args = append(g.args, o.args[p.at.args:p.until.args]...)
	g.touched = append(g.touched, o.touched[p.at.touched:p.until.touched]...)
	g.samplings = append(g.samplings, o.samplings[p.at.samplings:p.until.samplings]...)
	g.interpolations = append(g.interpolations, o.interpolations[p.at.interpolations:p.until.interpolations]...)
}
