"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { useTranslations } from "use-intl";
import { CodeBlock } from "@/components/ui/code-block";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

const ApiKeyContext = createContext<{ key: string; setKey: (key: string) => void }>({ key: "", setKey: () => {} });

/** One API key for all forms and samples of the page, kept only in memory. */
export function ApiKeyProvider({ children }: { children: ReactNode }) {
  const [key, setKey] = useState("");
  return <ApiKeyContext value={{ key, setKey }}>{children}</ApiKeyContext>;
}

export function useApiKey(): string {
  return useContext(ApiKeyContext).key;
}

export function ApiKeyField({ hint }: { hint: string }) {
  const t = useTranslations("docs");
  const { key, setKey } = useContext(ApiKeyContext);
  return (
    <Field label={t("keyPlaceholder")} hint={hint}>
      <Input
        type="password"
        value={key}
        onChange={(event) => setKey(event.target.value.trim())}
        placeholder="dgm_live_…"
        className="font-mono"
        autoComplete="off"
      />
    </Field>
  );
}

/** The API key in samples: a variable in the syntax of each programming language, or a placeholder. */
const PLACEHOLDER = /\$DRAGOMAN_KEY|\$\{process\.env\.DRAGOMAN_KEY\}|\{os\.environ\['DRAGOMAN_KEY'\]\}|dgm_live_…/g;

/** A sample with the reader's key, if one has been entered. */
export function KeyedCode({ label, code }: { label: string; code: string }) {
  const key = useApiKey();
  const isKey = /^dgm_live_\w+$/.test(key);
  const filled = code.replace(PLACEHOLDER, key).replace("process.env.DRAGOMAN_KEY", `"${key}"`);
  return <CodeBlock label={label} code={isKey ? filled : code} />;
}
