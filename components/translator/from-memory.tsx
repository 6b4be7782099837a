"use client";

import Link from "next/link";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { DatabaseZap } from "@/components/ui/icons";
import type { Answer } from "@/lib/client/translation-request";
import type { SteadyTranslator } from "./use-translator";

type Memory = NonNullable<Answer["memory"]>;

/** The memory that contains the text, and a button to switch between its translation and that of the machine. */
export default function FromMemory({ state, memory }: { readonly state: SteadyTranslator; readonly memory: Memory }) {
  const t = useTranslations("translate");
  const { isSaved, preferMachine } = state;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
      <p className="flex min-w-0 items-center gap-2">
        <DatabaseZap className="size-4 shrink-0" />
        <span className="min-w-0 wrap-anywhere">
          {t.rich(isSaved ? "fromMemory" : "inMemory", { memory: () => <MemoryLink memory={memory} /> })}
        </span>
      </p>
      <Button size="sm" onClick={() => preferMachine(isSaved)}>
        {t(isSaved ? "byMachine" : "useSaved")}
      </Button>
    </div>
  );
}

/** The name of a memory, with a link to it. */
export function MemoryLink({ memory: { id, name } }: { readonly memory: Memory }) {
  return (
    <Link href={`/memories/${id}`} className="rounded-sm text-accent-ink underline underline-offset-3">
      <bdi>{name}</bdi>
    </Link>
  );
}
