package vkrun

// This file runs ray-tracing pipelines (VK_KHR_ray_tracing_pipeline).

// A RayPipeline is the shaders of a ray-tracing pipeline, by their places in the tables. A
// Shader without SPIRV is none.
type RayPipeline struct {
	Generation     Shader
	Miss, Callable []RayShader
	Hit            []RayHitGroup
	Depth          uint32 // of traces within traces
}

// A RayShader is a shader with its record.
type RayShader struct {
	Shader
	Record []byte
}

// A RayHitGroup is the shaders of hits of a geometry; Boxes is set if they are hits of boxes.
type RayHitGroup struct {
	ClosestHit, AnyHit, Intersection Shader
	Boxes                            bool
	Record                           []byte
}

const (
	stageGeneration   = 0x100
	stageAnyHit       = 0x200
	stageClosestHit   = 0x400
	stageMiss         = 0x800
	stageIntersection = 0x1000
	stageCallable     = 0x2000
	stagesOfRays      = 0x3F00

	pointRays = 1000165000

	usageBindingTable = 0x400

	handleSize = 32 // of a shader group, in lavapipe
	rowSize    = 128
	noShader   = 1<<32 - 1
)

type (
	shaderGroup struct { // 1000150016
		sType                                   uint32
		next                                    pointer
		kind                                    uint32
		general, closestHit, anyHit, intersects uint32
		replay                                  pointer
	}
	rayPipelineCreateInfo struct { // 1000150015
		sType                       uint32
		next                        pointer
		flags, stageCount           uint32
		stages                      pointer
		groupCount                  uint32
		groups                      pointer
		depth                       uint32
		library, interface_, states pointer
		layout, base                handle
		baseIndex                   int32
	}
	tableRegion struct{ address, stride, size uint64 }
)

// TraceRays runs a pipeline on a grid and leaves the results in the bindings.
func (d *Device) TraceRays(p *RayPipeline, bindings []Binding, size [3]uint32) (err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	defer recoverTo(&err)
	r := &resources{d: d}
	defer r.free()

	var stages []shaderStageCreateInfo
	var shaders []Shader
	var groups []shaderGroup
	add := func(s Shader, stage uint32) uint32 {
		if s.SPIRV == nil || err != nil {
			return noShader
		}
		var info shaderStageCreateInfo
		if info, err = r.stage(s, stage); err != nil {
			return noShader
		}
		stages, shaders = append(stages, info), append(shaders, s)
		return uint32(len(stages) - 1)
	}
	general := func(s Shader, stage uint32) {
		groups = append(groups, shaderGroup{sType: 1000150016, general: add(s, stage), closestHit: noShader, anyHit: noShader, intersects: noShader})
	}
	general(p.Generation, stageGeneration)
	var records [][]byte
	for _, s := range p.Miss {
		general(s.Shader, stageMiss)
		records = append(records, s.Record)
	}
	for _, g := range p.Hit {
		x := shaderGroup{sType: 1000150016, kind: 1, general: noShader, closestHit: add(g.ClosestHit, stageClosestHit), anyHit: add(g.AnyHit, stageAnyHit), intersects: noShader}
		if g.Boxes {
			x.kind, x.intersects = 2, add(g.Intersection, stageIntersection)
		}
		groups, records = append(groups, x), append(records, g.Record)
	}
	for _, s := range p.Callable {
		general(s.Shader, stageCallable)
		records = append(records, s.Record)
	}
	if err != nil {
		return err
	}
	b, err := r.bind(bindings, descriptorTypes(shaders...), nil, stagesOfRays)
	if err != nil {
		return err
	}
	var pipeline handle
	info := rayPipelineCreateInfo{sType: 1000150015, stageCount: uint32(len(stages)), stages: refs(r, stages), groupCount: uint32(len(groups)), groups: refs(r, groups),
		depth: max(p.Depth, 1), layout: b.layout}
	check("vkCreateRayTracingPipelinesKHR", d.ray.pipelines(d.device, 0, 0, 1, ref(r, info), nil, pointer(&pipeline)))
	r.later(func() { vk.DestroyPipeline(d.device, pipeline, nil) })

	handles := make([]byte, handleSize*len(groups))
	check("vkGetRayTracingShaderGroupHandlesKHR", d.ray.handles(d.device, pipeline, 0, uint32(len(groups)), uint64(len(handles)), pointer(&handles[0])))
	_, address := r.addressed(rowSize*(len(groups)+1), usageBindingTable, func(t []byte) {
		for k := range groups {
			row := t[rowSize*k:]
			copy(row, handles[handleSize*k:handleSize*(k+1)])
			if k > 0 {
				copy(row[handleSize:rowSize], records[k-1])
			}
		}
	})
	at := address
	region := func(n int) pointer {
		x := tableRegion{at, rowSize, uint64(rowSize * n)}
		at += x.size
		if n == 0 {
			x = tableRegion{}
		}
		return ref(r, x)
	}
	generation, miss, hit, callable := region(1), region(len(p.Miss)), region(len(p.Hit)), region(len(p.Callable))
	r.commands(func(c object) {
		vk.CmdBindPipeline(c, pointRays, pipeline)
		r.use(c, b, pointRays)
		d.ray.trace(c, generation, miss, hit, callable, size[0], size[1], size[2])
	})
	r.readBack(b, bindings)
	return nil
}
