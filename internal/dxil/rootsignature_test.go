package dxil_test

import (
	"bytes"
	"encoding/base64"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"refract/internal/dxbc"
	"refract/internal/dxil"
	"refract/internal/harness"
	"refract/internal/sweep"
)

func TestRootSignatureText(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"CBV(b0)", "CBV(b0)"},
		{" cbv ( b3 , Space=2,visibility = shader_visibility_pixel ) ,", "CBV(b3, space = 2, visibility = SHADER_VISIBILITY_PIXEL)"},
		{"RootFlags(0), SRV(t0, flags=0)", "SRV(t0)"},
		{"RootFlags(DENY_MESH_SHADER_ROOT_ACCESS|ALLOW_STREAM_OUTPUT)", "RootFlags(ALLOW_STREAM_OUTPUT | DENY_MESH_SHADER_ROOT_ACCESS)"},
		{"RootConstants(b1, num32BitConstants=7)", "RootConstants(num32BitConstants = 7, b1)"},
		{"DescriptorTable(SRV(t0, numDescriptors=2), UAV(u1, numDescriptors = unbounded, offset=4, flags = DATA_STATIC | DESCRIPTORS_VOLATILE))",
			"DescriptorTable(SRV(t0, numDescriptors = 2), UAV(u1, numDescriptors = unbounded, flags = DESCRIPTORS_VOLATILE | DATA_STATIC, offset = 4))"},
		{"DescriptorTable(visibility=SHADER_VISIBILITY_HULL, Sampler(s0, offset = DESCRIPTOR_RANGE_OFFSET_APPEND))", "DescriptorTable(Sampler(s0), visibility = SHADER_VISIBILITY_HULL)"},
		{"StaticSampler(s0)", "StaticSampler(s0)"},
		{"StaticSampler(s2, filter=FILTER_MINIMUM_ANISOTROPIC, addressV=TEXTURE_ADDRESS_MIRROR_ONCE, mipLODBias=-1.5e-1f, maxLOD=3)",
			"StaticSampler(s2, filter = FILTER_MINIMUM_ANISOTROPIC, addressV = TEXTURE_ADDRESS_MIRROR_ONCE, mipLODBias = -0.15, maxLOD = 3.0)"},
		{"StaticSampler(s0, flags=UINT_BORDER_COLOR, borderColor=STATIC_BORDER_COLOR_OPAQUE_BLACK_UINT)", "StaticSampler(s0, borderColor = STATIC_BORDER_COLOR_OPAQUE_BLACK_UINT, flags = UINT_BORDER_COLOR)"},
	} {
		s, err := dxil.ParseRootSignatureText(c.text, dxil.RootVersion12)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got := s.String(); got != c.want {
			t.Errorf("%q: %q instead of %q", c.text, got, c.want)
		}
		again, err := dxil.ParseRootSignature(s.Bytes())
		if err != nil || again.String() != c.want {
			t.Errorf("%q: read again: %v", c.text, err)
		}
	}
}

func TestRootSignatureErrors(t *testing.T) {
	for _, c := range []struct {
		text    string
		version uint32
		want    string
	}{
		{"CBV", dxil.RootVersion11, `offset 3: expected "(", found the end`},
		{"CBV(t0)", dxil.RootVersion11, `offset 4: expected a member, found "t0"`},
		{"CBV(b0, b1)", dxil.RootVersion11, "offset 8: the member register is there twice"},
		{"CBV(space=1)", dxil.RootVersion11, "offset 11: the register b0 or higher is missing"},
		{"CBV(b0) SRV(t0)", dxil.RootVersion11, `offset 8: expected ",", found "SRV"`},
		{"CBV(b0, flags=DATA_STATIC)", dxil.RootVersion10, "offset 8: version 1.0 of root signatures has no flags of descriptors"},
		{"StaticSampler(s0, flags=0)", dxil.RootVersion11, "offset 18: samplers have flags from version 1.2 of root signatures on"},
		{"RootConstants(b0)", dxil.RootVersion11, "offset 0: num32BitConstants is missing"},
		{"RootFlags(0), RootFlags(0)", dxil.RootVersion11, "offset 14: RootFlags is there twice"},
		{"RootFlags(1)", dxil.RootVersion11, `offset 10: expected a flag or 0, found "1"`},
		{"DescriptorTable(SRV(t0), Sampler(s0))", dxil.RootVersion11, "offset 0: a table has samplers beside other descriptors"},
		{"SRV(t0, space=4294967296)", dxil.RootVersion11, `offset 14: expected a number, found "4294967296"`},
		{"StaticSampler(s0, minLOD=1e40)", dxil.RootVersion11, `offset 25: expected a number, found "1e40"`},
		{"CBV(b0);", dxil.RootVersion11, `offset 7: expected ",", found ";"`},
		{"", 4, "offset 0: version 4 of root signatures is unknown"},
	} {
		if _, err := dxil.ParseRootSignatureText(c.text, c.version); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v instead of %s", c.text, err, c.want)
		}
	}
}

