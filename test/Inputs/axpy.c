// A loop that LLVM vectorizes.
void axpy(int n, float a, float *restrict x, float *restrict y) {
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i];
}
