// Package raygen makes random compute shaders with ray queries, in GLSL, and random scenes
// for them, so that engines and drivers can be compared. Only tests import it.
//
// A traversal finds candidates in any order, and the last bits of distances differ between
// implementations. A program's results therefore don't depend on either: rays keep a margin
// from edges, from the ends of their ranges and from points with two hits; results are the nearest hit, whether there is any, or sums, minima and
// maxima over all candidates. Words with a float are compared with a tolerance.
package raygen
