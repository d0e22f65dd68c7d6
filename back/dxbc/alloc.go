package dxbc

// This file gives virtual registers their places. A register is live from its first access to
// its last, and in a loop that it is carried through from the loop's start to its end; the
// lanes of a real register are free again behind the last access of the virtual register that has them.
// Places are taken in the order of the starts, each in the register with the fewest free lanes
// that suffice, so that scalars share registers.

import (
	"cmp"
	"slices"

	"refract/internal/dxbc"
)

// intervals finds the instructions between which virtual registers are live.
func (c *code) intervals() {
	for k := range c.regs {
		c.regs[k].start, c.regs[k].end = -1, -1
	}
	readFirst := make([]bool, len(c.regs))
	seen := make([]int32, len(c.regs)) // 1 + the last loop in which the register was found
	note := func(reg uint32, at int32) {
		r := &c.regs[reg]
		if r.start < 0 {
			r.start = at
		}
		r.end = at
	}
	for i := range c.instrs {
		c.each(&c.instrs[i], func(reg uint32, dest bool) { note(reg, int32(i)) })
	}
	// A register that a loop carries is live in all of it: one that is accessed outside, too,
	// or read before it is written.
	for n, loop := range c.loops {
		for i := loop[0]; i <= loop[1]; i++ {
			in := &c.instrs[i]
			for dest := range 2 { // sources are read first
				c.each(in, func(reg uint32, isDest bool) {
					if isDest == (dest == 0) || seen[reg] == int32(n)+1 {
						return
					}
					seen[reg] = int32(n) + 1
					readFirst[reg] = !isDest
					r := &c.regs[reg]
					if readFirst[reg] || r.start < loop[0] || r.end > loop[1] {
						r.start, r.end = min(r.start, loop[0]), max(r.end, loop[1])
					}
				})
			}
		}
	}
}

// each calls f with the virtual registers that an instruction accesses.
func (c *code) each(in *instr, f func(reg uint32, dest bool)) {
	for k := range c.operandsOf(in) {
		o := &c.operands[int(in.first)+k]
		if o.kind == dxbc.Temp {
			f(o.reg, k < int(in.dests))
		}
		if o.rel.reg != 0 {
			f(o.rel.reg, false)
		}
		if o.pick.reg != 0 {
			f(o.pick.reg, false)
		}
	}
}

// allocate gives all virtual registers places, and returns the number of registers.
func (c *code) allocate() int {
	c.intervals()
	order := make([]uint32, 0, len(c.regs))
	for k := 1; k < len(c.regs); k++ {
		if r := &c.regs[k]; r.start >= 0 && !r.fixed {
			order = append(order, uint32(k))
		}
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Compare(c.regs[a].start, c.regs[b].start) })
	var busy [][4]int32 // by register: the last access of each lane
	for _, k := range order {
		r := &c.regs[k]
		best, least := -1, 5
		for n := range busy {
			free, first := 0, 0 // first: lanes from the first on
			for lane, end := range busy[n] {
				if end <= r.start {
					free++
					if first == lane {
						first++
					}
				}
			}
			if r.aligned && first < int(r.comps) || r.pair && !hasPair(&busy[n], r.start) {
				continue
			}
			if free >= int(r.comps) && free < least {
				best, least = n, free
				if free == int(r.comps) {
					break
				}
			}
		}
		if best < 0 {
			best = len(busy)
			busy = append(busy, [4]int32{})
		}
		r.reg = uint32(best)
		to := 0
		for lane, end := range busy[best] {
			if r.pair && to == 0 && (lane%2 != 0 || busy[best][lane+1] > r.start) {
				continue
			}
			if to < int(r.comps) && end <= r.start {
				r.lanes[to] = uint8(lane)
				busy[best][lane] = max(r.end, r.start+1)
				to++
			}
		}
	}
	return len(busy)
}

// hasPair reports whether lanes 0 and 1, or 2 and 3, are free from an instruction on.
func hasPair(busy *[4]int32, start int32) bool {
	return busy[0] <= start && busy[1] <= start || busy[2] <= start && busy[3] <= start
}
