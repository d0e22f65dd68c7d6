package wasm

import "refract/exec"

// HostCalls is how often generated code of a stage has called the host.
func HostCalls(s exec.Stage) int { return s.(*stage).host.calls }

// Resident is the number of textures in the memory of idle instances of a program's entry points.
func Resident(p exec.Program) (n int) {
	for _, e := range p.(*program).compiled {
		for _, i := range e.loaded.idle {
			n += len(i.room.placed)
		}
	}
	return n
}
