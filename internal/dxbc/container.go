package dxbc

// This file reads and writes containers: a header with a checksum, a table of offsets, and
// chunks that begin with a FourCC and a size.

import (
	"encoding/binary"
	"fmt"
)

// A FourCC names the kind of a chunk: four characters, the first in the lowest byte.
type FourCC uint32

// The chunks that the package reads.
const (
	ChunkRDEF FourCC = 'R' | 'D'<<8 | 'E'<<16 | 'F'<<24 // ResourceDefinitions
	ChunkISGN FourCC = 'I' | 'S'<<8 | 'G'<<16 | 'N'<<24 // Signature of inputs
	ChunkISG1 FourCC = 'I' | 'S'<<8 | 'G'<<16 | '1'<<24 // with streams and precisions
	ChunkOSGN FourCC = 'O' | 'S'<<8 | 'G'<<16 | 'N'<<24 // Signature of outputs
	ChunkOSG5 FourCC = 'O' | 'S'<<8 | 'G'<<16 | '5'<<24 // with streams
	ChunkOSG1 FourCC = 'O' | 'S'<<8 | 'G'<<16 | '1'<<24 // with streams and precisions
	ChunkPCSG FourCC = 'P' | 'C'<<8 | 'S'<<16 | 'G'<<24 // Signature of patch constants
	ChunkPSG1 FourCC = 'P' | 'S'<<8 | 'G'<<16 | '1'<<24 // with streams and precisions
	ChunkSHDR FourCC = 'S' | 'H'<<8 | 'D'<<16 | 'R'<<24 // Program of model 4
	ChunkSHEX FourCC = 'S' | 'H'<<8 | 'E'<<16 | 'X'<<24 // Program of model 5, compute programs
	ChunkSTAT FourCC = 'S' | 'T'<<8 | 'A'<<16 | 'T'<<24 // Statistics
	ChunkSFI0 FourCC = 'S' | 'F'<<8 | 'I'<<16 | '0'<<24 // Features
	ChunkAon9 FourCC = 'A' | 'o'<<8 | 'n'<<16 | '9'<<24 // Level9
	ChunkRTS0 FourCC = 'R' | 'T'<<8 | 'S'<<16 | '0'<<24 // root signature, kept as bytes
	ChunkDXIL FourCC = 'D' | 'X'<<8 | 'I'<<16 | 'L'<<24 // LLVM bitcode of model 6, kept as bytes
)

// String returns the four characters.
func (c FourCC) String() string {
	b := binary.LittleEndian.AppendUint32(nil, uint32(c))
	return string(b)
}

// A Chunk is a part of a container.
type Chunk struct {
	Kind FourCC
	Data []byte

	offset int // of Data in the file that it was read from
}

// A Container is a file of Direct3D with a compiled shader. The order of chunks is kept.
type Container struct {
	Chunks []Chunk
}

const (
	magic      = 'D' | 'X'<<8 | 'B'<<16 | 'C'<<24
	headerSize = 32
	minChunk   = 12 // bytes of a chunk without contents, and of its entry in the table
	hashOffset = 4
	hashedFrom = 20
)

// An Error is a mistake in bytes that the package reads.
type Error struct {
	Offset int // bytes from the start of the data that the function was given
	Reason string
}

func (e *Error) Error() string { return fmt.Sprintf("offset %d: %s", e.Offset, e.Reason) }

func errorf(offset int, format string, args ...any) *Error {
	return &Error{offset, fmt.Sprintf(format, args...)}
}

// IsContainer reports whether data begins with the mark of a container.
func IsContainer(data []byte) bool {
	return len(data) >= 4 && binary.LittleEndian.Uint32(data) == magic
}

// ReadContainer returns the container with the bytes of data, which its chunks share. The
// checksum isn't verified: see [Verify]. Mistakes are returned as *[Error].
func ReadContainer(data []byte) (*Container, error) {
	if !IsContainer(data) {
		return nil, errorf(0, "the file has no mark DXBC")
	}
	if len(data) < headerSize {
		return nil, errorf(len(data), "the header of %d bytes is cut short", headerSize)
	}
	u32 := func(at int) int { return int(binary.LittleEndian.Uint32(data[at:])) }
	if version := u32(20); version != 1 {
		return nil, errorf(20, "version %d of containers is unknown", version)
	}
	if size := u32(24); size != len(data) {
		return nil, errorf(24, "the container has a size of %d bytes, and the file has %d", size, len(data))
	}
	count := u32(28)
	if count > (len(data)-headerSize)/minChunk {
		return nil, errorf(28, "the table of %d chunks exceeds the file", count)
	}
	c := &Container{}
	end := headerSize + 4*count
	for i := range count {
		entry := headerSize + 4*i
		at := u32(entry)
		if at > len(data)-8 {
			return nil, errorf(entry, "chunk %d begins at %d, beyond the file", i, at)
		}
		if at < end {
			return nil, errorf(entry, "chunk %d begins at %d, within the chunk before it", i, at)
		}
		size := u32(at + 4)
		if size > len(data)-at-8 {
			return nil, errorf(at+4, "chunk %s of %d bytes exceeds the file", FourCC(u32(at)), size)
		}
		end = at + 8 + size
		c.Chunks = append(c.Chunks, Chunk{FourCC(u32(at)), data[at+8 : end : end], at + 8})
	}
	return c, nil
}

// Chunk returns the contents of the first chunk of one of the kinds, and its kind, or nil and 0.
func (c *Container) Chunk(kinds ...FourCC) ([]byte, FourCC) {
	for i := range c.Chunks {
		for _, k := range kinds {
			if c.Chunks[i].Kind == k {
				return c.Chunks[i].Data, k
			}
		}
	}
	return nil, 0
}

// Add appends a chunk.
func (c *Container) Add(kind FourCC, data []byte) {
	c.Chunks = append(c.Chunks, Chunk{Kind: kind, Data: data})
}

// Bytes returns the container as a file, with its checksum.
func (c *Container) Bytes() []byte {
	size := headerSize
	for i := range c.Chunks {
		size += 12 + len(c.Chunks[i].Data)
	}
	b := make([]byte, headerSize+4*len(c.Chunks), size)
	put := func(at, v int) { binary.LittleEndian.PutUint32(b[at:], uint32(v)) }
	put(0, magic)
	put(20, 1)
	put(24, size)
	put(28, len(c.Chunks))
	for i := range c.Chunks {
		k := &c.Chunks[i]
		put(headerSize+4*i, len(b))
		b = binary.LittleEndian.AppendUint32(b, uint32(k.Kind))
		b = binary.LittleEndian.AppendUint32(b, uint32(len(k.Data)))
		b = append(b, k.Data...)
	}
	sum := Checksum(b)
	copy(b[hashOffset:], sum[:])
	return b
}
