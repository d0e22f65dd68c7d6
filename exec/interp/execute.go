package interp

// This file runs the instructions of one invocation until it ends or suspends.

import (
	"encoding/binary"
	"math"
	"slices"

	"refract/internal/ir/arith"
	"refract/internal/num"
	"refract/ir"
	"refract/ssa/op"
)

// execute runs an invocation whose status is running, and returns its new status: waiting,
// done or failed.
func (m *machine) execute(v *invocation) status {
	m.enter(v)
	for {
		s := m.frame(v)
		if s != running {
			v.status = s
			return s
		}
	}
}

// frame runs instructions until the frame changes (running), or the invocation
// stops.
func (m *machine) frame(v *invocation) status {
	f := v.top()
	fn := f.fn
	code := fn.code
	r := v.slots[f.base : f.base+fn.slots]
	for pc := f.pc; ; {
		in := &code[pc]
		pc++
		switch in.op {
		case opMove:
			r[in.dst] = r[in.a]
		case opCopy:
			m.fuel -= int64(in.c) / 8
			copy(r[in.dst:in.dst+in.c], r[in.a:in.a+in.c])
		case opConst:
			m.fuel -= int64(in.c) / 8
			copy(r[in.dst:in.dst+in.c], m.pool[in.a:in.a+in.c])
		case opNumber:
			r[in.dst] = uint64(uint32(in.c)) | uint64(uint32(in.d))<<32
		case opSplat:
			x := r[in.a]
			for i := range int32(in.n) {
				r[in.dst+i] = x
			}
		case opSwizzle:
			p := in.f
			for i := range int32(in.n) {
				r[in.dst+i] = r[in.a+int32(p&3)]
				p >>= 2
			}

		case opUnary:
			op := arith.Unary[in.f]
			for i := range int32(in.n) {
				r[in.dst+i] = op(r[in.a+i])
			}
		case opBinary:
			op := arith.Binary[in.f]
			for i := range int32(in.n) {
				r[in.dst+i] = op(r[in.a+i], r[in.b+i])
			}
		case opBinaryScalarLeft:
			op, x := arith.Binary[in.f], r[in.a]
			for i := range int32(in.n) {
				r[in.dst+i] = op(x, r[in.b+i])
			}
		case opBinaryScalarRight:
			op, x := arith.Binary[in.f], r[in.b]
			for i := range int32(in.n) {
				r[in.dst+i] = op(r[in.a+i], x)
			}
		case opMath1:
			op := arith.Math1[in.f]
			for i := range int32(in.n) {
				r[in.dst+i] = op(r[in.a+i])
			}
		case opMath2:
			op := arith.Math2[in.f]
			for i := range int32(in.n) {
				r[in.dst+i] = op(r[in.a+i], r[in.b+i])
			}
		case opMath3:
			op := arith.Math3[in.f]
			for i := range int32(in.n) {
				r[in.dst+i] = op(r[in.a+i], r[in.b+i], r[in.c+i])
			}
		case opConvert:
			op := arith.Convert[in.f]
			for i := range int32(in.n) {
				r[in.dst+i] = op(r[in.a+i])
			}

		case opSelectEach:
			for i := range int32(in.n) {
				if r[in.a+i] != 0 {
					r[in.dst+i] = r[in.b+i]
				} else {
					r[in.dst+i] = r[in.c+i]
				}
			}

		case opAdd32:
			r[in.dst] = uint64(uint32(r[in.a]) + uint32(r[in.b]))
		case opSub32:
			r[in.dst] = uint64(uint32(r[in.a]) - uint32(r[in.b]))
		case opMul32:
			r[in.dst] = uint64(uint32(r[in.a]) * uint32(r[in.b]))
		case opEq32:
			r[in.dst] = boolBits(r[in.a] == r[in.b])
		case opNe32:
			r[in.dst] = boolBits(r[in.a] != r[in.b])
		case opLtI32:
			r[in.dst] = boolBits(int32(r[in.a]) < int32(r[in.b]))
		case opLtU32:
			r[in.dst] = boolBits(uint32(r[in.a]) < uint32(r[in.b]))
		case opGeU32:
			r[in.dst] = boolBits(uint32(r[in.a]) >= uint32(r[in.b]))
		case opAddF32:
			r[in.dst] = f32Bits(num.AddF32(f32Of(r[in.a]), f32Of(r[in.b])))
		case opSubF32:
			r[in.dst] = f32Bits(num.SubF32(f32Of(r[in.a]), f32Of(r[in.b])))
		case opMulF32:
			r[in.dst] = f32Bits(num.MulF32(f32Of(r[in.a]), f32Of(r[in.b])))
		case opLtF32:
			r[in.dst] = boolBits(f32Of(r[in.a]) < f32Of(r[in.b]))

		case opSelect:
			from := in.c
			if r[in.a] != 0 {
				from = in.b
			}
			copy(r[in.dst:in.dst+in.d], r[from:from+in.d])

		case opIsNaN, opIsInf, opExtractBits, opInsertBits, opAll, opAny, opMatMul, opWhole, opPack, opSplit, opBitcast, opFold:
			fn.compute(in, r)
		case opInsert:
			i := uint32(r[in.b])
			if i >= uint32(in.c) {
				f.pc = pc - 1
				if !m.outside(v, in.f, i, uint32(in.c)) {
					return failed
				}
				i = uint32(in.c) - 1
			}
			copy(r[in.dst+int32(i)*in.d:][:in.d], r[in.a:])

		case opPromiseBinary, opPromiseNegate, opPromiseFit:
			f.pc = pc - 1
			if s := m.promise(v, in, r); s != running {
				return s
			}

		case opLocalPointer:
			r[in.dst] = stackMemory<<offsetBits + uint64(f.memory) + uint64(in.c)
		case opOffset:
			r[in.dst] = r[in.a] + uint64(in.c)
		case opIndex, opIndexConst:
			i := uint32(r[in.b])
			if i >= uint32(in.c) {
				f.pc = pc - 1
				if !m.outside(v, in.f, i, uint32(in.c)) {
					return failed
				}
				i = uint32(in.c) - 1
			}
			from := r
			if in.op == opIndexConst {
				from = m.pool
			}
			at := in.a + int32(i)*in.d
			copy(r[in.dst:in.dst+in.d], from[at:at+in.d])
		case opIndexPointer:
			x := &fn.strides[in.d]
			i, n := uint32(r[in.b]), x.length
			p := r[in.a] + uint64(x.offset)
			if n == 0 {
				n = m.elements(p, x.stride)
			}
			if i >= n {
				f.pc = pc - 1
				if !m.outside(v, in.f, i, n) {
					return failed
				}
				i = max(n, 1) - 1
			}
			r[in.dst] = p + uint64(i)*uint64(x.stride)
		case opIndexBinding:
			f.pc = pc - 1
			if !m.indexBinding(v, in, r) {
				return failed
			}
		case opView:
			r[in.dst] = m.view(in, &fn.strides[in.d], r)
		case opPhysical:
			r[in.dst] = m.physical(r[in.a])
		case opArrayLength:
			x := &fn.strides[in.d]
			n := x.length
			if n == 0 {
				n = m.elements(r[in.a]+uint64(x.offset), x.stride)
			}
			r[in.dst] = uint64(n)

		case opLoadLocal32:
			at := uint64(f.memory) + uint64(in.c)
			if m.options.Check != 0 {
				f.pc = pc - 1
				m.checkLoad(v, at, uint64(in.n)*4, in.f)
			}
			for i := range int32(in.n) {
				r[in.dst+i] = uint64(binary.LittleEndian.Uint32(v.stack[at:]))
				at += 4
			}
		case opLoad32:
			p := r[in.a] + uint64(in.c)
			mem := m.mems[p>>offsetBits]
			at := p & (1<<offsetBits - 1)
			size := uint64(in.n) * 4
			if at+size > uint64(len(mem)) {
				f.pc = pc - 1
				if !m.beyond(v, in.f, at, size) {
					return failed
				}
				clear(r[in.dst : in.dst+int32(in.n)])
				continue
			}
			if m.options.Check != 0 {
				f.pc = pc - 1
				m.checkLoad(v, p, size, in.f)
			}
			for i := range int32(in.n) {
				r[in.dst+i] = uint64(binary.LittleEndian.Uint32(mem[at:]))
				at += 4
			}
		case opLoad:
			f.pc = pc - 1
			if !m.load(v, in, r) {
				return failed
			}
		case opStoreLocal32:
			at := uint64(f.memory) + uint64(in.c)
			if m.options.Check != 0 {
				f.pc = pc - 1
				m.checkStore(v, at, uint64(in.n)*4, in.f)
			}
			for i := range int32(in.n) {
				binary.LittleEndian.PutUint32(v.stack[at:], uint32(r[in.b+i]))
				at += 4
			}
		case opStore32:
			p := r[in.a] + uint64(in.c)
			mem := m.mems[p>>offsetBits]
			at := p & (1<<offsetBits - 1)
			size := uint64(in.n) * 4
			if at+size > uint64(len(mem)) {
				f.pc = pc - 1
				if !m.beyond(v, in.f, at, size) {
					return failed
				}
				continue
			}
			if v.helper && p>>offsetBits >= firstResource {
				continue
			}
			if m.options.Check != 0 {
				f.pc = pc - 1
				m.checkStore(v, p, size, in.f)
			}
			for i := range int32(in.n) {
				binary.LittleEndian.PutUint32(mem[at:], uint32(r[in.b+i]))
				at += 4
			}
		case opStore:
			f.pc = pc - 1
			if !m.store(v, in, r) {
				return failed
			}
		case opClearLocal:
			m.fuel -= int64(in.d) / 64
			at := uint64(f.memory) + uint64(in.c)
			clear(v.stack[at : at+uint64(in.d)])
			if m.options.Check != 0 {
				m.checkClear(v, at, uint64(in.d))
			}
		case opAtomic:
			f.pc = pc - 1
			if !m.atomic(v, in, r) {
				return failed
			}

		case opLoadAt, opStoreAt, opAtomicAt:
			f.pc = pc - 1
			if !m.accessAt(v, in, r) {
				return failed
			}
		case opSizeAt:
			r[in.dst] = uint64(len(m.bufferAt(r[in.a])))
		case opAddressAt:
			r[in.dst] = ownAddress | r[in.a]<<offsetBits
		case opBuffer:
			r[in.dst] = r[in.a] >> offsetBits

		case opJump:
			pc = in.d
		case opBranchFalse:
			if r[in.a] == 0 {
				pc = in.d
			}
		case opBranchTrue:
			if r[in.a] != 0 {
				pc = in.d
			}
		case opSwitch:
			x := &fn.switches[in.d]
			if i, ok := slices.BinarySearch(x.values, uint32(r[in.a])); ok {
				pc = x.targets[i]
			} else {
				pc = x.other
			}
		case opEnterLoop:
			r[in.b] = 0
		case opLoop:
			r[in.b]++
			if m.fuel -= int64(in.c); m.fuel < 0 {
				f.pc = pc
				if !m.refuel() {
					return failed
				}
			}
			pc = in.d
		case opCall:
			f.pc = pc
			if m.fuel -= int64(len(code)); m.fuel < 0 && !m.refuel() {
				return failed
			}
			return m.call(v, in)
		case opReturn:
			if m.fuel--; m.fuel < 0 {
				f.pc = pc
				if !m.refuel() {
					return failed
				}
			}
			return v.leave(f, in, r)
		case opTerminate:
			v.helper, v.demoted = true, true
			return done
		case opDemote:
			v.helper, v.demoted = true, true
		case opTerminateIf:
			if r[in.a] != 0 {
				v.helper, v.demoted = true, true
				return done
			}
		case opDemoteIf:
			if r[in.a] != 0 {
				v.helper, v.demoted = true, true
			}
		case opFence:
			v.fenced |= ir.Memory(in.f)
		case opPrint:
			if m.options.Print != nil && !v.helper {
				f.pc = pc - 1
				m.print(v, &fn.prints[in.d], r)
			}

		case opImageSample:
			m.imageSample(&fn.samples[in.d], r, in.dst)
		case opImageLoad:
			f.pc = pc - 1
			if !m.imageLoad(v, &fn.texels[in.d], r, in.dst) {
				return failed
			}
		case opImageStore:
			f.pc = pc - 1
			if !m.imageStore(v, &fn.texels[in.d], r) {
				return failed
			}
		case opImageAtomic:
			m.imageAtomic(v, &fn.texels[in.d], r, in.dst)
		case opImageQuery:
			f.pc = pc - 1
			m.imageQuery(v, in, r)
		case opPipeline:
			f.pc = pc - 1
			if s := m.pipeline(v, in, r); s != running {
				v.status = s
				return s
			}
		case opRay, opRayGet, opRayCorners:
			f.pc = pc - 1
			if !m.ray(v, in, r) {
				return failed
			}

		default:
			if !in.op.suspends() {
				panic("interp: unknown instruction")
			}
			f.pc = pc - 1
			return waiting
		}
	}
}

