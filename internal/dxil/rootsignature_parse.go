package dxil

// This file parses root signatures in the grammar of HLSL: terms such as
// DescriptorTable(SRV(t0, numDescriptors = 2)), with members in any order, names in any case.

import (
	"math"
	"strconv"
	"strings"
)

// A textParser reads tokens. The first mistake is kept, and tokens after it are empty.
type textParser struct {
	reader        // of mistakes
	text   string // in front of at is read
	start  int    // of the token
	token  string
	root   *RootSignature
}

// ParseRootSignatureText returns the root signature that a text describes, as HLSL's attribute
// RootSignature has it, in a version. Mistakes are returned as *[Error], with offsets in the text.
func ParseRootSignatureText(text string, version uint32) (*RootSignature, error) {
	p := &textParser{text: text, root: &RootSignature{Version: version}}
	if version < RootVersion10 || version > RootVersion12 {
		p.fail(0, "version %d of root signatures is unknown", version)
	}
	p.next()
	flags := false
	for p.token != "" && p.err == nil {
		switch p.lower() {
		case "rootflags":
			if flags {
				p.fail(p.start, "RootFlags is there twice")
			}
			flags = true
			p.next()
			p.take("(")
			p.root.Flags = RootFlags(p.flags(rootFlagWords))
			p.take(")")
		case "rootconstants":
			p.parameter(RootConstants)
		case "cbv":
			p.parameter(RootCBV)
		case "srv":
			p.parameter(RootSRV)
		case "uav":
			p.parameter(RootUAV)
		case "descriptortable":
			p.descriptorTable()
		case "staticsampler":
			p.staticSampler()
		default:
			p.unexpected("a parameter")
		}
		if p.token == "" {
			break
		}
		p.take(",")
	}
	if p.err != nil {
		return nil, p.err
	}
	return p.root, nil
}

// isWord reports whether a character is part of names and numbers.
func isWord(c byte) bool {
	return c == '_' || c == '.' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// next reads a token: a name, a number, or a character. At the end it is "".
func (p *textParser) next() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
	p.start = p.at
	if p.at == len(p.text) || p.err != nil {
		p.token = ""
		return
	}
	c := p.text[p.at]
	p.at++
	if isWord(c) || c == '+' || c == '-' {
		for p.at < len(p.text) && (isWord(p.text[p.at]) || p.exponent()) {
			p.at++
		}
	}
	p.token = p.text[p.start:p.at]
}

// exponent reports whether the next character is the sign of an exponent.
func (p *textParser) exponent() bool {
	c, before := p.text[p.at], p.text[p.at-1]|0x20
	first := p.text[p.start]
	return (c == '+' || c == '-') && before == 'e' && p.at-p.start > 1 && (first >= '0' && first <= '9' || first == '.' || first == '-' || first == '+')
}

func (p *textParser) lower() string { return strings.ToLower(p.token) }

func (p *textParser) unexpected(wanted string) {
	if p.token == "" {
		p.fail(p.start, "expected %s, found the end", wanted)
	} else {
		p.fail(p.start, "expected %s, found %q", wanted, p.token)
	}
	p.token = ""
}

// take skips a token that has to be there.
func (p *textParser) take(token string) {
	if p.token != token {
		p.unexpected(strconv.Quote(token))
		return
	}
	p.next()
}

// number reads a number without a sign.
func (p *textParser) number() uint32 {
	v, err := strconv.ParseUint(strings.TrimPrefix(p.token, "+"), 10, 32)
	if err != nil {
		p.unexpected("a number")
		return 0
	}
	p.next()
	return uint32(v)
}

// float reads a number.
func (p *textParser) float() float32 {
	s := strings.TrimRight(p.lower(), "f")
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.Abs(v) > math.MaxFloat32 || strings.ContainsAny(s, "xpin_") {
		p.unexpected("a number")
		return 0
	}
	p.next()
	return float32(v)
}

// named reads a name of a list, and returns its number.
func (p *textParser) named(words []word, wanted string) uint32 {
	for _, w := range words {
		if strings.EqualFold(w.name, p.token) {
			p.next()
			return w.value
		}
	}
	p.unexpected(wanted)
	return 0
}

// flags reads names with | between them, or 0.
func (p *textParser) flags(words []word) (v uint32) {
	if p.token == "0" {
		p.next()
		return 0
	}
	for {
		v |= p.named(words, "a flag or 0")
		if p.token != "|" {
			return v
		}
		p.next()
	}
}

// register reads a register of a class, if one is there.
func (p *textParser) register(class string) (uint32, bool) {
	rest, is := strings.CutPrefix(p.token, class)
	v, err := strconv.ParseUint(rest, 10, 32)
	if !is || err != nil || rest[0] == '+' {
		return 0, false
	}
	p.next()
	return uint32(v), true
}

// each reads the members of a term. member reads one, whose name is in lower case: it reports
// whether it knows the name.
func (p *textParser) each(class string, place *uint32, member func(name string) bool) {
	p.next()
	p.take("(")
	seen := map[string]bool{}
	for p.err == nil {
		name, start := p.lower(), p.start
		v, isRegister := uint32(0), false
		if class != "" {
			v, isRegister = p.register(class)
		}
		switch {
		case isRegister:
			name, *place = "register", v
		case name == "" || name == "register" || !member(name):
			p.unexpected("a member")
		}
		if seen[name] {
			p.fail(start, "the member %s is there twice", name)
		}
		seen[name] = !repeats(name)
		if p.token == ")" {
			break
		}
		p.take(",")
	}
	if class != "" && !seen["register"] {
		p.fail(p.start, "the register %s0 or higher is missing", class)
	}
	p.take(")")
}

