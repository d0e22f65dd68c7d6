package hlsl

// This file lists the semantics that are built-in values, by the stages that have them.

import (
	"strconv"
	"strings"

	"refract/internal/front/hlsl/syntax"
	"refract/internal/lazy"
	"refract/ir"
)

// stageMask is a set of stages.
type stageMask uint32

const (
	inVertex        stageMask = 1 << ir.StageVertex
	inPixel         stageMask = 1 << ir.StageFragment
	inCompute       stageMask = 1 << ir.StageCompute
	inGeometry      stageMask = 1 << ir.StageGeometry
	inHull          stageMask = 1 << ir.StageTessellationControl
	inDomain        stageMask = 1 << ir.StageTessellationEvaluation
	inMesh          stageMask = 1 << ir.StageMesh
	inAmplification stageMask = 1 << ir.StageTask
	inGroups                  = inCompute | inMesh | inAmplification
	inPrimitives              = inGeometry | inHull | inDomain
	inHits          stageMask = 1<<ir.StageAnyHit | 1<<ir.StageClosestHit
	inObjects                 = inHits | 1<<ir.StageIntersection
	inTraced                  = inObjects | 1<<ir.StageMiss
	inRays                    = inTraced | 1<<ir.StageRayGeneration | 1<<ir.StageCallable
)

func (m stageMask) has(s ir.Stage) bool { return m>>s&1 != 0 }

// semantic splits a semantic into its name, in capitals, and number.
func semantic(s string) (name string, index int, numbered bool) {
	i := len(s)
	for i > 0 && s[i-1]-'0' <= 9 {
		i--
	}
	if i < len(s) {
		index, _ = strconv.Atoi(s[i:])
	}
	return strings.ToUpper(s[:i]), index, i < len(s)
}

// systemValue is a row: a semantic that is a built-in value.
type systemValue struct {
	name    string
	in, out stageMask
	value   ir.BuiltIn
}

var systemValues = []systemValue{
	{"SV_VERTEXID", inVertex, 0, ir.BuiltInVertexIndex},
	{"SV_INSTANCEID", inVertex, 0, ir.BuiltInInstanceIndex},
	{"SV_STARTVERTEXLOCATION", inVertex, 0, ir.BuiltInBaseVertex},
	{"SV_STARTINSTANCELOCATION", inVertex, 0, ir.BuiltInBaseInstance},
	{"SV_VIEWID", inVertex | inPixel | inPrimitives | inMesh, 0, ir.BuiltInViewIndex},
	{"SV_POSITION", inPixel | inPrimitives, inVertex | inPrimitives | inMesh, ir.BuiltInPosition},
	{"SV_RENDERTARGETARRAYINDEX", inPixel, inVertex | inGeometry | inDomain | inMesh, ir.BuiltInLayer},
	{"SV_VIEWPORTARRAYINDEX", inPixel, inVertex | inGeometry | inDomain | inMesh, ir.BuiltInViewportIndex},
	{"SV_SHADINGRATE", inPixel, inVertex | inGeometry | inMesh, ir.BuiltInShadingRate},
	{"SV_ISFRONTFACE", inPixel, 0, ir.BuiltInFrontFacing},
	{"SV_SAMPLEINDEX", inPixel, 0, ir.BuiltInSampleIndex},
	{"SV_PRIMITIVEID", inPixel | inPrimitives, inGeometry | inMesh, ir.BuiltInPrimitiveIndex},
	{"SV_INNERCOVERAGE", inPixel, 0, ir.BuiltInFullyCovered},
	{"SV_BARYCENTRICS", inPixel, 0, ir.BuiltInBarycentric},
	{"SV_COVERAGE", inPixel, inPixel, ir.BuiltInSampleMask},
	{"SV_DEPTH", 0, inPixel, ir.BuiltInFragDepth},
	{"SV_DEPTHGREATEREQUAL", 0, inPixel, ir.BuiltInFragDepth},
	{"SV_DEPTHLESSEQUAL", 0, inPixel, ir.BuiltInFragDepth},
	{"SV_STENCILREF", 0, inPixel, ir.BuiltInStencilRef},
	{"SV_DISPATCHTHREADID", inGroups, 0, ir.BuiltInGlobalInvocationID},
	{"SV_GROUPID", inGroups, 0, ir.BuiltInWorkgroupID},
	{"SV_GROUPTHREADID", inGroups, 0, ir.BuiltInLocalInvocationID},
	{"SV_GROUPINDEX", inGroups, 0, ir.BuiltInLocalInvocationIndex},
	{"SV_GSINSTANCEID", inGeometry, 0, ir.BuiltInInvocationID},
	{"SV_OUTPUTCONTROLPOINTID", inHull, 0, ir.BuiltInInvocationID},
	{"SV_DOMAINLOCATION", inDomain, 0, ir.BuiltInTessCoord},
	{"SV_CULLPRIMITIVE", 0, inMesh, ir.BuiltInCullPrimitive},
}

// Semantics whose scalars lie in one array, whatever has them.
const (
	gatherClip = iota
	gatherCull
	gatherOuter
	gatherInner
	numGathered
)