// compute executes the rarer of the instructions that do nothing but compute.
func (fn *function) compute(in *instr, r []uint64) {
	switch in.op {
	case opIsNaN:
		for i := range int32(in.n) {
			r[in.dst+i] = arith.IsNaN[in.f](r[in.a+i])
		}
	case opIsInf:
		for i := range int32(in.n) {
			r[in.dst+i] = arith.IsInf[in.f](r[in.a+i])
		}
	case opExtractBits:
		for i := range int32(in.n) {
			r[in.dst+i] = extractBits(ir.Scalar(in.f), r[in.a+i], r[in.b], r[in.c])
		}
	case opInsertBits:
		for i := range int32(in.n) {
			r[in.dst+i] = insertBits(ir.Scalar(in.f), r[in.a+i], r[in.b+i], r[in.c], r[in.d])
		}
	case opAll:
		all := uint64(1)
		for i := range int32(in.n) {
			all &= r[in.a+i]
		}
		r[in.dst] = all
	case opAny:
		any := uint64(0)
		for i := range int32(in.n) {
			any |= r[in.a+i]
		}
		r[in.dst] = any
	case opMatMul:
		x := &fn.matMuls[in.d]
		arith.MatMul(x.s, x.left, x.right, r[in.dst:], r[in.a:], r[in.b:])
	case opWhole:
		x := &fn.wholes[in.d]
		arith.Whole(x.op, x.s, x.size, r[in.dst:in.dst+x.resultSize], r[in.a:in.a+x.n], r[in.b:in.b+x.nb], r[in.c:in.c+x.nc])
	case opPack:
		pack(ir.MathOp(in.f), r[in.dst:], r[in.a:], r[in.b:])
	case opSplit:
		for i := range int32(in.n) {
			r[in.dst+i], r[in.dst+int32(in.n)+i] = split(ir.MathOp(in.f&0xFF), ir.Scalar(in.f>>8), r[in.a+i], r[in.b+i])
		}
	case opBitcast:
		bitcast(r[in.dst:in.dst+in.d], int(in.f>>4), r[in.a:in.a+int32(in.n)], int(in.f&15))
	case opFold:
		for i := range int32(in.n) {
			r[in.dst+i] = compute(op.Op(in.f), int(in.d&0xFF), int(in.d>>8), r[in.a+i], r[in.b+i], r[in.c+i])
		}
	}
}

