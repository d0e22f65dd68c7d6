package interp

// This file makes windows: memories that are the start of another one. The target of a view
// of a buffer ends with its window, as other memory ends with itself.

// A window is the first bytes of a memory.
type window struct {
	memory uint64 // its number
	end    uint64
}

// windowed is a pointer to p's target, in memory that ends so many bytes from the start of
// p's.
func (m *machine) windowed(p, end uint64) uint64 {
	w := window{p >> offsetBits, end}
	if end >= uint64(len(m.mems[w.memory])) {
		return p
	}
	number, ok := m.windowAt[w]
	if !ok {
		number = uint64(len(m.mems))
		m.mems = append(m.mems, m.mems[w.memory][:end])
		m.windows = append(m.windows, window{m.whole(w.memory), end})
		if m.windowAt == nil {
			m.windowAt = map[window]uint64{}
		}
		m.windowAt[w] = number
	}
	return number<<offsetBits | p&(1<<offsetBits-1)
}

// whole is the number of the memory that a window is a part of; its own if it is no window.
func (m *machine) whole(memory uint64) uint64 {
	if first := uint64(len(m.mems) - len(m.windows)); memory >= first {
		return m.windows[memory-first].memory
	}
	return memory
}

// view does opView.
func (m *machine) view(in *instr, x *strideArgs, r []uint64) uint64 {
	p := r[in.a] + uint64(x.offset)
	at := p & (1<<offsetBits - 1)
	end := uint64(len(m.mems[p>>offsetBits]))
	if x.length != 0 {
		end = min(end, at+uint64(x.length))
	}
	if in.b >= 0 {
		offset := uint64(uint32(r[in.b]) &^ (x.stride - 1))
		p += offset
		if in.c >= 0 {
			end = min(end, at+offset+uint64(uint32(r[in.c])))
		}
	}
	return m.windowed(p, end)
}
