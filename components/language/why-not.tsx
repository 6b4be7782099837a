"use client";

import { QueryClientContext, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useContext, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Notice } from "@/components/ui/notice";
import { useMe } from "@/lib/client/account";
import { createQueryClient } from "@/lib/client/query-client";
import { languageName } from "@/lib/text/languages";
import type { Missing } from "./missing";
import { WaysToLanguage } from "./ways-to-language";

/** What is missing and who can change it, in the reader's language. All pages take the wording from here. */
export function useWhyNot(): (missing: Missing) => { readonly title: string; readonly text: string; line: string } {
  const t = useTranslations("whyNot");
  const locale = useLocale();
  const { data: me } = useMe(undefined, false);
  const isAdmin = me?.user?.isAdmin === true;
  return ({ source, target, isDetected, cause = "no_engine", reason = "" }) => {
    const language = source ?? target;
    const mayAct = isAdmin && (cause === "no_engine" || cause === "model_not_installed");
    const title =
      source && target
        ? t("pair", { source: languageName(source, locale), target: languageName(target, locale) })
        : language
          ? t(isDetected ? "detected" : "language", { language: languageName(language, locale) })
          : t("nothing");
    const text = !mayAct ? t(`cause.${cause}`, { reason }) : language ? t("admin") : t("nothingAdmin");
    return { title, text, line: t("line", { title, text }) };
  };
}

type WhyNotProps = {
  readonly missing: Missing;
  /** On one line in a row, instead of a notice. */
  readonly inline?: boolean;
  /** Additional actions. */
  readonly actions?: ReactNode;
  readonly className?: string;
};

/** Why there is no translation: what is missing, who can change that, and what the reader can do. */
export default function WhyNot(props: WhyNotProps) {
  // Pages for visitors have no query client.
  const isKnown = useContext(QueryClientContext) !== undefined;
  const [visitors] = useState(() => (isKnown ? null : createQueryClient()));
  if (!visitors) return <Answer {...props} />;
  return (
    <QueryClientProvider client={visitors}>
      <Answer {...props} />
    </QueryClientProvider>
  );
}

function Answer({ missing, inline, actions, className }: WhyNotProps) {
  const { title, text, line } = useWhyNot()(missing);
  const ways = <WaysToLanguage missing={missing} />;
  if (inline)
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
        <p>{line}</p>
        <span aria-live="polite" className="flex flex-wrap gap-2">
          {ways}
          {actions}
        </span>
      </div>
    );
  return (
    <Notice
      live
      title={title}
      className={className}
      actions={
        <>
          {ways}
          {actions}
        </>
      }
    >
      <p>{text}</p>
      <Steps missing={missing} />
    </Notice>
  );
}

/** For administrators of a server without a network: how to install the model. */
function Steps({ missing: { source = "en", target = "en", cause } }: { missing: Missing }) {
  const t = useTranslations("whyNot");
  const { data: me } = useMe(undefined, false);
  if (cause !== "source_unreachable" || !me?.user?.isAdmin) return null;
  // Models translate from or into English. A pair is missing if its source has other targets.
  const pair = target === "en" ? `${source}-en` : `en-${target}`;
  return (
    <>
      <p className="mt-3 font-medium">{t("steps")}</p>
      <ol className="mt-1 list-decimal ps-5">
        <li>{t.rich("stepFetch", { command: () => <Code>npm run models -- install {pair}</Code> })}</li>
        <li>{t.rich("stepCopy", { folder: () => <Code>.data/models</Code> })}</li>
        <li>{t("stepImport")}</li>
      </ol>
    </>
  );
}

function Code({ children }: { children: ReactNode }) {
  return (
    <code dir="ltr" className="rounded-sm bg-hover px-1 font-mono text-xs">
      {children}
    </code>
  );
}
