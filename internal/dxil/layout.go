package dxil

// This file computes the places of members in memory, by a module's data layout (LangRef, "Data
// Layout").

import (
	"strconv"
	"strings"

	"refract/internal/llvm"
)

// A dataLayout is the sizes and alignments of types in a module, in bytes.
type dataLayout struct {
	m      *llvm.Module
	ints   map[uint32]uint32 // alignments by bits
	floats map[uint32]uint32
	sizes  map[llvm.Type][2]uint32 // sizes and alignments that are known
}

func newDataLayout(m *llvm.Module) *dataLayout {
	l := &dataLayout{m, map[uint32]uint32{}, map[uint32]uint32{}, map[llvm.Type][2]uint32{}}
	for _, part := range strings.Split(m.DataLayout, "-") {
		if len(part) < 2 || part[0] != 'i' && part[0] != 'f' {
			continue
		}
		bits, align, _ := strings.Cut(part[1:], ":")
		align, _, _ = strings.Cut(align, ":")
		n, err := strconv.ParseUint(bits, 10, 16)
		a, err2 := strconv.ParseUint(align, 10, 16)
		if err != nil || err2 != nil {
			continue
		}
		if part[0] == 'i' {
			l.ints[uint32(n)] = uint32(a) / 8
		} else {
			l.floats[uint32(n)] = uint32(a) / 8
		}
	}
	return l
}

// size returns the bytes that an element of a type takes in an array.
func (l *dataLayout) size(t llvm.Type) uint32 { return l.measure(t, 0)[0] }

// measure returns the size, rounded up to the alignment, and the alignment.
func (l *dataLayout) measure(t llvm.Type, depth int) [2]uint32 {
	if known, ok := l.sizes[t]; ok || depth > maxDepth {
		return known
	}
	info := l.m.At(t)
	size, align := uint32(0), uint32(1)
	switch info.Kind {
	case llvm.Integer:
		size, align = (info.N+7)/8, l.ints[info.N]
	case llvm.Half:
		size, align = 2, l.floats[16]
	case llvm.Float:
		size, align = 4, l.floats[32]
	case llvm.Double:
		size, align = 8, l.floats[64]
	case llvm.Pointer:
		size, align = 4, 4
	case llvm.Array:
		e := l.measure(info.Elem, depth+1)
		size, align = e[0]*info.N, e[1]
	case llvm.Vector:
		e := l.measure(info.Elem, depth+1)
		size, align = e[0]*info.N, e[1]
	case llvm.Struct:
		for _, f := range info.Fields {
			e := l.measure(f, depth+1)
			size = roundUp(size, e[1]) + e[0]
			align = max(align, e[1])
		}
	}
	align = max(align, 1)
	known := [2]uint32{roundUp(size, align), align}
	l.sizes[t] = known
	return known
}

// offset returns the place of a member of a struct.
func (l *dataLayout) offset(t llvm.Type, member int) uint32 {
	at := uint32(0)
	for i, f := range l.m.At(t).Fields {
		e := l.measure(f, 0)
		at = roundUp(at, e[1])
		if i == member {
			break
		}
		at += e[0]
	}
	return at
}

func roundUp(n, align uint32) uint32 {
	align = max(align, 1)
	return (n + align - 1) / align * align
}
