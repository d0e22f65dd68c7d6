package glsl

// This file reads storage classes of SPIR-V by their numbers (GL_EXT_spirv_intrinsics). Classes with a
// qualifier of GLSL are that qualifier; other parts of the extension are instructions of a device, which no
// module has.

import (
	"refract/internal/front/glsl/syntax"
	"refract/ir"
	"refract/spirv"
)

// storageClasses are the classes whose variables are payloads and their like.
var storageClasses = [...]struct {
	class spirv.StorageClass
	space ir.AddressSpace
}{
	{spirv.StorageClassRayPayloadKHR, ir.SpaceRayPayload},
	{spirv.StorageClassIncomingRayPayloadKHR, ir.SpaceIncomingRayPayload},
	{spirv.StorageClassHitAttributeKHR, ir.SpaceHitAttribute},
	{spirv.StorageClassCallableDataKHR, ir.SpaceCallableData},
	{spirv.StorageClassIncomingCallableDataKHR, ir.SpaceIncomingCallableData},
	{spirv.StorageClassHitObjectAttributeNV, ir.SpaceHitObjectAttribute},
	{spirv.StorageClassTaskPayloadWorkgroupEXT, ir.SpaceTaskPayload},
}

// storageClass takes a storage class over into the qualifiers.
func (c *checker) storageClass(n syntax.Node, v *syntax.Qualifier, q *qualifiers) {
	if a := only(exts{extIntrinsics}); !c.needs(c.t.Span(n), c.t.Name(v.Name), &a) {
		return
	}
	number, ok := c.constIntExpr(v.Names[0], "the number of a storage class", "")
	if !ok {
		return
	}
	class := spirv.StorageClass(number)
	for _, x := range storageClasses {
		if x.class == class {
			if tasks := x.space == ir.SpaceTaskPayload; tasks && c.stage != ir.StageTask && c.stage != ir.StageMesh || !tasks && !c.stage.Info().RayTracing {
				c.errorf(codeStage, c.t.Span(n), "a %s shader has no variables of the storage class %s", c.stage, class)
				return
			}
			q.space = x.space
			return
		}
	}
	storage := syntax.QualNone
	switch class {
	case spirv.StorageClassInput:
		storage = syntax.QualIn
	case spirv.StorageClassOutput:
		storage = syntax.QualOut
	case spirv.StorageClassWorkgroup:
		storage = syntax.QualShared
	case spirv.StorageClassPrivate:
		return
	default:
		c.unsupported(c.t.Span(v.Names[0]), "the storage class "+class.String()+" of SPIR-V")
		return
	}
	if q.storage != syntax.QualNone {
		c.errorf(codeQualifier, c.t.Span(n), "a variable has one storage qualifier, not both %s and %s", q.storage, storage)
		return
	}
	c.storageAvail(storage, n)
	q.storage = storage
}
