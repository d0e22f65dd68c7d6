// Package raygen makes random compute shaders with ray queries, in GLSL, and random scenes
// for them, so that engines and drivers can be compared. Only tests import it.
//
// The order in which a traversal finds candidates is its own business, and so are the last
// bits of distances. A program's results therefore don't depend on either: rays keep a
// margin from edges, from the ends of their ranges and from places where they hit two
// things at once; results are the nearest hit, whether there is any, or sums, minima and
// maxima over all candidates. Words with a float are compared with a tolerance.
package raygen
