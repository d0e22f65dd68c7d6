// The transcendental functions of f32 and f16: the functions of f64, rounded once.
package num

// SinF32 returns the sine of x radians; see [SinF64].
func SinF32(x float32) float32 { return float32(SinF64(float64(x))) }

// SinF16 returns the sine of x radians; see [SinF64].
func SinF16(x F16) F16 { return F16FromF64(SinF64(x.F64())) }

// CosF32 returns the cosine of x radians; see [CosF64].
func CosF32(x float32) float32 { return float32(CosF64(float64(x))) }

// CosF16 returns the cosine of x radians; see [CosF64].
func CosF16(x F16) F16 { return F16FromF64(CosF64(x.F64())) }

// TanF32 returns the tangent of x radians; see [TanF64].
func TanF32(x float32) float32 { return float32(TanF64(float64(x))) }

// TanF16 returns the tangent of x radians; see [TanF64].
func TanF16(x F16) F16 { return F16FromF64(TanF64(x.F64())) }

// AsinF32 returns the arcsine of x in radians; see [AsinF64].
func AsinF32(x float32) float32 { return float32(AsinF64(float64(x))) }

// AsinF16 returns the arcsine of x in radians; see [AsinF64].
func AsinF16(x F16) F16 { return F16FromF64(AsinF64(x.F64())) }

// AcosF32 returns the arccosine of x in radians; see [AcosF64].
func AcosF32(x float32) float32 { return float32(AcosF64(float64(x))) }

// AcosF16 returns the arccosine of x in radians; see [AcosF64].
func AcosF16(x F16) F16 { return F16FromF64(AcosF64(x.F64())) }

// AtanF32 returns the arctangent of x in radians; see [AtanF64].
func AtanF32(x float32) float32 { return float32(AtanF64(float64(x))) }

// AtanF16 returns the arctangent of x in radians; see [AtanF64].
func AtanF16(x F16) F16 { return F16FromF64(AtanF64(x.F64())) }

// SinhF32 returns the hyperbolic sine of x; see [SinhF64].
func SinhF32(x float32) float32 { return float32(SinhF64(float64(x))) }

// SinhF16 returns the hyperbolic sine of x; see [SinhF64].
func SinhF16(x F16) F16 { return F16FromF64(SinhF64(x.F64())) }

// CoshF32 returns the hyperbolic cosine of x; see [CoshF64].
func CoshF32(x float32) float32 { return float32(CoshF64(float64(x))) }

// CoshF16 returns the hyperbolic cosine of x; see [CoshF64].
func CoshF16(x F16) F16 { return F16FromF64(CoshF64(x.F64())) }

// TanhF32 returns the hyperbolic tangent of x; see [TanhF64].
func TanhF32(x float32) float32 { return float32(TanhF64(float64(x))) }

// TanhF16 returns the hyperbolic tangent of x; see [TanhF64].
func TanhF16(x F16) F16 { return F16FromF64(TanhF64(x.F64())) }

// AsinhF32 returns the inverse hyperbolic sine of x; see [AsinhF64].
func AsinhF32(x float32) float32 { return float32(AsinhF64(float64(x))) }

// AsinhF16 returns the inverse hyperbolic sine of x; see [AsinhF64].
func AsinhF16(x F16) F16 { return F16FromF64(AsinhF64(x.F64())) }

// AcoshF32 returns the inverse hyperbolic cosine of x; see [AcoshF64].
func AcoshF32(x float32) float32 { return float32(AcoshF64(float64(x))) }

// AcoshF16 returns the inverse hyperbolic cosine of x; see [AcoshF64].
func AcoshF16(x F16) F16 { return F16FromF64(AcoshF64(x.F64())) }

// AtanhF32 returns the inverse hyperbolic tangent of x; see [AtanhF64].
func AtanhF32(x float32) float32 { return float32(AtanhF64(float64(x))) }

// AtanhF16 returns the inverse hyperbolic tangent of x; see [AtanhF64].
func AtanhF16(x F16) F16 { return F16FromF64(AtanhF64(x.F64())) }

// ExpF32 returns e^x; see [ExpF64].
func ExpF32(x float32) float32 { return float32(ExpF64(float64(x))) }

// ExpF16 returns e^x; see [ExpF64].
func ExpF16(x F16) F16 { return F16FromF64(ExpF64(x.F64())) }

// Exp2F32 returns 2^x; see [Exp2F64].
func Exp2F32(x float32) float32 { return float32(Exp2F64(float64(x))) }

// Exp2F16 returns 2^x; see [Exp2F64].
func Exp2F16(x F16) F16 { return F16FromF64(Exp2F64(x.F64())) }

// LogF32 returns the natural logarithm of x; see [LogF64].
func LogF32(x float32) float32 { return float32(LogF64(float64(x))) }

// LogF16 returns the natural logarithm of x; see [LogF64].
func LogF16(x F16) F16 { return F16FromF64(LogF64(x.F64())) }

// Log2F32 returns the base-2 logarithm of x; see [Log2F64].
func Log2F32(x float32) float32 { return float32(Log2F64(float64(x))) }

// Log2F16 returns the base-2 logarithm of x; see [Log2F64].
func Log2F16(x F16) F16 { return F16FromF64(Log2F64(x.F64())) }

// Atan2F32 returns the angle of the vector (x, y) in radians; see [Atan2F64].
func Atan2F32(y, x float32) float32 { return float32(Atan2F64(float64(y), float64(x))) }

// Atan2F16 returns the angle of the vector (x, y) in radians; see [Atan2F64].
func Atan2F16(y, x F16) F16 { return F16FromF64(Atan2F64(y.F64(), x.F64())) }

// PowF32 returns x^y; see [PowF64].
func PowF32(x, y float32) float32 { return float32(PowF64(float64(x), float64(y))) }

// PowF16 returns x^y; see [PowF64].
func PowF16(x, y F16) F16 { return F16FromF64(PowF64(x.F64(), y.F64())) }
