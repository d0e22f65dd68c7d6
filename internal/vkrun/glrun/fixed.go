//go:build linux

package glrun

// This file has the state of OpenGL's fixed functions, in the compatibility profile.

import "unsafe"

// Constants of the compatibility profile.
const (
	alphaTest       = 0x0BC0
	twoSide         = 0x8643
	programSize     = 0x8642
	pointSprite     = 0x8861
	coordReplace    = 0x8862
	flat            = 0x1D00
	smooth          = 0x1D01
	clipPlane0      = 0x3000
	modelView       = 0x1700
	projection      = 0x1701
	textureMatrix   = 0x1702
	light0          = 0x4000
	ambient         = 0x1200
	diffuse         = 0x1201
	specular        = 0x1202
	lightPosition   = 0x1203
	spotDirection   = 0x1204
	spotExponent    = 0x1205
	spotCutoff      = 0x1206
	constantFall    = 0x1207
	linearFall      = 0x1208
	quadraticFall   = 0x1209
	emission        = 0x1600
	shininess       = 0x1601
	front           = 0x0404
	back            = 0x0405
	modelAmbient    = 0x0B53
	fogDensity      = 0x0B62
	fogStart        = 0x0B63
	fogEnd          = 0x0B64
	fogColor        = 0x0B66
	pointSizeMin    = 0x8126
	pointSizeMax    = 0x8127
	pointFade       = 0x8128
	pointFall       = 0x8129
	vertexArray     = 0x8074
	normalArray     = 0x8075
	colorArray      = 0x8076
	coordArray      = 0x8078
	fogCoordArray   = 0x8457
	secondaryArray  = 0x845E
	allAttributes   = 0xFFFFFFFF
	spriteOrigin    = 0x8CA0
	originLowerLeft = 0x8CA1
)

// fixedFunctions are functions of the compatibility profile.
type fixedFunctions struct {
	PushAttrib            func(uint32)
	PopAttrib             func()
	PushClientAttrib      func(uint32)
	PopClientAttrib       func()
	Enable                func(uint32)
	AlphaFunc             func(uint32, float32)
	ShadeModel            func(uint32)
	MatrixMode            func(uint32)
	LoadMatrixf           func(unsafe.Pointer)
	ClipPlane             func(uint32, unsafe.Pointer)
	Lightfv               func(uint32, uint32, unsafe.Pointer)
	LightModelfv          func(uint32, unsafe.Pointer)
	Materialfv            func(uint32, uint32, unsafe.Pointer)
	Fogfv                 func(uint32, unsafe.Pointer)
	PointSize             func(float32)
	PointParameterfv      func(uint32, unsafe.Pointer)
	PointParameteri       func(uint32, int32)
	TexEnvi               func(uint32, uint32, int32)
	ActiveTexture         func(uint32)
	ClientActiveTexture   func(uint32)
	EnableClientState     func(uint32)
	VertexPointer         func(int32, uint32, int32, uintptr)
	NormalPointer         func(uint32, int32, uintptr)
	ColorPointer          func(int32, uint32, int32, uintptr)
	SecondaryColorPointer func(int32, uint32, int32, uintptr)
	FogCoordPointer       func(uint32, int32, uintptr)
	TexCoordPointer       func(int32, uint32, int32, uintptr)
}

// A Light is a light source in eye coordinates.
type Light struct {
	Ambient, Diffuse, Specular, Position [4]float32
	SpotDirection                        [3]float32
	SpotExponent, SpotCutoff             float32
	Attenuation                          [3]float32 // constant, linear, quadratic
}

// A Material is the material of one side of polygons.
type Material struct {
	Emission, Ambient, Diffuse, Specular [4]float32
	Shininess                            float32
}

// Fixed is the state of fixed functions. Matrices are column by column.
type Fixed struct {
	AlphaFunc             uint32 // 0: there is no alpha test; GL_NEVER and on
	AlphaReference        float32
	TwoSided, Flat        bool
	ModelView, Projection [16]float32
	Texture               [][16]float32 // by unit
	Planes                [][4]float64  // clip planes in eye coordinates
	Lights                []Light
	ModelAmbient          [4]float32
	Front, Back           Material
	FogColor              [4]float32
	FogDensity            float32
	FogStart, FogEnd      float32
	ProgramSize           bool // vertices write the size of points
	Size                  float32
	SizeMin, SizeMax      float32
	SizeFade              float32
	SizeAttenuation       [3]float32
	Replace               uint32 // the units whose coordinate becomes the place in the point, a bit each
	LowerLeft             bool   // which is counted from below
}

var identity = [16]float32{0: 1, 5: 1, 10: 1, 15: 1}

