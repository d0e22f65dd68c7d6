package kage

// This file has the bridge: a Kage source of functions through which programs read images, and
// of the vertex entry point. It keeps Ebitengine's names and the order of its uniforms.

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"

	"refract/internal/lazy"
)

// PreservedUniforms are the uniforms of the bridge, in the order of the uniform buffer. Sizes
// and origins are in pixels. Arrays have an element for each source image.
var PreservedUniforms = [...]string{
	"__imageDstTextureSize",   // vec2
	"__imageSrcTextureSizes",  // [4]vec2
	"__imageDstRegionOrigin",  // vec2
	"__imageDstRegionSize",    // vec2
	"__imageSrcRegionOrigins", // [4]vec2
	"__imageSrcRegionSizes",   // [4]vec2
	"__projectionMatrix",      // mat4
}

// vertexName is the vertex entry point of the bridge.
const vertexName = "__vertex"

// bridgeUniforms and bridgeVertex are the parts of the bridge that the unit doesn't change.
const bridgeUniforms = `package bridge

var __imageDstTextureSize vec2
var __imageSrcTextureSizes [4]vec2
var __imageDstRegionOrigin, __imageDstRegionSize vec2
var __imageSrcRegionOrigins, __imageSrcRegionSizes [4]vec2
var __projectionMatrix mat4

func __vertex(dstPos, srcPos vec2, color, custom vec4) (vec4, vec2, vec4, vec4) {
	return __projectionMatrix * vec4(dstPos, 0, 1), srcPos, color, custom
}

func imageDstTextureSize() vec2 { return __imageDstTextureSize }
func imageSrcTextureSize() vec2 { return __imageSrcTextureSizes[0] }
`

// The functions of positions, by unit. A program's position times the size of the texture of
// source image 0 is in pixels, if the unit is texels.
const (
	bridgePixels = `
func imageDstOrigin() vec2 { return __imageDstRegionOrigin }
func imageDstSize() vec2 { return __imageDstRegionSize }
`
	bridgeTexels = `
func imageDstOrigin() vec2 { return __imageDstRegionOrigin / __imageDstTextureSize }
func imageDstSize() vec2 { return __imageDstRegionSize / __imageDstTextureSize }
`
	bridgeCommon = `
func imageDstRegionOnTexture() (vec2, vec2) { return imageDstOrigin(), imageDstSize() }
func imageSrcRegionOnTexture() (vec2, vec2) { return imageSrc0Origin(), imageSrc0Size() }

// __inside is 1 if a position in pixels of source 0 is in a region of a size there, else 0.
func __inside(pos, size vec2) float {
	origin := __imageSrcRegionOrigins[0]
	in := step(origin, pos) - step(origin+size, pos)
	return in.x * in.y
}
`
	// bridgeImage is about source image N; SHIFT moves a position of image 0 to it. UNIT
	// converts pixels to the program's unit, PIXELS a position to pixels.
	bridgeImage = `
func imageSrcNOrigin() vec2 { return __imageSrcRegionOrigins[N]UNIT }
func imageSrcNSize() vec2 { return __imageSrcRegionSizes[N]UNIT }
func imageSrcNTextureSize() vec2 { return __imageSrcTextureSizes[N] }
func imageSrcNUnsafeAt(pos vec2) vec4 { return __texelAt(__tN, PIXELSSHIFT) }
func imageSrcNAt(pos vec2) vec4 {
	at := PIXELS
	return __texelAt(__tN, atSHIFT) * __inside(at, __imageSrcRegionSizes[N])
}
`
	bridgeLater = `
func imageSrcNUnsafeAtFromSrc0Pos(pos vec2) vec4 { return imageSrcNUnsafeAt(pos) }
func imageSrcNAtFromSrc0Pos(pos vec2) vec4 { return imageSrcNAt(pos) }
`
)

// Bridge returns the Kage source of the bridge for a unit.
func Bridge(u Unit) string {
	var b strings.Builder
	b.WriteString(bridgeUniforms)
	unit, pixels := "", "pos"
	if u == Pixels {
		b.WriteString(bridgePixels)
	} else {
		b.WriteString(bridgeTexels)
		unit, pixels = " / max(__imageSrcTextureSizes[N], vec2(1))", "pos * __imageSrcTextureSizes[0]"
	}
	b.WriteString(bridgeCommon)
	for i := range SourceImages {
		n, shift, text := strconv.Itoa(i), "", bridgeImage
		if i > 0 {
			shift = " - __imageSrcRegionOrigins[0] + __imageSrcRegionOrigins[" + n + "]"
			text += bridgeLater
		}
		text = strings.NewReplacer("imageSrcN", "imageSrc"+n, "[N]", "["+n+"]", "__tN", "__t"+n, "SHIFT", shift).
			Replace(strings.NewReplacer("UNIT", unit, "PIXELS", pixels).Replace(text))
		b.WriteString(text)
	}
	return b.String()
}

// bridges are the parsed bridges, by unit. Nothing changes their trees.
var bridges = [...]lazy.Value[*ast.File]{
	Texels: {Make: func() *ast.File { return parseBridge(Texels) }},
	Pixels: {Make: func() *ast.File { return parseBridge(Pixels) }},
}

func parseBridge(u Unit) *ast.File {
	file, err := parser.ParseFile(token.NewFileSet(), "", Bridge(u), parser.SkipObjectResolution)
	if err != nil {
		panic("kage: the bridge: " + err.Error())
	}
	return file
}

func bridgeFile(u Unit) *ast.File { return bridges[u].Get() }

// texelParameter makes the second parameter of the fragment entry point, a position in
// pixels, one in texels.
func (c *checker) texelParameter(o *object) {
	saved := c.file
	c.file = nil
	e, _ := parser.ParseExpr("__srcPos / max(__imageSrcTextureSizes[0], vec2(1))")
	c.pool = append(c.pool, &object{kind: objVariable, name: "__srcPos", t: o.t, value: o.value})
	x := c.expr(e)
	c.pool = c.pool[:len(c.pool)-1]
	o.value = c.toExpr(x)
	c.file = saved
}
