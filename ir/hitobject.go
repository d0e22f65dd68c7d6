package ir

// This file holds the properties that a shader reads of a hit object, or of an intersection of a ray
// query (PropertyOf with an operation of ReadHit).
//
// A hit object is the result of a trace as a variable of an invocation: a hit, a miss, or nothing.
// Its shaders run when the invocation executes it (SPV_NV_shader_invocation_reorder,
// SPV_EXT_shader_invocation_reorder).

// RayProperty is a property of a hit object, or of an intersection of a ray query.
type RayProperty uint8

const (
	RayIsEmpty                 RayProperty = iota // bool: neither a hit nor a miss
	RayIsHit                                      // bool
	RayIsMiss                                     // bool
	RayTMin                                       // f32
	RayTMax                                       // f32: of a hit its distance
	RayWorldOrigin                                // vec3<f32>
	RayWorldDirection                             // vec3<f32>
	RayObjectOrigin                               // vec3<f32>
	RayObjectDirection                            // vec3<f32>
	RayObjectToWorld                              // mat4x3<f32>
	RayWorldToObject                              // mat4x3<f32>
	RayInstanceCustomIndex                        // u32
	RayInstanceID                                 // u32
	RayGeometryIndex                              // u32
	RayPrimitiveIndex                             // u32
	RayHitKind                                    // u32
	RayRecordIndex                                // u32: of the record in the shader binding table
	RayRecordHandle                               // vec2<u32>: the address of the record's data
	RayTime                                       // f32: of a ray with motion
	RayObjectFlags                                // u32: the flags of the ray
	RayTriangleVertexPositions                    // array<vec3<f32>, 3>
	RayClusterID                                  // u32: ^0 is none
	RayIsSphere                                   // bool
	RayIsLSS                                      // bool: a linear swept sphere
	RaySpherePosition                             // vec3<f32>
	RaySphereRadius                               // f32
	RayLSSPositions                               // array<vec3<f32>, 2>
	RayLSSRadii                                   // array<f32, 2>
	RayLSSHitValue                                // f32: along the axis
	numRayProperties
)

// NumRayProperties is one more than the greatest property.
const NumRayProperties = int(numRayProperties)

// PropertyOwners are the objects that have a property.
type PropertyOwners uint8

const (
	OfHitObject PropertyOwners = 1 << iota
	OfRayQuery
)

type rayPropertyInfo struct {
	name   string
	ty     TypeID // of an array its elements
	length uint32 // of an array
	owners PropertyOwners
}

var rayProperties = [numRayProperties]rayPropertyInfo{
	RayIsEmpty:                 {"is_empty", TypeBool, 0, OfHitObject},
	RayIsHit:                   {"is_hit", TypeBool, 0, OfHitObject},
	RayIsMiss:                  {"is_miss", TypeBool, 0, OfHitObject},
	RayTMin:                    {"t_min", TypeF32, 0, OfHitObject},
	RayTMax:                    {"t_max", TypeF32, 0, OfHitObject},
	RayWorldOrigin:             {"world_origin", TypeVec3F32, 0, OfHitObject},
	RayWorldDirection:          {"world_direction", TypeVec3F32, 0, OfHitObject},
	RayObjectOrigin:            {"object_origin", TypeVec3F32, 0, OfHitObject},
	RayObjectDirection:         {"object_direction", TypeVec3F32, 0, OfHitObject},
	RayObjectToWorld:           {"object_to_world", TypeMat4x3F32, 0, OfHitObject},
	RayWorldToObject:           {"world_to_object", TypeMat4x3F32, 0, OfHitObject},
	RayInstanceCustomIndex:     {"instance_custom_index", TypeU32, 0, OfHitObject},
	RayInstanceID:              {"instance_id", TypeU32, 0, OfHitObject},
	RayGeometryIndex:           {"geometry_index", TypeU32, 0, OfHitObject},
	RayPrimitiveIndex:          {"primitive_index", TypeU32, 0, OfHitObject},
	RayHitKind:                 {"hit_kind", TypeU32, 0, OfHitObject},
	RayRecordIndex:             {"record_index", TypeU32, 0, OfHitObject},
	RayRecordHandle:            {"record_handle", TypeVec2U32, 0, OfHitObject},
	RayTime:                    {"time", TypeF32, 0, OfHitObject},
	RayObjectFlags:             {"flags", TypeU32, 0, OfHitObject},
	RayTriangleVertexPositions: {"triangle_vertex_positions", TypeVec3F32, 3, OfHitObject},
	RayClusterID:               {"cluster_id", TypeU32, 0, OfHitObject | OfRayQuery},
	RayIsSphere:                {"is_sphere", TypeBool, 0, OfHitObject | OfRayQuery},
	RayIsLSS:                   {"is_lss", TypeBool, 0, OfHitObject | OfRayQuery},
	RaySpherePosition:          {"sphere_position", TypeVec3F32, 0, OfHitObject | OfRayQuery},
	RaySphereRadius:            {"sphere_radius", TypeF32, 0, OfHitObject | OfRayQuery},
	RayLSSPositions:            {"lss_positions", TypeVec3F32, 2, OfHitObject | OfRayQuery},
	RayLSSRadii:                {"lss_radii", TypeF32, 2, OfHitObject | OfRayQuery},
	RayLSSHitValue:             {"lss_hit_value", TypeF32, 0, OfRayQuery},
}

func (p RayProperty) String() string {
	if p >= numRayProperties {
		return "unknown"
	}
	return rayProperties[p].name
}

// RayPropertyByName finds a property by its name.
func RayPropertyByName(name string) (RayProperty, bool) {
	for i := range rayProperties {
		if rayProperties[i].name == name {
			return RayProperty(i), true
		}
	}
	return 0, false
}

// Of reports whether an object has the property.
func (p RayProperty) Of(o PropertyOwners) bool { return rayProperties[p].owners&o != 0 }

// IsArray reports whether values of the property are arrays.
func (p RayProperty) IsArray() bool { return rayProperties[p].length != 0 }

// Type is the type of the property's values.
func (p RayProperty) Type(ts *Types) TypeID {
	if x := &rayProperties[p]; x.length != 0 {
		return ts.Array(x.ty, x.length)
	} else {
		return x.ty
	}
}

// HasType reports whether values of the property are of a type.
func (p RayProperty) HasType(ts *Types, t TypeID) bool {
	x := &rayProperties[p]
	if x.length == 0 {
		return t == x.ty
	}
	a := ts.At(t)
	return a.Kind == TypeArray && a.Base == x.ty && a.Length == x.length && a.LengthExpr == 0
}

// committedHit marks in PipelineStmt.Stream the committed intersection of a query.
const committedHit = 1 << 5

// ReadOf is the Stream of a ReadHit: a property of a hit object or of the candidate of a query, or of
// the query's committed intersection.
func ReadOf(p RayProperty, committed bool) uint8 {
	if committed {
		return uint8(p) | committedHit
	}
	return uint8(p)
}

// Property is the property that a ReadHit reads. It is at least NumRayProperties in a statement that
// isn't valid.
func (v *PipelineStmt) Property() (p RayProperty, committed bool) {
	return RayProperty(v.Stream &^ committedHit), v.Stream&committedHit != 0
}

// IsRayObject reports whether a type is that of ray queries or of hit objects, which are variables of
// a function that operations alone change.
func (t *Type) IsRayObject() bool { return t.Kind == TypeRayQuery || t.Kind == TypeHitObject }
