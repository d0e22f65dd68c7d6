// Package gallery holds shaders that draw themselves: each *.wgsl has its picture
// beside it, which the package's test draws on the CPU and compares.
//
// Those that need no more than a fragment shader are drawn by the command, too:
//
//	refract render ocean.wgsl -o ocean.png --time 1
package gallery
