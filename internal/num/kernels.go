// The parts of the kernels of the exponential, the logarithm, sine and cosine, for
// generated code that has to compute the same bits.
package num

// Kernels are the tables and constants of kernels. Exp has 2^(j/128) as hi and lo; Log
// has c, and -log(c) as hi and lo.
type Kernels struct {
	Exp [128][2]float64
	Log [128][3]float64

	RoundToInt               float64
	HalfPi                   [3]float64 // π/2 in parts
	Ln2, InvLn2              [2]float64 // hi and lo
	Ln2Over128               [2]float64
	SmallAngle, LargeAngle   float64 // between them arguments of sine are reduced by HalfPi
	SineSeries, CosineSeries [8]float64
	HalfTurnSine             [7]float64 // sin(r)/r of |r| <= π/2 within 2^-43 of the value, in powers of r*r, the highest first
	QuarterTurnSine          [6]float64 // the same of |r| <= π/4
	QuarterTurnCosine        [6]float64 // likewise cos(r)
	LogSeries                [9]float64
	ExpSeries                [4]float64
	NearZero, PassThrough    float64 // a reduced angle that takes more care; a sine that is its argument
}

// TheKernels returns them.
func TheKernels() *Kernels {
	k := &Kernels{RoundToInt: roundToInt, HalfPi: [3]float64{halfPi1, halfPi2, halfPi3}, Ln2: [2]float64{ln2Hi, ln2Lo},
		InvLn2: [2]float64{invLn2Hi, invLn2Lo}, Ln2Over128: [2]float64{ln2Over128Hi, ln2Over128Lo},
		SmallAngle: 3.14159265358979323846264338327950288 / 4, LargeAngle: 0x1p19, NearZero: 0x1p-20, PassThrough: 0x1p-27,
		SineSeries: [8]float64{1.0 / 355687428096000, -1.0 / 1307674368000, 1.0 / 6227020800, -1.0 / 39916800, 1.0 / 362880,
			-1.0 / 5040, 1.0 / 120, -1.0 / 6},
		CosineSeries: [8]float64{-1.0 / 6402373705728000, 1.0 / 20922789888000, -1.0 / 87178291200, 1.0 / 479001600, -1.0 / 3628800,
			1.0 / 40320, -1.0 / 720, 1.0 / 24},
		// These three were interpolated at the zeros of Chebyshev polynomials.
		HalfTurnSine: [7]float64{0x1.52e573730ab94p-33, -0x1.ae044893639a8p-26, 0x1.71dcf81f41c71p-19, -0x1.a019fd48ed0abp-13,
			0x1.11111109eefdcp-7, -0x1.5555555543bddp-3, 0x1.ffffffffffe3ap-1},
		QuarterTurnSine: [6]float64{-0x1.a9507ee646d20p-26, 0x1.71d7317aae99ep-19, -0x1.a019f8a206257p-13, 0x1.1111110bde5cep-7,
			-0x1.5555555550efdp-3, 0x1.fffffffffffd9p-1},
		QuarterTurnCosine: [6]float64{-0x1.23c5c112b9224p-22, 0x1.a00e96846ec23p-16, -0x1.6c16b2d3e364fp-10, 0x1.55555544763e2p-5,
			-0x1.ffffffffe3763p-2, 0x1.ffffffffffe0bp-1},
		LogSeries: [9]float64{1.0 / 11, -1.0 / 10, 1.0 / 9, -1.0 / 8, 1.0 / 7, -1.0 / 6, 1.0 / 5, -1.0 / 4, 1.0 / 3},
		ExpSeries: [4]float64{1.0 / 120, 1.0 / 24, 1.0 / 6, 1.0 / 2}}
	for j := range expTable {
		k.Exp[j] = [2]float64{expTable[j].hi, expTable[j].lo}
		k.Log[j] = [3]float64{logTable[j].c, logTable[j].hi, logTable[j].lo}
	}
	return k
}
