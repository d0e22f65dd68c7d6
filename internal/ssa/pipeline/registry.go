package pipeline

// This file lists all passes. One that isn't here can't be named, and a test
// fails on a pass that a package has and this list doesn't.

//go:generate go test -run ^TestPassesDoc$ -update

import (
	"slices"
	"strings"

	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/ssa/pass"
)

// passes returns every pass, by name. It is a function so that programs that run none
// don't hold them.
func passes() []*pass.Pass {
	return []*pass.Pass{
		lower.AddressProducts,
		lower.ALUToScalar,
		lower.AlphaTest,
		lower.Bitmap,
		lower.Blend,
		lower.Broadcast,
		lower.ClampColors,
		lower.ClipDisable,
		lower.ClipPlanes,
		lower.DrawPixels,
		lower.EdgeFlags,
		lower.FlatShade,
		lower.PointCoordFlip,
		lower.PointSizes,
		lower.ScaleDivisions,
		lower.SmoothLines,
		lower.SmoothPoints,
		lower.TexcoordReplace,
		lower.TwoSidedColor,
		lower.ViewportTransform,
		lower.BoolsToFloats,
		lower.BoolsToInt32,
		lower.BoolsToSizes,
		lower.ConstsToScalar,
		lower.Conversions,
		lower.Continues,
		lower.DiscardIf,
		lower.ExplicitBuffers,
		lower.ExplicitIO,
		lower.ExplicitPayload,
		lower.ExplicitShared,
		lower.ExplicitStageIO,
		lower.FlattenIfs,
		lower.FragDepth,
		lower.GlobalToLocal,
		lower.GotoIfs,
		lower.GSIntrinsics,
		lower.IDivConst,
		lower.ImageCubes,
		lower.IndirectDerefs,
		lower.InferAccess,
		lower.InlineFew,
		lower.InlineFunctions,
		lower.InlineSmall,
		lower.IntsToFloats,
		lower.Interpolation,
		lower.IOElements,
		lower.IOJoin,
		lower.IOScalar,
		lower.IOSlots,
		lower.IOTemporaries,
		lower.IOVariables,
		lower.IOVector,
		lower.LargeConstants,
		lower.LocalsToRegs,
		lower.LeaveSSA,
		lower.HalfConversions,
		lower.LoopOnce,
		lower.LoopFlags,
		lower.LoopPeel,
		lower.LoopUnrollExits,
		lower.LoopUnrollPartial,
		lower.LowerALU,
		lower.LowerFloat64,
		lower.LowerFlrp,
		lower.LowerFrexp,
		lower.LowerIDiv,
		lower.LowerInt64,
		lower.LowerPack,
		lower.LowerSubgroups,
		lower.Matrices,
		lower.Mediump,
		lower.MediumpTex,
		lower.MediumpVars,
		lower.MemoryModel,
		lower.ModuleForm,
		lower.Multiview,
		lower.NonUniformAccess,
		lower.PatchVertices,
		lower.PhisToScalar,
		lower.Printing,
		lower.PixelCorners,
		lower.PositionDivisors,
		lower.ReadOnlyImages,
		lower.RegsToSSA,
		lower.Returns,
		lower.ResourceUnits,
		lower.Scratch,
		lower.ShrinkArrays,
		lower.ShaderCalls,
		lower.SSBOToGlobal,
		lower.UBOVec4,
		lower.WriteMasks,
		lower.SingleSampled,
		lower.Split64,
		lower.Split64Memory,
		lower.Split64Vectors,
		lower.SplitArrayVars,
		lower.SplitStructVars,
		lower.Switches,
		lower.SystemValues,
		lower.TaskShader,
		lower.ValuesToInputs,
		lower.LowerTex,
		lower.ToLCSSA,
		lower.UndefToZero,
		lower.UniformsToUBO,
		lower.VarCopies,
		lower.VariableInitializers,
		lower.VarsToSSA,
		lower.Vec3ToVec4,
		lower.VecUses,
		lower.VectorDerefs,
		lower.WidenSmall,
		opt.Access,
		opt.Algebraic,
		opt.AlgebraicLate,
		opt.Barriers,
		opt.CombineStores,
		opt.ComparisonPre,
		opt.ConditionalDiscard,
		opt.ConstantFolding,
		opt.CopyProp,
		opt.CopyPropVars,
		opt.CSE,
		opt.DCE,
		opt.DeadCalls,
		opt.DeadCF,
		opt.DeadFunctions,
		opt.DeadSharedWrites,
		opt.DeadVariables,
		opt.DeadWrites,
		opt.Deref,
		opt.DiscardsToTop,
		opt.FindArrayCopies,
		opt.GCM,
		opt.GroupLoads,
		opt.LinkStages,
		opt.HoistLoads,
		opt.IfConditions,
		opt.Intrinsics,
		opt.JoinLimits,
		opt.LICM,
		opt.LoopUnroll,
		opt.LoopUnrollOnce,
		opt.MergeIfs,
		opt.MergeStores,
		opt.Offsets,
		opt.Move,
		opt.PeepholeSelect,
		opt.PhiPrecision,
		opt.PowerDivisors,
		opt.PropagateInvariant,
		opt.Ranges,
		opt.RayQueries,
		opt.RematerializeCompares,
		opt.RemovePhis,
		opt.Schedule,
		opt.ShrinkStores,
		opt.ShrinkVectors,
		opt.Sink,
		opt.SplitLoopPhis,
		opt.TrivialJumps,
		opt.Undef,
		opt.UniformAtomics,
		opt.VectorizeMemory,
		opt.Vectorize,
	}
}

// All returns every pass in the order of their names.
func All() []*pass.Pass {
	list := passes()
	slices.SortFunc(list, func(a, b *pass.Pass) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// ByName finds a pass, or returns nil.
func ByName(name string) *pass.Pass {
	for _, p := range passes() {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// establishing is the first pass that establishes all of the facts and needs
// nothing that it destroys, or nil.
func establishing(facts pass.Props) *pass.Pass {
	for _, p := range passes() {
		if p.Establishes&facts == facts && p.Destroys&facts == 0 {
			return p
		}
	}
	return nil
}
