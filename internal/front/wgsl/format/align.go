package format

import (
	"bytes"
	"unicode/utf8"
)

// This file aligns // comments that trail lines of equal indentation right
// below each other.

// align puts out the spaces before trailing comments that align them.
func (p *printer) align() {
	extra := 0
	pads := make([]int, len(p.trailing))
	for i := 0; i < len(p.trailing); {
		end := i + 1
		for end < len(p.trailing) && p.trailing[end].line == p.trailing[end-1].line+1 && p.trailing[end].indent == p.trailing[i].indent {
			end++
		}
		widest := 0
		for j := i; j < end; j++ {
			pads[j] = p.columnAt(p.trailing[j].at)
			widest = max(widest, pads[j])
		}
		for ; i < end; i++ {
			pads[i] = widest - pads[i]
			extra += pads[i]
		}
	}
	if extra == 0 {
		return
	}
	// Move from the end, so that each byte moves once.
	from := len(p.out)
	p.out = append(p.out, make([]byte, extra)...)
	to := len(p.out)
	for i := len(p.trailing) - 1; i >= 0 && extra > 0; i-- {
		at := p.trailing[i].at
		to -= copy(p.out[to-(from-at):to], p.out[at:from])
		from = at
		for range pads[i] {
			to--
			p.out[to] = ' '
		}
		extra -= pads[i]
	}
}

// columnAt is the number of code points before a place of the output on its
// line.
func (p *printer) columnAt(at int) int {
	return utf8.RuneCount(p.out[bytes.LastIndexByte(p.out[:at], '\n')+1 : at])
}
