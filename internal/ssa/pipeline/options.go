package pipeline

// This file lists the passes with options that lists of passes can state.

import (
	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/ssa/pass"
)

// configuration returns the options that a pass takes, or nil.
func configuration(p *pass.Pass) *pass.Options {
	switch p.Name {
	case lower.VectorDerefs.Name:
		return pass.OptionsOf(lower.AllVectorDerefs, lower.VectorDerefsOf)
	case lower.ALUToScalar.Name:
		return pass.OptionsOf(lower.ScalarOptions{}, lower.ALUToScalarOf)
	case lower.ExplicitBuffers.Name:
		return pass.OptionsOf(lower.ExplicitBuffersOptions{}, lower.ExplicitBuffersOf)
	case lower.LocalsToRegs.Name:
		return pass.OptionsOf(lower.RegOptions{Most: 64}, lower.Regs)
	case lower.SSBOToGlobal.Name:
		return pass.OptionsOf(lower.GuardedGlobal, lower.SSBOToGlobalOf)
	case lower.MediumpVars.Name:
		return pass.OptionsOf(lower.AllMediumpVars, lower.MediumpVarsOf)
	case lower.MediumpTex.Name:
		return pass.OptionsOf(lower.AllMediumpTex, lower.MediumpTexOf)
	case lower.Mediump.Name:
		return pass.OptionsOf(lower.MediumpOptions{}, lower.MediumpOf)
	case lower.LowerPack.Name:
		return pass.OptionsOf(lower.PackOptions{Ops: lower.AllPacks &^ lower.PackPairs}, lower.Pack)
	case lower.Scratch.Name:
		return pass.OptionsOf(lower.ScratchOptions{}, lower.ScratchOf)
	case lower.LowerInt64.Name:
		return pass.OptionsOf(lower.Int64Options{Ops: lower.AllInt64}, lower.Int64)
	case lower.LowerALU.Name:
		return pass.OptionsOf(lower.ALUOptions{Ops: lower.AllALU}, lower.ALU)
	case lower.HalfConversions.Name:
		return pass.OptionsOf(lower.HalfOptions{ToHalf: true, FromHalf: true}, lower.Half)
	case lower.DiscardIf.Name:
		return pass.OptionsOf(lower.DiscardIfOptions{}, lower.DiscardIfOf)
	case lower.IndirectDerefs.Name:
		return pass.OptionsOf(lower.SmallIndirects, lower.IndirectDerefsOf)
	case lower.LowerTex.Name:
		return pass.OptionsOf(lower.CommonTex, lower.Tex)
	case lower.WidenSmall.Name:
		return pass.OptionsOf(lower.BitSizeOptions{Int8: true, Int16: true, Float16: true}, lower.BitSizes)
	case lower.FlattenIfs.Name:
		return pass.OptionsOf(lower.FlattenOptions{}, lower.FlattenIfsOf)
	case lower.Printing.Name:
		return pass.OptionsOf(lower.FreePrinting, lower.PrintingOf)
	case lower.IntsToFloats.Name:
		return pass.OptionsOf(lower.IntFloatOptions{}, lower.IntsToFloatsOf)
	case lower.LowerIDiv.Name:
		return pass.OptionsOf(lower.IDivOptions{}, lower.IDiv)
	case lower.LowerFlrp.Name:
		return pass.OptionsOf(lower.FlrpOptions{Sizes: 16 | 32 | 64}, lower.Flrp)
	case lower.LowerSubgroups.Name:
		return pass.OptionsOf(lower.AllSubgroups, lower.Subgroups)
	case lower.LargeConstants.Name:
		return pass.OptionsOf(lower.ConstantOptions{Least: 4}, lower.Constants)
	case lower.LowerFloat64.Name:
		return pass.OptionsOf(lower.Float64Options{Ops: lower.AllFloat64}, lower.Float64)
	case lower.ValuesToInputs.Name:
		return pass.OptionsOf(lower.ValueInputs{Position: true, FrontFacing: true, PointCoord: true}, lower.ValuesToInputsOf)
	case lower.AlphaTest.Name:
		return pass.OptionsOf(lower.AlphaOptions{}, lower.AlphaTestOf)
	case lower.Bitmap.Name:
		return pass.OptionsOf(lower.BitmapOptions{Location: -1, Sampler: 1}, lower.BitmapOf)
	case lower.Blend.Name:
		return pass.OptionsOf(lower.NoBlending, lower.BlendOf)
	case lower.Broadcast.Name:
		return pass.OptionsOf(lower.BroadcastOptions{Targets: 1}, lower.BroadcastOf)
	case lower.ClampColors.Name:
		return pass.OptionsOf(lower.NoVertexColors, lower.ClampColorsOf)
	case lower.ClipDisable.Name:
		return pass.OptionsOf(lower.ClipDisableOptions{Enabled: lower.AllPlanes}, lower.ClipDisableOf)
	case lower.ClipPlanes.Name:
		return pass.OptionsOf(lower.NoPlanes, lower.ClipPlanesOf)
	case lower.DrawPixels.Name:
		return pass.OptionsOf(lower.NoImage, lower.DrawPixelsOf)
	case lower.AddressProducts.Name:
		return pass.OptionsOf(lower.ProductOptions{}, lower.AddressProductsOf)
	case lower.Interpolation.Name:
		return pass.OptionsOf(lower.CommonInterpolation, lower.InterpolationOf)
	case lower.EdgeFlags.Name:
		return pass.OptionsOf(lower.NoEdgeFlags, lower.EdgeFlagsOf)
	case lower.FlatShade.Name:
		return pass.OptionsOf(lower.FlatOptions{}, lower.FlatShadeOf)
	case lower.PointSizes.Name:
		return pass.OptionsOf(lower.NoPointLimits, lower.PointSizesOf)
	case lower.SmoothLines.Name:
		return pass.OptionsOf(lower.SmoothOptions{Samples: 4}, lower.SmoothLinesOf)
	case lower.TexcoordReplace.Name:
		return pass.OptionsOf(lower.TexcoordOptions{Location: -1}, lower.TexcoordReplaceOf)
	case lower.TwoSidedColor.Name:
		return pass.OptionsOf(lower.TwoSidedOptions{}, lower.TwoSidedColorOf)
	case lower.ViewportTransform.Name:
		return pass.OptionsOf(lower.ViewportOptions{}, lower.ViewportTransformOf)
	case lower.PatchVertices.Name:
		return pass.OptionsOf(lower.PatchOptions{}, lower.PatchVerticesOf)
	case lower.GSIntrinsics.Name:
		return pass.OptionsOf(lower.CountStrips, lower.GSIntrinsicsOf)
	case lower.Multiview.Name:
		return pass.OptionsOf(lower.MultiviewOptions{}, lower.MultiviewOf)
	case lower.ShaderCalls.Name:
		return pass.OptionsOf(lower.CallOptions{Rematerialize: true}, lower.ShaderCallsOf)
	case lower.TaskShader.Name:
		return pass.OptionsOf(lower.TaskOptions{SharedPayload: true, OneLaunch: true}, lower.TaskShaderOf)
	case opt.GroupLoads.Name:
		return pass.OptionsOf(opt.GroupLoadsOptions{Distance: 100}, opt.GroupLoadsWithin)
	case opt.LinkStages.Name:
		return pass.OptionsOf(opt.LinkOptions{}, opt.LinkStagesOf)
	case opt.LoopUnroll.Name:
		return pass.OptionsOf(opt.SmallLoops, opt.LoopUnrollOf)
	case lower.LoopUnrollExits.Name:
		return pass.OptionsOf(lower.SmallExits, lower.LoopUnrollExitsOf)
	case opt.Vectorize.Name:
		return pass.OptionsOf(opt.VectorizeOptions{Width: 4}, opt.VectorizeTo)
	case opt.Schedule.Name:
		return pass.OptionsOf(opt.ScheduleOptions{Registers: 128}, opt.ScheduleFor)
	case opt.VectorizeMemory.Name:
		return pass.OptionsOf(opt.VectorizeMemoryOptions{Bytes: 16}, opt.VectorizeMemoryTo)
	}
	return nil
}

// OptionsOf describes the options that a pass takes in lists of passes; most take none.
func OptionsOf(p *pass.Pass) []pass.Option {
	if o := configuration(p); o != nil {
		return o.List()
	}
	return nil
}
