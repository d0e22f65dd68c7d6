// Package scene reads scene files: JSON that describes a small frame, which package
// exec/raster draws. A scene has shaders, buffers, textures, samplers, meshes and acceleration
// structures by name, pipelines and groups of bindings that draws share, and steps: passes with draws, compute
// dispatches, and copies between them. docs/scenes.md describes the form.
//
//	s, err := scene.Parse("frame.json", data)
//	frame, err := s.Load(scene.Env{Read: os.ReadFile, Shader: load})
//	err = frame.Draw(ctx, setup.Frame{Width: s.Width, Height: s.Height})
//	picture := frame.Output()
//
// # Scheme
//
// json.go turns the text into a tree with positions, decode.go reads fields of it and
// reports faults, unknown fields included. The scene itself (scene.go, pipeline.go,
// steps.go) is then data without references resolved. Load (load.go, texture.go) makes the
// resources, and frame.go runs the steps; a draw's bindings are resolved against its
// shaders there (bind.go).
//
// Every fault is a *diag.Diagnostics with places in the scene file. Limits bounds the cost
// of a scene.
package scene
