package vkrun

// This file opens and closes the device.

import (
	"bytes"
	"fmt"
	"slices"
	"sync"
)

// Device is an open Vulkan 1.3 device with all of its features enabled. Its runs may be
// called for concurrently; they are done one after the other.
type Device struct {
	drawMeshTasks func(c object, x, y, z uint32) // nil: there are no meshes
	feedback      feedbackFunctions
	Name          string // as the driver gives it: "llvmpipe (...)", "SwiftShader Device (...)"

	mu sync.Mutex // held by a run

	instance, physical, device, queue object
	pool                              handle
	family                            uint32
	memoryTypes                       []uint32 // property flags

	sparse bool // there are sparse images
	rays   bool // there are ray queries
	ray    rayFunctions
}

// vkError is the panic of a failed Vulkan call; the exported functions recover it.
type vkError struct {
	call   string
	result int32
}

func (e vkError) Error() string { return fmt.Sprintf("%s: VkResult %d", e.call, e.result) }

func check(call string, result int32) {
	if result != 0 {
		panic(vkError{call, result})
	}
}

// recoverTo turns a panic of check or need into *err.
func recoverTo(err *error) {
	switch e := recover().(type) {
	case nil:
	case vkError:
		*err = e
	case *UnsupportedError:
		*err = e
	default:
		panic(e)
	}
}

const (
	queueCompute = 2
	incomplete   = 5
	apiVersion13 = 1<<22 | 3<<12
)

// Open opens the first device of the first driver; VK_ICD_FILENAMES selects drivers. If
// there is none, the error wraps [ErrNoVulkan].
func Open() (*Device, error) {
	return open(nil, false)
}

// open opens the first device with the supported ones of these extensions.
func open(extensions []string, statistics bool) (*Device, error) {
	if err := load(); err != nil {
		return nil, err
	}
	d := &Device{}
	if err := d.open(extensions, statistics); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoVulkan, err)
	}
	return d, nil
}

func (d *Device) open(extensions []string, statistics bool) (err error) {
	defer recoverTo(&err)
	r := &resources{d: d}
	defer r.free()

	app := ref(r, applicationInfo{sType: 0, apiVersion: apiVersion13})
	check("vkCreateInstance", vk.CreateInstance(ref(r, instanceCreateInfo{sType: 1, app: app}), nil, pointer(&d.instance)))
	one := uint32(1)
	if res := vk.EnumeratePhysicalDevices(d.instance, pointer(&one), pointer(&d.physical)); res != incomplete {
		check("vkEnumeratePhysicalDevices", res)
	}
	if one == 0 {
		return fmt.Errorf("no device")
	}
	d.describe()

	priority := ref(r, float32(1))
	queue := ref(r, deviceQueueCreateInfo{sType: 2, family: d.family, count: 1, priorities: priority})
	if !statistics {
		for _, x := range rayExtensions {
			extensions = append(extensions, x.name)
		}
	}
	var names []string
	var list []pointer
	for _, name := range extensions {
		if d.has(name) {
			names = append(names, name)
			list = append(list, refs(r, append([]byte(name), 0)))
		}
	}
	info := deviceCreateInfo{sType: 3, next: d.features(r, names, statistics), queueCount: 1, queues: queue, extCount: uint32(len(list)), extensions: refs(r, list)}
	check("vkCreateDevice", vk.CreateDevice(d.physical, ref(r, info), nil, pointer(&d.device)))
	if slices.Contains(names, "VK_EXT_mesh_shader") {
		d.loadMesh(r)
	}
	if slices.Contains(names, "VK_EXT_transform_feedback") {
		d.loadFeedback(r)
	}
	if slices.Contains(names, "VK_KHR_ray_query") {
		d.loadRays(r)
	}
	vk.GetDeviceQueue(d.device, d.family, 0, pointer(&d.queue))
	pool := commandPoolCreateInfo{sType: 39, flags: 2, family: d.family}
	check("vkCreateCommandPool", vk.CreateCommandPool(d.device, ref(r, pool), nil, pointer(&d.pool)))
	return nil
}

// describe reads the device's name, its first compute queue family and its memory types.
func (d *Device) describe() {
	properties := make([]byte, 4096)
	vk.GetPhysicalDeviceProperties(d.physical, pointer(&properties[0]))
	name, _, _ := bytes.Cut(properties[20:20+256], []byte{0})
	d.Name = string(name)

	var families [16]struct{ flags, count, timestamps, width, height, depth uint32 }
	n := uint32(len(families))
	vk.GetPhysicalDeviceQueueFamilyProperties(d.physical, pointer(&n), pointer(&families[0]))
	for i := range n {
		if families[i].flags&queueCompute != 0 {
			d.family = i
			break
		}
	}

	memory := make([]uint32, 1024)
	vk.GetPhysicalDeviceMemoryProperties(d.physical, pointer(&memory[0]))
	for i := range memory[0] {
		d.memoryTypes = append(d.memoryTypes, memory[1+2*i])
	}
}

// has reports whether the device has an extension.
func (d *Device) has(name string) bool {
	var n uint32
	check("vkEnumerateDeviceExtensionProperties", vk.EnumerateDeviceExtensionProperties(d.physical, nil, pointer(&n), nil))
	if n == 0 {
		return false
	}
	list := make([]struct {
		name    [256]byte
		version uint32
	}, n)
	check("vkEnumerateDeviceExtensionProperties", vk.EnumerateDeviceExtensionProperties(d.physical, nil, pointer(&n), pointer(&list[0])))
	for i := range list {
		if got, _, _ := bytes.Cut(list[i].name[:], []byte{0}); string(got) == name {
			return true
		}
	}
	return false
}

// features returns the chain of feature structures of Vulkan 1.0 to 1.3 as the device fills
// it in, so that everything it has gets enabled, and the structures of the extensions; with
// statistics of compiled shaders if they are wanted, and then without checks of buffers'
// bounds, whose code would count.
func (d *Device) features(r *resources, extensions []string, statistics bool) pointer {
	type features struct {
		sType  uint32
		next   pointer
		values [55]uint32
	}
	var next pointer
	chain := []uint32{53, 51, 49, 1000059000} // 1.3, 1.2, 1.1, features2
	if statistics {
		chain = append([]uint32{1000269000}, chain...) // pipeline executable properties
	} else {
		for _, x := range rayExtensions {
			if x.features != 0 && slices.Contains(extensions, x.name) {
				chain = append([]uint32{x.features}, chain...)
			}
		}
	}
	for _, sType := range chain {
		next = ref(r, features{sType: sType, next: next})
	}
	vk.GetPhysicalDeviceFeatures2(d.physical, next)
	core := &(*features)(next).values
	d.sparse = core[featureImage2D] != 0 && core[featureImage3D] != 0
	if statistics {
		core[0] = 0 // robustBufferAccess
	}
	return next
}

// Close releases the device.
func (d *Device) Close() {
	vk.DestroyCommandPool(d.device, d.pool, nil)
	vk.DestroyDevice(d.device, nil)
	vk.DestroyInstance(d.instance, nil)
}
