attribute vec4 a_position;
attribute vec3 a_normal;
attribute vec4 a_joints, a_weights;
uniform mat4 u_bones[24];
uniform mat4 u_mvp;
uniform mat3 u_normal;
varying vec3 v_normal;
varying lowp vec4 v_color;
mat4 bone(float i) { return u_bones[int(i)]; }
void main() {
	mat4 skin = a_weights.x * bone(a_joints.x) + a_weights.y * bone(a_joints.y)
		+ a_weights.z * bone(a_joints.z) + a_weights.w * bone(a_joints.w);
	v_normal = u_normal * mat3(skin[0].xyz, skin[1].xyz, skin[2].xyz) * a_normal;
	v_color = vec4(v_normal * 0.5 + 0.5, 1.0);
	gl_Position = u_mvp * skin * a_position;
	gl_PointSize = 2.0;
}
