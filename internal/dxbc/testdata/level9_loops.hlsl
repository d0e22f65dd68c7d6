// profiles: vs_4_0_level_9_1 vs_4_0_level_9_3
// Loops of level 9, whose counts are constants, and booleans.
int count;
bool doubled;
int4 counts;
float4 terms[8];
float4 main(float4 p : POSITION) : SV_Position
{
	float4 s = p;
	[loop] for (int i = 0; i < count; i++)
		s += terms[i];
	if (doubled)
		s *= 2;
	for (int j = 0; j < counts.y; j++)
		s.x += terms[3].y * j;
	return s + terms[(int)p.x];
}
