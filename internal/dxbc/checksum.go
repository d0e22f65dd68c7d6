package dxbc

// This file computes the checksum of containers. It is MD5 (RFC 1321) with a padding of its own:
// the number of bits is in front of the last partial block or in a block behind it, and a second
// number, a quarter of the first with the lowest bit set, ends the data.

import (
	"encoding/binary"
	"math/bits"
)

// Checksum returns the checksum of a container, which covers the bytes from 20 on.
func Checksum(container []byte) (sum [16]byte) {
	if len(container) < hashedFrom {
		return sum
	}
	body := container[hashedFrom:]
	size := uint32(len(body)) * 8
	state := [4]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}
	for len(body) >= 64 {
		md5Block(&state, body)
		body = body[64:]
	}
	var tail [128]byte
	last := tail[:64]
	if len(body) >= 56 {
		copy(tail[:], body)
		tail[len(body)] = 0x80
		binary.LittleEndian.PutUint32(tail[64:], size)
		last = tail[:]
	} else {
		binary.LittleEndian.PutUint32(tail[:], size)
		copy(tail[4:], body)
		tail[4+len(body)] = 0x80
	}
	binary.LittleEndian.PutUint32(last[len(last)-4:], size>>2|1)
	for ; len(last) > 0; last = last[64:] {
		md5Block(&state, last)
	}
	for i, v := range state {
		binary.LittleEndian.PutUint32(sum[4*i:], v)
	}
	return sum
}

// Verify reports whether the checksum of a container is right.
func Verify(container []byte) bool {
	sum := Checksum(container)
	return len(container) >= hashedFrom && string(container[hashOffset:hashedFrom]) == string(sum[:])
}

// md5Sines are the constants of MD5's 64 steps: 2^32 times the sine of the step's number.
var md5Sines = [64]uint32{
	0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
	0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
	0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
	0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
	0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
	0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
	0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
	0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
}

// md5Shifts are the rotations of the steps, by round.
var md5Shifts = [4][4]int{{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}

// md5Block adds the first 64 bytes of data to a state of MD5.
func md5Block(state *[4]uint32, data []byte) {
	var words [16]uint32
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	a, b, c, d := state[0], state[1], state[2], state[3]
	for i := range 64 {
		var f uint32
		var word int
		switch i / 16 {
		case 0:
			f, word = b&c|^b&d, i
		case 1:
			f, word = d&b|^d&c, (5*i+1)%16
		case 2:
			f, word = b^c^d, (3*i+5)%16
		default:
			f, word = c^(b|^d), 7*i%16
		}
		f += a + md5Sines[i] + words[word]
		a, d, c, b = d, c, b, b+bits.RotateLeft32(f, md5Shifts[i/16][i%4])
	}
	state[0] += a
	state[1] += b
	state[2] += c
	state[3] += d
}
