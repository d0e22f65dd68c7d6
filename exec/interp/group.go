package interp

// This file runs groups of invocations that wait for each other: the workgroup
// of a compute shader, or a batch of quads of a fragment shader.

import (
	"refract/diag"
	"refract/exec"
	"refract/ir"
)

// A group is invocations in the order of their index. Each run of
// subgroupSize of them is a subgroup; each run of four in that, a quad.
type group struct {
	lanes        []*invocation
	subgroupSize uint32
}

// run runs all invocations of a group to their end; false ends the run.
func (m *machine) runGroup(g *group) bool {
	for {
		for _, v := range g.lanes {
			if v.status == running && m.execute(v) == failed {
				return false
			}
		}
		if m.stage.Info().Discards && onlyHelpers(g.lanes) {
			return true
		}
		progress := false
		for at := 0; at < len(g.lanes); at += int(g.subgroupSize) {
			if m.completeSubgroup(g.lanes[at:min(at+int(g.subgroupSize), len(g.lanes))], g.subgroupSize) {
				progress = true
			}
		}
		if m.err != nil {
			return false
		}
		if !progress && !m.completeBarrier(g.lanes) {
			return true
		}
		if m.fuel -= int64(len(g.lanes)); m.fuel < 0 {
			m.current = firstWaiting(g.lanes)
			if !m.refuel() {
				return false
			}
		}
	}
}

// onlyHelpers reports whether no invocation has anything to do but for others.
func onlyHelpers(lanes []*invocation) bool {
	for _, v := range lanes {
		if v.status != done && !v.helper {
			return false
		}
	}
	return true
}

func firstWaiting(lanes []*invocation) *invocation {
	for _, v := range lanes {
		if v.status != done {
			return v
		}
	}
	return lanes[0]
}

// atWorkgroupBarrier reports whether an invocation waits at a barrier of the
// whole workgroup.
func (v *invocation) atWorkgroupBarrier() bool {
	in := v.at()
	return in.op == opBarrier && in.n == 0
}

// completeSubgroup completes the operation that the hindmost invocations of a subgroup wait
// at, if it is one of the subgroup. It reports whether it did.
func (m *machine) completeSubgroup(lanes []*invocation, size uint32) bool {
	var first *invocation
	for _, v := range lanes {
		if v.status != waiting || v.atWorkgroupBarrier() {
			continue
		}
		if first == nil || v.compare(first) < 0 {
			first = v
		}
	}
	if first == nil {
		return false
	}
	here := m.here[:0]
	for _, v := range lanes {
		if v.status == waiting && !v.atWorkgroupBarrier() && v.compare(first) == 0 {
			here = append(here, v)
		}
	}
	m.here = here
	in := first.at()
	switch in.op {
	case opBarrier:
		for _, v := range here {
			v.epoch++
		}
	case opBallot:
		ballot(here, in)
	case opGather:
		m.gather(here, in, size)
	case opCollective:
		collective(here, in)
	case opDerivative, opGradients:
		derivatives(here, in)
	default:
		panic("interp: no operation of a subgroup")
	}
	for _, v := range here {
		v.resume()
	}
	return true
}

// completeBarrier lets the invocations pass that wait at a workgroup's barrier.
// It reports whether there are any. All others have ended.
func (m *machine) completeBarrier(lanes []*invocation) bool {
	var first *invocation
	ended, apart := 0, false
	for _, v := range lanes {
		switch {
		case v.status == done:
			ended++
		case first == nil:
			first = v
		case v.compare(first) != 0:
			apart = true
		}
	}
	if first == nil {
		return false
	}
	if m.options.Check&exec.CheckBarriers != 0 && (apart || ended > 0) {
		m.reportBarrier(lanes, first)
	}
	memory, fenced := ir.Memory(first.at().f), ^ir.Memory(0)
	for _, v := range lanes {
		if v.status == waiting {
			fenced &= v.fenced
			v.fenced = 0
		}
	}
	memory |= fenced
	if memory&ir.MemoryWorkgroup != 0 {
		m.epochs[0]++
	}
	if memory&ir.MemoryStorage != 0 {
		m.epochs[1]++
	}
	for _, v := range lanes {
		if v.status == waiting {
			v.resume()
		}
	}
	return true
}

// reportBarrier reports the places of the others while one waits at a barrier.
func (m *machine) reportBarrier(lanes []*invocation, first *invocation) {
	d := m.report.Warnf(exec.CodeBarrier, first.span(), "not all invocations of the workgroup reach this barrier together")
	d.Note("invocation %s waits here", first.name)
	for _, v := range lanes {
		switch {
		case v.status == done:
			d.Note("invocation %s has ended", v.name)
			return
		case v.compare(first) != 0:
			if span := v.span(); span != (diag.Span{}) {
				d.Label(span, "invocation %s waits here", v.name)
			}
			return
		}
	}
}
