package wasm

// This file compiles operations on vectors and matrices as a whole, each elementary
// step rounded, in the order that the reference engine has.

import (
	"encoding/binary"
	"slices"

	"refract/internal/builtin/formula"
	"refract/internal/wasmbin"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// A math writes float arithmetic in one form, on scalars or on vectors.
type math32 struct {
	c   *compiler
	vec bool
}

// A term puts a number on the stack.
type term func()

func (r math32) binary(vector, scalar wasmbin.Op, a, b term) {
	a()
	b()
	r.c.either(r.vec, vector, scalar)
}

func (r math32) add(a, b term) term {
	return func() { r.binary(wasmbin.F32x4Add, wasmbin.F32Add, a, b) }
}
func (r math32) sub(a, b term) term {
	return func() { r.binary(wasmbin.F32x4Sub, wasmbin.F32Sub, a, b) }
}
func (r math32) mul(a, b term) term {
	return func() { r.binary(wasmbin.F32x4Mul, wasmbin.F32Mul, a, b) }
}
func (r math32) div(a, b term) term {
	return func() { r.binary(wasmbin.F32x4Div, wasmbin.F32Div, a, b) }
}
func (r math32) sqrt(a term) term {
	return func() { a(); r.c.either(r.vec, wasmbin.F32x4Sqrt, wasmbin.F32Sqrt) }
}
func (r math32) neg(a term) term {
	return func() { a(); r.c.either(r.vec, wasmbin.F32x4Neg, wasmbin.F32Neg) }
}
func (r math32) number(x float32) term { return func() { r.c.float(x, r.vec) } }

// keep computes a term once and returns one that reads it. release gives the local
// back.
func (r math32) keep(a term) (again term, release func()) {
	t := typeOf(r.vec, true)
	local := r.c.temp(t)
	a()
	r.c.w.Set(local)
	return func() { r.c.w.Get(local) }, func() { r.c.free(t, local) }
}

// formula compiles a function of its formula, up to the terms of its result. release gives the
// locals of named values back. With canonical the operands of absolute values are made canonical.
func (r math32) formula(o formula.Operation, canonical bool, args ...[]term) (result []term, release func()) {
	var kept []func()
	e := formula.Evaluator[term]{
		Number: func(x float64) term { return r.number(float32(x)) },
		Apply: func(o formula.Operation, x, y, z term) (term, bool) {
			if o == formula.FAbs && canonical {
				whole := x
				x = func() { whole(); r.c.canonical(r.vec) }
			}
			return r.step(o, x, y, z)
		},
		Keep: func(o formula.Operation, x term) term {
			if o == formula.FLt || o == formula.FLe {
				return x
			}
			again, release := r.keep(x)
			kept = append(kept, release)
			return again
		},
	}
	return e.Evaluate(o, args...), func() {
		for _, release := range slices.Backward(kept) {
			release()
		}
	}
}

// step is an operation of a formula that has instructions of its own.
func (r math32) step(o formula.Operation, x, y, z term) (term, bool) {
	c, vec := r.c, r.vec
	switch o {
	case formula.FAdd:
		return r.add(x, y), true
	case formula.FSub:
		return r.sub(x, y), true
	case formula.FMul:
		return r.mul(x, y), true
	case formula.FDiv:
		return r.div(x, y), true
	case formula.FNeg:
		return r.neg(x), true
	case formula.FSqrt:
		return r.sqrt(x), true
	case formula.FAbs:
		return func() { x(); c.either(vec, wasmbin.F32x4Abs, wasmbin.F32Abs) }, true
	case formula.FFloor:
		return func() { x(); c.either(vec, wasmbin.F32x4Floor, wasmbin.F32Floor) }, true
	case formula.FLt:
		return func() { r.binary(wasmbin.F32x4Lt, wasmbin.F32Lt, x, y) }, true
	case formula.FLe:
		return func() { r.binary(wasmbin.F32x4Le, wasmbin.F32Le, x, y) }, true
	case formula.BCsel:
		return func() { y(); z(); x(); c.choose(vec, true) }, true
	case formula.FSat:
		return func() { c.saturate(x, vec) }, true
	}
	return nil, false
}

// A whole is an operation on whole vectors or matrices that is being compiled.
type whole struct {
	c   *compiler
	i   ssa.InstrID
	n   int // components of the result
	vec bool
	m   mask
	r   math32
}

// whole compiles an operation on whole vectors; it reports whether it is one.
func (c *compiler) whole(i ssa.InstrID, m mask) bool {
	n := c.d.Count(i)
	if n == 0 {
		return false
	}
	vec := false
	for k := range n {
		vec = vec || c.slots[c.comp(i, k)].vec
	}
	v := &whole{c, i, n, vec, m, math32{c, vec}}
	o := c.f.Op(i)
	return v.products(o) || v.directions(o) || v.matrices(o)
}

// read are the components of a source.
func (v *whole) read(s int) (list []term) {
	for k := range v.c.width(v.i, s) {
		x := v.c.src(v.i, s, k)
		list = append(list, func() { v.c.push(x, v.vec, true) })
	}
	return list
}

// put sets a component of the result.
func (v *whole) put(k int, x term) {
	to := v.c.comp(v.i, k)
	x()
	if v.vec && !v.c.slots[to].vec {
		v.c.w.Lane(wasmbin.F32x4ExtractLane, 0)
	}
	v.c.done(v.i, to, true, v.m)
}

// several sets all components.
func (v *whole) several(list []term) {
	for k, x := range list {
		v.put(k, x)
	}
}

// shape is how many columns and rows a source has.
func (v *whole) shape(s int) (columns, rows int) {
	c := v.c
	if t := c.m.Types.At(c.f.Type(c.f.Arg(v.i, s))); t.Kind == ir.TypeMatrix {
		return int(t.Columns), int(t.Rows)
	}
	return 1, c.width(v.i, s)
}

// products compiles sums over components, and lengths.
func (v *whole) products(o op.Op) bool {
	c, i, m, r := v.c, v.i, v.m, v.r
	switch o {
	case op.BAll, op.BAny:
		vec := c.slots[c.comp(i, 0)].vec
		for k := range c.width(i, 0) {
			c.push(c.src(i, 0, k), vec, false)
			if k > 0 && o == op.BAll {
				c.either(vec, wasmbin.V128And, wasmbin.I32And)
			} else if k > 0 {
				c.either(vec, wasmbin.V128Or, wasmbin.I32Or)
			}
		}
		c.set(c.comp(i, 0), false, m)
	case op.IDot:
		vec := c.slots[c.comp(i, 0)].vec
		for k := range c.width(i, 0) {
			c.push(c.src(i, 0, k), vec, false)
			c.push(c.src(i, 1, k), vec, false)
			c.either(vec, wasmbin.I32x4Mul, wasmbin.I32Mul)
			if k > 0 {
				c.either(vec, wasmbin.I32x4Add, wasmbin.I32Add)
			}
		}
		c.set(c.comp(i, 0), false, m)
	case op.FCross:
		a, b := v.read(0), v.read(1)
		part := func(x, y int) term { return r.sub(r.mul(a[x], b[y]), r.mul(a[y], b[x])) }
		v.several([]term{part(1, 2), part(2, 0), part(0, 1)})
	default:
		return false
	}
	return true
}

// directions compiles operations on directions by their formulas: distances, reflections.
func (v *whole) directions(o op.Op) bool {
	if o.Formula() == formula.NoOperation || o.Info().IR.Form != op.FormWhole {
		return false
	}
	args := make([][]term, len(o.Info().Srcs))
	for s := range args {
		args[s] = v.read(s)
	}
	// The reference has a canonical difference in the distance of scalars, whose sign then goes.
	canonical := o == op.FDistance && v.c.slots[v.c.comp(v.i, 0)].exact
	result, release := v.r.formula(o.Formula(), canonical, args...)
	v.several(result)
	release()
	return true
}

// matrices compiles operations on matrices.
func (v *whole) matrices(o op.Op) bool {
	n, r := v.n, v.r
	switch o {
	case op.MatOuter:
		a, b := v.read(0), v.read(1)
		for x := range b {
			for y := range a {
				v.put(x*len(a)+y, r.mul(a[y], b[x]))
			}
		}
	case op.MatTranspose:
		a := v.read(0)
		columns, rows := v.shape(0)
		for x := range columns {
			for y := range rows {
				v.put(y*columns+x, a[x*rows+y])
			}
		}
	case op.MatNeg:
		for k, x := range v.read(0) {
			v.put(k, r.neg(x))
		}
	case op.MatAdd, op.MatSub:
		a, b := v.read(0), v.read(1)
		for k := range a {
			if o == op.MatAdd {
				v.put(k, r.add(a[k], b[k]))
			} else {
				v.put(k, r.sub(a[k], b[k]))
			}
		}
	case op.MatScale:
		a, b := v.read(0), v.read(1)
		for k := range n {
			v.put(k, r.mul(a[min(k, len(a)-1)], b[min(k, len(b)-1)]))
		}
	case op.MatMul, op.MatVec, op.VecMat:
		a, b := v.read(0), v.read(1)
		lc, lr := v.shape(0)
		rc, rr := v.shape(1)
		if o == op.VecMat {
			lc, lr = len(a), 1
		}
		for x := range rc {
			for y := range lr {
				sum := r.mul(a[y], b[x*rr])
				for k := 1; k < lc; k++ {
					sum = r.add(sum, r.mul(a[k*lr+y], b[x*rr+k]))
				}
				v.put(x*lr+y, sum)
			}
		}
	case op.MatDeterminant:
		columns, _ := v.shape(0)
		v.put(0, r.determinant(columns, v.read(0)))
	case op.MatInverse:
		columns, _ := v.shape(0)
		a := v.read(0)
		d, release := r.keep(r.determinant(columns, a))
		for x := range columns {
			for y := range columns {
				cofactor := r.determinant(columns-1, minor(columns, x, y, a))
				if (x+y)%2 == 1 {
					cofactor = r.neg(cofactor)
				}
				v.put(y*columns+x, r.div(cofactor, d))
			}
		}
		release()
	default:
		return false
	}
	return true
}

// minor is a matrix without a column and a row.
func minor(n, column, row int, m []term) (out []term) {
	for x := range n {
		for y := range n {
			if x != column && y != row {
				out = append(out, m[x*n+y])
			}
		}
	}
	return out
}

// determinant expands along the first column.
func (r math32) determinant(n int, m []term) term {
	switch n {
	case 1:
		return m[0]
	case 2:
		return r.sub(r.mul(m[0], m[3]), r.mul(m[2], m[1]))
	}
	var sum term
	for row := range n {
		t := r.mul(m[row], r.determinant(n-1, minor(n, 0, row, m)))
		switch {
		case row == 0:
			sum = t
		case row%2 == 0:
			sum = r.add(sum, t)
		default:
			sum = r.sub(sum, t)
		}
	}
	return sum
}

// dynamic compiles component k of a selection or insertion by an index.
func (c *compiler) dynamic(i ssa.InstrID, k int, m mask) {
	f, w := c.f, c.w
	to := c.comp(i, k)
	x := &c.slots[to]
	v := f.Arg(i, 0)
	at := 1
	if f.Op(i) == op.InsertDynamic {
		at = 2
	}
	index := c.comp(f.Arg(i, at), 0)
	if s := f.Src(i, at); s.Comps > 0 {
		index = c.comp(s.Value, s.Swizzle.At(0))
	}
	each := c.d.Part(f.Type(v), 1)
	n := 0
	if t := c.m.Types.At(f.Type(v)); true {
		n = int(c.length(f.Type(v)))
		_ = t
	}
	if n == 0 {
		c.unsupported(i, "choices of such values in generated code")
		return
	}
	// The index in bounds.
	local := c.temp(typeOf(x.vec, false))
	if x.vec {
		c.vector(index)
		c.integer(uint32(n-1), true)
		w.Op(wasmbin.I32x4MinU)
	} else {
		c.scalar(index, false)
		w.I32(int32(n - 1))
		c.scalar(index, false)
		w.I32(int32(n - 1))
		w.Op(wasmbin.I32LtU)
		w.Op(wasmbin.Select)
	}
	w.Set(local)
	defer c.free(typeOf(x.vec, false), local)
	is := func(e int) {
		w.Get(local)
		c.integer(uint32(e), x.vec)
		c.either(x.vec, wasmbin.I32x4Eq, wasmbin.I32Eq)
	}
	if f.Op(i) == op.InsertDynamic {
		e, part := k/each, k%each
		value := c.src(i, 1, part)
		c.push(value, x.vec, x.float)
		c.push(c.comp(v, k), x.vec, x.float)
		is(e)
		c.choose(x.vec, x.float)
		c.set(to, x.float, m)
		return
	}
	if pool, ok := c.constants(v); ok {
		// From memory.
		base := c.poolStart() + pool + 4*uint32(k)
		if !x.vec {
			w.Get(local)
			c.times(4*uint32(each), false)
			if x.float {
				w.Mem(wasmbin.F32Load, 2, base)
			} else {
				w.Mem(wasmbin.I32Load, 2, base)
			}
			c.set(to, x.float, m)
			return
		}
		out := c.temp(wasmbin.V128)
		c.w.Get(local)
		c.times(4*uint32(each), true)
		w.Set(local)
		w.Get(local)
		w.Lane(wasmbin.I32x4ExtractLane, 0)
		w.Mem(wasmbin.V128Load32Zero, 2, base)
		w.Set(out)
		for lane := 1; lane < lanes; lane++ {
			w.Get(local)
			w.Lane(wasmbin.I32x4ExtractLane, lane)
			w.Get(out)
			w.MemLane(wasmbin.V128Load32Lane, 2, base, lane)
			w.Set(out)
		}
		w.Get(out)
		c.free(wasmbin.V128, out)
		if x.boolean {
			w.V128([4]uint32{})
			w.Op(wasmbin.I32x4Ne)
		}
		c.set(to, x.float, m)
		return
	}
	if n > 64 {
		c.unsupported(i, "choices of so many values in generated code")
		return
	}
	c.push(c.comp(v, k), x.vec, x.float)
	t := typeOf(x.vec, x.float)
	other := c.temp(t)
	for e := 1; e < n; e++ {
		w.Set(other)
		c.push(c.comp(v, e*each+k), x.vec, x.float)
		w.Get(other)
		is(e)
		c.choose(x.vec, x.float)
	}
	c.free(t, other)
	c.set(to, x.float, m)
}

// constants is the place in the pool of a value whose components are all known; it is put
// there if that pays.
func (c *compiler) constants(v ssa.Value) (uint32, bool) {
	if at, ok := c.big[v]; ok {
		return at, true
	}
	if at, ok := c.pooled[v]; ok {
		return at, true
	}
	n := c.d.Count(v)
	if n < 8 {
		return 0, false
	}
	var words []byte
	for k := range n {
		x := &c.slots[c.root(c.comp(v, k))]
		if x.kind != slotConst {
			return 0, false
		}
		words = binary.LittleEndian.AppendUint32(words, x.bits)
	}
	at := uint32(len(c.pool))
	c.pool = append(c.pool, words...)
	if c.pooled == nil {
		c.pooled = map[ssa.Value]uint32{}
	}
	c.pooled[v] = at
	return at, true
}
