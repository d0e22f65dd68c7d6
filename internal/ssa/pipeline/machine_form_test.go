package pipeline_test

// This file tests the passes of the machine form under each of their options, on
// functions that are arithmetic of all kinds.

import (
	"strconv"
	"testing"

	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/internal/ssa/pipeline"
	"refract/internal/ssatest"
	"refract/internal/sweep"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// A machineCase is a pass with options, and what it is tested on.
type machineCase struct {
	name   string
	pass   *pass.Pass
	before []*pass.Pass
	o      ssatest.NumberOptions
}

var (
	allInts   = []int{8, 16, 32, 64}
	allFloats = []int{16, 32, 64}
)

func isOp(list ...op.Op) func(op.Op) bool {
	return func(o op.Op) bool {
		for _, x := range list {
			if x == o {
				return true
			}
		}
		return false
	}
}

// reads favours operations on integers, or on floats.
func readsIntegers(o op.Op) bool {
	b := o.Info().Srcs[0].Base
	return b == op.Int || b == op.Uint || b == op.IntB || o.Has(op.Conversion)
}

func readsFloats(o op.Op) bool {
	return o.Info().Srcs[0].Base == op.Float || o.Has(op.Conversion)
}

func machineCases() (list []machineCase) {
	add := func(name string, p *pass.Pass, o ssatest.NumberOptions) {
		list = append(list, machineCase{name: name, pass: p, o: o})
	}
	wide := ssatest.NumberOptions{Ints: []int{64, 32}, Floats: allFloats, Ops: readsIntegers}
	for k := range 8 {
		set := lower.Int64Ops(1) << k
		add("int64-to-pairs/"+strconv.Itoa(int(set)), lower.Int64(lower.Int64Options{Ops: set}), wide)
	}
	add("int64-to-pairs/all", lower.LowerInt64, ssatest.NumberOptions{Ints: []int{64, 16, 8}, Floats: allFloats, Ops: readsIntegers})
	floats := ssatest.NumberOptions{Ints: allInts, Floats: []int{64, 32, 16}, Ops: readsFloats}
	for k := range len(lower.AllFloat64.Elements()) {
		set, o := lower.Float64Ops(1)<<k, floats
		if set == lower.Float64Fma {
			o.Ops = isOp(op.FFma, op.FMul, op.FAdd)
		}
		add("float64-to-int64/"+strconv.Itoa(int(set)), lower.Float64(lower.Float64Options{Ops: set}), o)
	}
	add("float64-to-int64/all", lower.LowerFloat64, ssatest.NumberOptions{Ints: []int{64}, Floats: []int{64}, Ops: readsFloats})
	all := ssatest.NumberOptions{Ints: allInts, Floats: allFloats}
	for _, size := range []int{16, 32, 64} {
		add("alu-to-scalar/"+strconv.Itoa(size), lower.ALUToScalarOf(lower.ScalarOptions{Bits: size}), ssatest.NumberOptions{Ints: allInts, Floats: allFloats})
	}
	add("consts-to-scalar", lower.ConstsToScalar, all)
	add("split-64-phis", lower.Split64, ssatest.NumberOptions{Ints: []int{64}, Floats: []int{64}})
	add("split-64-vectors", lower.Split64Vectors, ssatest.NumberOptions{Ints: []int{64}, Floats: []int{64}})
	small := ssatest.NumberOptions{Ints: []int{8, 16}, Floats: []int{16}}
	add("widen-bit-sizes/8", lower.BitSizes(lower.BitSizeOptions{Int8: true}), small)
	add("widen-bit-sizes/16", lower.BitSizes(lower.BitSizeOptions{Int16: true}), small)
	add("widen-bit-sizes/f16", lower.BitSizes(lower.BitSizeOptions{Float16: true}), ssatest.NumberOptions{Ints: []int{16}, Floats: []int{16}, Ops: readsFloats})
	add("widen-bit-sizes/all", lower.WidenSmall, small)
	halves := ssatest.NumberOptions{Ints: []int{32}, Floats: []int{16, 32}, Ops: isOp(op.F2F, op.PackHalf2x16, op.UnpackHalf2x16, op.FQuantizeToF16, op.FMul)}
	add("half-conversions/to", lower.Half(lower.HalfOptions{ToHalf: true}), halves)
	add("half-conversions/from", lower.Half(lower.HalfOptions{FromHalf: true}), halves)
	add("half-conversions/both", lower.HalfConversions, halves)
	divisions := ssatest.NumberOptions{Ints: []int{8, 16, 32}, Ops: isOp(op.IDiv, op.UDiv, op.IRem, op.URem)}
	add("idiv/reciprocal", lower.LowerIDiv, divisions)
	add("idiv/shifts", lower.IDiv(lower.IDivOptions{Method: lower.ByShifts}), divisions)
	for k := range 12 {
		set := lower.ALUOps(1) << k
		o := all
		if set == lower.ALUBitReverse {
			o.Ops = isOp(op.BitReverse, op.BitCount, op.IAdd)
		}
		add("lower-alu/"+strconv.Itoa(int(set)), lower.ALU(lower.ALUOptions{Ops: set}), o)
	}
	add("lower-alu/all", lower.LowerALU, all)
	packs := ssatest.NumberOptions{Ints: allInts, Floats: allFloats, Ops: func(o op.Op) bool { return o.Info().IR.Form == op.FormPack }}
	for k := range 6 {
		set := lower.PackOps(1) << k
		add("lower-pack/"+strconv.Itoa(int(set)), lower.Pack(lower.PackOptions{Ops: set}), packs)
	}
	add("lower-pack/all", lower.LowerPack, packs)
	mixes := ssatest.NumberOptions{Floats: allFloats, Ints: []int{32}, Ops: isOp(op.FMix)}
	add("lower-flrp", lower.LowerFlrp, mixes)
	add("lower-flrp/32", lower.Flrp(lower.FlrpOptions{Sizes: 32, Fma: true}), mixes)
	add("lower-frexp", lower.LowerFrexp, ssatest.NumberOptions{Floats: allFloats, Ints: []int{32}, Ops: isOp(op.FFrexpSig, op.FFrexpExp)})
	sized := ssatest.NumberOptions{Ints: []int{8, 16, 64}, Ops: isOp(op.UMin, op.UMax, op.URem, op.UDiv, op.IAnd, op.IOr, op.UShr, op.IShl, op.U2U, op.I2I, op.B2I, op.BCsel, op.ULt, op.ULe, op.IEq, op.INe, op.IAdd, op.ISub, op.IMul)}
	add("ranges", opt.Ranges, sized)
	add("bools-to-int32", lower.BoolsToInt32, all)
	add("bools-to-sizes", lower.BoolsToSizes, all)
	add("bools-to-floats", lower.BoolsToFloats, all)
	whole := ssatest.NumberOptions{Ints: []int{32}, Floats: []int{32}, Small: true, Ops: isOp(
		op.IAdd, op.ISub, op.IMul, op.INeg, op.IAbs, op.ISign, op.IMin, op.IMax, op.IClamp, op.IDiv, op.IRem, op.UDiv, op.URem, op.UMin, op.UMax, op.UClamp,
		op.USubSat, op.IDot, op.IShl, op.IShr, op.UShr, op.IAnd, op.IOr, op.INot, op.ILt, op.ILe, op.ULt, op.ULe, op.IEq, op.INe, op.BCsel, op.FLt, op.FAdd, op.FMul,
		op.I2F, op.U2F, op.F2I, op.F2U, op.B2I, op.I2B, op.B2F, op.Mov)}
	add("ints-to-floats", lower.IntsToFloats, whole)
	add("ints-to-floats/all", lower.IntsToFloatsOf(lower.IntFloatOptions{Approximate: true}), whole)
	comparing := all
	comparing.Ops = func(o op.Op) bool { return o.Info().Result.Base == op.Bool || o.Info().Result.Base == op.Int }
	for _, p := range []*pass.Pass{lower.RegsToSSA, lower.VecUses, opt.Move, opt.RematerializeCompares, opt.Sink} {
		add(p.Name, p, comparing)
	}
	list[len(list)-5].before = []*pass.Pass{lower.VarsToSSA, lower.LeaveSSA}
	add("locals-to-regs", lower.LocalsToRegs, all)
	add("schedule/128", opt.Schedule, all)
	add("schedule/8", opt.ScheduleFor(opt.ScheduleOptions{Registers: 8}), all)
	add("vectorize/4", opt.Vectorize, all)
	add("vectorize/2", opt.VectorizeTo(opt.VectorizeOptions{Width: 2}), all)
	for k := len(list) - 2; k < len(list); k++ {
		list[k].before = []*pass.Pass{lower.ALUToScalar}
	}
	return list
}

// TestMachineForm runs each pass under each of its options on made-up functions, with
// variables and with phis: what they compute must stay, and a second time there must be
// nothing to do. REFRACT_PROGRAMS is how many there are.
func TestMachineForm(t *testing.T) {
	count := uint64(sweep.Count(160))
	for _, c := range machineCases() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			acted := 0
			for seed := range count {
				s := ssatest.Numbers(seed, c.o)
				if err := ssa.Verify(s); err != nil {
					t.Fatal(err)
				}
				list := c.before
				if seed%2 == 0 {
					list = append([]*pass.Pass{lower.VarsToSSA}, list...)
				}
				if _, err := pipeline.Run(s, pipeline.Of(list...), pipeline.Options{Establish: true}); err != nil {
					t.Fatal(err)
				}
				before := s.Clone()
				r, err := pipeline.Run(s, pipeline.Of(c.pass), pipeline.Options{Verify: true, Establish: true})
				if err != nil {
					t.Fatalf("seed %d: %v\nbefore:\n%s\nafter:\n%s", seed, err, ssa.Print(before), ssa.Print(s))
				}
				if r.Applications[len(r.Applications)-1].Changed {
					acted++
				}
				ran, difference := ssatest.Compare(before, s)
				if difference != "" {
					t.Fatalf("seed %d: %s\nbefore:\n%s\nafter:\n%s", seed, difference, ssa.Print(before), ssa.Print(s))
				}
				if ran == 0 {
					t.Fatalf("seed %d doesn't run\n%s", seed, ssa.Print(before))
				}
				if c.pass.Run(s) {
					t.Fatalf("seed %d: there is something to do again\n%s", seed, ssa.Print(s))
				}
			}
			if acted < int(count)/10 {
				t.Errorf("it does something in %d of %d", acted, count)
			}
		})
	}
}
