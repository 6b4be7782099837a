"use client";

import Link from "next/link";
import { useTranslations } from "use-intl";
import { Badge } from "@/components/ui/badge";
import { Card, Section } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Failure } from "@/components/ui/failure";
import { GitBranch } from "@/components/ui/icons";
import { Time } from "@/components/ui/time";
import { useBranches } from "@/lib/client/branches";
import type { Branch } from "@/lib/schemas/branches";

type BranchListProps = { readonly projectId: string; readonly branches: Branch[] };

/** The branches of a project: changes to its documents that are not in main yet. */
export function BranchList({ projectId, branches: first }: BranchListProps) {
  const t = useTranslations("branches");
  const { data: branches, error, refetch } = useBranches(projectId, first);
  return (
    <Section title={t("title")} description={t("text")}>
      <Failure error={error} title={t("failed")} onRetry={() => void refetch()} />
      {branches.length === 0 ? (
        <p className="text-sm text-muted">{t("none")}</p>
      ) : (
        <Card>
          <ul className="divide-y divide-line" aria-label={t("title")}>
            {branches.map((branch) => (
              <li key={branch.name} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-sm">
                <GitBranch className="size-4 shrink-0 text-muted" />
                <div className="flex min-w-48 grow flex-col gap-0.5">
                  <Link
                    href={`/projects/${projectId}/branches/${encodeURIComponent(branch.name)}`}
                    className="self-start font-medium break-all hover:underline"
                  >
                    <bdi>{branch.name}</bdi>
                  </Link>
                  <Facts
                    className="text-muted"
                    facts={[
                      t("documents", { count: branch.documents }),
                      // The branch's total counts the source once per language.
                      t("words", { count: branch.languages[0]?.progress.words.total ?? 0 }),
                      ...(branch.progress.segments.untranslated > 0
                        ? [t("untranslated", { count: branch.progress.segments.untranslated })]
                        : []),
                    ]}
                  />
                </div>
                {branch.activity ? <Badge tone="accent">{t("working")}</Badge> : null}
                <Time value={branch.updatedAt} show="relative" className="text-muted" />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Section>
  );
}
