import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { MemoryPage } from "@/components/memories/memory-page";
import { ClientMessages } from "@/components/shell/messages";
import { orNull } from "@/lib/base/errors";
import { requireCaller } from "@/lib/identity/auth/require-caller";
import { getMemory } from "@/lib/translation/memory/memories";
import { listUnits } from "@/lib/translation/memory/units";
import { roleAllows } from "@/lib/vocabulary/rights";

type Props = { readonly params: Promise<{ memoryId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await memoryOf((await params).memoryId)).memory.name };
}

export default async function MemoryDetail({ params }: Props) {
  const { caller, memory } = await memoryOf((await params).memoryId);
  return (
    <ClientMessages namespaces={["memories", "resources", "languages", "plurals"]}>
      <MemoryPage
        memory={memory}
        units={await listUnits(caller, memory.id, { limit: 20 })}
        may={{ edit: roleAllows(caller.role, "reviewer"), manage: roleAllows(caller.role, "manager") }}
      />
    </ClientMessages>
  );
}

/** The memory, loaded once for the title and the page; the same 404 if it is missing or another account's. */
const memoryOf = cache(async (id: string) => {
  const caller = await requireCaller(`/memories/${encodeURIComponent(id)}`);
  const memory = (await orNull(getMemory(caller, id))) ?? notFound();
  return { caller, memory };
});
