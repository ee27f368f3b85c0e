! A subroutine with a loop and array expressions, and a program that calls it.
module kernels
  implicit none
contains
  subroutine saxpy(n, a, x, y)
    integer, intent(in) :: n
    real, intent(in) :: a, x(n)
    real, intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = a * x(i) + y(i)
    end do
  end subroutine

  function norm(v) result(total)
    real, intent(in) :: v(:)
    real :: total
    total = sqrt(sum(v * v))
  end function
end module

program main
  use kernels
  implicit none
  real :: x(3) = [1.0, 2.0, 2.0], y(3) = 0.0
  call saxpy(3, 1.0, x, y)
  print *, norm(y)
end program
