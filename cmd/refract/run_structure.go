package main

// Acceleration structures of ray queries, which files describe.

import (
	"errors"
	"strings"

	"refract/diag"
	"refract/internal/exec/scene"
)

// structures makes the acceleration structures that --scene describes. folders are others
// whose files they may name.
func (b *bench) structures(scenes, folders []string) error {
	for _, spec := range scenes {
		name, file, ok := strings.Cut(spec, "=")
		file = strings.TrimPrefix(file, "@")
		if !ok || file == "" {
			return usagef("--scene %s: NAME=FILE is expected", spec)
		}
		data, err := readInput(b.streams, file)
		if err != nil {
			return err
		}
		read := besideFile(file, folders)
		s, err := scene.ParseStructure(file, data, func(name string) ([]byte, error) {
			data, err := read(name)
			return data, cause(err)
		})
		var found *diag.Diagnostics
		if err != nil && !errors.As(err, &found) {
			return usagef("--scene %s: %w", name, err)
		}
		if err != nil {
			return err
		}
		if err := b.bind("scene", name, s); err != nil {
			return err
		}
	}
	return nil
}
