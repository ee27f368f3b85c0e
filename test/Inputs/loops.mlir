// A loop nest that fills a matrix.

func.func @fill(%matrix: memref<8x8xf32>, %value: f32) {
  affine.for %row = 0 to 8 {
    affine.for %column = 0 to 8 {
      affine.store %value, %matrix[%row, %column] : memref<8x8xf32>
    }
  }
  return
}
