// Package hits has a row for each operation on hit objects and each property of hits: the names in
// GLSL and the instructions of SPIR-V by which front ends and back ends read and write it.
//
// GL_NV_shader_invocation_reorder and GL_EXT_shader_invocation_reorder have functions of the same names
// but for the suffix, which the rows leave out.
package hits

import (
	"refract/ir"
	"refract/spirv"
)

// An Operation is the row of an operation on a hit object.
type Operation struct {
	Name   string // hitObject<Name>NV
	Motion string // of rays with a time

	// The instructions of both extensions; 0: the extension lacks the operation.
	NV, NVMotion, EXT, EXTMotion spirv.Op

	// TimeBehind is the operand behind which the time of a ray stands in functions and
	// instructions; the module has it last. 0: there is no time.
	TimeBehind int
}

// Operations are the rows of operations; others have no name.
var Operations = [ir.NumPipelineOps]Operation{
	ir.TraceHit: {"TraceRay", "TraceRayMotion", spirv.OpHitObjectTraceRayNV, spirv.OpHitObjectTraceRayMotionNV,
		spirv.OpHitObjectTraceRayEXT, spirv.OpHitObjectTraceRayMotionEXT, 10},
	ir.RecordHit: {"RecordHit", "RecordHitMotion", spirv.OpHitObjectRecordHitNV, spirv.OpHitObjectRecordHitMotionNV, 0, 0, 11},
	ir.RecordHitAt: {"RecordHitWithIndex", "RecordHitWithIndexMotion", spirv.OpHitObjectRecordHitWithIndexNV,
		spirv.OpHitObjectRecordHitWithIndexMotionNV, 0, 0, 10},
	ir.RecordMiss: {"RecordMiss", "RecordMissMotion", spirv.OpHitObjectRecordMissNV, spirv.OpHitObjectRecordMissMotionNV,
		spirv.OpHitObjectRecordMissEXT, spirv.OpHitObjectRecordMissMotionEXT, 6},
	ir.RecordEmpty:       {Name: "RecordEmpty", NV: spirv.OpHitObjectRecordEmptyNV, EXT: spirv.OpHitObjectRecordEmptyEXT},
	ir.RecordQuery:       {Name: "RecordFromQuery", EXT: spirv.OpHitObjectRecordFromQueryEXT},
	ir.SetRecordIndex:    {Name: "SetShaderBindingTableRecordIndex", EXT: spirv.OpHitObjectSetShaderBindingTableRecordIndexEXT},
	ir.ExecuteHit:        {Name: "ExecuteShader", NV: spirv.OpHitObjectExecuteShaderNV, EXT: spirv.OpHitObjectExecuteShaderEXT},
	ir.ReadHitAttributes: {Name: "GetAttributes", NV: spirv.OpHitObjectGetAttributesNV, EXT: spirv.OpHitObjectGetAttributesEXT},
	ir.ReorderThread:     {Name: "reorderThread", NV: spirv.OpReorderThreadWithHitObjectNV, EXT: spirv.OpReorderThreadWithHitObjectEXT}, // without hitObject in front
}

// TimeBehind is Operation.TimeBehind of all operations on rays with a time.
func TimeBehind(o ir.PipelineOp) int {
	if o == ir.TraceRay {
		return 9
	}
	return Operations[o].TimeBehind
}

// HasTime reports whether an operation with some operands is on a ray with a time.
func HasTime(o ir.PipelineOp, operands int) bool {
	_, most := o.Operands()
	return TimeBehind(o) > 0 && operands == most
}

// A Property is the row of a property of hits.
type Property struct {
	Name   string // hitObject<Name>NV
	Query  string // rayQuery<Query>NV; "": queries lack it
	Signed bool   // the function returns an int

	NV, EXT, QueryOp spirv.Op
	Capability       spirv.Capability // beside that of hit objects and queries; 0: none
}

const (
	clusters = spirv.CapabilityRayTracingClusterAccelerationStructureNV
	spheres  = spirv.CapabilityRayTracingSpheresGeometryNV
	swept    = spirv.CapabilityRayTracingLinearSweptSpheresGeometryNV
)

