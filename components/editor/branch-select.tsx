"use client";

import { useTranslations } from "use-intl";
import { Select } from "@/components/ui/select";

type BranchSelectProps = {
  /** Null for main. */
  readonly branch: string | null;
  readonly branches: readonly string[];
  readonly onBranch: (branch: string | null) => void;
};

/** Chooses between main and the branches of the project's documents. */
export function BranchSelect({ branch, branches, onBranch }: BranchSelectProps) {
  const t = useTranslations("editor.branch");
  return (
    <Select
      aria-label={t("label")}
      value={branch ?? ""}
      onValueChange={(value) => onBranch(value || null)}
      className="max-w-44 min-w-0"
      options={branches.map((name) => [name, name])}
    >
      <option value="">{t("main")}</option>
    </Select>
  );
}
