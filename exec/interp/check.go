package interp

// This file looks for data races and reads of memory never written, on request.
//
// Races: for every word of four bytes of workgroup and storage memory a shadow
// remembers the last writer and the last two readers since, with the epoch of
// each access, that is the number of barriers that its workgroup had passed.
// Two accesses of one word conflict if they are by different invocations, one
// writes, not both are atomic, and no barrier lies between: they are of
// different workgroups, or of one and the same epoch (and, within a subgroup,
// the same count of subgroup barriers). Atomics order nothing else, as WGSL's
// are relaxed.

import (
	"refract/exec"
	"refract/ir"
)

// An access is who touched a word, and when.
type access struct {
	serial    uint32 // of the invocation; 0: nobody
	workgroup uint32
	epoch     uint32
	subgroup  uint32
	barriers  uint32 // of the subgroup
	bytes     uint8  // which of the word's: a bit each
	atomic    bool
}

// ordered reports whether an earlier access and one now are no conflict for the
// reason that a barrier lies between, or they are by one invocation, both atomic,
// or of different bytes.
func (a *access) ordered(b *access) bool {
	switch {
	case a.serial == 0, a.serial == b.serial, a.atomic && b.atomic, a.bytes&b.bytes == 0:
		return true
	case a.workgroup != b.workgroup:
		return false
	case a.epoch != b.epoch:
		return true
	}
	return a.subgroup == b.subgroup && a.barriers != b.barriers
}

// word is the shadow of four bytes.
type word struct {
	writer  access
	readers [2]access
	written bool // for workgroup memory: by anyone, in this workgroup
}

const pageWords = 1 << 10

// A shadow is the shadow of one memory, made page by page.
type shadow struct{ pages map[uint64]*[pageWords]word }

func (s *shadow) word(i uint64) *word {
	page := s.pages[i/pageWords]
	if page == nil {
		page = new([pageWords]word)
		s.pages[i/pageWords] = page
	}
	return &page[i%pageWords]
}

// shadowOf is the shadow of the memory with the number, or nil if none is kept.
func (m *machine) shadowOf(memory uint64) *shadow {
	switch {
	case memory < workgroupMemory:
		return nil
	case memory >= firstResource && m.spaces[memory-firstResource] != ir.SpaceStorage && m.spaces[memory-firstResource] != ir.SpacePhysical:
		return nil
	}
	if m.shadows[memory] == nil {
		m.shadows[memory] = &shadow{map[uint64]*[pageWords]word{}}
	}
	return m.shadows[memory]
}

// now is an access at this moment to a memory.
func (m *machine) now(v *invocation, memory uint64, flags uint16) access {
	epoch := m.epochs[0]
	if memory >= firstResource {
		epoch = m.epochs[1]
	}
	return access{serial: v.serial, workgroup: m.workgroup, epoch: epoch, subgroup: v.group, barriers: v.epoch, atomic: flags&accessAtomic != 0}
}

// byteMask is the bytes of word i that size bytes at an offset touch.
func byteMask(i, at, size uint64) (mask uint8) {
	for b := range uint64(4) {
		if x := 4*i + b; x >= at && x < at+size {
			mask |= 1 << b
		}
	}
	return mask
}

// checkLoad looks at a read of size bytes at a pointer.
func (m *machine) checkLoad(v *invocation, p, size uint64, flags uint16) {
	memory, at := m.whole(p>>offsetBits), p&(1<<offsetBits-1)
	if memory == stackMemory {
		if m.options.Check&exec.CheckUninitialized != 0 {
			for i := at; i < at+size; i++ {
				if i >= uint64(len(v.defined)) || !v.defined[i] {
					m.find(exec.CodeUninitialized, v, "a variable is read that was never written")
					return
				}
			}
		}
		return
	}
	if m.options.Check&(exec.CheckRaces|exec.CheckUninitialized) == 0 {
		return
	}
	s := m.shadowOf(memory)
	if s == nil {
		return
	}
	now := m.now(v, memory, flags)
	for i := at / 4; i < (at+size+3)/4; i++ {
		w := s.word(i)
		now.bytes = byteMask(i, at, size)
		if m.options.Check&exec.CheckUninitialized != 0 && memory == workgroupMemory && !w.written {
			m.find(exec.CodeUninitialized, v, "workgroup memory is read that was never written")
		}
		if m.options.Check&exec.CheckRaces == 0 {
			continue
		}
		if !w.writer.ordered(&now) {
			m.race(v, "reads", "written", w.writer.serial)
		}
		switch {
		case w.readers[0].serial == now.serial || w.readers[0].serial == 0:
			w.readers[0] = now
		default:
			w.readers[1] = now
		}
	}
}

// checkStore looks at a write.
func (m *machine) checkStore(v *invocation, p, size uint64, flags uint16) {
	memory, at := m.whole(p>>offsetBits), p&(1<<offsetBits-1)
	if memory == stackMemory {
		if m.options.Check&exec.CheckUninitialized != 0 {
			m.define(v, at, size, true)
		}
		return
	}
	if m.options.Check&(exec.CheckRaces|exec.CheckUninitialized) == 0 {
		return
	}
	s := m.shadowOf(memory)
	if s == nil {
		return
	}
	now := m.now(v, memory, flags)
	for i := at / 4; i < (at+size+3)/4; i++ {
		w := s.word(i)
		now.bytes = byteMask(i, at, size)
		w.written = true
		if m.options.Check&exec.CheckRaces == 0 {
			continue
		}
		if !w.writer.ordered(&now) {
			m.race(v, "writes", "written", w.writer.serial)
		}
		for k := range w.readers {
			if !w.readers[k].ordered(&now) {
				m.race(v, "writes", "read", w.readers[k].serial)
			}
		}
		w.writer = now
		w.readers = [2]access{}
	}
}

func (m *machine) race(v *invocation, does, was string, other uint32) {
	m.find(exec.CodeRace, v, "an invocation %s memory that another has %s, without a barrier between", does, was)
}

// define marks bytes of the stack as written, or not.
func (m *machine) define(v *invocation, at, size uint64, written bool) {
	if n := len(v.stack) - len(v.defined); n > 0 {
		v.defined = append(v.defined, make([]bool, n)...)
	}
	for i := at; i < at+size && i < uint64(len(v.defined)); i++ {
		v.defined[i] = written
	}
}

// checkClear notes that a local variable became undefined.
func (m *machine) checkClear(v *invocation, at, size uint64) {
	if m.options.Check&exec.CheckUninitialized != 0 {
		m.define(v, at, size, false)
	}
}
