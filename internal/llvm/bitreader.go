package llvm

// This file reads bit streams. Every number that a stream gives is checked against the bits that are
// left before memory is taken for it.

import (
	"encoding/binary"
	"fmt"
)

// An Error is a mistake in bitcode that is read.
type Error struct {
	Offset int // bytes from the start of the bitcode
	Reason string
}

func (e *Error) Error() string { return fmt.Sprintf("bitcode, offset %d: %s", e.Offset, e.Reason) }

// A bitReader reads a stream. The first mistake is kept; after it every block ends.
type bitReader struct {
	data []byte
	at   uint64 // in bits
	end  uint64 // of the block, in bits
	err  *Error

	block   uint64
	width   uint // of abbreviation numbers
	abbrevs [][]field
	outer   []outerBlock
	info    [maxBlock + 1][][]field // abbreviations that all blocks of a kind have

	code   uint64
	record []uint64 // of the record that was read last
	start  uint64   // of that record, in bits
}

// An outerBlock is the state of a block while a block in it is read.
type outerBlock struct {
	block, end uint64
	width      uint
	abbrevs    [][]field
}

// Limits of streams.
const (
	maxBlock   = 63  // the number of a block
	maxNesting = 8   // blocks in each other
	maxFields  = 256 // of an abbreviation
	maxAbbrevs = 256 // of a block
)

func (r *bitReader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = &Error{int(r.at / 8), fmt.Sprintf(format, args...)}
	}
}

// bits reads n bits, at most 64.
func (r *bitReader) bits(n uint) uint64 {
	if r.err != nil {
		return 0
	}
	if uint64(n) > r.end-r.at {
		r.fail("the block ends within a field of %d bits", n)
		return 0
	}
	byteAt := r.at / 8
	shift := uint(r.at % 8)
	r.at += uint64(n)
	var word uint64
	if rest := r.data[byteAt:]; len(rest) >= 8 {
		word = binary.LittleEndian.Uint64(rest)
	} else {
		for i, b := range rest {
			word |= uint64(b) << (8 * i)
		}
	}
	v := word >> shift
	if shift > 0 && shift+n > 64 {
		v |= uint64(r.data[byteAt+8]) << (64 - shift)
	}
	if n < 64 {
		v &= 1<<n - 1
	}
	return v
}

// vbr reads a number in parts of n bits.
func (r *bitReader) vbr(n uint) uint64 {
	more := uint64(1) << (n - 1)
	var v uint64
	for shift := uint(0); ; shift += n - 1 {
		part := r.bits(n)
		if shift < 64 {
			v |= part & (more - 1) << shift
		}
		if r.err != nil || part&more == 0 {
			return v
		}
		if shift > 64 {
			r.fail("a number has more than 64 bits")
			return 0
		}
	}
}

func (r *bitReader) align() {
	r.at = min((r.at+31)/32*32, r.end)
}

// An item is the next thing in a block.
type item uint8

const (
	itemEnd    item = iota // the block's end, or a mistake
	itemBlock              // a block, which block names; it is entered or skipped
	itemRecord             // a record: code and record
)

// next reads an item. Definitions of abbreviations are handled.
func (r *bitReader) next() (item, uint64) {
	for r.err == nil {
		r.start = r.at
		switch id := r.bits(r.width); {
		case r.err != nil:
		case id == abbrevEnd:
			r.align()
			if r.at != r.end {
				r.fail("the block's end isn't where its size places it")
			}
			return itemEnd, 0
		case id == abbrevEnter:
			return itemBlock, r.vbr(8)
		case id == abbrevDefine:
			if f := r.define(); len(r.abbrevs) < maxAbbrevs {
				r.abbrevs = append(r.abbrevs[:len(r.abbrevs):len(r.abbrevs)], f)
			} else {
				r.fail("a block has more than %d abbreviations", maxAbbrevs)
			}
		case id == abbrevNone:
			r.unabbreviated()
			return itemRecord, 0
		case id-abbrevFirst < uint64(len(r.abbrevs)):
			r.abbreviated(r.abbrevs[id-abbrevFirst])
			return itemRecord, 0
		default:
			r.fail("abbreviation %d isn't defined", id)
		}
	}
	return itemEnd, 0
}

// enter begins a block whose number was read.
func (r *bitReader) enter(block uint64) {
	width := r.vbr(4)
	r.align()
	words := r.bits(32)
	switch {
	case r.err != nil:
		return
	case words*32 > r.end-r.at:
		r.fail("a block of %d words exceeds the block around it", words)
	case width < 2 || width > 32:
		r.fail("abbreviation numbers of %d bits", width)
	case block > maxBlock:
		r.fail("the block %d is unknown", block)
	case len(r.outer) >= maxNesting:
		r.fail("blocks nest deeper than %d", maxNesting)
	}
	if r.err != nil {
		return
	}
	r.outer = append(r.outer, outerBlock{r.block, r.end, r.width, r.abbrevs})
	r.block, r.end, r.width = block, r.at+words*32, uint(width)
	r.abbrevs = r.info[block]
}