// Properties are the rows of properties.
var Properties = [ir.NumRayProperties]Property{
	ir.RayIsEmpty:                 {Name: "IsEmpty", NV: spirv.OpHitObjectIsEmptyNV, EXT: spirv.OpHitObjectIsEmptyEXT},
	ir.RayIsHit:                   {Name: "IsHit", NV: spirv.OpHitObjectIsHitNV, EXT: spirv.OpHitObjectIsHitEXT},
	ir.RayIsMiss:                  {Name: "IsMiss", NV: spirv.OpHitObjectIsMissNV, EXT: spirv.OpHitObjectIsMissEXT},
	ir.RayTMin:                    {Name: "GetRayTMin", NV: spirv.OpHitObjectGetRayTMinNV, EXT: spirv.OpHitObjectGetRayTMinEXT},
	ir.RayTMax:                    {Name: "GetRayTMax", NV: spirv.OpHitObjectGetRayTMaxNV, EXT: spirv.OpHitObjectGetRayTMaxEXT},
	ir.RayWorldOrigin:             {Name: "GetWorldRayOrigin", NV: spirv.OpHitObjectGetWorldRayOriginNV, EXT: spirv.OpHitObjectGetWorldRayOriginEXT},
	ir.RayWorldDirection:          {Name: "GetWorldRayDirection", NV: spirv.OpHitObjectGetWorldRayDirectionNV, EXT: spirv.OpHitObjectGetWorldRayDirectionEXT},
	ir.RayObjectOrigin:            {Name: "GetObjectRayOrigin", NV: spirv.OpHitObjectGetObjectRayOriginNV, EXT: spirv.OpHitObjectGetObjectRayOriginEXT},
	ir.RayObjectDirection:         {Name: "GetObjectRayDirection", NV: spirv.OpHitObjectGetObjectRayDirectionNV, EXT: spirv.OpHitObjectGetObjectRayDirectionEXT},
	ir.RayObjectToWorld:           {Name: "GetObjectToWorld", NV: spirv.OpHitObjectGetObjectToWorldNV, EXT: spirv.OpHitObjectGetObjectToWorldEXT},
	ir.RayWorldToObject:           {Name: "GetWorldToObject", NV: spirv.OpHitObjectGetWorldToObjectNV, EXT: spirv.OpHitObjectGetWorldToObjectEXT},
	ir.RayInstanceCustomIndex:     {Name: "GetInstanceCustomIndex", Signed: true, NV: spirv.OpHitObjectGetInstanceCustomIndexNV, EXT: spirv.OpHitObjectGetInstanceCustomIndexEXT},
	ir.RayInstanceID:              {Name: "GetInstanceId", Signed: true, NV: spirv.OpHitObjectGetInstanceIdNV, EXT: spirv.OpHitObjectGetInstanceIdEXT},
	ir.RayGeometryIndex:           {Name: "GetGeometryIndex", Signed: true, NV: spirv.OpHitObjectGetGeometryIndexNV, EXT: spirv.OpHitObjectGetGeometryIndexEXT},
	ir.RayPrimitiveIndex:          {Name: "GetPrimitiveIndex", Signed: true, NV: spirv.OpHitObjectGetPrimitiveIndexNV, EXT: spirv.OpHitObjectGetPrimitiveIndexEXT},
	ir.RayHitKind:                 {Name: "GetHitKind", NV: spirv.OpHitObjectGetHitKindNV, EXT: spirv.OpHitObjectGetHitKindEXT},
	ir.RayRecordIndex:             {Name: "GetShaderBindingTableRecordIndex", NV: spirv.OpHitObjectGetShaderBindingTableRecordIndexNV, EXT: spirv.OpHitObjectGetShaderBindingTableRecordIndexEXT},
	ir.RayRecordHandle:            {Name: "GetShaderRecordBufferHandle", NV: spirv.OpHitObjectGetShaderRecordBufferHandleNV, EXT: spirv.OpHitObjectGetShaderRecordBufferHandleEXT},
	ir.RayTime:                    {Name: "GetCurrentTime", NV: spirv.OpHitObjectGetCurrentTimeNV, EXT: spirv.OpHitObjectGetCurrentTimeEXT, Capability: spirv.CapabilityRayTracingMotionBlurNV},
	ir.RayObjectFlags:             {Name: "GetRayFlags", EXT: spirv.OpHitObjectGetRayFlagsEXT},
	ir.RayTriangleVertexPositions: {Name: "GetIntersectionTriangleVertexPositions", EXT: spirv.OpHitObjectGetIntersectionTriangleVertexPositionsEXT, Capability: spirv.CapabilityRayTracingPositionFetchKHR},
	ir.RayClusterID:               {"GetClusterId", "GetIntersectionClusterId", true, spirv.OpHitObjectGetClusterIdNV, spirv.OpHitObjectGetClusterIdNV, spirv.OpRayQueryGetIntersectionClusterIdNV, clusters},
	ir.RayIsSphere:                {"IsSphereHit", "IsSphereHit", false, spirv.OpHitObjectIsSphereHitNV, spirv.OpHitObjectIsSphereHitNV, spirv.OpRayQueryIsSphereHitNV, spheres},
	ir.RayIsLSS:                   {"IsLSSHit", "IsLSSHit", false, spirv.OpHitObjectIsLSSHitNV, spirv.OpHitObjectIsLSSHitNV, spirv.OpRayQueryIsLSSHitNV, swept},
	ir.RaySpherePosition:          {"GetSpherePosition", "GetIntersectionSpherePosition", false, spirv.OpHitObjectGetSpherePositionNV, spirv.OpHitObjectGetSpherePositionNV, spirv.OpRayQueryGetIntersectionSpherePositionNV, spheres},
	ir.RaySphereRadius:            {"GetSphereRadius", "GetIntersectionSphereRadius", false, spirv.OpHitObjectGetSphereRadiusNV, spirv.OpHitObjectGetSphereRadiusNV, spirv.OpRayQueryGetIntersectionSphereRadiusNV, spheres},
	ir.RayLSSPositions:            {"GetLSSPositions", "GetIntersectionLSSPositions", false, spirv.OpHitObjectGetLSSPositionsNV, spirv.OpHitObjectGetLSSPositionsNV, spirv.OpRayQueryGetIntersectionLSSPositionsNV, swept},
	ir.RayLSSRadii:                {"GetLSSRadii", "GetIntersectionLSSRadii", false, spirv.OpHitObjectGetLSSRadiiNV, spirv.OpHitObjectGetLSSRadiiNV, spirv.OpRayQueryGetIntersectionLSSRadiiNV, swept},
	ir.RayLSSHitValue:             {Query: "GetIntersectionLSSHitValue", QueryOp: spirv.OpRayQueryGetIntersectionLSSHitValueNV, Capability: swept},
}
