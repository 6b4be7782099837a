import type { Metadata } from "next";
import { MemoriesPage } from "@/components/memories/memories-page";
import { ClientMessages } from "@/components/shell/messages";
import { translator } from "@/lib/i18n/translator";
import { requireCaller } from "@/lib/identity/auth/require-caller";
import { listMemories } from "@/lib/translation/memory/memories";
import { roleAllows } from "@/lib/vocabulary/rights";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await translator("memories"))("title") };
}

export default async function Memories() {
  const caller = await requireCaller("/memories");
  return (
    <ClientMessages namespaces={["memories", "resources", "languages"]}>
      <MemoriesPage
        memories={await listMemories(caller, { limit: 20 })}
        mayManage={roleAllows(caller.role, "manager")}
      />
    </ClientMessages>
  );
}
