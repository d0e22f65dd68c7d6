// Package bvh holds acceleration structures, and finds the intersections of rays with
// them: bottom levels of triangles or of boxes, and top levels of instances of them, as
// Vulkan has them (VK_KHR_acceleration_structure). It knows nothing of shaders.
//
// # Scheme
//
// Both levels are binary trees, built by the surface area heuristic with bins. A node has
// the bounds of its two children, so that a ray visits only nodes that it hits. Trees are at
// most maxDepth deep, and a traversal has a stack of its own: it can stop at a candidate
// and go on later, as ray queries do.
//
// # Triangles
//
// The test is watertight: a ray that meets an edge of two triangles hits one of them (S.
// Woop, C. Benthin, I. Wald: Watertight Ray/Triangle Intersection, JCGT 2013). The edge
// functions are products of float32 computed in float64, which are exact, so that the
// paper's second computation of zeros isn't needed. The test of bounds errs on the side of
// a hit (T. Ize: Robust BVH Ray Traversal, JCGT 2013).
//
// The same input gives the same tree and the same candidates in the same order, on every
// machine: no product is fused with a sum.
package bvh
