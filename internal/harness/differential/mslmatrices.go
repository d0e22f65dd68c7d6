package differential

// This file adds Metal's simdgroup_matrix to the text of a kernel, since the runner's library lacks it. Each
// thread has the whole matrix, so that kernels run which load no memory that another thread stores a
// matrix to.

import "strings"

const simdgroupMatrices = `
namespace metal {
template <typename T, int Columns, int Rows> struct simdgroup_matrix {
	T at[Rows][Columns];
	simdgroup_matrix() { for (int r = 0; r < Rows; r++) for (int c = 0; c < Columns; c++) at[r][c] = T(77); }
	explicit simdgroup_matrix(T d) { for (int r = 0; r < Rows; r++) for (int c = 0; c < Columns; c++) at[r][c] = r == c ? d : T(0); }
};
using simdgroup_float8x8 = simdgroup_matrix<float, 8, 8>;
using simdgroup_half8x8 = simdgroup_matrix<half, 8, 8>;
template <typename T, int C, int R> simdgroup_matrix<T, C, R> make_filled_simdgroup_matrix(T v) {
	simdgroup_matrix<T, C, R> m;
	for (int r = 0; r < R; r++) for (int c = 0; c < C; c++) m.at[r][c] = v;
	return m;
}
template <typename T, int C, int R, typename P>
void simdgroup_load(simdgroup_matrix<T, C, R> &m, const P *from, ulong stride = C, ulong2 origin = ulong2(0), bool transposed = false) {
	for (ulong r = 0; r < R; r++) for (ulong c = 0; c < C; c++)
		m.at[r][c] = transposed ? from[(c + origin.x) * stride + r + origin.y] : from[(r + origin.y) * stride + c + origin.x];
}
template <typename T, int C, int R, typename P>
void simdgroup_store(simdgroup_matrix<T, C, R> m, P *to, ulong stride = C, ulong2 origin = ulong2(0), bool transposed = false) {
	for (ulong r = 0; r < R; r++) for (ulong c = 0; c < C; c++)
		(transposed ? to[(c + origin.x) * stride + r + origin.y] : to[(r + origin.y) * stride + c + origin.x]) = m.at[r][c];
}
template <typename D, typename A, typename B, typename S, int C, int K, int R>
void simdgroup_multiply_accumulate(simdgroup_matrix<D, C, R> &d, simdgroup_matrix<A, K, R> a, simdgroup_matrix<B, C, K> b, simdgroup_matrix<S, C, R> s) {
	for (int r = 0; r < R; r++) for (int c = 0; c < C; c++) {
		float sum = float(s.at[r][c]);
		for (int k = 0; k < K; k++) sum += float(a.at[r][k]) * float(b.at[k][c]);
		d.at[r][c] = D(sum);
	}
}
}
`

// withSimdgroupMatrices is a text with the matrices, if it uses them.
func withSimdgroupMatrices(source string) string {
	const library = "#include <metal_stdlib>\n"
	at := strings.Index(source, library)
	if at < 0 || !strings.Contains(source, "simdgroup_multiply") && !strings.Contains(source, "simdgroup_load") && !strings.Contains(source, "simdgroup_store") {
		return source
	}
	at += len(library)
	return source[:at] + simdgroupMatrices + source[at:]
}
