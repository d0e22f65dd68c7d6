// Package shadertest tests shaders with Go values: it loads a shader, gives it
// buffers made of slices and structs, runs it on the CPU and reads the results
// back, or calls one of its functions. It needs no GPU.
//
//	shader := shadertest.Load(t, "blur.wgsl", source)
//	run := shader.Run("main").Set("input", []float32{1, 2, 3}).Make("output", 3)
//	run.MustDispatch(t, 1, 1, 1)
//	shadertest.Near(t, shadertest.Get[[]float32](t, run, "output"), []float32{2, 4, 6}, shadertest.ULP(1))
//
// Run.Scene gives a shader with ray queries triangles and boxes to hit.
//
// Container checks a container of Direct3D that a program ships: whether its interface is that of
// the shader beside it.
//
// Every run looks for the mistakes that exec.CheckAll lists, except for reads of
// variables that were never written, which WGSL defines: a shader with a data race
// fails its test. Run.Check chooses others.
package shadertest