// randomRoot returns a root signature without overlapping registers.
func randomRoot(r *rand.Rand) *dxil.RootSignature {
	s := &dxil.RootSignature{Version: dxil.RootVersion11, Flags: dxil.RootFlags(r.IntN(1<<12)) &^ (dxil.RootLocal | dxil.RootResourceHeap | dxil.RootSamplerHeap)}
	register := uint32(0)
	next := func(n uint32) uint32 { register += n; return register - n }
	flags := []dxil.DataFlags{0, dxil.DataVolatile, dxil.DataStaticWhileSet, dxil.DataStatic}
	for range r.IntN(5) {
		p := dxil.RootParameter{Kind: dxil.RootParameterKind(r.IntN(5)), Visibility: dxil.Visibility(r.IntN(8))}
		switch p.Kind {
		case dxil.RootTable:
			sampler := r.IntN(3) == 0
			for range 1 + r.IntN(3) {
				x := dxil.DescriptorRange{Kind: dxil.RangeKind(r.IntN(3)), Count: 1 + uint32(r.IntN(4)), Offset: dxil.AppendRange, Space: uint32(r.IntN(3)), Flags: flags[r.IntN(4)]}
				if sampler {
					x.Kind, x.Flags = dxil.RangeSampler, 0
				}
				x.Register = next(x.Count)
				p.Ranges = append(p.Ranges, x)
			}
		case dxil.RootConstants:
			p.Count = 1 + uint32(r.IntN(6))
			p.Register, p.Space = next(1), uint32(r.IntN(3))
		default:
			p.Register, p.Space, p.Flags = next(1), uint32(r.IntN(3)), flags[r.IntN(4)]
		}
		s.Parameters = append(s.Parameters, p)
	}
	for range r.IntN(3) {
		filters := []uint32{0, 1, 4, 5, 0x10, 0x11, 0x14, 0x15, 0x55}
		s.Samplers = append(s.Samplers, dxil.StaticSampler{
			Filter: filters[r.IntN(len(filters))] + 0x80*uint32(r.IntN(4)), AddressU: 1 + uint32(r.IntN(5)), AddressV: 1 + uint32(r.IntN(5)), AddressW: 1 + uint32(r.IntN(5)),
			MipLODBias: float32(r.IntN(100)-50) / 7, MaxAnisotropy: uint32(r.IntN(17)), Comparison: 1 + uint32(r.IntN(8)), BorderColor: uint32(r.IntN(3)),
			MinLOD: r.Float32() * 4, MaxLOD: 4 + r.Float32()*1e20, Register: next(1), Space: uint32(r.IntN(2)), Visibility: dxil.Visibility(r.IntN(8)),
		})
	}
	return s
}

// TestRandomRootSignatures has DXC read the text of root signatures, and compares its bytes.
func TestRandomRootSignatures(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	var rows []row
	var list []*dxil.RootSignature
	for i := range sweep.Count(400) {
		s := randomRoot(r)
		text := s.String()
		again, err := dxil.ParseRootSignatureText(text, s.Version)
		if err != nil || !bytes.Equal(again.Bytes(), s.Bytes()) {
			t.Fatalf("%s: %v", text, err)
		}
		list = append(list, s)
		rows = append(rows, row{strconv.Itoa(i), "#define RS " + strconv.Quote(text) + "\nfloat4 main() : SV_Position { return 0; }", "main", "vs_6_0", []string{"-rootsig-define", "RS"}})
	}
	same := 0
	for i, v := range harness.Oracle(t, "hlsl", rows, "--code") {
		if !v.OK {
			t.Errorf("%s: %s", list[i], v.Text())
			continue
		}
		data, err := base64.StdEncoding.DecodeString(v.Code)
		if err != nil {
			t.Fatal(err)
		}
		box, err := dxbc.ReadContainer(data)
		if err != nil {
			t.Fatal(err)
		}
		chunk, _ := box.Chunk(dxil.PartRTS0)
		if !bytes.Equal(chunk, list[i].Bytes()) {
			t.Errorf("%s:\n%x\n%x", list[i], list[i].Bytes(), chunk)
		} else {
			same++
		}
	}
	t.Logf("%d of %d have DXC's bytes", same, len(rows))
}

// FuzzRootSignatureText parses any text: a root signature has the same bytes when its text is parsed.
func FuzzRootSignatureText(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		f.Add(randomRoot(r).String(), uint32(2))
	}
	f.Add("StaticSampler(s0, flags=UINT_BORDER_COLOR, minLOD = -1e-3f)", uint32(3))
	f.Fuzz(func(t *testing.T, text string, version uint32) {
		s, err := dxil.ParseRootSignatureText(text, version)
		if err != nil {
			return
		}
		again, err := dxil.ParseRootSignatureText(s.String(), version)
		if err != nil || !bytes.Equal(again.Bytes(), s.Bytes()) {
			t.Errorf("%q: %v", strings.TrimSpace(s.String()), err)
		}
	})
}
