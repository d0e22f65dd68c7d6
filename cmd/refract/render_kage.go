package main

// Programs in Kage that 'refract render' draws: over the whole picture, with textures as
// source images.

import (
	"strconv"
	"strings"

	"refract/exec/raster"
	"refract/internal/exec/ebitengine"
)

// useKage makes the pipeline draw as Ebitengine does. Textures that the program uses and the
// command line doesn't give are transparent.
func (p *picture) useKage(pipeline *raster.Pipeline) error {
	d := ebitengine.Drawing{Width: p.width, Height: p.height, Color: [4]float32{1, 1, 1, 1}}
	for i := range d.Sources {
		name := ebitengine.TextureName(i)
		for g := range p.module.Globals {
			if p.module.Globals[g].Name != name {
				continue
			}
			given := false
			for spelled, t := range p.textures {
				if id, ok := p.names[spelled]; ok && int(id) == g {
					ebitengine.Premultiply(t)
					d.Sources[i], given = t, true
				}
			}
			if given {
				continue
			}
			t, err := ebitengine.Absent()
			if err != nil {
				return err
			}
			if err := p.bind("texture", name, t); err != nil {
				return err
			}
		}
	}
	var sets []string
	for _, u := range d.Uniforms() {
		words := make([]string, len(u.Numbers))
		for i, x := range u.Numbers {
			words[i] = strconv.FormatFloat(x, 'g', -1, 64)
		}
		sets = append(sets, ebitengine.UniformBuffer+"."+u.Name+"="+strings.Join(words, ","))
	}
	p.sets = append(sets, p.sets...)
	d.Prepare(p.call, pipeline)
	p.parts = []part{{count: p.call.Count}}
	return nil
}
