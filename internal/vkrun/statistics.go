package vkrun

// This file queries a driver's statistics of shaders
// (VK_KHR_pipeline_executable_properties).

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
)

// A Statistic is a number that a driver reports about a shader that it has compiled.
type Statistic struct {
	Name  string
	Value float64
}

// statisticsExtension has the functions.
const statisticsExtension = "VK_KHR_pipeline_executable_properties"

// ErrNoStatistics is the error of [OpenStatistics] for drivers that report nothing.
var ErrNoStatistics = errors.New("the driver tells no statistics of shaders")

// OpenStatistics opens the first device for Statistics.
func OpenStatistics() (*Device, error) {
	d, err := open([]string{statisticsExtension, "VK_EXT_shader_atomic_float", "VK_KHR_ray_query", "VK_KHR_acceleration_structure",
		"VK_KHR_deferred_host_operations", "VK_KHR_shader_clock"}, true)
	if err != nil {
		return nil, err
	}
	if !d.has(statisticsExtension) {
		d.Close()
		return nil, ErrNoStatistics
	}
	return d, nil
}

type (
	pipelineInfo struct { // 1000269001
		sType    uint32
		next     pointer
		pipeline handle
	}
	executableProperties struct { // 1000269002
		sType             uint32
		next              pointer
		stages            uint32
		name, description [256]byte
		subgroup          uint32
	}
	executableInfo struct { // 1000269003
		sType    uint32
		next     pointer
		pipeline handle
		index    uint32
	}
	executableStatistic struct { // 1000269004
		sType             uint32
		next              pointer
		name, description [256]byte
		format            uint32
		value             uint64
	}
	vertexBinding   struct{ binding, stride, rate uint32 }
	vertexAttribute struct{ location, binding, format, offset uint32 }
)

const (
	captureStatistics = 0x40

	formatRGBA32F = 109
	formatD32     = 126

	statisticsTargets    = 8
	statisticsAttributes = 16
	statisticsExecutable = 8
	statisticsMost       = 64
)

// Statistics compiles a compute shader, or a vertex and a fragment shader together, and
// returns the driver's statistics of the stage ("vertex", "fragment" or "compute"). The
// other of the pair has a matching interface.
func (d *Device) Statistics(stage string, s, pair Shader) (list []Statistic, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	defer recoverTo(&err)
	r := &resources{d: d}
	defer r.free()

	bit := map[string]uint32{"vertex": stageVertex, "fragment": stageFragment, "compute": stageCompute}[stage]
	if bit == 0 {
		return nil, fmt.Errorf("a %s shader is no pipeline by itself", stage)
	}
	first, err := r.stage(s, bit)
	if err != nil {
		return nil, err
	}
	var pipeline handle
	if bit == stageCompute {
		layout, err := r.statisticsLayout(bit, s)
		if err != nil {
			return nil, err
		}
		info := computePipelineCreateInfo{sType: 29, flags: captureStatistics, stage: first, layout: layout}
		check("vkCreateComputePipelines", vk.CreateComputePipelines(d.device, 0, 1, ref(r, info), nil, pointer(&pipeline)))
	} else {
		second, err := r.stage(pair, (stageVertex|stageFragment)&^bit)
		if err != nil {
			return nil, err
		}
		layout, err := r.statisticsLayout(stageVertex|stageFragment, s, pair)
		if err != nil {
			return nil, err
		}
		stages := []shaderStageCreateInfo{first, second}
		if bit == stageFragment {
			stages = []shaderStageCreateInfo{second, first}
		}
		pipeline = r.statisticsPipeline(stages, layout)
	}
	r.later(func() { vk.DestroyPipeline(d.device, pipeline, nil) })
	return r.statistics(pipeline, bit)
}

