"""Flags under which this folder's headers keep their promise of the same bits on every machine."""

# No contraction: every fused multiply-add is written out, and the instruction must exist, or each
# would be a call. The last two only let loops vectorise: nothing reads errno or the exception flags.
NUMERICS_COPTS = [
    "-O3",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-fno-trapping-math",
    "-march=x86-64-v3",
]
