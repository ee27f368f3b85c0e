! Three-point smoothing, often enough to see a loop nest being lowered.
subroutine smooth(values, n, rounds)
  implicit none
  integer, intent(in) :: n, rounds
  real, intent(inout) :: values(n)
  integer :: round, i
  do round = 1, rounds
    do i = 2, n - 1
      values(i) = 0.25 * values(i - 1) + 0.5 * values(i) + 0.25 * values(i + 1)
    end do
  end do
end subroutine smooth
