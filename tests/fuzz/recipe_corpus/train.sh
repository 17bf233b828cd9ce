TP=8
ARGS=(--num-experts 8 --bf16 "--name=a b")
if [ "$1" = "long" ]; then ARGS+=(--seq-length $((2 * 1024))); fi
torchrun --nproc_per_node $TP pretrain.py ${ARGS[@]} --tensor-parallel-size "$TP" \
  --lr 1e-4 # the end
