program hello
  print *, "hello from Fortran"
end program hello
