"use client";

import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Failure } from "@/components/ui/failure";
import { Play } from "@/components/ui/icons";
import { type CreatedKey, useCreateKey } from "@/lib/client/keys";
import { DEFAULT_SCOPES } from "@/lib/vocabulary/rights";
import { exampleRequest, shownAsCurl } from "./example-request";

type FirstRequestProps = {
  /** Public address of this service. */
  readonly address: string;
  readonly onMade: (made: CreatedKey) => void;
  /** Opens the form for a key with a chosen name and chosen scopes. */
  readonly onChoose: () => void;
};

/** Replaces an empty list of keys: a real request, and a button that creates the key for it. */
export function FirstRequest({ address, onMade, onChoose }: FirstRequestProps) {
  const t = useTranslations("keys");
  const create = useCreateKey();
  // Awaited, because the new key fills the list, which removes this component.
  const make = () =>
    create.mutateAsync({ name: t("firstName"), scopes: [...DEFAULT_SCOPES], expiresAt: null }).then(onMade, () => {});
  return (
    <div className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5">
      <h3 className="text-base">{t("firstTitle")}</h3>
      <CodeBlock
        label={t("firstTitle")}
        code={shownAsCurl(address, exampleRequest([...DEFAULT_SCOPES]), "$DRAGOMAN_API_KEY")}
        copyLabel={t("copyRequest")}
      />
      <p className="max-w-prose text-sm text-muted">{t("emptyText")}</p>
      <Failure error={create.error} title={t("createFailed")} />
      <div className="flex flex-wrap gap-2">
        <Button icon={Play} variant="primary" pending={create.isPending} onClick={() => void make()}>
          {t("createAndRun")}
        </Button>
        <Button onClick={onChoose}>{t("create")}</Button>
      </div>
    </div>
  );
}