// statistics reads the statistics of a stage.
func (r *resources) statistics(pipeline handle, stage uint32) ([]Statistic, error) {
	var properties func(d object, info, n, out pointer) int32
	var values func(d object, info, n, out pointer) int32
	function(&properties, r.procedure("vkGetPipelineExecutablePropertiesKHR"))
	function(&values, r.procedure("vkGetPipelineExecutableStatisticsKHR"))
	var found [statisticsExecutable]executableProperties
	for i := range found {
		found[i].sType = 1000269002
	}
	n := uint32(len(found))
	info := pipelineInfo{sType: 1000269001, pipeline: pipeline}
	check("vkGetPipelineExecutablePropertiesKHR", properties(r.d.device, ref(r, info), pointer(&n), pointer(&found[0])))
	for i := range n {
		if found[i].stages&stage == 0 {
			continue
		}
		var stats [statisticsMost]executableStatistic
		for k := range stats {
			stats[k].sType = 1000269004
		}
		count := uint32(len(stats))
		which := executableInfo{sType: 1000269003, pipeline: pipeline, index: i}
		check("vkGetPipelineExecutableStatisticsKHR", values(r.d.device, ref(r, which), pointer(&count), pointer(&stats[0])))
		var list []Statistic
		for _, s := range stats[:count] {
			name, _, _ := bytes.Cut(s.name[:], []byte{0})
			list = append(list, Statistic{string(name), s.number()})
		}
		return list, nil
	}
	return nil, ErrNoStatistics
}

// number is the value of a statistic (VkPipelineExecutableStatisticFormatKHR).
func (s *executableStatistic) number() float64 {
	switch s.format {
	case 0: // a bool
		return float64(s.value & 1)
	case 1:
		return float64(int64(s.value))
	case 3:
		return math.Float64frombits(s.value)
	}
	return float64(s.value)
}

// procedure finds a function of an extension.
func (r *resources) procedure(name string) uintptr {
	p := vk.GetDeviceProcAddr(r.d.device, refs(r, append([]byte(name), 0)))
	if p == 0 {
		panic(vkError{name, -1})
	}
	return p
}

// statisticsLayout is a pipeline layout with all that the shaders declare.
func (r *resources) statisticsLayout(stages uint32, shaders ...Shader) (handle, error) {
	declared := map[[2]uint32]setLayoutBinding{}
	sets := uint32(0)
	for _, s := range shaders {
		m, err := parseModule(s.SPIRV)
		if err != nil {
			return 0, err
		}
		m.declared(declared)
	}
	for place := range declared {
		sets = max(sets, place[0]+1)
	}
	if sets > 32 {
		return 0, fmt.Errorf("%d descriptor sets are more than a pipeline has", sets)
	}
	layouts := make([]handle, sets)
	for set := range layouts {
		var bindings []setLayoutBinding
		for place, b := range declared {
			if place[0] == uint32(set) {
				b.binding, b.stages = place[1], stages
				bindings = append(bindings, b)
			}
		}
		info := setLayoutCreateInfo{sType: 32, bindingCount: uint32(len(bindings)), bindings: refs(r, bindings)}
		check("vkCreateDescriptorSetLayout", vk.CreateDescriptorSetLayout(r.d.device, ref(r, info), nil, pointer(&layouts[set])))
		r.later(func() { vk.DestroyDescriptorSetLayout(r.d.device, layouts[set], nil) })
	}
	var layout handle
	push := pushConstantRange{stages: stages, size: 128}
	info := pipelineLayoutCreateInfo{sType: 30, setCount: sets, sets: refs(r, layouts), pushCount: 1, pushes: ref(r, push)}
	check("vkCreatePipelineLayout", vk.CreatePipelineLayout(r.d.device, ref(r, info), nil, pointer(&layout)))
	r.later(func() { vk.DestroyPipelineLayout(r.d.device, layout, nil) })
	return layout, nil
}

// runtimeCount is how many resources an array has whose length the host decides.
const runtimeCount = 64

