// Package ebitengine shows refract in a game of Ebitengine: a shader in Kage whose picture a test
// checks without a window, and that is compiled ahead for every system on any other.
//
//	go tool refract ebiten . --out-dir shaders
//
// writes the package shaders, with Direct3D's bytecode, GLSL, and Metal's text with the commands for
// its libraries; the game imports it for its effect, `import _ "game/shaders"`, and starts without
// compiling. With --check it is a test in CI.
package ebitengine

import _ "embed"

// Water is for ebiten.NewShader.
//
//ebitengine:shaderfile water.kage
//go:embed water.kage
var Water []byte
