struct RNG_0 { state_0 : u32, };
fn RNG_x24init_0(seed_0 : u32) -> RNG_0 { var _S1 : RNG_0; _S1.state_0 = seed_0; return _S1; }
fn RNG_next_0(this_0 : ptr<function, RNG_0>) -> u32 {
    var _S2 : u32 = (*this_0).state_0;
    (*this_0).state_0 = (*this_0).state_0 * u32(747796405) + u32(2891336453);
    var word_0 : u32 = ((((_S2 >> ((((_S2 >> (u32(28)))) + u32(4)))) ^ (_S2)))) * u32(277803737);
    return ((((word_0 >> (u32(22)))) ^ (word_0)));
}
struct _MatrixStorage_float3x3_ColMajorstd140_0 { @align(16) data_0 : array<vec3<f32>, i32(3)>, };
struct Params_std140_0 {
    @align(16) m_0 : _MatrixStorage_float3x3_ColMajorstd140_0,
    @align(16) count_0 : i32,
    @align(4) scale_0 : f32,
};
@binding(0) @group(0) var<uniform> params_0 : Params_std140_0;
@binding(1) @group(0) var<storage, read_write> result_0 : array<i32, 128>;
struct Tuple_0 { a_0 : array<i32, i32(4)>, ok_0 : bool, };
fn fill_0(r_0 : ptr<function, RNG_0>, n_0 : i32) -> Tuple_0 {
    var t_0 : Tuple_0;
    var i_0 : i32 = i32(0);
    for (;;) {
        if (i_0 < i32(4)) { } else { break; }
        var _S3 : u32 = RNG_next_0(&((*r_0)));
        t_0.a_0[i_0] = i32((_S3 & (u32(63))));
        if ((t_0.a_0[i_0]) == (n_0)) {
            t_0.ok_0 = true;
            break;
        }
        i_0 = i_0 + i32(1);
    }
    return t_0;
}
@compute @workgroup_size(4, 1, 1)
fn computeMain(@builtin(global_invocation_id) tid_0 : vec3<u32>) {
    var rng_0 : RNG_0 = RNG_x24init_0(tid_0.x);
    var t_1 : Tuple_0 = fill_0(&(rng_0), i32(tid_0.x));
    var t_2 : Tuple_0 = fill_0(&(rng_0), i32(33));
    var _S4 : Tuple_0 = t_1;
    if (t_2.ok_0) { t_1 = t_2; t_2 = _S4; }
    for (var k_0 : i32 = i32(0); k_0 < i32(4); k_0 = k_0 + i32(1)) {
        result_0[i32(tid_0.x) * i32(8) + k_0] = t_1.a_0[k_0];
        result_0[i32(tid_0.x) * i32(8) + i32(4) + k_0] = t_2.a_0[i32(3) - k_0] + select(i32(0), i32(1000), t_1.ok_0);
    }
    var _S5 : mat3x3<f32> = mat3x3<f32>(params_0.m_0.data_0[i32(0)], params_0.m_0.data_0[i32(1)], params_0.m_0.data_0[i32(2)]);
    result_0[i32(32) + i32(tid_0.x)] = bitcast<i32>(_S5[tid_0.x % u32(3)][(tid_0.x + u32(1)) % u32(3)]) ^ params_0.count_0;
}