// promise checks that an operation keeps the promises of its flags.
func (m *machine) promise(v *invocation, in *instr, r []uint64) status {
	from, to := in.f/arith.ScalarCount, ir.Scalar(in.f%arith.ScalarCount)
	for i := range int32(in.n) {
		a, b := in.a+i, in.b+i
		switch in.op {
		case opPromiseBinary:
			switch in.d {
			case 1:
				a = in.a
			case 2:
				b = in.b
			}
			if !promised(ir.BinaryOp(from), to, r[a], r[b]) {
				return m.trapBinary(v, ir.BinaryOp(from), to, r[a], r[b])
			}
		case opPromiseNegate:
			if !promisedNegate(ir.Scalar(in.f), r[a]) {
				return m.trap(v, ir.FlagNoWrap, "a negation wraps though it is flagged not to")
			}
		case opPromiseFit:
			if !promisedFit(ir.Scalar(from), to, r[a]) {
				return m.trap(v, ir.FlagInRange, "a value doesn't fit in "+to.String()+" though it is flagged to")
			}
		}
	}
	return running
}

// leave ends a call: the result goes to the caller's slots, that of the outermost function
// to the first slots.
func (v *invocation) leave(f *frame, in *instr, r []uint64) status {
	n, fn := in.c, f.fn
	last := len(v.frames) - 1
	to := v.slots
	if last > 0 {
		to = v.slots[f.result:]
	}
	if n > 0 {
		copy(to[:n], r[in.a:in.a+n])
	} else if n < 0 {
		clear(to[:fn.result])
	}
	if last == 0 {
		return done
	}
	v.frames = v.frames[:last]
	return running
}

