import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { GlossaryPage } from "@/components/glossaries/glossary-page";
import { ClientMessages } from "@/components/shell/messages";
import { orNull } from "@/lib/base/errors";
import { requireCaller } from "@/lib/identity/auth/require-caller";
import { listTerms } from "@/lib/translation/glossaries/edit-terms";
import { getGlossary } from "@/lib/translation/glossaries/glossaries";
import { roleAllows } from "@/lib/vocabulary/rights";

type Props = { readonly params: Promise<{ glossaryId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await glossaryOf((await params).glossaryId)).glossary.name };
}

export default async function GlossaryDetail({ params }: Props) {
  const { caller, glossary } = await glossaryOf((await params).glossaryId);
  return (
    <ClientMessages namespaces={["glossaries", "resources", "languages"]}>
      <GlossaryPage
        glossary={glossary}
        terms={await listTerms(caller, glossary.id, { limit: 20, sort: "source" })}
        may={{ edit: roleAllows(caller.role, "reviewer"), manage: roleAllows(caller.role, "manager") }}
      />
    </ClientMessages>
  );
}

/** The glossary, loaded once for the title and the page; the same 404 if it is missing or another account's. */
const glossaryOf = cache(async (id: string) => {
  const caller = await requireCaller(`/glossaries/${encodeURIComponent(id)}`);
  const glossary = (await orNull(getGlossary(caller, id))) ?? notFound();
  return { caller, glossary };
});
