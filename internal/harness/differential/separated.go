package differential

// This file parts the textures with samplers of a job in two, for languages that have them
// apart.

import (
	"slices"

	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ir/validate"
)

// separated is the job with every texture that has its sampler in it as two, or the job
// itself if it has none.
func (j *Job) separated() (*Job, error) {
	if !transform.HasCombinedSamplers(j.Module) {
		return j, nil
	}
	again := *j
	again.Module = j.Module.Clone()
	split := transform.SplitSamplers(again.Module)
	var err error
	if again.info, err = validate.Module(again.Module, validate.Options{Capabilities: validate.All}); err != nil {
		return nil, err
	}
	again.Textures, again.Samplers = slices.Clone(j.Textures), slices.Clone(j.Samplers)
	for i := range again.Textures {
		t := &again.Textures[i]
		if t.Sampler == nil {
			continue
		}
		for _, s := range split {
			if again.Module.Globals[s.Texture].Binding != (ir.ResourceBinding{Group: t.Group, Binding: t.Binding}) {
				continue
			}
			for _, id := range []ir.GlobalID{s.Sampler, s.Comparison} {
				if id != 0 {
					at := again.Module.Globals[id].Binding
					again.Samplers = append(again.Samplers, Sampler{at.Group, at.Binding, t.Element, t.Sampler})
				}
			}
		}
		t.Sampler = nil
	}
	return &again, nil
}
