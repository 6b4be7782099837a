"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { commandLayer } from "@/components/shell/command-store";
import { IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Check, X } from "@/components/ui/icons";
import { toast } from "@/components/ui/toast";
import { useLayer } from "@/components/ui/use-layer";
import { toneOfFailure } from "@/lib/client/api-error";
import { keepPreferences } from "@/lib/client/preferences";
import { useErrorText } from "@/lib/client/texts";
import { type FirstStep, firstStepsPreference, writeFirstSteps } from "@/lib/vocabulary/accounts";

const RequestDialog = lazy(() => import("@/components/translator/request-dialog"));

/** Steps that are pages. The other steps open a layer here. */
const PAGES: Readonly<Partial<Record<FirstStep, string>>> = {
  languages: "/admin/models",
  key: "/keys",
  colleagues: "/settings/members",
  project: "/projects",
  work: "/inbox",
  preferences: "/settings/appearance",
};

/** Steps that are done as soon as they were opened. */
const OPENED: ReadonlySet<FirstStep> = new Set(["languages", "work", "shortcuts", "preferences"]);

type FirstStepsProps = {
  readonly accountId: string;
  readonly steps: readonly { readonly step: FirstStep; readonly isDone: boolean }[];
  /** Number of languages that can be translated now. */
  readonly languages?: number;
  /** The target language of the example request. */
  readonly target?: string;
};

/** First steps of a new member: three for their role, shown until done or dismissed. */
export function FirstSteps({ accountId, steps: first, languages = 0, target = "es" }: FirstStepsProps) {
  const t = useTranslations("start");
  const ui = useTranslations("ui");
  const errorText = useErrorText();
  const client = useQueryClient();
  const [opened, setOpened] = useState<ReadonlySet<FirstStep>>(
    () => new Set(first.filter(({ step, isDone }) => isDone && OPENED.has(step)).map(({ step }) => step)),
  );
  const [isDismissed, setDismissed] = useState(false);
  const [request, openRequest, closeRequest] = useLayer<true>();
  const steps = first.map(({ step, isDone }) => ({ step, isDone: isDone || opened.has(step) }));
  const keep = (value: ReadonlySet<FirstStep> | null, onError?: () => void) =>
    keepPreferences(client, { [firstStepsPreference(accountId)]: writeFirstSteps(value) }).catch((error) => {
      onError?.();
      toast(errorText(error), { tone: toneOfFailure(error) });
    });
  if (isDismissed || steps.every(({ isDone }) => isDone)) return null;
  const dismiss = () => {
    setDismissed(true);
    keep(null, () => setDismissed(false));
  };
  const open = (step: FirstStep) => {
    if (step === "request") openRequest(true);
    if (step === "shortcuts") commandLayer.set("shortcuts");
    if (!OPENED.has(step) || opened.has(step)) return;
    const next = new Set([...opened, step]);
    setOpened(next);
    keep(next);
  };
  return (
    <section aria-labelledby="first-steps" className="rounded-lg border border-line bg-surface print:hidden">
      <header className="flex items-center gap-3 ps-4 pe-1.5 pt-1.5">
        <h2 id="first-steps" className="text-base font-medium">
          {t("title")}
        </h2>
        <p className="tabular text-sm text-muted">
          {t("done", { done: steps.filter(({ isDone }) => isDone).length, total: steps.length })}
        </p>
        <IconButton icon={X} label={ui("dismiss")} className="ms-auto" onClick={dismiss} />
      </header>
      <ol className="grid gap-x-2 px-2 pb-2 md:grid-cols-3">
        {steps.map(({ step, isDone }, index) => (
          <li key={step}>
            <StepLink href={PAGES[step]} onOpen={() => open(step)}>
              <span
                aria-hidden="true"
                className={cx(
                  "mt-px grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold [&_svg]:size-3.5",
                  isDone ? "bg-accent text-on-accent" : "bg-accent-soft text-accent-ink",
                )}
              >
                {isDone ? <Check /> : index + 1}
              </span>
              <span className="flex min-w-0 flex-col gap-0.5">
                <span className="font-medium">
                  {t(`steps.${step}.title`)}
                  {isDone ? <span className="sr-only">, {t("isDone")}</span> : null}
                </span>
                <span className="text-sm text-muted">{t(`steps.${step}.text`, { languages })}</span>
              </span>
            </StepLink>
          </li>
        ))}
      </ol>
      <Suspense fallback={null}>
        {request ? (
          <RequestDialog
            request={{ text: "", source: "en", target: target === "en" ? "es" : target, format: "text" }}
            onClose={closeRequest}
          />
        ) : null}
      </Suspense>
    </section>
  );
}

type StepLinkProps = { readonly href: string | undefined; readonly onOpen: () => void; readonly children: ReactNode };

function StepLink({ href, onOpen, children }: StepLinkProps) {
  const look = "flex h-full w-full gap-3 rounded-md p-2.5 text-start hover:bg-hover";
  return href ? (
    <Link href={href} onClick={onOpen} className={look}>
      {children}
    </Link>
  ) : (
    <button type="button" onClick={onOpen} className={look}>
      {children}
    </button>
  );
}
