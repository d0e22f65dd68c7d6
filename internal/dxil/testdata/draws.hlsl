// profiles: vs_6_8
// args: -Zi
float4 main(uint v : SV_VertexID, uint start : SV_StartVertexLocation, int first : SV_StartInstanceLocation, out float3 clips : SV_ClipDistance) : SV_Position {
	clips[0] = v;
	clips[1] = start;
	clips[2] = 1;
	return float4(v, start, first, 1);
}
