// Package scenes holds scene files with their pictures, which the package's test draws
// on the CPU and compares. docs/scenes.md describes the form.
//
//	refract render shadow.json -o shadow.png --size 1280x720
package scenes
