//===- Notes.cpp - What happened to an op between birth and end -----------===//
//
// One note alone lies in the op's record. Of several, that has the index of the
// newest, which knows the one before it.
//
//===----------------------------------------------------------------------===//

#include "graph/LineageGraph.h"

namespace mlir::trackdbg {

void Lineage::Graph::addNote(OpId op, const Note &note) {
  OpRecord &record = ops[op];
  uint32_t packed = NoteRecord::pack(note);
  if (!record.hasNote) {
    record.hasNote = true;
    record.note = packed;
    return;
  }
  if (!record.hasNotes)
    record.note = notes.append({record.note, 0});
  record.hasNotes = true;
  record.note = notes.append({packed, record.note});
}

Note Lineage::Graph::newestNote(OpId op) const {
  const OpRecord &record = ops[op];
  return NoteRecord::unpack(record.hasNotes ? notes[record.note].packed
                                            : record.note);
}

void Lineage::Graph::dropNewestNote(OpId op) {
  OpRecord &record = ops[op];
  record.note = record.hasNotes ? notes[record.note].previous : 0;
  if (record.note == 0)
    record.hasNote = record.hasNotes = false;
}

void Lineage::Graph::forEachNote(
    OpId op, llvm::function_ref<bool(const Note &)> visit) const {
  const OpRecord &record = ops[op];
  if (!record.hasNote)
    return;
  if (!record.hasNotes) {
    visit(NoteRecord::unpack(record.note));
    return;
  }
  for (uint32_t index = record.note; index != 0; index = notes[index].previous)
    if (!visit(NoteRecord::unpack(notes[index].packed)))
      return;
}

} // namespace mlir::trackdbg
