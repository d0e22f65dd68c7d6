package vkrun

// This file runs compute shaders.

// Shader is an entry point of a SPIR-V module (little-endian words).
type Shader struct {
	SPIRV     []byte
	Entry     string             // "" is "main"
	Overrides map[uint32]float64 // specialization constants by SpecId; booleans are 0 and 1
}

func (s Shader) entry() string {
	if s.Entry == "" {
		return "main"
	}
	return s.Entry
}

const (
	stageVertex   = 0x01
	stageFragment = 0x10
	stageCompute  = 0x20

	pointGraphics = 0
	pointCompute  = 1
)

// Compute dispatches s over workgroups and leaves the results in the bindings. push are
// the push constants.
func (d *Device) Compute(s Shader, bindings []Binding, push []byte, workgroups [3]uint32) (err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	defer recoverTo(&err)
	r := &resources{d: d}
	defer r.free()

	stage, err := r.stage(s, stageCompute)
	if err != nil {
		return err
	}
	b, err := r.bind(bindings, descriptorTypes(s), push, stageCompute)
	if err != nil {
		return err
	}
	var pipeline handle
	info := computePipelineCreateInfo{sType: 29, stage: stage, layout: b.layout}
	check("vkCreateComputePipelines", vk.CreateComputePipelines(d.device, 0, 1, ref(r, info), nil, pointer(&pipeline)))
	r.later(func() { vk.DestroyPipeline(d.device, pipeline, nil) })
	r.commands(func(c object) {
		vk.CmdBindPipeline(c, pointCompute, pipeline)
		r.use(c, b, pointCompute)
		vk.CmdDispatch(c, workgroups[0], workgroups[1], workgroups[2])
	})
	r.readBack(b, bindings)
	return nil
}

// descriptorTypes gives a binding its descriptor type: of a buffer, the one that the shaders
// declare; one that they do not declare becomes a storage buffer.
func descriptorTypes(shaders ...Shader) func(*Binding) uint32 {
	uniform := map[[2]uint32]bool{}
	for _, s := range shaders {
		if m, err := parseModule(s.SPIRV); err == nil {
			m.uniformBuffers(uniform)
		}
	}
	return func(b *Binding) uint32 {
		switch {
		case b.Structure != nil:
			return descriptorAcceleration
		case b.Texture != nil && b.Sampler != nil:
			return descriptorCombined
		case b.Sampler != nil:
			return descriptorSampler
		case b.Texture != nil && b.Texture.View == ViewBuffer && b.Texture.Storage:
			return descriptorStorageTexels
		case b.Texture != nil && b.Texture.View == ViewBuffer:
			return descriptorUniformTexels
		case b.Texture != nil && b.Texture.Storage:
			return descriptorStorageImage
		case b.Texture != nil && b.Texture.Attachment:
			return descriptorAttachment
		case b.Texture != nil:
			return descriptorSampledImage
		case uniform[[2]uint32{b.Set, b.Binding}]:
			return descriptorUniformBuffer
		}
		return descriptorStorageBuffer
	}
}
