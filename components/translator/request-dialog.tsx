"use client";

import Link from "next/link";
import { useTranslations } from "use-intl";
import { buttonClass } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Dialog } from "@/components/ui/dialog";
import { Tabs } from "@/components/ui/tabs";
import type { TranslationRequest } from "@/lib/client/translation-request";
import { KEY_VARIABLE, requestSnippet, type SnippetLanguage } from "./request-snippets";

const LANGUAGES: readonly { value: SnippetLanguage; label: string }[] = [
  { value: "curl", label: "curl" },
  { value: "javascript", label: "JavaScript" },
  { value: "python", label: "Python" },
];

/** The current translation as an API request. */
export default function RequestDialog({ request, onClose }: { request: TranslationRequest; onClose: () => void }) {
  const t = useTranslations("request");
  const asked = request.text.trim() === "" ? { ...request, text: "Hello, world!", source: "en" } : request;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={t("title")}
      description={t.rich("description", { variable: () => <code dir="ltr">{KEY_VARIABLE}</code> })}
      footer={
        <Link href="/keys" className={buttonClass()}>
          {t("makeKey")}
        </Link>
      }
    >
      <Tabs
        label={t("tabs")}
        tabs={LANGUAGES.map(({ value, label }) => {
          const snippet = requestSnippet(value, window.location.origin, asked);
          return {
            value,
            label,
            content: <CodeBlock code={snippet} label={label} copyLabel={t("copy")} />,
          };
        })}
      />
    </Dialog>
  );
}
