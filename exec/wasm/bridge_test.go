package wasm

import "refract/exec"

// Resident is the number of textures in the memory of idle instances of a program's entry points.
func Resident(p exec.Program) (n int) {
	for _, e := range p.(*program).compiled {
		for _, i := range e.loaded.idle {
			n += len(i.room.placed)
		}
	}
	return n
}
