package diag

// The width of a code point on a terminal, and the replacement of one that would move the
// cursor or reorder the line.

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// wide holds the ranges that terminals draw two cells wide: East Asian Wide and
// Fullwidth of Unicode's UAX #11, and the emoji drawn that way by default.
var wide = []struct{ first, last rune }{
	{0x1100, 0x115f},   // Hangul initial consonants
	{0x231a, 0x231b},   // watch, hourglass
	{0x2329, 0x232a},   // angle brackets
	{0x23e9, 0x23ec},   // double triangles
	{0x23f0, 0x23f0},   // alarm clock
	{0x23f3, 0x23f3},   // hourglass
	{0x25fd, 0x25fe},   // small squares
	{0x2614, 0x2615},   // umbrella, hot beverage
	{0x2648, 0x2653},   // zodiac
	{0x267f, 0x267f},   // wheelchair
	{0x2693, 0x2693},   // anchor
	{0x26a1, 0x26a1},   // high voltage
	{0x26aa, 0x26ab},   // circles
	{0x26bd, 0x26be},   // balls
	{0x26c4, 0x26c5},   // snowman, sun
	{0x26ce, 0x26ce},   // Ophiuchus
	{0x26d4, 0x26d4},   // no entry
	{0x26ea, 0x26ea},   // church
	{0x26f2, 0x26f3},   // fountain, golf
	{0x26f5, 0x26f5},   // sailboat
	{0x26fa, 0x26fa},   // tent
	{0x26fd, 0x26fd},   // fuel pump
	{0x2705, 0x2705},   // check mark
	{0x270a, 0x270b},   // fists
	{0x2728, 0x2728},   // sparkles
	{0x274c, 0x274c},   // cross mark
	{0x274e, 0x274e},   // cross mark, boxed
	{0x2753, 0x2755},   // question marks
	{0x2757, 0x2757},   // exclamation mark
	{0x2795, 0x2797},   // heavy plus, minus, division
	{0x27b0, 0x27b0},   // loop
	{0x27bf, 0x27bf},   // double loop
	{0x2b1b, 0x2b1c},   // large squares
	{0x2b50, 0x2b50},   // star
	{0x2b55, 0x2b55},   // circle
	{0x2e80, 0x303e},   // CJK radicals and punctuation
	{0x3041, 0x33ff},   // kana, CJK compatibility
	{0x3400, 0x4dbf},   // CJK extension A
	{0x4e00, 0xa4cf},   // CJK, Yi
	{0xa960, 0xa97c},   // Hangul extended A
	{0xac00, 0xd7a3},   // Hangul syllables
	{0xf900, 0xfaff},   // CJK compatibility ideographs
	{0xfe10, 0xfe19},   // vertical forms
	{0xfe30, 0xfe6b},   // CJK compatibility forms
	{0xff01, 0xff60},   // fullwidth forms
	{0xffe0, 0xffe6},   // fullwidth signs
	{0x16fe0, 0x18cff}, // Tangut, Khitan
	{0x1aff0, 0x1b2fb}, // kana supplements, Nushu
	{0x1f004, 0x1f004}, // mahjong
	{0x1f0cf, 0x1f0cf}, // joker
	{0x1f18e, 0x1f18e}, // AB
	{0x1f191, 0x1f19a}, // squared words
	{0x1f200, 0x1f320}, // squared ideographs, weather
	{0x1f32d, 0x1f335}, // food, plants
	{0x1f337, 0x1f37c}, // plants, food
	{0x1f37e, 0x1f393}, // bottle to graduation cap
	{0x1f3a0, 0x1f3ca}, // entertainment, sport
	{0x1f3cf, 0x1f3d3}, // sport
	{0x1f3e0, 0x1f3f0}, // buildings
	{0x1f3f4, 0x1f3f4}, // black flag
	{0x1f3f8, 0x1f43e}, // badminton to paws
	{0x1f440, 0x1f440}, // eyes
	{0x1f442, 0x1f4fc}, // body to videocassette
	{0x1f4ff, 0x1f53d}, // beads to buttons
	{0x1f54b, 0x1f54e}, // religion
	{0x1f550, 0x1f567}, // clocks
	{0x1f57a, 0x1f57a}, // dancer
	{0x1f595, 0x1f596}, // hands
	{0x1f5a4, 0x1f5a4}, // black heart
	{0x1f5fb, 0x1f64f}, // places, faces
	{0x1f680, 0x1f6c5}, // transport
	{0x1f6cc, 0x1f6cc}, // bed
	{0x1f6d0, 0x1f6d2}, // signs
	{0x1f6d5, 0x1f6d7}, // temple, hut, lift
	{0x1f6dc, 0x1f6df}, // wireless to buoy
	{0x1f6eb, 0x1f6ec}, // aeroplanes
	{0x1f6f4, 0x1f6fc}, // scooters
	{0x1f7e0, 0x1f7eb}, // coloured shapes
	{0x1f7f0, 0x1f7f0}, // equals
	{0x1f90c, 0x1f93a}, // hands, people
	{0x1f93c, 0x1f945}, // sport
	{0x1f947, 0x1f9ff}, // medals to nazar
	{0x1fa70, 0x1faff}, // symbols extended
	{0x20000, 0x3fffd}, // CJK extensions
}

// shown returns the code point that stands for r in output: r itself, or U+FFFD if a
// terminal would act on it instead of drawing it (controls, line separators, and the
// bidirectional controls that make source read differently from its meaning).
func shown(r rune) rune {
	switch {
	case r < 0x20, r >= 0x7f && r < 0xa0, r == 0x2028, r == 0x2029, r == 0xfeff,
		r == 0x061c, r == 0x200e, r == 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069,
		r >= 0xe0000 && r <= 0xe007f:
		return utf8.RuneError
	}
	return r
}

// runeWidth is the number of cells that a shown code point takes: 0, 1 or 2.
func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r < wide[0].first:
		return 1
	}
	lo, hi := 0, len(wide)
	for lo < hi {
		mid := (lo + hi) / 2
		switch {
		case r > wide[mid].last:
			lo = mid + 1
		case r < wide[mid].first:
			hi = mid
		default:
			return 2
		}
	}
	return 1
}

// printable makes one line of text safe to print. Tabs become spaces.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' {
			return ' '
		}
		return shown(r)
	}, s)
}
