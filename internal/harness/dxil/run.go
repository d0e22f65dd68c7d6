package dxil

// This file runs a shader, and has the functions of DXIL.

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"refract/internal/num"
)

// A Resource is a buffer by its register in HLSL. Class is 't', 'u' or 'b'.
type Resource struct {
	Class           byte
	Space, Register uint32
	Data            []byte
}

// A thread is an invocation.
type thread struct {
	s         *Shader
	values    []value
	globals   [][]byte
	resources []*Resource
	block, at int
	ended     bool
	waiting   bool // at a barrier
	steps     int
	err       error

	group, local [3]uint32
	index        uint32
}

// mostSteps is how many instructions an invocation may run.
const mostSteps = 20_000_000

// Run runs a shader on so many workgroups.
func (s *Shader) Run(resources []*Resource, groups [3]uint32) error {
	shared := make([][]byte, len(s.globals))
	for z := range groups[2] {
		for y := range groups[1] {
			for x := range groups[0] {
				for _, g := range s.globals {
					if g.shared {
						shared[g.index] = bytes.Repeat([]byte{0xCD}, g.size)
						copy(shared[g.index], g.init)
					}
				}
				if err := s.runGroup(resources, shared, [3]uint32{x, y, z}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (s *Shader) runGroup(resources []*Resource, shared [][]byte, group [3]uint32) error {
	n := s.threads
	threads := make([]*thread, 0, n[0]*n[1]*n[2])
	for z := range n[2] {
		for y := range n[1] {
			for x := range n[0] {
				t := &thread{s: s, values: make([]value, len(s.slots)), globals: make([][]byte, len(s.globals)), resources: resources,
					group: group, local: [3]uint32{x, y, z}, index: uint32(len(threads))}
				copy(t.globals, shared)
				for _, g := range s.globals {
					if !g.shared {
						t.globals[g.index] = append([]byte(nil), g.init...)
					}
				}
				threads = append(threads, t)
			}
		}
	}
	for running := true; running; {
		running = false
		for _, t := range threads {
			if t.ended {
				continue
			}
			if t.run(); t.err != nil {
				return t.err
			}
			running = running || !t.ended
		}
	}
	return nil
}

// run goes on until the next barrier or the end.
func (t *thread) run() {
	for {
		b := &t.s.blocks[t.block]
		for t.at < len(b.insts) {
			next := b.insts[t.at].do(t)
			t.at++
			if t.steps++; t.steps > mostSteps && t.err == nil {
				t.err = errors.New("runs for too long")
			}
			switch {
			case t.err != nil:
				return
			case next == following:
				continue
			case next == leaves:
				t.ended = true
				return
			case next == waits:
				return
			}
			t.enter(next)
			b = &t.s.blocks[t.block]
		}
		t.err = errors.New("a block has no end")
		return
	}
}

// enter goes to another block.
func (t *thread) enter(to int) {
	phis := t.s.blocks[to].phis
	var few [16]value
	got := few[:0]
	for i := range phis {
		p := &phis[i]
		v := value{n: undefined}
		for k, from := range p.from {
			if from == t.block {
				v = p.what[k](t)
			}
		}
		got = append(got, v)
	}
	for i := range phis {
		t.values[phis[i].slot] = got[i]
	}
	t.block, t.at = to, 0
}

// state is the result of an instruction that can fail or wait.
func (t *thread) state() int {
	switch {
	case t.err != nil:
		return fails
	case t.waiting:
		t.waiting = false
		return waits
	}
	return following
}

// cell is the part of memory behind a pointer, or nil and an error.
func (t *thread) cell(p value, size int) []byte {
	if at := int64(p.n); at < 0 || at+int64(size) > int64(len(p.mem)) {
		if t.err == nil {
			t.err = fmt.Errorf("byte %d of %d is accessed", at, len(p.mem))
		}
		return nil
	}
	return p.mem[p.n : int(p.n)+size]
}

func (t *thread) load(p value, size int) (n uint64) {
	for i, b := range t.cell(p, size) {
		n |= uint64(b) << (8 * i)
	}
	return n
}

func (t *thread) store(p value, n uint64, size int) {
	for i, c := 0, t.cell(p, size); i < len(c); i++ {
		c[i] = byte(n >> (8 * i))
	}
}

// element reads size bytes of a buffer: zeros outside.
func (r *Resource) element(at uint32, size int) (n uint64) {
	if int(at)+size > len(r.Data) {
		return 0
	}
	for i := range size {
		n |= uint64(r.Data[int(at)+i]) << (8 * i)
	}
	return n
}

func (r *Resource) setElement(at uint32, n uint64, size int) {
	if int(at)+size > len(r.Data) {
		return
	}
	for i := range size {
		r.Data[int(at)+i] = byte(n >> (8 * i))
	}
}

// call reads the rest of a call.
func (s *Shader) call() operand {
	name := strings.TrimPrefix(s.next(), "@")
	s.want("(")
	c := call{width: 32}
	for s.peek() != ")" && s.err == nil {
		c.args = append(c.args, s.typed())
		s.take(",")
	}
	if !strings.HasPrefix(name, "dx.op.") {
		if strings.HasPrefix(name, "llvm.") { // lifetimes, debug information
			return func(*thread) value { return value{} }
		}
		s.fail(&UnsupportedError{name})
	}
	if s.err != nil {
		return nil
	}
	if i := strings.LastIndexByte(name, '.'); len(name)-i == 4 {
		if n, err := strconv.Atoi(name[i+2:]); err == nil {
			c.width = n
		}
	}
	code := c.args[0](nil).n
	if do := c.pure(code); do != nil {
		return do
	}
	if do := c.effect(code); do != nil {
		return do
	}
	s.fail(&UnsupportedError{name + " " + strconv.FormatUint(code, 10)})
	return nil
}

// A call is one of a function dx.op.*, whose first argument is its code.
type call struct {
	args  []operand
	width int // of what it is about
}

func (c *call) n(t *thread, i int) uint64  { return c.args[i](t).n }
func (c *call) f(t *thread, i int) float64 { return toFloat(c.args[i](t).n, c.width) }

// unaryFloats, floatTests, binaryFloats, unaryInts and binaryInts are functions by code.
var (
	unaryFloats = map[uint64]func(float64) float64{
		6: math.Abs, 7: saturate, 12: math.Cos, 13: math.Sin, 14: math.Tan, 15: math.Acos, 16: math.Asin, 17: math.Atan,
		18: math.Cosh, 19: math.Sinh, 20: math.Tanh, 21: math.Exp2, 22: func(x float64) float64 { return x - math.Floor(x) },
		23: math.Log2, 24: math.Sqrt, 25: func(x float64) float64 { return 1 / math.Sqrt(x) },
		26: math.RoundToEven, 27: math.Floor, 28: math.Ceil, 29: math.Trunc,
	}
	floatTests = map[uint64]func(float64) bool{
		8: math.IsNaN, 9: func(x float64) bool { return math.IsInf(x, 0) },
		10: func(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) },
	}
	binaryFloats = map[uint64]func(x, y float64) float64{
		35: fmax, 36: func(x, y float64) float64 { return -fmax(-x, -y) },
	}
	unaryInts = map[uint64]func(x uint64, width int) uint64{
		30: func(x uint64, width int) uint64 { return bits.Reverse64(x) >> (64 - width) },
		31: func(x uint64, _ int) uint64 { return uint64(bits.OnesCount64(x)) },
		32: func(x uint64, _ int) uint64 { // from the lowest bit
			if x == 0 {
				return math.MaxUint32
			}
			return uint64(bits.TrailingZeros64(x))
		},
		33: leadingZeros,
		34: func(x uint64, width int) uint64 {
			if v := signed(x, width); v < 0 {
				x = ^x
			}
			return leadingZeros(cut(x, width), width)
		},
	}
	binaryInts = map[uint64]string{37: "max", 38: "min", 39: "umax", 40: "umin"} // as atomics have them
)

// pure is a function of numbers, or nil.
func (c *call) pure(code uint64) operand {
	n, f, width := c.n, c.f, c.width
	if do := unaryFloats[code]; do != nil {
		return func(t *thread) value { return value{n: fromFloat(do(f(t, 1)), width)} }
	}
	if do := floatTests[code]; do != nil {
		return func(t *thread) value {
			if do(f(t, 1)) {
				return value{n: 1}
			}
			return value{}
		}
	}
	if do := binaryFloats[code]; do != nil {
		return func(t *thread) value { return value{n: fromFloat(do(f(t, 1), f(t, 2)), width)} }
	}
	if do := unaryInts[code]; do != nil {
		return func(t *thread) value { return value{n: cut(do(n(t, 1), width), width)} }
	}
	if do := atomics[binaryInts[code]]; do != nil {
		return func(t *thread) value { return value{n: cut(do(n(t, 1), n(t, 2), width), width)} }
	}
	switch code {
	case 42: // the high and the low half
		return func(t *thread) value {
			p := n(t, 1) * n(t, 2)
			return value{agg: []uint64{p >> 32, p & math.MaxUint32}}
		}
	case 44:
		return func(t *thread) value {
			sum := n(t, 1) + n(t, 2)
			return value{agg: []uint64{sum & math.MaxUint32, sum >> 32}}
		}
	case 46:
		return func(t *thread) value { // may be fused or not: here it isn't
			return value{n: fromFloat(toFloat(fromFloat(f(t, 1)*f(t, 2), width), width)+f(t, 3), width)}
		}
	case 47:
		return func(t *thread) value { return value{n: fromFloat(math.FMA(f(t, 1), f(t, 2), f(t, 3)), width)} }
	case 48, 49:
		return func(t *thread) value { return value{n: cut(n(t, 1)*n(t, 2)+n(t, 3), width)} }
	case 51, 52: // width, offset, value
		return func(t *thread) value {
			w, o, x := n(t, 1)&31, n(t, 2)&31, n(t, 3)
			if w == 0 {
				return value{}
			}
			x = cut(x, 32) >> o
			if code == 52 {
				return value{n: cut(x, int(w))}
			}
			w = min(w, 32-o)
			return value{n: cut(uint64(signed(x, int(w))), 32)}
		}
	case 53: // width, offset, value, replaced
		return func(t *thread) value {
			w, o := n(t, 1)&31, n(t, 2)&31
			mask := cut((1<<w-1)<<o, 32)
			return value{n: n(t, 3)<<o&mask | n(t, 4)&^mask}
		}
	case 54, 55, 56:
		k := int(code) - 52
		return func(t *thread) value {
			sum := 0.0
			for i := 1; i <= k; i++ {
				sum = toFloat(fromFloat(sum+f(t, i)*f(t, i+k), width), width)
			}
			return value{n: fromFloat(sum, width)}
		}
	case 101: // the low and the high word become a double
		return func(t *thread) value { return value{n: n(t, 1)&math.MaxUint32 | n(t, 2)<<32} }
	case 102: // a double becomes the low and the high word
		return func(t *thread) value {
			x := n(t, 1)
			return value{agg: []uint64{x & math.MaxUint32, x >> 32}}
		}
	case 130:
		return func(t *thread) value {
			return value{n: uint64(num.F16FromF32(math.Float32frombits(uint32(n(t, 1)))))}
		}
	case 131:
		return func(t *thread) value { return value{n: uint64(math.Float32bits(num.F16(n(t, 1)).F32()))} }
	case 163, 164:
		return func(t *thread) value {
			sum, a, b := n(t, 1), n(t, 2), n(t, 3)
			for i := 0; i < 32; i += 8 {
				if x, y := a>>i&255, b>>i&255; code == 164 {
					sum += x * y
				} else {
					sum += uint64(signed(x, 8) * signed(y, 8))
				}
			}
			return value{n: cut(sum, 32)}
		}
	}
	return nil
}

// effect is a function of an invocation's place, of memory or of others, or nil.
func (c *call) effect(code uint64) operand {
	n, args, width := c.n, c.args, c.width
	switch code {
	case 59:
		size := width / 8
		return func(t *thread) value {
			r, at := args[1](t).res, uint32(n(t, 2)*16)
			v := value{agg: make([]uint64, 16/size)}
			for i := range v.agg {
				v.agg[i] = r.element(at+uint32(i*size), size)
			}
			return v
		}
	case 72:
		return func(t *thread) value {
			return value{agg: []uint64{uint64(len(args[1](t).res.Data)), undefined, undefined, undefined}}
		}
	case 78:
		do := [...]string{"add", "and", "or", "xor", "min", "max", "umin", "umax", "xchg"}
		return func(t *thread) value {
			r, at := args[1](t).res, uint32(n(t, 3))
			old := r.element(at, width/8)
			r.setElement(at, atomics[do[n(t, 2)]](old, n(t, 6), width), width/8)
			return value{n: old}
		}
	case 79:
		return func(t *thread) value {
			r, at := args[1](t).res, uint32(n(t, 2))
			old := r.element(at, width/8)
			if old == n(t, 5) {
				r.setElement(at, n(t, 6), width/8)
			}
			return value{n: old}
		}
	case 80:
		return func(t *thread) value {
			t.waiting = true
			return value{}
		}
	case 93:
		return func(t *thread) value {
			i := n(t, 1)
			return value{n: uint64(t.group[i]*t.s.threads[i] + t.local[i])}
		}
	case 94:
		return func(t *thread) value { return value{n: uint64(t.group[n(t, 1)])} }
	case 95:
		return func(t *thread) value { return value{n: uint64(t.local[n(t, 1)])} }
	case 96:
		return func(t *thread) value { return value{n: uint64(t.index)} }
	case 139:
		size := width / 8
		return func(t *thread) value {
			r, at := args[1](t).res, uint32(n(t, 2))
			v := value{agg: make([]uint64, 5)}
			for i := range 4 {
				v.agg[i] = r.element(at+uint32(i*size), size)
			}
			return v
		}
	case 140:
		size := width / 8
		return func(t *thread) value {
			r, at, mask := args[1](t).res, uint32(n(t, 2)), n(t, 8)
			for i := range 4 {
				if mask>>i&1 != 0 {
					r.setElement(at+uint32(i*size), n(t, 4+i), size)
				}
			}
			return value{}
		}
	case 216:
		return args[1]
	case 217:
		return func(t *thread) value {
			bind, index := args[1](t).agg, uint32(n(t, 2))
			class := "tub"[bind[3]]
			for _, r := range t.resources {
				if r.Class == class && r.Space == uint32(bind[2]) && r.Register == index {
					return value{res: r}
				}
			}
			return value{res: &Resource{}}
		}
	}
	return nil
}

func saturate(x float64) float64 {
	if !(x > 0) {
		return 0
	}
	return min(x, 1)
}

// leadingZeros is -1 of zero.
func leadingZeros(x uint64, width int) uint64 {
	if x == 0 {
		return math.MaxUint32
	}
	return uint64(bits.LeadingZeros64(x << (64 - width)))
}

// fmax is the greater number; a NaN is none.
func fmax(x, y float64) float64 {
	switch {
	case math.IsNaN(x):
		return y
	case math.IsNaN(y) || x > y:
		return x
	}
	return y
}
