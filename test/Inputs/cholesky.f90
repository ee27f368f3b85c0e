! The Cholesky factor of a matrix, column by column, as LAPACK's dpotf2 has it.
subroutine cholesky(n, a, info)
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n, n)
  integer, intent(out) :: info
  integer :: j, k
  double precision :: pivot
  info = 0
  do j = 1, n
    pivot = a(j, j) - dot_product(a(j, 1:j-1), a(j, 1:j-1))
    if (pivot <= 0) then
      info = j
      return
    end if
    pivot = sqrt(pivot)
    a(j, j) = pivot
    do k = 1, j - 1
      a(j+1:n, j) = a(j+1:n, j) - a(j+1:n, k) * a(j, k)
    end do
    a(j+1:n, j) = a(j+1:n, j) / pivot
  end do
end subroutine

program main
  integer, parameter :: n = 200
  double precision :: a(n, n)
  integer :: i, j, info
  do j = 1, n
    do i = 1, n
      a(i, j) = 1d0 / (i + j)
    end do
    a(j, j) = a(j, j) + n
  end do
  call cholesky(n, a, info)
  if (info /= 0) stop 1
end program
