"use client";

import Link from "next/link";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { LanguagePicker } from "@/components/language/language-picker";
import { missingOf } from "@/components/language/missing";
import WhyNot from "@/components/language/why-not";
import { Button } from "@/components/ui/button";
import { ArrowRight } from "@/components/ui/icons";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { ApiError } from "@/lib/client/api-error";
import { type Language, targetsOf } from "@/lib/client/language-sets";
import { useLanguageName } from "@/lib/client/languages";
import { useErrorText } from "@/lib/client/texts";
import { type Tried, tryTranslation } from "@/lib/client/translation";
import { languageDirection } from "@/lib/text/languages";
import type { Pair } from "./pair";
import { SampleChips } from "./sample-chips";

/** Equal to the API's limit for visitors. In UTF-16 units, of which a text never has fewer than code points. */
const MAX_LENGTH = 500;

export type TryBoxProps = { readonly languages: readonly Language[]; readonly pair: Pair };
type Outcome = { readonly answer: Tried } | { readonly error: unknown } | "pending" | null;

/** A translator for visitors: one short text at a time, sent on request. */
export default function TryBox({ languages, pair: first }: TryBoxProps) {
  const t = useTranslations("tryOut");
  const words = useTranslations("translate");
  const names = useTranslations("languages");
  const errorText = useErrorText();
  const nameOf = useLanguageName(languages);
  const [pair, setPair] = useState(first);
  const [text, setText] = useState("");
  const [outcome, setOutcome] = useState<Outcome>(null);
  const running = useRef<AbortController>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const over = text.length - MAX_LENGTH;

  // Text that was typed while the page was still loading.
  useEffect(() => {
    if (field.current?.value) setText(field.current.value);
  }, []);

  const translate = async (wanted: string, { source, target }: Pair) => {
    running.current?.abort();
    if (wanted.trim() === "" || wanted.length > MAX_LENGTH) return setOutcome(null);
    const controller = new AbortController();
    running.current = controller;
    setOutcome("pending");
    try {
      const answer = await tryTranslation({ text: wanted, source, target }, controller.signal);
      if (!controller.signal.aborted) setOutcome({ answer });
    } catch (error) {
      if (!controller.signal.aborted) setOutcome({ error });
    }
  };
  const forget = () => {
    running.current?.abort();
    setOutcome(null);
  };
  const choose = (next: Pair) => {
    setPair(next);
    // A translation is removed when the languages change.
    if (outcome === null) return;
    void translate(text, next);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void translate(text, pair);
  };
  return (
    <section aria-label={t("title")} className="flex min-w-0 flex-col self-center">
      <form onSubmit={submit} className="overflow-hidden rounded-lg border border-line bg-surface shadow-sm">
        <div className="flex items-center gap-1 border-b p-1.5">
          <LanguagePicker
            look="plain"
            label={names("source")}
            value={pair.source}
            onValueChange={(source) => {
              const targets = targetsOf(languages, source);
              choose({ source, target: targets.has(pair.target) ? pair.target : ([...targets][0] ?? pair.target) });
            }}
            languages={languages}
            recent={NONE}
            withDetection
            shown={pair.source === "auto" ? names("detectShort") : nameOf(pair.source)}
          />
          <ArrowRight className="size-4 shrink-0 text-muted rtl:rotate-180" />
          <LanguagePicker
            look="plain"
            label={names("target")}
            value={pair.target}
            onValueChange={(target) => choose({ ...pair, target })}
            languages={languages}
            only={targetsOf(languages, pair.source)}
            recent={NONE}
            shown={nameOf(pair.target)}
          />
        </div>
        <textarea
          aria-label={words("sourceText")}
          placeholder={t("placeholder")}
          ref={field}
          rows={3}
          dir="auto"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            forget();
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void translate(text, pair);
          }}
          className="prose-text block w-full resize-none bg-transparent px-4 py-3 text-lg -outline-offset-2"
        />
        {text === "" ? (
          <SampleChips
            pair={pair}
            languages={languages}
            className="px-4 pt-2 pb-3"
            onChoose={(sample) => {
              setText(sample);
              void translate(sample, pair);
            }}
          />
        ) : null}
        <div className="flex items-center justify-between gap-3 border-t px-4 py-2.5">
          <p className="tabular text-sm text-muted">{words("countShort", { count: text.length, limit: MAX_LENGTH })}</p>
          <Button
            type="submit"
            variant="primary"
            pending={outcome === "pending"}
            disabled={text.trim() === "" || over > 0}
          >
            {t("translate")}
          </Button>
        </div>
        <div aria-live="polite" aria-busy={outcome === "pending"} className="empty:hidden">
          {over > 0 ? <p className="border-t bg-sunken px-4 py-3.5 text-sm">{t("tooLong", { over })}</p> : null}
          {outcome ? (
            <div className="border-t bg-sunken px-4 py-3.5">
              <Result
                outcome={outcome}
                pair={pair}
                errorText={(error) => (isUsedUp(error) ? t("usedUp") : errorText(error))}
              />
            </div>
          ) : null}
        </div>
      </form>
      <p className="mt-3 px-1 text-sm text-muted">
        {t.rich("note", {
          link: (name) => (
            <Link
              href="/sign-in"
              className="rounded-sm text-accent-ink underline underline-offset-3 hover:no-underline"
            >
              {name}
            </Link>
          ),
        })}
      </p>
    </section>
  );
}

const NONE: readonly string[] = [];

type ResultProps = {
  readonly outcome: NonNullable<Outcome>;
  readonly pair: Pair;
  readonly errorText: (error: unknown) => string;
};

function Result({ outcome, pair, errorText }: ResultProps) {
  if (outcome === "pending") return <Skeleton className="h-6 w-3/4" />;
  const missing = "error" in outcome ? missingOf(outcome.error, pair) : null;
  if (missing) return <WhyNot missing={missing} />;
  if ("error" in outcome)
    return <Notice tone={isOurs(outcome.error) ? "danger" : "neutral"}>{errorText(outcome.error)}</Notice>;
  const { translation, target } = outcome.answer;
  return (
    <p lang={target} dir={languageDirection(target)} className="prose-text text-lg">
      {translation}
    </p>
  );
}

function isUsedUp(error: unknown): boolean {
  return error instanceof ApiError && error.status === 429;
}

/** An error of the server or the connection, not of the text. */
function isOurs(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}
