package exec

// This file declares acceleration structures, the resources that ray queries go through.

import (
	"refract/internal/exec/bvh"
)

// Vec3 is a point in three dimensions.
type Vec3 = bvh.Vec3

// A Box is an axis-aligned box.
type Box = bvh.Box

// A Transform is an affine one: three rows of four.
type Transform = bvh.Matrix

// Identity is the transform that moves nothing.
func Identity() Transform { return bvh.Identity() }

// A Geometry is triangles or boxes.
type Geometry = bvh.Geometry

// GeometryFlags are the flags of a geometry.
type GeometryFlags = bvh.GeometryFlags

// Flags of geometries, as Vulkan's VkGeometryFlagBitsKHR.
const (
	GeometryOpaque      = bvh.GeometryOpaque
	GeometryNoDuplicate = bvh.GeometryNoDuplicate
)

// A BottomLevel is geometries in their own space, ready for rays. It doesn't change, and
// several instances may share it.
type BottomLevel = bvh.Bottom

// NewBottomLevel builds a bottom level: either all geometries have triangles, or all have
// boxes. The error is a *StructureError.
func NewBottomLevel(geometries []Geometry) (*BottomLevel, error) { return bvh.NewBottom(geometries) }

// An Instance places a bottom level in an acceleration structure.
type Instance = bvh.Instance

// InstanceFlags are the flags of an instance.
type InstanceFlags = bvh.InstanceFlags

// Flags of instances, as Vulkan's VkGeometryInstanceFlagBitsKHR.
const (
	InstanceCullDisable   = bvh.InstanceCullDisable
	InstanceFlipFacing    = bvh.InstanceFlipFacing
	InstanceForceOpaque   = bvh.InstanceForceOpaque
	InstanceForceNoOpaque = bvh.InstanceForceNoOpaque
)

// A StructureError is a fault in the geometries or instances of an acceleration structure.
type StructureError = bvh.Error

// An AccelerationStructure is instances of bottom levels. It doesn't change: runs may share
// it.
type AccelerationStructure struct{ top *bvh.Top }

// NewAccelerationStructure builds an acceleration structure, whose instances have their
// indices as numbers. The error is a *StructureError.
func NewAccelerationStructure(instances []Instance) (*AccelerationStructure, error) {
	top, err := bvh.NewTop(instances)
	if err != nil {
		return nil, err
	}
	return &AccelerationStructure{top}, nil
}

// Instances is the number of instances.
func (a *AccelerationStructure) Instances() int { return a.top.Len() }

// Bounds is a box around all that rays can hit; if there is nothing, its lower corner lies
// above the upper one.
func (a *AccelerationStructure) Bounds() Box { return a.top.Bounds() }

func (*AccelerationStructure) isResource() {}

// structure resolves an acceleration structure.
func (b *binder) structure(res Resource, out *Bound) error {
	s, ok := res.(*AccelerationStructure)
	if !ok || s == nil {
		return b.fail(WrongKind, "an acceleration structure is expected, not %s", nameOf(res))
	}
	out.Structures = append(out.Structures, s.top)
	return nil
}
