"use client";

import Link from "next/link";
import { useTranslations } from "use-intl";
import { KEY_VARIABLE } from "@/components/docs/request-samples";
import { buttonClass } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Dialog } from "@/components/ui/dialog";
import { Tabs } from "@/components/ui/tabs";
import type { TranslationRequest } from "@/lib/client/translation-request";
import { requestSnippets } from "./request-snippets";

/** The current translation as an API request. */
export default function RequestDialog({ request, onClose }: { request: TranslationRequest; onClose: () => void }) {
  const t = useTranslations("request");
  const example = request.text.trim() === "" ? { ...request, text: "Hello, world!", source: "en" } : request;
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
        tabs={requestSnippets(window.location.origin, example).map(([name, code]) => ({
          value: name,
          label: name,
          content: <CodeBlock code={code} label={name} copyLabel={t("copy")} />,
        }))}
      />
    </Dialog>
  );
}
