package shadertest

// This file makes acceleration structures of Go values.

import "refract/exec"

// An Object is a thing that rays hit: geometries and their place. A zero Transform of
// the Instance moves nothing, and a zero Mask is 255. The Instance may have a Bottom instead
// of Geometries.
type Object struct {
	Geometries []exec.Geometry
	exec.Instance
}

// Scene gives a variable an acceleration structure of objects, which have their indices as
// numbers of instances.
func (r *Run) Scene(name string, objects ...Object) *Run {
	var list []exec.Instance
	for _, o := range objects {
		x := o.Instance
		if x.Bottom == nil {
			bottom, err := exec.NewBottomLevel(o.Geometries)
			if err != nil {
				r.fail(err)
				return r
			}
			x.Bottom = bottom
		}
		if x.Transform == (exec.Transform{}) {
			x.Transform = exec.Identity()
		}
		if x.Mask == 0 {
			x.Mask = 255
		}
		list = append(list, x)
	}
	s, err := exec.NewAccelerationStructure(list)
	if err != nil {
		r.fail(err)
		return r
	}
	return r.Bind(name, s)
}
