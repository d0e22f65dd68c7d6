package exec_test

import (
	"fmt"

	"refract/exec"
)

// A triangle, twice: as it is, and moved and twice as large.
func ExampleNewAccelerationStructure() {
	bottom, err := exec.NewBottomLevel([]exec.Geometry{{Vertices: []exec.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, Flags: exec.GeometryOpaque}})
	if err != nil {
		fmt.Println(err)
		return
	}
	world, err := exec.NewAccelerationStructure([]exec.Instance{
		{Bottom: bottom, Transform: exec.Identity(), Mask: 0xFF},
		{Bottom: bottom, Transform: exec.Transform{{2, 0, 0, 10}, {0, 2, 0, 0}, {0, 0, 2, 0}}, Mask: 0xFF, Custom: 7},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	var resources exec.Resources
	resources.Bind(0, 0, world)
	fmt.Println(world.Instances(), world.Bounds().Max[0] >= 12)
	// Output: 2 true
}
