package back

import (
	"iter"

	"refract/ir"
)

// This file names the features of operations on rays that few targets have.

// RayFeature is the feature of an operation on the pipeline that targets without hit objects, motion
// and the primitives of NVIDIA's extensions lack; "" for the others.
func RayFeature(v *ir.PipelineStmt) string {
	switch {
	case v.Op == ir.FetchMicroVertex:
		return "displaced micro-triangles"
	case v.Op == ir.ReadHit:
		if p, _ := v.Property(); p >= ir.RayClusterID {
			return "the " + p.String() + " of a hit"
		}
		return "hit objects"
	case v.Op >= ir.TraceHit && v.Op <= ir.ReorderThread:
		return "hit objects"
	case v.Op == ir.TraceRay && len(v.Args) > 11:
		return "rays with a time"
	}
	return ""
}

// HitObjects is the extension that hit objects are written by.
type HitObjects uint8

const (
	HitObjectsNV HitObjects = iota
	HitObjectsEXT
)

// HitObjectsOf is the extension to write a module by: NV's, unless EXT's is asked for or alone has an
// operation of the module.
func HitObjectsOf(m *ir.Module, ext bool) HitObjects {
	if ext {
		return HitObjectsEXT
	}
	for f, s := range pipelineStmts(m) {
		if v := f.Pipeline(s); needsEXT(f, &v) {
			return HitObjectsEXT
		}
	}
	return HitObjectsNV
}

// pipelineStmts are the operations on the pipeline of all functions.
func pipelineStmts(m *ir.Module) iter.Seq2[*ir.Function, ir.StmtID] {
	return func(yield func(*ir.Function, ir.StmtID) bool) {
		for _, f := range m.Functions[1:] {
			if !f.MayHaveStmt(ir.StmtPipeline) {
				continue
			}
			for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
				if f.StmtKind(s) == ir.StmtPipeline && !yield(f, s) {
					return
				}
			}
		}
	}
}

// needsEXT reports whether EXT's extension alone has an operation: that of NV records misses without
// flags.
func needsEXT(f *ir.Function, v *ir.PipelineStmt) bool {
	switch v.Op {
	case ir.RecordQuery, ir.SetRecordIndex:
		return true
	case ir.RecordMiss:
		k := f.Kind(v.Args[1])
		return k != ir.KindZeroValue && !(k == ir.KindLiteral && f.LiteralBits(v.Args[1]) == 0)
	case ir.ReadHit:
		p, _ := v.Property()
		return p == ir.RayObjectFlags || p == ir.RayTriangleVertexPositions
	}
	return false
}

// Lacks names an operation that the extension lacks, or is "".
func (h HitObjects) Lacks(v *ir.PipelineStmt) string {
	switch p, _ := v.Property(); {
	case h == HitObjectsEXT && (v.Op == ir.RecordHit || v.Op == ir.RecordHitAt):
		return "hits made of their parts, in the form of EXT's extension"
	case h == HitObjectsNV && (v.Op == ir.RecordQuery || v.Op == ir.SetRecordIndex):
		return "hit objects of ray queries, and records that are set, in the form of NV's extension"
	case h == HitObjectsNV && v.Op == ir.ReadHit && (p == ir.RayObjectFlags || p == ir.RayTriangleVertexPositions):
		return "the " + p.String() + " of a hit object, in the form of NV's extension"
	}
	return ""
}

// LacksRays is the first feature of RayFeature that a module has, and its place; ok is false if there is
// none.
func LacksRays(m *ir.Module) (u Unsupported, ok bool) {
	for f, s := range pipelineStmts(m) {
		if v := f.Pipeline(s); RayFeature(&v) != "" {
			return Unsupported{Feature: RayFeature(&v), Span: f.StmtSpan(s)}, true
		}
	}
	return u, false
}