var gatheredValues = [numGathered]struct {
	name  string
	value ir.BuiltIn
	most  int
}{{"SV_CLIPDISTANCE", ir.BuiltInClipDistances, 8}, {"SV_CULLDISTANCE", ir.BuiltInCullDistances, 8},
	{"SV_TESSFACTOR", ir.BuiltInTessLevelOuter, 4}, {"SV_INSIDETESSFACTOR", ir.BuiltInTessLevelInner, 2}}

// gathered are the scalars of each of these semantics.
type gathered [numGathered][]operand

// gatheredBy is the array that has the scalars of a semantic.
func gatheredBy(sem string) (k int, ok bool) {
	if len(sem) < 3 || !strings.EqualFold(sem[:3], "SV_") {
		return 0, false
	}
	name, _, _ := semantic(sem)
	for k := range gatheredValues {
		if gatheredValues[k].name == name {
			return k, true
		}
	}
	return 0, false
}

// vulkanValues are the built-in values of vk::builtin.
var vulkanValues = lazy.Value[map[string]ir.BuiltIn]{Make: func() map[string]ir.BuiltIn {
	return map[string]ir.BuiltIn{
		"PointSize": ir.BuiltInPointSize, "HelperInvocation": ir.BuiltInHelperInvocation, "BaseVertex": ir.BuiltInBaseVertex,
		"BaseInstance": ir.BuiltInBaseInstance, "DrawIndex": ir.BuiltInDrawIndex, "DeviceIndex": ir.BuiltInDeviceIndex,
	}
}}

// builtInType is the type of a built-in value, in the module and as a number of the source.
func builtInType(b ir.BuiltIn) (ir.TypeID, typeID) {
	switch b {
	case ir.BuiltInPosition:
		return ir.TypeVec4F32, vectorType(kFloat, 4)
	case ir.BuiltInFrontFacing, ir.BuiltInHelperInvocation, ir.BuiltInFullyCovered, ir.BuiltInCullPrimitive:
		return ir.TypeBool, tBool
	case ir.BuiltInFragDepth, ir.BuiltInPointSize, ir.BuiltInRayTMin, ir.BuiltInRayTCurrentMax:
		return ir.TypeF32, tFloat
	case ir.BuiltInBarycentric, ir.BuiltInTessCoord, ir.BuiltInWorldRayOrigin, ir.BuiltInWorldRayDirection,
		ir.BuiltInObjectRayOrigin, ir.BuiltInObjectRayDirection:
		return ir.TypeVec3F32, vectorType(kFloat, 3)
	case ir.BuiltInGlobalInvocationID, ir.BuiltInLocalInvocationID, ir.BuiltInWorkgroupID, ir.BuiltInRayInvocationID,
		ir.BuiltInNumRayInvocations:
		return ir.TypeVec3U32, vectorType(kUint, 3)
	case ir.BuiltInObjectToWorld, ir.BuiltInWorldToObject:
		return ir.TypeMat4x3F32, matrixType(kFloat, 4, 3)
	}
	return ir.TypeU32, tUint
}

// systemInput is the built-in value of a context, or NoBuiltIn.
func (c *checker) systemInput(ctx ioContext) ir.BuiltIn {
	if a, ok := c.attribute(ctx.attrs, "vk", "builtin"); ok {
		if args := c.t.Attribute(a).Args; len(args) == 1 && c.t.Kind(args[0]) == syntax.KindString {
			s := c.t.Str(args[0])
			if b, known := vulkanValues.Get()[s]; known {
				return b
			}
			c.unsupported(ctx.span, "the built-in value "+s)
		}
	}
	name, _, _ := semantic(ctx.sem)
	for i := range systemValues {
		v := &systemValues[i]
		stages := v.in
		if ctx.out {
			stages = v.out
		}
		if v.name == name && stages.has(c.stage) {
			if ctx.out && v.value == ir.BuiltInShadingRate {
				return ir.BuiltInPrimitiveShadingRate
			}
			return v.value
		}
	}
	switch {
	case name == "VFACE" && !ctx.out && c.stage == ir.StageFragment:
		return ir.BuiltInFrontFacing
	case name == "VPOS" && !ctx.out && c.stage == ir.StageFragment:
		return ir.BuiltInPosition
	case name == "PSIZE" && ctx.out && c.stage == ir.StageVertex && c.prof.major < 4:
		return ir.BuiltInPointSize
	case name == "POSITION" && ctx.out && c.stage == ir.StageVertex && c.prof.major < 4 && ctx.index == 0:
		return ir.BuiltInPosition
	case name == "DEPTH" && ctx.out && c.stage == ir.StageFragment && c.prof.major < 4:
		return ir.BuiltInFragDepth
	}
	return ir.NoBuiltIn
}

// knownSystem reports whether some stage has a semantic.
func (c *checker) knownSystem(name string) bool {
	for i := range systemValues {
		if systemValues[i].name == name {
			return true
		}
	}
	return name == "SV_TARGET" || name == "SV_TESSFACTOR" || name == "SV_INSIDETESSFACTOR"
}
