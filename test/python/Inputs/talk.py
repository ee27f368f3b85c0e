# As it is shown in talks about tracking by locations; `op_index` and `track`
# are there already.
print(len(op_index.get_ops_by_type("tosa.conv2d")))
non_decomposed_convs = []
for op in op_index.get_ops_by_type("tosa.conv2d"):
    tracked_ops = track(op)
    has_matmul = any(o.op_name == "linalg.matmul" for o in tracked_ops)
    if not has_matmul:
        non_decomposed_convs.append(op)

print(len(non_decomposed_convs))
