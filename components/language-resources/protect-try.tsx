import { useDeferredValue, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { MarkedText } from "@/components/ui/marked-text";
import { parseMessage } from "@/lib/text/message/parse";
import { compilePattern } from "@/lib/text/pattern";

/** Maximum length of a sample. The field cuts longer ones. */
const MAX_SAMPLE = 2_000;
const MAX_MATCHES = 100;

/** A text on which to try patterns (one per line). Marks the parts that they leave unchanged. */
export default function ProtectTry({ patterns, text = "" }: { readonly patterns: string; readonly text?: string }) {
  const t = useTranslations("protect");
  const [sample, setSample] = useState(text.slice(0, MAX_SAMPLE));
  const tried = useDeferredValue(patterns);
  const { faulty, spans } = useMemo(() => tryPatterns(tried, sample), [tried, sample]);
  if (tried.trim() === "") return null;
  return (
    <section aria-label={t("try")} className="flex flex-col gap-3 rounded-md bg-sunken px-3.5 py-3 text-sm">
      <Field label={t("try")}>
        <Textarea
          value={sample}
          onChange={(event) => setSample(event.target.value)}
          maxLength={MAX_SAMPLE}
          dir="auto"
          className="min-h-16"
        />
      </Field>
      <p role="status">{faulty ? t("faulty", { line: faulty }) : t("matches", { count: spans.length })}</p>
      {spans.length > 0 ? <MarkedText text={sample} spans={spans} /> : null}
    </section>
  );
}

/** The number of the first line that is not a valid pattern, from 1; 0 if all are valid. */
export function faultyLine(patterns: string): number {
  return compiled(patterns).findIndex((one) => typeof one === "string") + 1;
}

function compiled(patterns: string) {
  return patterns.split(/\r?\n/).map((line) => (line.trim() === "" ? null : compilePattern(line.normalize())));
}

function tryPatterns(patterns: string, sample: string) {
  const found = compiled(patterns).flatMap((one) =>
    one === null || typeof one === "string" ? [] : one.find(sample, MAX_MATCHES),
  );
  const spans = parseMessage(sample, { named: found }).filter(({ is }) => is === "named");
  return { faulty: faultyLine(patterns), spans };
}
