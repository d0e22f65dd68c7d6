// Package fyne shows refract in a toolkit that draws by OpenGL 2 and OpenGL ES 2, as fyne does: one
// source takes the place of two copies, for the desktop and for phones and browsers. `go generate` writes both into the folder shaders, which the program embeds.
package fyne

import "embed"

//go:generate go run refract/cmd/refract build

//go:embed shaders
var shaders embed.FS

// Source is a shader such as "rounded.frag", as OpenGL 2 takes it (#version 110), or OpenGL ES 2
// (#version 100).
func Source(name string, es bool) (string, error) {
	extension := ".glsl"
	if es {
		extension = ".essl"
	}
	text, err := shaders.ReadFile("shaders/" + name + extension)
	return string(text), err
}
