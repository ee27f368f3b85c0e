/*===- Stubs.S - x86-64 ---------------------------------------------------===*\

  See preload/Stubs.S. A slot that is not settled leads to code of its own,
  which says its index.

\*===----------------------------------------------------------------------===*/

        .set    index, 0
        .macro  slot
        .section .text.unlikely, "ax", @progbits
.Llazy\@:
        pushq   $index
        jmp     resolve
        .data
        .quad   .Llazy\@
        .set    index, index+1
        .endm

        .macro  stub symbol
/* What runs again and again lies close together: eight to a cache line. */
        .text
        .globl  \symbol
        .type   \symbol, @function
        .p2align 3
\symbol:
        jmp     *trackdbg_slots+index*8(%rip)
        .size   \symbol, . - \symbol
        slot
        .endm

/* Keeps every register that may hold an argument, and the alignment that calls
   need: on entry two words, the return address and the index, are on the
   stack. */
        .section .text.unlikely, "ax", @progbits
        .type   resolve, @function
resolve:
        pushq   %rax
        pushq   %rdi
        pushq   %rsi
        pushq   %rdx
        pushq   %rcx
        pushq   %r8
        pushq   %r9
        pushq   %r10
        subq    $128, %rsp
        movups  %xmm0, (%rsp)
        movups  %xmm1, 16(%rsp)
        movups  %xmm2, 32(%rsp)
        movups  %xmm3, 48(%rsp)
        movups  %xmm4, 64(%rsp)
        movups  %xmm5, 80(%rsp)
        movups  %xmm6, 96(%rsp)
        movups  %xmm7, 112(%rsp)
        movq    192(%rsp), %rdi
        call    trackdbg_resolve@PLT
        movq    %rax, %r11
        movups  (%rsp), %xmm0
        movups  16(%rsp), %xmm1
        movups  32(%rsp), %xmm2
        movups  48(%rsp), %xmm3
        movups  64(%rsp), %xmm4
        movups  80(%rsp), %xmm5
        movups  96(%rsp), %xmm6
        movups  112(%rsp), %xmm7
        addq    $128, %rsp
        popq    %r10
        popq    %r9
        popq    %r8
        popq    %rcx
        popq    %rdx
        popq    %rsi
        popq    %rdi
        popq    %rax
        addq    $8, %rsp
        jmp     *%r11
        .size   resolve, . - resolve
