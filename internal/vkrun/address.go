package vkrun

// This file gives buffers addresses: made-up ones in the contents become the device's, and
// back.

import "encoding/binary"

// A place is a buffer that is reached by its address.
type place struct {
	madeUp, device, size uint64
}

type places []place

// places queries the addresses of the buffers that are reached by one.
func (r *resources) places(bindings []Binding, slots []slot) (list places) {
	for i := range bindings {
		if x := &bindings[i]; x.Address != 0 {
			info := bufferDeviceAddressInfo{sType: 1000244001, buffer: slots[i].buffer.buffer}
			list = append(list, place{x.Address, vk.GetBufferDeviceAddress(r.d.device, ref(r, info)), uint64(len(x.Data))})
		}
	}
	return list
}

// fillBuffers copies the contents of buffers to the device.
func (r *resources) fillBuffers(b *bound, bindings []Binding) {
	for i := range bindings {
		if x := &bindings[i]; x.Texture == nil && x.Sampler == nil && x.Structure == nil {
			r.mapped(b.slots[i].buffer, func(p []byte) {
				copy(p, x.Data)
				b.places.toDevice(p)
			})
		}
	}
}

// toDevice replaces made-up addresses in memory by the device's.
func (l places) toDevice(memory []byte) {
	l.replace(memory, func(p place) (from, to uint64) { return p.madeUp, p.device })
}

// toHost is the inverse of toDevice.
func (l places) toHost(memory []byte) {
	l.replace(memory, func(p place) (from, to uint64) { return p.device, p.madeUp })
}

func (l places) replace(memory []byte, of func(place) (from, to uint64)) {
	if len(l) == 0 {
		return
	}
	for at := 0; at+8 <= len(memory); at += 4 {
		x := binary.LittleEndian.Uint64(memory[at:])
		for _, p := range l {
			if from, to := of(p); x-from < p.size {
				binary.LittleEndian.PutUint64(memory[at:], to+x-from)
				at += 4
				break
			}
		}
	}
}
