// Plays the vertex animation of @NAME@ in Unity (built-in render pipeline).
//
// 1. Import @NAME@.glb with a glTF importer, such as glTFast. Import @NAME@_positions.png and @NAME@_normals.png with sRGB off, Read/Write
//    off, Generate Mip Maps off, Non-Power of 2 "None", Filter Mode "Point", and Format "RGB 48 bit" for the positions and
//    "RGB 24 bit" for the normals.
// 2. Assign a material with this shader, and set both textures and the skin.
// 3. To play another sequence, set First Frame, Last Frame and Rate to the values in @NAME@.vat.json.
//
// Unity counts the rows of a texture from the bottom, and glTF importers turn texture coordinates around. Unity's X axis is mirrored
// compared with glTF.
Shader "VertexAnimation/@NAME@" {
	Properties {
		_MainTex ("Skin", 2D) = "white" {}
		[NoScaleOffset] _Positions ("Positions", 2D) = "black" {}
		[NoScaleOffset] _Normals ("Normals", 2D) = "black" {}
		_FirstFrame ("First Frame", Int) = @FIRST@
		_LastFrame ("Last Frame", Int) = @LAST@
		_Rate ("Rate", Float) = @RATE@
	}
	SubShader {
		Tags { "RenderType" = "Opaque" }
		CGPROGRAM
		#pragma target 4.5
		#pragma surface surf Lambert vertex:vert addshadow

		static const int Width = @WIDTH@;
		static const int RowsPerFrame = @ROWS@;
		static const int Height = @HEIGHT@;
		static const float3 BoundsMin = float3(@MIN@);
		static const float3 BoundsMax = float3(@MAX@);

		sampler2D _MainTex;
		Texture2D<float4> _Positions;
		Texture2D<float4> _Normals;
		int _FirstFrame;
		int _LastFrame;
		float _Rate;

		struct Input {
			float2 uv_MainTex;
		};

		int3 TexelOf(float2 uv2, int frame) {
			int row = frame * RowsPerFrame + (int)((1.0 - uv2.y) * RowsPerFrame);
			return int3((int)(uv2.x * Width), Height - 1 - row, 0);
		}

		float3 PositionAt(int3 texel) {
			float3 position = lerp(BoundsMin, BoundsMax, _Positions.Load(texel).rgb);
			return float3(-position.x, position.yz);
		}

		float3 NormalAt(int3 texel) {
			float2 folded = _Normals.Load(texel).rg * 2.0 - 1.0;
			float3 direction = float3(folded, 1.0 - abs(folded.x) - abs(folded.y));
			if (direction.z < 0.0) {
				float2 signs = float2(folded.x < 0.0 ? -1.0 : 1.0, folded.y < 0.0 ? -1.0 : 1.0);
				direction.xy = (1.0 - abs(folded.yx)) * signs;
			}
			return normalize(float3(-direction.x, direction.yz));
		}

		void vert(inout appdata_full v) {
			float key = fmod(_Time.y * _Rate, _LastFrame - _FirstFrame + 1);
			int frameA = _FirstFrame + min((int)key, _LastFrame - _FirstFrame);
			int frameB = frameA == _LastFrame ? _FirstFrame : frameA + 1;
			int3 a = TexelOf(v.texcoord1.xy, frameA);
			int3 b = TexelOf(v.texcoord1.xy, frameB);
			v.vertex.xyz = lerp(PositionAt(a), PositionAt(b), frac(key));
			v.normal = normalize(lerp(NormalAt(a), NormalAt(b), frac(key)));
		}

		void surf(Input IN, inout SurfaceOutput o) {
			o.Albedo = tex2D(_MainTex, IN.uv_MainTex).rgb;
		}
		ENDCG
	}
	FallBack "Diffuse"
}
