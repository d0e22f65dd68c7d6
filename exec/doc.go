// Package exec runs shaders on the CPU: the resources that a shader is given,
// the checks that a GPU API would make of them, and the interface of the engines
// that run it. Package exec/interp is the reference engine.
//
// # Running a compute shader
//
//	program, err := interp.Engine{}.Load(module, exec.LoadOptions{})
//	out := exec.NewBuffer(1024)
//	var resources exec.Resources
//	resources.Bind(0, 0, out)
//	report, err := program.Dispatch(ctx, "main", [3]uint32{4, 1, 1}, &resources, exec.RunOptions{})
//
// # Memory as the shader sees it
//
// A View is a typed window on the bytes of a buffer, laid out by the shader's own
// rules (package internal/ir/layout): values are set from and read into Go numbers,
// slices and structs, whole or by a path such as "lights[2].color.x".
//
// # Rays
//
// Shaders with ray queries go through an AccelerationStructure: instances of bottom levels,
// which are triangles or boxes.
//
//	bottom, err := exec.NewBottomLevel([]exec.Geometry{{Vertices: corners, Flags: exec.GeometryOpaque}})
//	world, err := exec.NewAccelerationStructure([]exec.Instance{{Bottom: bottom, Transform: exec.Identity(), Mask: 0xFF}})
//	resources.Bind(0, 1, world)
//
// A RayPipeline has the shaders of a ray-tracing pipeline, which a RayTracer runs.
//
// # Errors
//
// Every error is typed and names the thing at fault: NotFoundError,
// OverrideError, BindingError, UnsupportedError, TrapError, StepLimitError,
// LimitError, ValueError, InputError. A run that was cancelled returns the
// context's error.
package exec