// repeats reports whether a table may have several of a member.
func repeats(name string) bool {
	return name == "cbv" || name == "srv" || name == "uav" || name == "sampler"
}

// value skips a member's name and =.
func (p *textParser) value() {
	p.next()
	p.take("=")
}

func (p *textParser) visibility() Visibility {
	p.value()
	return Visibility(p.named(visibilityWords, "a visibility"))
}

// newFlags reads flags that version 1.0 doesn't have.
func (p *textParser) newFlags(words []word) uint32 {
	if p.root.Version == RootVersion10 {
		p.fail(p.start, "version 1.0 of root signatures has no flags of descriptors")
	}
	p.value()
	return p.flags(words)
}

// parameter reads constants or a descriptor.
func (p *textParser) parameter(kind RootParameterKind) {
	x := RootParameter{Kind: kind}
	start, counted := p.start, false
	p.each(rootNames[kind].register, &x.Register, func(name string) bool {
		switch {
		case name == "space":
			p.value()
			x.Space = p.number()
		case name == "visibility":
			x.Visibility = p.visibility()
		case name == "num32bitconstants" && kind == RootConstants:
			p.value()
			x.Count, counted = p.number(), true
		case name == "flags" && kind != RootConstants:
			x.Flags = DataFlags(p.newFlags(descriptorFlagWords))
		default:
			return false
		}
		return true
	})
	if kind == RootConstants && !counted {
		p.fail(start, "num32BitConstants is missing")
	}
	p.root.Parameters = append(p.root.Parameters, x)
}

// descriptorTable reads a table of ranges.
func (p *textParser) descriptorTable() {
	x := RootParameter{Kind: RootTable}
	start := p.start
	var none uint32
	p.each("", &none, func(name string) bool {
		switch name {
		case "visibility":
			x.Visibility = p.visibility()
		case "cbv":
			x.Ranges = append(x.Ranges, p.descriptorRange(RangeCBV))
		case "srv":
			x.Ranges = append(x.Ranges, p.descriptorRange(RangeSRV))
		case "uav":
			x.Ranges = append(x.Ranges, p.descriptorRange(RangeUAV))
		case "sampler":
			x.Ranges = append(x.Ranges, p.descriptorRange(RangeSampler))
		default:
			return false
		}
		return true
	})
	for _, r := range x.Ranges {
		if (r.Kind == RangeSampler) != (x.Ranges[0].Kind == RangeSampler) {
			p.fail(start, "a table has samplers beside other descriptors")
		}
	}
	p.root.Parameters = append(p.root.Parameters, x)
}

// descriptorRange reads a range of a table.
func (p *textParser) descriptorRange(kind RangeKind) DescriptorRange {
	r := DescriptorRange{Kind: kind, Count: 1, Offset: AppendRange}
	p.each(rangeNames[kind].register, &r.Register, func(name string) bool {
		switch name {
		case "numdescriptors":
			p.value()
			if p.lower() == "unbounded" {
				r.Count = Unbounded
				p.next()
			} else {
				r.Count = p.number()
			}
		case "space":
			p.value()
			r.Space = p.number()
		case "flags":
			r.Flags = DataFlags(p.newFlags(rangeFlagWords))
		case "offset":
			p.value()
			if p.lower() == "descriptor_range_offset_append" {
				p.next()
			} else {
				r.Offset = p.number()
			}
		default:
			return false
		}
		return true
	})
	return r
}

// staticSampler reads a sampler.
func (p *textParser) staticSampler() {
	x := defaultSampler
	p.each("s", &x.Register, func(name string) bool {
		words := func(to *uint32, words []word, wanted string) {
			p.value()
			*to = p.named(words, wanted)
		}
		float := func(to *float32) {
			p.value()
			*to = p.float()
		}
		switch name {
		case "filter":
			words(&x.Filter, filterWords.Get(), "a filter")
		case "addressu":
			words(&x.AddressU, addressWords, "a way of addressing")
		case "addressv":
			words(&x.AddressV, addressWords, "a way of addressing")
		case "addressw":
			words(&x.AddressW, addressWords, "a way of addressing")
		case "miplodbias":
			float(&x.MipLODBias)
		case "maxanisotropy":
			p.value()
			x.MaxAnisotropy = p.number()
		case "comparisonfunc":
			words(&x.Comparison, comparisonWords, "a comparison")
		case "bordercolor":
			words(&x.BorderColor, borderWords, "a color")
		case "minlod":
			float(&x.MinLOD)
		case "maxlod":
			float(&x.MaxLOD)
		case "space":
			p.value()
			x.Space = p.number()
		case "visibility":
			x.Visibility = p.visibility()
		case "flags":
			if p.root.Version < RootVersion12 {
				p.fail(p.start, "samplers have flags from version 1.2 of root signatures on")
			}
			p.value()
			x.Flags = p.flags(samplerFlagWords)
		default:
			return false
		}
		return true
	})
	p.root.Samplers = append(p.root.Samplers, x)
}
