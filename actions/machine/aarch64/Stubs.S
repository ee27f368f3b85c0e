/*===- Stubs.S - aarch64 --------------------------------------------------===*\

  See preload/Stubs.S. All slots that are not settled lead to the same code:
  whatever jumps through a slot leaves its address in x16. A function may change
  x16 and x17 before it begins, and so may what stands in front of it. The slot is
  acquired: a hook reads what was written before its slot was settled.

\*===----------------------------------------------------------------------===*/

        .macro  slot
        .data
        .quad   resolve
        .endm

        .macro  stub symbol
/* What runs again and again lies close together: four to a cache line. */
        .text
        .globl  \symbol
        .type   \symbol, %function
        .p2align 4
\symbol:
        adrp    x16, .Lslot\@
        add     x16, x16, :lo12:.Lslot\@
        ldar    x17, [x16]
        br      x17
        .size   \symbol, . - \symbol
        .data
.Lslot\@:
        .quad   resolve
        .endm

/* Keeps every register that may hold an argument: x8 is where a result goes,
   and the link register is the caller's. */
        .section .text.unlikely, "ax", %progbits
        .p2align 2
        .type   resolve, %function
resolve:
        .cfi_startproc
        stp     x29, x30, [sp, #-224]!
        .cfi_def_cfa_offset 224
        .cfi_offset x29, -224
        .cfi_offset x30, -216
        mov     x29, sp
        stp     x0, x1, [sp, #16]
        stp     x2, x3, [sp, #32]
        stp     x4, x5, [sp, #48]
        stp     x6, x7, [sp, #64]
        str     x8, [sp, #80]
        stp     q0, q1, [sp, #96]
        stp     q2, q3, [sp, #128]
        stp     q4, q5, [sp, #160]
        stp     q6, q7, [sp, #192]
        adrp    x0, trackdbg_slots
        add     x0, x0, :lo12:trackdbg_slots
        sub     x0, x16, x0
        lsr     x0, x0, #3
        bl      trackdbg_resolve
        mov     x17, x0
        ldp     q0, q1, [sp, #96]
        ldp     q2, q3, [sp, #128]
        ldp     q4, q5, [sp, #160]
        ldp     q6, q7, [sp, #192]
        ldr     x8, [sp, #80]
        ldp     x6, x7, [sp, #64]
        ldp     x4, x5, [sp, #48]
        ldp     x2, x3, [sp, #32]
        ldp     x0, x1, [sp, #16]
        ldp     x29, x30, [sp], #224
        .cfi_def_cfa_offset 0
        .cfi_restore x29
        .cfi_restore x30
        br      x17
        .cfi_endproc
        .size   resolve, . - resolve
