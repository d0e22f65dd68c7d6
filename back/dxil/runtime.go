package dxil

// This file makes the runtime data of libraries, which the validator compares with its own.

import (
	"refract/internal/dxil"
	"refract/internal/llvm"
	"refract/ir"
)

// runtime is the runtime data of a library.
func (w *Writer) runtime(flags uint64) *dxil.RuntimeData {
	f := w.gen.fns[0]
	x := dxil.RuntimeFunction{Name: f.Name, Plain: f.Name, Stage: rayStages[w.entry.Stage], Features: featuresOf(flags),
		Stages: 1 << rayStages[w.entry.Stage], Major: 6, Minor: w.leastMinor(), Record: dxil.NoRecord}
	for k, n := range w.paramBytes {
		if k == 0 {
			x.Payload = n
		} else {
			x.Attributes = n
		}
	}
	d := &dxil.RuntimeData{Lanes: true}
	for _, c := range []class{classCBuffer, classSampler, classSRV, classUAV} {
		for k := range w.resources {
			r := &w.resources[k]
			if !r.isListed() || r.class != c {
				continue
			}
			if r.symbol != 0 {
				x.Resources = append(x.Resources, uint32(len(d.Resources)))
			}
			d.Resources = append(d.Resources, w.runtimeResource(r))
		}
	}
	d.Functions = []dxil.RuntimeFunction{x}
	return d
}

func (w *Writer) runtimeResource(r *resource) dxil.RuntimeResource {
	x := dxil.RuntimeResource{Class: uint32(r.class), Kind: r.shape, ID: r.id, Space: r.at.Space, Lower: r.at.Register,
		Upper: r.at.Register + r.count - 1, Name: w.module.Globals[r.global].Name}
	if r.count == 0 {
		x.Upper = ^uint32(0)
	}
	if r.class == classUAV {
		if w.module.Globals[r.global].Memory&ir.Coherent != 0 {
			x.Flags |= dxil.RuntimeCoherent
		}
		if r.atomic64 {
			x.Flags |= dxil.RuntimeAtomicInt64
		}
	}
	return x
}

// leastMinor is the minor number of the shader model that the function needs, as the validator counts:
// drivers translate some operations for earlier models.
func (w *Writer) leastMinor() uint8 {
	least := uint8(3) // which has libraries
	g := &w.gen
	for _, f := range g.fns {
		for k := range f.Instrs {
			in := &f.Instrs[k]
			if in.Op != llvm.OpCall {
				continue
			}
			list := f.Operands(in)
			switch o := dxil.Op(g.out.ConstantAt(list[1]).Bits); o {
			case dxil.OpAnnotateHandle, dxil.OpCreateHandleFromBinding, dxil.OpQuadVote, dxil.OpBarrierByMemoryType:
			case dxil.OpAtomicBinOp, dxil.OpAtomicCompareExchange:
				if t := g.out.At(in.Type); t.Kind == llvm.Integer && t.N == 64 {
					least = max(least, 6)
				}
			default:
				least = max(least, o.Describe().Model)
			}
		}
	}
	return least
}
