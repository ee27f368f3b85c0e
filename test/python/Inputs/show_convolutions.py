import sys

import mlir_track
from mlir_track import related, show, shrink_to_children, shrink_to_parents, src
from mlir_track import track, track_back

trace = mlir_track.open(sys.argv[1])
op_index = trace.op_index
convolutions = op_index.get_ops_by_type("tosa.conv2d")
products, others = [], []
for op in convolutions:
    became_product = any(o.op_name == "linalg.matmul" for o in track(op))
    (products if became_product else others).append(op)
print([op.ssa_name for op in products], [op.ssa_name for op in others])
first = op_index.get_ops_by_name("%1")
show(first)
print("---- what it became")
show(track(first))
print("---- its source")
src(first[0])
print("---- its parents")
print(first[0].parent.unique_id.split("/")[1], "in",
      first[0].parent.parent.unique_id)
print("---- and back")
product = [op for op in track(first) if op.op_name == "linalg.matmul"]
print([op.ssa_name for op in track_back(product) if op in convolutions])
print([op.ssa_name for op in related(product)])
body = [op.parent for op in first] + first
print([op.op_name for op in shrink_to_parents(body)])
print(shrink_to_children(body) == first,
      op_index.get_op(first[0].unique_id) == first[0])
