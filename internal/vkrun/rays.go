package vkrun

// This file builds acceleration structures (VK_KHR_acceleration_structure), for shaders
// with ray queries.

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"

	"refract/internal/exec/bvh"
	"refract/internal/sweep"
)

// A Structure is an acceleration structure as a binding's resource. Instance k is of the
// bottom level number Of[k].
type Structure struct {
	Bottoms   [][]bvh.Geometry
	Instances []bvh.Instance
	Of        []int
}

// rayExtensions are the extensions of ray queries, of meshes, of transform feedback, of derivatives in compute
// shaders and of atomic operations on floats, with the numbers of their structures of features.
var rayExtensions = [...]struct {
	name     string
	features uint32 // or 0
}{
	{"VK_KHR_acceleration_structure", 1000150013},
	{"VK_KHR_ray_query", 1000348013},
	{"VK_EXT_mesh_shader", 1000328000},
	{"VK_EXT_transform_feedback", 1000028000},
	{"VK_KHR_deferred_host_operations", 0},
	{"VK_KHR_ray_tracing_pipeline", 1000347000},
	{"VK_KHR_ray_tracing_position_fetch", 1000481000},
	{"VK_KHR_compute_shader_derivatives", 1000201000},
	{"VK_EXT_shader_atomic_float", 1000260000},
	{"VK_EXT_shader_atomic_float2", 1000273000},
}

// OpenRays returns a device with ray queries: that of $VK_ICD_FILENAMES, or the lavapipe of
// Mesa 25 of $REFRACT_ORACLES, by default ~/.cache/refract-oracles. If there is none the
// test is skipped, or fails if REFRACT_REQUIRE_TOOLS is 1. One process can't have this
// device and the one of OpenTest.
func OpenRays(t testing.TB) *Device {
	t.Helper()
	sweep.Only(t)
	folder := os.Getenv("REFRACT_ORACLES")
	if folder == "" {
		home, _ := os.UserHomeDir()
		folder = filepath.Join(home, ".cache", "refract-oracles")
	}
	driver := filepath.Join(folder, "mesa25", "lvp_icd.json")
	_, err := os.Stat(driver)
	if _, set := os.LookupEnv("VK_ICD_FILENAMES"); !set && err == nil {
		os.Setenv("VK_ICD_FILENAMES", driver)
	}
	d, err := Shared()
	switch {
	case err == nil && !d.rays && os.Getenv("REFRACT_REQUIRE_TOOLS") == "1":
		t.Fatalf("%s has no ray queries", d.Name)
	case err == nil && !d.rays:
		t.Skipf("%s has no ray queries", d.Name)
	case err != nil && os.Getenv("REFRACT_REQUIRE_TOOLS") == "1":
		t.Fatal(err)
	case err != nil:
		t.Skip(err)
	}
	return d
}

// rayFunctions are the functions of a device with ray queries.
type rayFunctions struct {
	sizes   func(d object, kind uint32, info, counts, out pointer)
	create  func(d object, info, alloc, out pointer) int32
	destroy func(d object, s handle, alloc pointer)
	build   func(c object, n uint32, infos, ranges pointer)
	address func(d object, info pointer) uint64

	pipelines func(d object, operation, cache handle, n uint32, infos, alloc, out pointer) int32
	handles   func(d object, pipeline handle, first, n uint32, size uint64, out pointer) int32
	trace     func(c object, generation, miss, hit, callable pointer, x, y, z uint32)
}

// loadRays finds the functions.
func (d *Device) loadRays(r *resources) {
	for name, f := range map[string]any{
		"vkGetAccelerationStructureBuildSizesKHR":    &d.ray.sizes,
		"vkCreateAccelerationStructureKHR":           &d.ray.create,
		"vkDestroyAccelerationStructureKHR":          &d.ray.destroy,
		"vkCmdBuildAccelerationStructuresKHR":        &d.ray.build,
		"vkGetAccelerationStructureDeviceAddressKHR": &d.ray.address,
		"vkCreateRayTracingPipelinesKHR":             &d.ray.pipelines,
		"vkGetRayTracingShaderGroupHandlesKHR":       &d.ray.handles,
		"vkCmdTraceRaysKHR":                          &d.ray.trace,
	} {
		address := vk.GetDeviceProcAddr(d.device, refs(r, append([]byte(name), 0)))
		if address == 0 {
			return
		}
		function(f, address)
	}
	d.rays = true
}

type (
	trianglesData struct { // 1000150005
		sType                uint32
		next                 pointer
		format               uint32
		vertices, stride     uint64
		maxVertex, indexType uint32
		indices, transform   uint64
	}
	boxesData struct { // 1000150003
		sType        uint32
		next         pointer
		data, stride uint64
		_            [4]uint64 // as long as trianglesData
	}
	instancesData struct { // 1000150004
		sType    uint32
		next     pointer
		pointers uint32
		data     uint64
		_        [4]uint64
	}
	geometry[T any] struct { // 1000150006
		sType uint32
		next  pointer
		kind  uint32
		data  T
		flags uint32
	}
	buildInfo struct { // 1000150000
		sType              uint32
		next               pointer
		kind, flags, mode  uint32
		source, target     handle
		count              uint32
		geometries, points pointer
		scratch            uint64
	}
	buildSizes struct { // 1000150020
		sType                uint32
		next                 pointer
		size, update, scrach uint64
	}
	structureCreateInfo struct { // 1000150017
		sType        uint32
		next         pointer
		flags        uint32
		buffer       handle
		offset, size uint64
		kind         uint32
		address      uint64
	}
	structureAddressInfo struct { // 1000150002
		sType     uint32
		next      pointer
		structure handle
	}
	writeStructure struct { // 1000150007
		sType      uint32
		next       pointer
		count      uint32
		structures pointer
	}
	buildRange struct{ count, offset, first, transform uint32 }
)

