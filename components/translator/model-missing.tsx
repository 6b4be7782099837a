"use client";

import { useTranslations } from "use-intl";
import { WaysToLanguage } from "@/components/language/ways-to-language";
import { Notice } from "@/components/ui/notice";
import type { MissingModel } from "./missing-model";

type ModelMissingProps = {
  readonly missing: MissingModel;
  readonly isAdmin: boolean;
  readonly nameOf: (code: string) => string;
};

/** Why a language cannot be translated though a model for it exists; for administrators, how to bring the model. */
export default function ModelMissing({ missing, isAdmin, nameOf }: ModelMissingProps) {
  const t = useTranslations("installation");
  const words = useTranslations("translate");
  const names = useTranslations("languages");
  const { language, isDetected, reason, pair } = missing;
  const mayInstall = isAdmin && reason === "forbidden";
  const withSteps = isAdmin && reason === "unreachable";
  return (
    <Notice
      tone="neutral"
      live
      className="mt-4"
      title={mayInstall ? names("unserved", { language: nameOf(language) }) : undefined}
      actions={<WaysToLanguage language={nameOf(language)} />}
    >
      <p>
        {mayInstall ? words("unservedAdmin") : t(reason, { language: nameOf(language), detected: String(isDetected) })}
      </p>
      {withSteps ? (
        <>
          <p className="mt-3 font-medium">{t("steps")}</p>
          <ol className="mt-1 list-decimal ps-5">
            <li>{t.rich("stepFetch", { command: () => <Code>npm run models -- install {pair}</Code> })}</li>
            <li>{t.rich("stepCopy", { folder: () => <Code>.data/models</Code> })}</li>
            <li>{t("stepImport")}</li>
          </ol>
        </>
      ) : null}
    </Notice>
  );
}

function Code({ children }: { children: React.ReactNode }) {
  return (
    <code dir="ltr" className="rounded-sm bg-hover px-1 font-mono text-xs">
      {children}
    </code>
  );
}
