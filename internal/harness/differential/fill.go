package differential

// This file makes up the contents of buffers: integers that are often special,
// and floats that keep arithmetic exact for a while.

import (
	"encoding/binary"
	"fmt"
	"math"

	"refract/internal/ir/layout"
	"refract/ir"
)

// filler fills buffers with values.
type filler struct {
	m        *ir.Module
	cache    *layout.Cache
	buffer   *Buffer
	state    uint64
	small    bool // integers are less than 3
	elements int  // of arrays whose length the buffer decides

	addresses []uint64 // what numbers of 64 bits are, unless there are none
	halves    bool     // vectors of two u32 are addresses, too
}

func (f *filler) next() uint64 {
	f.state += 0x9e3779b97f4a7c15
	x := f.state
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// fill fills a value at an offset and notes the kind of its bytes.
func (f *filler) fill(id ir.TypeID, l ir.LayoutID, at int) error {
	info, err := f.cache.Of(id, l)
	if err != nil {
		return err
	}
	return f.fillAs(id, l, at, info)
}

// fillAs fills a value with the memory layout info.
func (f *filler) fillAs(id ir.TypeID, l ir.LayoutID, at int, info layout.Info) error {
	t := f.m.Types.At(id)
	each := func(n int, element ir.TypeID, under ir.LayoutID, stride int) error {
		for i := range n {
			if err := f.fill(element, under, at+i*stride); err != nil {
				return err
			}
		}
		return nil
	}
	switch t.Kind {
	case ir.TypeScalar, ir.TypeAtomic:
		f.scalar(t.Scalar, at)
		return nil
	case ir.TypeVector:
		if f.halves && t.Scalar == ir.U32 && t.Rows == 2 {
			f.address(at)
			return nil
		}
		return each(int(t.Rows), ir.ScalarTypeOf(t.Scalar), l, int(t.Scalar.Bytes()))
	case ir.TypeMatrix:
		if info.RowMajor {
			return each(int(t.Rows), ir.VectorOf(t.Scalar, int(t.Columns)), ir.LayoutScalar, int(info.Stride))
		}
		return each(int(t.Columns), ir.VectorOf(t.Scalar, int(t.Rows)), l, int(info.Stride))
	case ir.TypeArray:
		n := int(t.Length)
		if info.Open {
			n = (len(f.buffer.Data) - at) / int(info.Stride)
		}
		base := f.m.Types.At(t.Base)
		if info.RowMajor && (base.Kind == ir.TypeMatrix || base.Kind == ir.TypeArray) {
			within := uint32(base.Rows) // how often the stride of what is in an element fits
			if base.Kind == ir.TypeArray {
				within = uint32(base.Length)
			}
			element := layout.Info{Stride: info.Stride / within, RowMajor: true}
			for i := range n {
				if err := f.fillAs(t.Base, l, at+i*int(info.Stride), element); err != nil {
					return err
				}
			}
			return nil
		}
		return each(n, t.Base, f.m.ElementLayout(l), int(info.Stride))
	case ir.TypeStruct:
		for i := range f.m.StructOf(id).Members {
			offset, member, err := f.cache.Member(id, l, i)
			if err != nil {
				return err
			}
			if err := f.fillAs(f.m.StructOf(id).Members[i].Type, f.m.MemberLayout(l, i), at+int(offset), member); err != nil {
				return err
			}
		}
		return nil
	case ir.TypeBuffer:
		n := int(t.Length)
		if n == 0 {
			n = len(f.buffer.Data) - at
		}
		for i := 0; i+4 <= n; i += 4 {
			// Words that are good floats and small integers.
			if err := f.fillAs([]ir.TypeID{ir.TypeU32, ir.TypeF32}[i/4%2], l, at+i, layout.Info{}); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("there are no values of %s", f.m.TypeName(id))
}

// special are integers at which things go wrong.
var special = []uint32{0, 1, 2, 3, 7, 8, 31, 32, 33, 255, 256, 0xffff, 0x10000, 1 << 24, math.MaxInt32, 1 << 31, math.MaxUint32, math.MaxUint32 - 1}

// scalar fills a scalar: of floats, f32 with multiples of 1/4 below 256, f16 with multiples
// of 1/2 below 8, and f64 with multiples of 2^-32 below 2^10.
func (f *filler) scalar(s ir.Scalar, at int) {
	if s == ir.U64 && len(f.addresses) > 0 {
		f.address(at)
		return
	}
	kind := word
	data := f.buffer.Data[at:]
	x := f.next()
	switch s {
	case ir.F32:
		kind = float
		v := float32(int(x%2048)-1024) / 4
		if x>>32%4 == 0 {
			v = float32(int(x%9) - 4)
		}
		binary.LittleEndian.PutUint32(data, math.Float32bits(max(min(v, 255), -255)))
	case ir.F16:
		kind = half
		binary.LittleEndian.PutUint16(data, halves[x%31])
	case ir.F64:
		v := float64(int64(x)>>21) / (1 << 32)
		if x%4 == 0 {
			v = float64(int(x>>32%9) - 4)
		}
		binary.LittleEndian.PutUint64(data, math.Float64bits(v))
	default:
		v := uint32(x >> 32)
		switch x % 4 {
		case 0:
			v = special[x>>8%uint64(len(special))]
		case 1:
			v %= 16
		}
		if f.small {
			v %= 3
		}
		if n := s.Bytes(); n == 4 {
			binary.LittleEndian.PutUint32(data, v)
		} else {
			for i := range n {
				data[i] = byte(v >> (8 * (i % 4)))
			}
		}
	}
	f.buffer.cells[at] = kind
	for i := 1; i < int(s.Bytes()); i++ {
		f.buffer.cells[at+i] = inside
	}
}

// halves are the bits of 0, 1/2, 1 ... 15/2 and of their opposites but -0.
var halves = func() (list [31]uint16) {
	for i := range 16 {
		x := math.Float32bits(float32(i) / 2)
		bits := uint16(0)
		if i > 0 {
			bits = uint16(x>>23-127+15)<<10 | uint16(x>>13)&0x3ff
		}
		list[i] = bits
		if i > 0 {
			list[15+i] = bits | 1<<15
		}
	}
	return list
}()
