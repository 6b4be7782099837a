"use client";

import { lazy, type SubmitEvent, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { type Missing, missingOf } from "@/components/language/missing";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Field } from "@/components/ui/field";
import { FileInput, Input, Textarea } from "@/components/ui/input";
import { errorOfAnswer } from "@/lib/client/api-error";
import { ApiKeyField, useApiKey } from "./api-key";
import { timedRequest } from "./timed-request";

const WhyNot = lazy(() => import("@/components/language/why-not"));

export type FormField = { readonly name: string; readonly isFile: boolean; readonly required: boolean };

type TryItProps = {
  /** Path on this server, with `{name}` for its parameters. */
  readonly url: string;
  readonly method: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly place: "path" | "query" | "header";
    readonly required: boolean;
  }[];
  readonly mediaType: string | null;
  readonly example: string;
  /** Fields of a multipart body. */
  readonly fields: readonly FormField[];
};

type Outcome = { readonly summary: string; readonly body: string; readonly missing?: Missing | null };

/** A form that sends the request to this server and shows the response. */
export function TryIt({ url, method, parameters, mediaType, example, fields }: TryItProps) {
  const t = useTranslations("docs");
  const key = useApiKey();
  const [pending, setPending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setPending(true);
    try {
      const request = requestOf(method, key, parameters, mediaType, fields, form);
      const { status, ms, body } = await timedRequest(addressOf(url, parameters, form), request);
      const missing = status >= 400 ? missingIn(status, body, request.body) : null;
      setOutcome({ summary: t("answered", { status: String(status), ms }), body: body || t("noBody"), missing });
    } catch {
      setOutcome({ summary: t("failed"), body: "" });
    } finally {
      setPending(false);
    }
  };

  return (
    <form onSubmit={send} className="flex flex-col gap-4" autoComplete="off">
      <ApiKeyField hint={t("keyHint")} />
      {parameters.map((parameter) => (
        <Field
          key={`${parameter.place} ${parameter.name}`}
          label={<Name {...parameter} />}
          required={parameter.required}
        >
          <Input name={`${parameter.place} ${parameter.name}`} className="font-mono" />
        </Field>
      ))}
      {mediaType === "application/json" ? (
        <Field label={t("requestBody")} hint={/"[a-z]{2,4}_01k|"deviceCode"/.test(example) ? t("idsHint") : undefined}>
          <Textarea
            name="body"
            defaultValue={example}
            rows={Math.min(12, example.split("\n").length + 1)}
            className="font-mono text-sm"
            spellCheck={false}
          />
        </Field>
      ) : null}
      {fields.map(({ name, isFile, required }) => (
        <Field
          key={name}
          label={<Name name={name} required={required} shown={name === "file" ? t("fileField") : undefined} />}
          required={required}
        >
          {isFile ? <FileInput name={`field ${name}`} /> : <Input name={`field ${name}`} className="font-mono" />}
        </Field>
      ))}
      <Button type="submit" variant="primary" pending={pending} className="self-start">
        {t("send")}
      </Button>
      <div role="status" className="flex flex-col gap-2">
        {outcome ? <p className="text-sm font-medium">{outcome.summary}</p> : null}
        <Suspense fallback={null}>{outcome?.missing ? <WhyNot inline missing={outcome.missing} /> : null}</Suspense>
        {outcome?.body ? <CodeBlock label={outcome.summary} code={outcome.body} /> : null}
      </div>
    </form>
  );
}

/** The missing languages of a rejected translation, by the languages in the request's body. */
function missingIn(status: number, answer: string, sent: RequestInit["body"]): Missing | null {
  try {
    const { source = null, target } = sent instanceof FormData ? Object.fromEntries(sent) : JSON.parse(String(sent));
    return typeof target === "string"
      ? missingOf(errorOfAnswer(status, JSON.parse(answer), null), { source, target })
      : null;
  } catch {
    return null;
  }
}

/** The name of a field, and whether it is required. Browsers only say so on submission. */
function Name({ name, required, shown }: { name: string; required: boolean; shown?: string | undefined }) {
  const t = useTranslations("docs");
  return (
    <>
      {shown ?? <code className="font-mono">{name}</code>}
      {required ? <span className="font-normal text-muted"> {t("required")}</span> : null}
    </>
  );
}

function addressOf(url: string, parameters: TryItProps["parameters"], form: FormData): string {
  const query = new URLSearchParams();
  let path = url;
  for (const { name, place } of parameters) {
    const value = String(form.get(`${place} ${name}`) ?? "");
    if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(value));
    if (place === "query" && value) query.set(name, value);
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

function requestOf(
  method: string,
  key: string,
  parameters: TryItProps["parameters"],
  mediaType: string | null,
  fields: readonly FormField[],
  form: FormData,
): RequestInit {
  const headers = new Headers();
  if (key) headers.set("Authorization", `Bearer ${key}`);
  for (const { name, place } of parameters) {
    const value = String(form.get(`${place} ${name}`) ?? "");
    if (place === "header" && value) headers.set(name, value);
  }
  if (mediaType === "application/json") {
    headers.set("Content-Type", "application/json");
    return { method, headers, body: String(form.get("body") ?? "") };
  }
  if (mediaType !== "multipart/form-data") return { method, headers };
  const body = new FormData();
  for (const { name } of fields) {
    const value = form.get(`field ${name}`);
    // A file input without a selection sends a file without a name.
    if (value instanceof File ? value.name : value) body.set(name, value!);
  }
  return { method, headers, body };
}
