/* Runs the layer of network.mlir some times. */
void layer(const float *x, const float *weights, const float *bias, float *out);

int main(void) {
  static float x[32 * 64], weights[64 * 16], bias[16], out[32 * 16];
  for (int i = 0; i < 100; ++i)
    layer(x, weights, bias, out);
  return out[0] != 0;
}
