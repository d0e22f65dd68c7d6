package spirv

// This file maps storage formats (section 3.11).

import (
	"refract/ir"
	"refract/spirv"
)

// formatExtended marks formats that need StorageImageExtendedFormats; all others
// come with the capability Shader.
const formatExtended = true

// storageFormats lists the formats that SPIR-V names. One that it doesn't name
// (bgra8unorm, and none at all) is accessed without a format.
var storageFormats = [...]struct {
	format   spirv.ImageFormat
	extended bool
}{
	ir.R8Unorm:       {spirv.ImageFormatR8, formatExtended},
	ir.R8Snorm:       {spirv.ImageFormatR8Snorm, formatExtended},
	ir.R8Uint:        {spirv.ImageFormatR8ui, formatExtended},
	ir.R8Sint:        {spirv.ImageFormatR8i, formatExtended},
	ir.R16Unorm:      {spirv.ImageFormatR16, formatExtended},
	ir.R16Snorm:      {spirv.ImageFormatR16Snorm, formatExtended},
	ir.R16Uint:       {spirv.ImageFormatR16ui, formatExtended},
	ir.R16Sint:       {spirv.ImageFormatR16i, formatExtended},
	ir.R16Float:      {spirv.ImageFormatR16f, formatExtended},
	ir.Rg8Unorm:      {spirv.ImageFormatRg8, formatExtended},
	ir.Rg8Snorm:      {spirv.ImageFormatRg8Snorm, formatExtended},
	ir.Rg8Uint:       {spirv.ImageFormatRg8ui, formatExtended},
	ir.Rg8Sint:       {spirv.ImageFormatRg8i, formatExtended},
	ir.R32Uint:       {spirv.ImageFormatR32ui, false},
	ir.R32Sint:       {spirv.ImageFormatR32i, false},
	ir.R32Float:      {spirv.ImageFormatR32f, false},
	ir.Rg16Unorm:     {spirv.ImageFormatRg16, formatExtended},
	ir.Rg16Snorm:     {spirv.ImageFormatRg16Snorm, formatExtended},
	ir.Rg16Uint:      {spirv.ImageFormatRg16ui, formatExtended},
	ir.Rg16Sint:      {spirv.ImageFormatRg16i, formatExtended},
	ir.Rg16Float:     {spirv.ImageFormatRg16f, formatExtended},
	ir.Rgba8Unorm:    {spirv.ImageFormatRgba8, false},
	ir.Rgba8Snorm:    {spirv.ImageFormatRgba8Snorm, false},
	ir.Rgba8Uint:     {spirv.ImageFormatRgba8ui, false},
	ir.Rgba8Sint:     {spirv.ImageFormatRgba8i, false},
	ir.Rgb10a2Uint:   {spirv.ImageFormatRgb10a2ui, formatExtended},
	ir.Rgb10a2Unorm:  {spirv.ImageFormatRgb10A2, formatExtended},
	ir.Rg11b10Ufloat: {spirv.ImageFormatR11fG11fB10f, formatExtended},
	ir.R64Uint:       {spirv.ImageFormatR64ui, false},
	ir.R64Sint:       {spirv.ImageFormatR64i, false},
	ir.Rg32Uint:      {spirv.ImageFormatRg32ui, formatExtended},
	ir.Rg32Sint:      {spirv.ImageFormatRg32i, formatExtended},
	ir.Rg32Float:     {spirv.ImageFormatRg32f, formatExtended},
	ir.Rgba16Unorm:   {spirv.ImageFormatRgba16, formatExtended},
	ir.Rgba16Snorm:   {spirv.ImageFormatRgba16Snorm, formatExtended},
	ir.Rgba16Uint:    {spirv.ImageFormatRgba16ui, false},
	ir.Rgba16Sint:    {spirv.ImageFormatRgba16i, false},
	ir.Rgba16Float:   {spirv.ImageFormatRgba16f, false},
	ir.Rgba32Uint:    {spirv.ImageFormatRgba32ui, false},
	ir.Rgba32Sint:    {spirv.ImageFormatRgba32i, false},
	ir.Rgba32Float:   {spirv.ImageFormatRgba32f, false},
}

// storageFormat returns the texel's scalar and the format of a storage image, and requires
// the format's capabilities.
func (e *emitter) storageFormat(t *ir.Type) (ir.Scalar, spirv.ImageFormat) {
	texel := t.Texel()
	if texel == ir.NoScalar {
		texel = ir.F32
	}
	if texel.Bits() == 64 {
		e.need(spirv.CapabilityInt64ImageEXT)
	}
	row := storageFormats[t.Format]
	if row.extended {
		e.need(spirv.CapabilityStorageImageExtendedFormats)
	}
	if row.format == spirv.ImageFormatUnknown {
		if t.Access&ir.AccessRead != 0 {
			e.need(spirv.CapabilityStorageImageReadWithoutFormat)
		}
		if t.Access&ir.AccessWrite != 0 {
			e.need(spirv.CapabilityStorageImageWriteWithoutFormat)
		}
	}
	return texel, row.format
}
