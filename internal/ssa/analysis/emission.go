package analysis

// This file finds the numbers of vertices and strips of a geometry stage that are the same for
// every primitive, from the counts that pass gs-intrinsics sets. Hardware that knows the numbers
// reserves memory before the stage runs.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// PassesPrimitive reports whether a function emits the input primitive of a geometry stage, whose vertices
// have outputs that are no variables.
func PassesPrimitive(f *ssa.Function) bool {
	if f.IsFlat() || !f.MayHave(op.Pipeline) {
		return false
	}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.Pipeline && ir.PipelineOp(f.Field(i, "op")) == ir.PassPrimitive {
				return true
			}
		}
	}
	return false
}

// An Emission is the output of a geometry stage to a stream. A number is -1 if it isn't a constant.
type Emission struct{ Vertices, Strips int }

// Emissions are the emissions of a function to each stream. A stream whose counts are never set
// has -1 for both; counts that several places set differently aren't constants.
func Emissions(f *ssa.Function) (list [4]Emission) {
	var seen [4]bool
	for k := range list {
		list[k] = Emission{-1, -1}
	}
	if !f.MayHave(op.SetVertexAndPrimitiveCount) {
		return list
	}
	ranges := FindRanges(f)
	count := func(i ssa.InstrID, source int) int {
		if source < f.NumSrcs(i) && f.Arg(i, source) != 0 {
			if r := ranges.At(i, source); r.IsOne() {
				return int(r.Lo)
			}
		}
		return -1
	}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) != op.SetVertexAndPrimitiveCount {
				continue
			}
			k := f.Field(i, "stream")
			e := Emission{count(i, 0), count(i, 1)}
			if seen[k] && e.Vertices != list[k].Vertices {
				e.Vertices = -1
			}
			if seen[k] && e.Strips != list[k].Strips {
				e.Strips = -1
			}
			list[k], seen[k] = e, true
		}
	}
	return list
}
