package differential

// This file makes up memory that shaders reach by its address, and addresses of it.

import (
	"encoding/binary"

	"refract/internal/ir/layout"
	"refract/ir"
)

// firstAddress is the made-up address of the first such memory, which no other number
// looks like; between one and the next there is room.
const (
	firstAddress = 0x5ef1ac7000000000
	addressStep  = 1 << 24
)

// blocks is how many memories are made.
const blocks = 2

// reached is the type of pointers by address that a module has: of pointers to several
// types the one to the largest. 0: none.
func (j *Job) reached() (largest ir.TypeID) {
	cache, most := layout.New(j.Module), uint64(0)
	for id := ir.FirstModuleType; int(id) < j.Module.Types.Len(); id++ {
		t := j.Module.Types.At(id)
		if t.Kind != ir.TypePointer || t.Space != ir.SpacePhysical {
			continue
		}
		if size, err := cache.MinSize(t.Base, t.Layout); err == nil && (largest == 0 || uint64(size) > most) {
			largest, most = id, uint64(size)
		}
	}
	return largest
}

// makeAddressed makes memory for a module's pointers by address: some, each of several
// values of the type that they point to. From then on numbers of 64 bits are addresses.
func (j *Job) makeAddressed(f *filler) error {
	id := j.reached()
	if id == 0 {
		return nil
	}
	t := *j.Module.Types.At(id)
	f.halves = j.fromHalves()
	for k := range uint64(blocks) {
		f.addresses = append(f.addresses, firstAddress+k*addressStep)
	}
	info, err := f.cache.Of(t.Base, t.Layout)
	if err != nil {
		return err
	}
	g := ir.Global{Space: ir.SpaceStorage, Access: ir.AccessReadWrite}
	step, count := 0, 1
	if !info.Open {
		// Values of several sorts may lie behind an address: there is room for the largest everywhere.
		step, count = (int(info.Size)+63)&^63, 8
		for k := range uint64(blocks) {
			for i := range 3 {
				f.addresses = append(f.addresses, firstAddress+k*addressStep+uint64((i+1)*step))
			}
		}
	}
	for k := range uint64(blocks) {
		whole := &Buffer{Address: firstAddress + k*addressStep, Element: -1, Writable: true}
		for range count {
			b, err := f.newBuffer(&g, t.Base, t.Layout)
			if err != nil {
				return err
			}
			whole.Data, whole.cells = append(whole.Data, b.Data...), append(whole.cells, b.cells...)
			for len(whole.Data)%max(step, 1) != 0 {
				whole.Data, whole.cells = append(whole.Data, 0), append(whole.cells, padding)
			}
		}
		j.Buffers = append(j.Buffers, *whole)
	}
	return nil
}

// fromHalves reports whether a module makes numbers of 64 bits of vectors.
func (j *Job) fromHalves() bool {
	for _, f := range j.Module.Functions[1:] {
		for i := 1; i < f.ExprCount(); i++ {
			if e := ir.ExprID(i); f.Kind(e) == ir.KindAs && f.TypeOf(e) == ir.TypeU64 && j.Module.Types.At(f.TypeOf(f.Operand(e))).Kind == ir.TypeVector {
				return true
			}
		}
	}
	return false
}

// address fills a number of 64 bits, or the vector of its halves.
func (f *filler) address(at int) {
	binary.LittleEndian.PutUint64(f.buffer.Data[at:], f.addresses[f.next()%uint64(len(f.addresses))])
	f.buffer.cells[at], f.buffer.cells[at+4] = word, word
	for _, i := range []int{1, 2, 3, 5, 6, 7} {
		f.buffer.cells[at+i] = inside
	}
}
