//go:build !amd64

package vec

// hasAVX2 is false for the compiler already, which leaves out what is not for this
// processor. The functions stand in for assembly and are never called.
const hasAVX2 = false

const never = "vec: assembly of another processor"

func dotAVX2(*float32, *float32, int) float32                                          { panic(never) }
func dotFusedAVX2([]float32, []float32) float32                                        { panic(never) }
func dots64AVX2(*[4][4]float64, *float64, *float64, *float64, *float64, *float64, int) { panic(never) }
func addAVX2([]float32, []float32, []float32)                                          { panic(never) }
func scaleAVX2(float32, []float32)                                                     { panic(never) }
func axpyAVX2(*float32, *float32, float32, int)                                        { panic(never) }
func axpyRowsAVX2(*float32, *float32, *float32, int, int)                              { panic(never) }
func axpyChainAVX2(*float32, *float32, *float32, float32, int)                         { panic(never) }
func addPanelAVX2(*float64, *float64, *Tile, int)                                      { panic(never) }
func addTileAVX2(*[Width]float64, *float64, *float64, int)                             { panic(never) }
func sparseRowAVX2(*float64, *float64, *int32, *float64, int)                          { panic(never) }
func sumAVX2([]float32) float32                                                        { panic(never) }
func squaresAVX2(float32, []float32) float32                                           { panic(never) }
func normAVX2(_, _, _ []float32, _, _ float32, _ []float32)                            { panic(never) }
func maxAVX2([]float32) float32                                                        { panic(never) }
func expSumAVX2([]float32, float32, float32, []float32) float32                        { panic(never) }
func tanhAVX2([]float32, []float32)                                                    { panic(never) }
func geluAVX2([]float32, []float32)                                                    { panic(never) }
func geluTanhAVX2([]float32, []float32)                                                { panic(never) }
func siluAVX2([]float32, []float32)                                                    { panic(never) }
func reluAVX2([]float32, []float32)                                                    { panic(never) }
func tanhSlopeAVX2([]float32, float32, []float32)                                      { panic(never) }
func cellGradAVX2(_, _, _, _, _, _, _ *float32, _, _ int)                              { panic(never) }
func adamAVX2(_, _, _, _ []float32, _ *Adam)                                           { panic(never) }
func adagradAVX2(_, _, _ []float32, _, _, _ float32)                                   { panic(never) }
func float16AVX2([]float32, []byte)                                                    { panic(never) }
func bfloat16AVX2([]float32, []byte)                                                   { panic(never) }
func transpose8x8([]float32, int, []float32, int, int)                                 { panic(never) }
func copyBlocks16([]float32, int, int, []float32, int, int, int)                       { panic(never) }
func pause()                                                                           {}
