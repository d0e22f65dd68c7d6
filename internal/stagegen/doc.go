// Package stagegen makes random graphics pipelines in GLSL for Vulkan, with tessellation and geometry
// stages or with task and mesh stages. Each stage adds hashes of its values to a buffer, so that
// two translations of a pipeline can be compared exactly, whatever is drawn. Tests import it.
package stagegen
