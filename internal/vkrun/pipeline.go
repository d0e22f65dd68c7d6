package vkrun

// This file draws with all stages that a graphics pipeline can have: tessellation and geometry
// behind the vertex stage, or task and mesh in its place (VK_EXT_mesh_shader).

import "fmt"

// Stage is a stage of a graphics pipeline, as Vulkan numbers them.
type Stage uint32

const (
	Vertex                 Stage = 0x01
	TessellationControl    Stage = 0x02
	TessellationEvaluation Stage = 0x04
	Geometry               Stage = 0x08
	Fragment               Stage = 0x10
	Task                   Stage = 0x40
	Mesh                   Stage = 0x80
)

// Primitives that vertices are drawn as, as Vulkan numbers them.
const (
	Points             = 0
	Lines              = 1
	Triangles          = 3
	LinesAdjacency     = 6
	TrianglesAdjacency = 8
	Patches            = 10
)

// StageShader is a shader of a pipeline.
type StageShader struct {
	Shader
	Stage Stage
}

// Pipeline is a graphics pipeline without vertex buffers.
type Pipeline struct {
	Stages    []StageShader
	Primitive uint32    // of vertices
	Patch     uint32    // vertices of a patch
	Vertices  int       // that are drawn
	Groups    [3]uint32 // workgroups of the task stage, or of the mesh stage alone

	Feedback []FeedbackBuffer // of transform feedback; none: nothing is captured
}

// HasMesh reports whether the device has task and mesh stages.
func (d *Device) HasMesh() bool { return d.drawMeshTasks != nil }

// loadMesh looks up the function that draws meshes.
func (d *Device) loadMesh(r *resources) {
	if address := vk.GetDeviceProcAddr(d.device, refs(r, append([]byte("vkCmdDrawMeshTasksEXT"), 0))); address != 0 {
		function(&d.drawMeshTasks, address)
	}
}

// DrawPipeline draws into a cleared (zero) target of the given size, and returns its pixels, row by
// row from the top; results are left in the bindings.
func (d *Device) DrawPipeline(p Pipeline, bindings []Binding, push []byte, format Format, width, height int) (pixels []byte, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	defer recoverTo(&err)
	r := &resources{d: d}
	defer r.free()

	t := r.target(format, uint32(width), uint32(height))
	var infos []shaderStageCreateInfo
	var shaders []Shader
	stages, mesh := uint32(0), false
	for _, s := range p.Stages {
		info, err := r.stage(s.Shader, uint32(s.Stage))
		if err != nil {
			return nil, err
		}
		infos, shaders = append(infos, info), append(shaders, s.Shader)
		stages |= uint32(s.Stage)
		mesh = mesh || s.Stage == Mesh
	}
	if mesh && !d.HasMesh() {
		return nil, fmt.Errorf("%s has no mesh stage", d.Name)
	}
	b, err := r.bind(bindings, descriptorTypes(shaders...), push, stages)
	if err != nil {
		return nil, err
	}
	pipeline := r.graphicsPipelineOf(infos, b.layout, t, p.Primitive, p.Patch, mesh)
	pixels = make([]byte, width*height*format.Size())
	readback := r.buffer(len(pixels), usageTransferDst)
	capture, err := r.feedbackBuffers(p.Feedback)
	if err != nil {
		return nil, err
	}
	r.commands(func(c object) {
		r.beginTarget(c, t)
		vk.CmdBindPipeline(c, pointGraphics, pipeline)
		r.use(c, b, pointGraphics)
		capture.begin(c)
		if mesh {
			d.drawMeshTasks(c, p.Groups[0], p.Groups[1], p.Groups[2])
		} else {
			vk.CmdDraw(c, uint32(p.Vertices), 1, 0, 0)
		}
		capture.end(c)
		r.endTarget(c, t, readback)
	})
	r.mapped(readback, func(p []byte) { copy(pixels, p) })
	r.readBack(b, bindings)
	capture.read()
	return pixels, nil
}