// set sets the state. restore sets the state of before.
func (f *fixedFunctions) set(s *Fixed) {
	f.PushAttrib(allAttributes)
	f.PushClientAttrib(allAttributes)
	load := func(mode uint32, m *[16]float32) {
		f.MatrixMode(mode)
		f.LoadMatrixf(unsafe.Pointer(m))
	}
	load(modelView, &identity) // in which planes and lights are stated
	for k := range s.Planes {
		f.ClipPlane(clipPlane0+uint32(k), unsafe.Pointer(&s.Planes[k]))
		f.Enable(clipPlane0 + uint32(k))
	}
	f.lights(s)
	load(modelView, &s.ModelView)
	load(projection, &s.Projection)
	for k := range s.Texture {
		f.ActiveTexture(texture0 + uint32(k))
		load(textureMatrix, &s.Texture[k])
	}
	if s.AlphaFunc != 0 {
		f.AlphaFunc(s.AlphaFunc, s.AlphaReference)
		f.Enable(alphaTest)
	}
	if s.TwoSided {
		f.Enable(twoSide)
	}
	if f.ShadeModel(smooth); s.Flat {
		f.ShadeModel(flat)
	}
	for name, p := range map[uint32]*float32{fogColor: &s.FogColor[0], fogDensity: &s.FogDensity, fogStart: &s.FogStart, fogEnd: &s.FogEnd} {
		f.Fogfv(name, unsafe.Pointer(p))
	}
	f.points(s)
}

func (f *fixedFunctions) lights(s *Fixed) {
	f.LightModelfv(modelAmbient, unsafe.Pointer(&s.ModelAmbient))
	for k := range s.Lights {
		l := &s.Lights[k]
		for name, p := range map[uint32]*float32{ambient: &l.Ambient[0], diffuse: &l.Diffuse[0], specular: &l.Specular[0], lightPosition: &l.Position[0],
			spotDirection: &l.SpotDirection[0], spotExponent: &l.SpotExponent, spotCutoff: &l.SpotCutoff, constantFall: &l.Attenuation[0],
			linearFall: &l.Attenuation[1], quadraticFall: &l.Attenuation[2]} {
			f.Lightfv(light0+uint32(k), name, unsafe.Pointer(p))
		}
	}
	for face, m := range map[uint32]*Material{front: &s.Front, back: &s.Back} {
		for name, p := range map[uint32]*float32{emission: &m.Emission[0], ambient: &m.Ambient[0], diffuse: &m.Diffuse[0], specular: &m.Specular[0], shininess: &m.Shininess} {
			f.Materialfv(face, name, unsafe.Pointer(p))
		}
	}
}

func (f *fixedFunctions) points(s *Fixed) {
	if s.ProgramSize {
		f.Enable(programSize)
	}
	f.PointSize(s.Size)
	for name, p := range map[uint32]*float32{pointSizeMin: &s.SizeMin, pointSizeMax: &s.SizeMax, pointFade: &s.SizeFade, pointFall: &s.SizeAttenuation[0]} {
		f.PointParameterfv(name, unsafe.Pointer(p))
	}
	f.Enable(pointSprite)
	if s.LowerLeft {
		f.PointParameteri(spriteOrigin, originLowerLeft)
	}
	for k := range uint32(8) {
		f.ActiveTexture(texture0 + k)
		f.TexEnvi(pointSprite, coordReplace, int32(s.Replace>>k&1))
	}
}

func (f *fixedFunctions) restore() {
	f.PopClientAttrib()
	f.PopAttrib()
}

// array sets the array of a built-in attribute, as gl_Vertex; it reports whether it is one.
func (f *fixedFunctions) array(gl *functions, a *Attribute, buffer uint32) bool {
	if len(a.Name) < 3 || a.Name[:3] != "gl_" {
		return false
	}
	gl.BindBuffer(arrayBuffer, buffer)
	gl.BufferData(arrayBuffer, 4*len(a.Data), unsafe.Pointer(&a.Data[0]), streamDraw)
	n := int32(a.Size)
	switch a.Name {
	case "gl_Vertex":
		f.EnableClientState(vertexArray)
		f.VertexPointer(n, glFloat, 0, 0)
	case "gl_Normal":
		f.EnableClientState(normalArray)
		f.NormalPointer(glFloat, 0, 0)
	case "gl_Color":
		f.EnableClientState(colorArray)
		f.ColorPointer(n, glFloat, 0, 0)
	case "gl_SecondaryColor":
		f.EnableClientState(secondaryArray)
		f.SecondaryColorPointer(n, glFloat, 0, 0)
	case "gl_FogCoord":
		f.EnableClientState(fogCoordArray)
		f.FogCoordPointer(glFloat, 0, 0)
	default: // gl_MultiTexCoordN
		f.ClientActiveTexture(texture0 + uint32(a.Name[len(a.Name)-1]-'0'))
		f.EnableClientState(coordArray)
		f.TexCoordPointer(n, glFloat, 0, 0)
	}
	return true
}