// leave returns to the block around a block that has ended.
func (r *bitReader) leave() {
	if r.err != nil || len(r.outer) == 0 {
		return
	}
	o := r.outer[len(r.outer)-1]
	r.outer = r.outer[:len(r.outer)-1]
	r.block, r.end, r.width, r.abbrevs = o.block, o.end, o.width, o.abbrevs
}

// define reads the definition of an abbreviation.
func (r *bitReader) define() []field {
	n := r.vbr(5)
	if n == 0 || n > maxFields {
		r.fail("an abbreviation of %d fields", n)
		return nil
	}
	var list []field
	for i := uint64(0); i < n && r.err == nil; i++ {
		if r.bits(1) == 1 {
			list = append(list, field{literal, r.vbr(8)})
			continue
		}
		f := field{kind: encoding(r.bits(3))}
		if f.kind == fixed || f.kind == vbr {
			f.value = r.vbr(5)
		}
		ok := true
		switch f.kind {
		case fixed:
			ok = f.value <= 64
		case vbr:
			ok = f.value >= 2 && f.value <= 32
			if f.value == 0 { // as LLVM, which reads it so
				f, ok = field{literal, 0}, true
			}
		case array:
			ok = i == n-2 && i > 0
		case char6:
		case blob:
			ok = i == n-1 && i > 0
		default:
			ok = false
		}
		if !ok {
			r.fail("field %d of an abbreviation, of kind %d and width %d", i, f.kind, f.value)
			return nil
		}
		list = append(list, f)
	}
	if k := len(list) - 2; k >= 0 && list[k].kind == array && r.err == nil {
		if e := list[k+1]; e.kind == literal || e.kind == blob || e.kind == fixed && e.value == 0 {
			r.fail("an array has elements without bits")
			return nil
		}
	}
	return list
}

// unabbreviated reads a record without an abbreviation.
func (r *bitReader) unabbreviated() {
	r.code = r.vbr(6)
	n := r.vbr(6)
	if n > (r.end-r.at)/6 {
		r.fail("a record of %d values exceeds the block", n)
		return
	}
	r.record = r.record[:0]
	for range n {
		r.record = append(r.record, r.vbr(6))
	}
}

// abbreviated reads a record by an abbreviation.
func (r *bitReader) abbreviated(fields []field) {
	r.record = r.record[:0]
	r.code = r.field(fields[0])
	for i := 1; i < len(fields); i++ {
		switch f := fields[i]; f.kind {
		case array:
			n := r.vbr(6)
			if n > r.end-r.at {
				r.fail("an array of %d elements exceeds the block", n)
				return
			}
			for range n {
				r.record = append(r.record, r.field(fields[i+1]))
				if r.err != nil {
					return
				}
			}
			return
		case blob:
			n := r.vbr(6)
			r.align()
			if n > (r.end-r.at)/8 {
				r.fail("a blob of %d bytes exceeds the block", n)
				return
			}
			for range n {
				r.record = append(r.record, r.bits(8))
			}
			r.align()
		default:
			r.record = append(r.record, r.field(f))
		}
	}
}

// field reads a field that is neither an array nor a blob.
func (r *bitReader) field(f field) uint64 {
	switch f.kind {
	case literal:
		return f.value
	case fixed:
		return r.bits(uint(f.value))
	case vbr:
		return r.vbr(uint(f.value))
	case char6:
		return uint64(char6s[r.bits(6)])
	}
	r.fail("an array in the place of a record's code")
	return 0
}

// char6s are the characters of codes of six bits.
const char6s = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._"

// readInfo reads the block of abbreviations that other blocks have.
func (r *bitReader) readInfo() {
	r.enter(blockInfo)
	own := -1
	for {
		r.start = r.at
		switch id := r.bits(r.width); {
		case r.err != nil:
			return
		case id == abbrevEnd:
			r.align()
			if r.at != r.end {
				r.fail("the block's end isn't where its size places it")
			}
			r.leave()
			return
		case id == abbrevDefine:
			f := r.define()
			switch {
			case own < 0:
				r.fail("an abbreviation for no block")
			case len(r.info[own]) >= maxAbbrevs:
				r.fail("a block has more than %d abbreviations", maxAbbrevs)
			default:
				r.info[own] = append(r.info[own], f)
			}
		case id == abbrevNone:
			r.unabbreviated()
			if r.err == nil && (r.code != setBlock || len(r.record) != 1 || r.record[0] > maxBlock) {
				r.fail("the record %d of a block of abbreviations", r.code)
				return
			}
			if r.err == nil {
				own = int(r.record[0])
			}
		default:
			r.fail("the item %d in a block of abbreviations", id)
		}
	}
}