const (
	usageBuildInput = 0x80000
	usageStructure  = 0x100000

	topLevel, bottomLevel = 0, 1

	allowDataAccess = 0x800 // shaders may read the corners of triangles

	noIndices = 1000165000
	indices32 = 1
)

// addressed is a buffer with contents that is reached by its address.
func (r *resources) addressed(size int, usage uint32, fill func([]byte)) (hostBuffer, uint64) {
	b := r.buffer(size, usage|usageAddress)
	if fill != nil {
		r.mapped(b, fill)
	}
	return b, vk.GetBufferDeviceAddress(r.d.device, ref(r, bufferDeviceAddressInfo{sType: 1000244001, buffer: b.buffer}))
}

// level builds a bottom or top level of geometries, with the numbers of their primitives.
func (r *resources) level(kind uint32, geometries pointer, counts []uint32) (handle, uint64) {
	info := &buildInfo{sType: 1000150000, kind: kind, flags: allowDataAccess, count: uint32(len(counts)), geometries: geometries}
	r.pin.Pin(info)
	sizes := &buildSizes{sType: 1000150020}
	r.pin.Pin(sizes)
	const onDevice = 1
	r.d.ray.sizes(r.d.device, onDevice, pointer(info), refs(r, counts), pointer(sizes))
	memory, _ := r.addressed(int(sizes.size), usageStructure, nil)
	_, scratch := r.addressed(int(sizes.scrach)+256, usageStorageBuffer, nil)
	create := structureCreateInfo{sType: 1000150017, buffer: memory.buffer, size: sizes.size, kind: kind}
	check("vkCreateAccelerationStructureKHR", r.d.ray.create(r.d.device, ref(r, create), nil, pointer(&info.target)))
	structure := info.target
	r.later(func() { r.d.ray.destroy(r.d.device, structure, nil) })
	info.scratch = (scratch + 255) &^ 255
	var ranges []buildRange
	for _, n := range counts {
		ranges = append(ranges, buildRange{count: n})
	}
	r.commands(func(c object) { r.d.ray.build(c, 1, pointer(info), ref(r, refs(r, ranges))) })
	return structure, r.d.ray.address(r.d.device, ref(r, structureAddressInfo{sType: 1000150002, structure: structure}))
}

// putFloats stores numbers.
func putFloats(p []byte, list ...float32) []byte {
	for _, x := range list {
		binary.LittleEndian.PutUint32(p, math.Float32bits(x))
		p = p[4:]
	}
	return p
}

// bottom builds a bottom level.
func (r *resources) bottom(list []bvh.Geometry) uint64 {
	var triangles []geometry[trianglesData]
	var boxes []geometry[boxesData]
	var counts []uint32
	for k := range list {
		g := &list[k]
		if len(g.Boxes) > 0 {
			_, data := r.addressed(24*len(g.Boxes), usageBuildInput, func(p []byte) {
				for _, b := range g.Boxes {
					p = putFloats(p, b.Min[0], b.Min[1], b.Min[2], b.Max[0], b.Max[1], b.Max[2])
				}
			})
			boxes = append(boxes, geometry[boxesData]{sType: 1000150006, kind: 1, data: boxesData{sType: 1000150003, data: data, stride: 24}, flags: uint32(g.Flags)})
			counts = append(counts, uint32(len(g.Boxes)))
			continue
		}
		_, vertices := r.addressed(12*len(g.Vertices), usageBuildInput, func(p []byte) {
			for _, v := range g.Vertices {
				p = putFloats(p, v[:]...)
			}
		})
		const rgb32Float = 106
		data := trianglesData{sType: 1000150005, format: rgb32Float, vertices: vertices, stride: 12, maxVertex: uint32(max(len(g.Vertices), 1) - 1), indexType: noIndices}
		n := len(g.Vertices) / 3
		if len(g.Indices) > 0 {
			data.indexType = indices32
			_, data.indices = r.addressed(4*len(g.Indices), usageBuildInput, func(p []byte) {
				for i, x := range g.Indices {
					binary.LittleEndian.PutUint32(p[4*i:], x)
				}
			})
			n = len(g.Indices) / 3
		}
		triangles = append(triangles, geometry[trianglesData]{sType: 1000150006, data: data, flags: uint32(g.Flags)})
		counts = append(counts, uint32(n))
	}
	geometries := refs(r, triangles)
	if len(boxes) > 0 {
		geometries = refs(r, boxes)
	}
	_, address := r.level(bottomLevel, geometries, counts)
	return address
}

// structure builds an acceleration structure.
func (r *resources) structure(s *Structure) handle {
	if !r.d.rays {
		panic(vkError{"no ray queries", -1})
	}
	var bottoms []uint64
	for _, list := range s.Bottoms {
		bottoms = append(bottoms, r.bottom(list))
	}
	const size = 64
	_, data := r.addressed(size*max(len(s.Instances), 1), usageBuildInput, func(p []byte) {
		for k := range s.Instances {
			x := &s.Instances[k]
			at := p[size*k:]
			for row := range 3 {
				at = putFloats(at, x.Transform[row][:]...)
			}
			binary.LittleEndian.PutUint32(at, x.Custom|uint32(x.Mask)<<24)
			binary.LittleEndian.PutUint32(at[4:], x.Offset|uint32(x.Flags)<<24)
			binary.LittleEndian.PutUint64(at[8:], bottoms[s.Of[k]])
		}
	})
	const ofInstances = 2
	g := geometry[instancesData]{sType: 1000150006, kind: ofInstances, data: instancesData{sType: 1000150004, data: data}}
	top, _ := r.level(topLevel, ref(r, g), []uint32{uint32(len(s.Instances))})
	return top
}