// declared adds the resources of a module: descriptor types and counts.
func (m *module) declared(found map[[2]uint32]setLayoutBinding) {
	for id := range m.ops {
		code, variable := m.op(id)
		place, bound := m.decorations[id][decorationBinding]
		if code != opVariable || !bound {
			continue
		}
		_, pointerType := m.op(variable[1])
		at, count := pointerType[3], uint32(1)
		code, typ := m.op(at)
		for ; code == opTypeArray || code == opTypeRuntimeArray; code, typ = m.op(at) {
			if code == opTypeArray {
				_, length := m.op(typ[3])
				count *= max(1, min(length[3], 1<<16))
			} else {
				count *= runtimeCount
			}
			at = typ[2]
		}
		const dimBuffer, dimSubpass, storageImage = 5, 6, 2
		kind := uint32(descriptorUniformBuffer)
		_, old := m.decorations[at][decorationBufferBlock]
		switch {
		case code == opTypeSampler:
			kind = descriptorSampler
		case code == opTypeSampledImage:
			kind = descriptorCombined
		case code == opTypeAcceleration:
			kind = descriptorAcceleration
		case code == opTypeImage && typ[3] == dimSubpass:
			kind = descriptorAttachment
		case code == opTypeImage && typ[3] == dimBuffer && typ[7] == storageImage:
			kind = descriptorStorageTexels
		case code == opTypeImage && typ[3] == dimBuffer:
			kind = descriptorUniformTexels
		case code == opTypeImage && typ[7] == storageImage:
			kind = descriptorStorageImage
		case code == opTypeImage:
			kind = descriptorSampledImage
		case old || variable[3] == storageBuffer:
			kind = descriptorStorageBuffer
		}
		key := [2]uint32{m.decorations[id][decorationDescriptorSet], place}
		found[key] = setLayoutBinding{descriptorType: kind, count: cmp.Or(max(count, found[key].count), 1)}
	}
}

// statisticsPipeline has vertex buffers and targets for whatever shaders read and write.
func (r *resources) statisticsPipeline(stages []shaderStageCreateInfo, layout handle) handle {
	var attributes []vertexAttribute
	for i := range uint32(statisticsAttributes) {
		attributes = append(attributes, vertexAttribute{location: i, format: formatRGBA32F, offset: 16 * i})
	}
	var targets []blendAttachment
	var formats []uint32
	for range statisticsTargets {
		targets, formats = append(targets, blendAttachment{writeMask: 0xf}), append(formats, formatRGBA32F)
	}
	const triangleList, less = 3, 1
	viewport, scissor := [6]float32{0, 0, 64, 64, 0, 1}, [4]uint32{0, 0, 64, 64}
	info := graphicsPipelineCreateInfo{
		sType: 28, flags: captureStatistics, stageCount: uint32(len(stages)), stages: refs(r, stages), layout: layout,
		next: ref(r, pipelineRenderingCreateInfo{sType: 1000044002, count: statisticsTargets, formats: refs(r, formats), depth: formatD32}),
		vertexInput: ref(r, vertexInputState{sType: 19, bindingCount: 1, bindings: ref(r, vertexBinding{stride: 16 * statisticsAttributes}),
			attributeCount: statisticsAttributes, attributes: refs(r, attributes)}),
		inputAssembly: ref(r, inputAssemblyState{sType: 20, topology: triangleList}),
		viewport:      ref(r, viewportState{sType: 22, viewportCount: 1, viewports: ref(r, viewport), scissorCount: 1, scissors: ref(r, scissor)}),
		rasterization: ref(r, rasterizationState{sType: 23, lineWidth: 1}),
		multisample:   ref(r, multisampleState{sType: 24, samples: 1}),
		depthStencil:  ref(r, depthStencilState{sType: 25, test: 1, write: 1, compare: less}),
		colorBlend:    ref(r, colorBlendState{sType: 26, count: statisticsTargets, attachments: refs(r, targets)}),
	}
	var pipeline handle
	check("vkCreateGraphicsPipelines", vk.CreateGraphicsPipelines(r.d.device, 0, 1, ref(r, info), nil, pointer(&pipeline)))
	return pipeline
}
