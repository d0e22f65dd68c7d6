package build_test

import (
	"fmt"

	"refract/internal/ssa/build"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// Each operation has a function, and so has mathematics made of several.
func Example() {
	s := ssa.NewShader(ir.NewModule())
	_, f := s.NewFunction("f")
	f.Params = []ir.Argument{{Name: "x", Type: ir.TypeF32}}
	f.Result = ir.TypeF32
	b := f.Build(f.Entry())
	x := b.Op(op.Param, ir.TypeF32)
	square := build.FMul(&b, x, x)
	b.Jump(op.Return, ssa.Src{Value: build.Clamp(&b, square, b.Zero(ir.TypeF32), b.Const(ir.TypeF32, 0x3F800000))})
	fmt.Print(s)
	// Output:
	// func @f($x : f32) -> f32 {
	//   b1:
	//     %1 = param index=0 : f32
	//     %2 = fmul %1, %1 : f32
	//     %3 = const 0 : f32
	//     %4 = const 1 : f32
	//     %5 = fmax %2, %3 : f32
	//     %6 = fmin %5, %4 : f32
	//     return %6
	// }
}
