"use client";

import { DeleteResourceDialog } from "@/components/language-resources/delete-resource-dialog";
import { type Memory, useDeleteMemory } from "@/lib/client/memories";

export default function DeleteMemoryDialog({ memory, onClose }: { memory: Memory; onClose: () => void }) {
  const deletion = useDeleteMemory(memory.id);
  return <DeleteResourceDialog kind="memories" name={memory.name} deletion={deletion} onClose={onClose} />;
}