// call begins the call of an instruction.
func (m *machine) call(v *invocation, in *instr) status {
	f := v.top()
	x := &f.fn.calls[in.d]
	callee := x.function
	base, memory, from := f.base+f.fn.slots, f.memory+f.fn.memory, f.base
	if len(v.frames) >= maxCallDepth {
		panic("interp: calls are deeper than when they were compiled")
	}
	if !m.push(v, callee, base, memory, from+in.dst) {
		return failed
	}
	for i, a := range x.args {
		to := base + callee.args[i].from
		copy(v.slots[to:to+a.count], v.slots[from+a.from:from+a.from+a.count])
	}
	return running
}

// bitcast reads the bits of components of one width as components of another.
func bitcast(to []uint64, toBytes int, from []uint64, fromBytes int) {
	var buf [64]byte
	var word [8]byte
	for i, x := range from {
		binary.LittleEndian.PutUint64(word[:], x)
		copy(buf[i*fromBytes:], word[:fromBytes])
	}
	for i := range to {
		word = [8]byte{}
		copy(word[:toBytes], buf[i*toBytes:])
		to[i] = binary.LittleEndian.Uint64(word[:])
	}
}

// elements is how many elements of a stride the memory behind a pointer holds.
func (m *machine) elements(p uint64, stride uint32) uint32 {
	size, at := uint64(len(m.mems[p>>offsetBits])), p&(1<<offsetBits-1)
	if at >= size || stride == 0 {
		return 0
	}
	return uint32(min((size-at)/uint64(stride), math.MaxUint32))
}
