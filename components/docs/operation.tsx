import { Badge, type Tone } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { translator } from "@/lib/i18n/translator";
import type { ApiOperation, ApiParameter, JsonSchema } from "@/lib/schemas/api-document";
import { KeyedCode } from "./api-key";
import { requestSamples } from "./request-samples";
import { SampleTabs } from "./sample-tabs";
import { SchemaView, typeOf } from "./schema-view";
import { type FormField, TryIt } from "./try-it";

type OperationProps = {
  readonly base: string;
  readonly path: string;
  readonly method: string;
  readonly operation: ApiOperation;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
};

const METHOD_TONE: Readonly<Record<string, Tone>> = { GET: "accent", POST: "success", DELETE: "danger" };

/** An operation: parameters, responses, and a form to try it. */
export async function Operation({ base, path, method, operation, schemas }: OperationProps) {
  const t = await translator("docs");
  const [[mediaType, body] = []] = Object.entries(operation.requestBody?.content ?? {});
  const example = exampleOf(body, schemas);
  const formFields = formFieldsOf(mediaType === "multipart/form-data" ? schemaOf(body, schemas) : undefined);
  const fields = formFields.filter(({ isFile, required }) => required && !isFile).map(({ name }) => name);
  return (
    <Card>
      <article id={operation.operationId} className="flex scroll-mt-6 flex-col gap-5 p-4 sm:p-6">
        <header className="flex flex-col gap-2">
          <h3 className="text-base font-medium">{operation.summary}</h3>
          <p className="flex flex-wrap items-center gap-2 font-mono text-sm">
            <Badge tone={METHOD_TONE[method] ?? "neutral"}>{method}</Badge>
            <span className="break-all">/v1{path}</span>
          </p>
          <p className="flex flex-wrap gap-2 text-xs text-muted">
            {operation["x-scope"] ? <bdi>{t("scope", { scope: operation["x-scope"] })}</bdi> : null}
            {operation["x-free"] ? <bdi>{t("free")}</bdi> : null}
          </p>
          {operation.description ? (
            <p className="max-w-prose text-sm text-muted">{operation.description.replaceAll("`", "")}</p>
          ) : null}
        </header>
        <SampleTabs
          label={t("sample")}
          tabs={requestSamples({ method, url: `${base}${path}`, mediaType: mediaType ?? null, example, fields }).map(
            ([name, code]) => ({
              value: name,
              label: name,
              content: <KeyedCode label={`${name}: ${operation.summary}`} code={code} />,
            }),
          )}
        />
        {operation.parameters.length > 0 ? <Parameters parameters={operation.parameters} /> : null}
        {body ? (
          <Details title={`${t("body")} · ${mediaType}`} isOpen>
            <SchemaView schema={body.schema} schemas={schemas} required={t("required")} />
          </Details>
        ) : null}
        <Details title={t("answer")}>
          <dl className="flex flex-col gap-3 text-sm">
            {Object.entries(operation.responses).map(([status, response]) => {
              const schema = response.content?.["application/json"]?.schema;
              return (
                <div key={status} className="flex flex-col gap-1">
                  <dt className="font-mono">{status}</dt>
                  <dd className="flex flex-col gap-2 text-muted">
                    {response.description.replaceAll("`", "")}
                    {schema && Number(status) < 300 ? (
                      <SchemaView schema={schema} schemas={schemas} required={t("required")} />
                    ) : null}
                  </dd>
                </div>
              );
            })}
          </dl>
        </Details>
        <Details title={t("tryIt")}>
          <TryIt
            url={`${new URL(base).pathname}${path}`}
            method={method}
            parameters={operation.parameters.map(({ name, in: place, required }) => ({ name, place, required }))}
            mediaType={mediaType ?? null}
            example={example}
            fields={formFields}
          />
        </Details>
      </article>
    </Card>
  );
}

async function Parameters({ parameters }: { parameters: readonly ApiParameter[] }) {
  const t = await translator("docs");
  return (
    <Details title={t("parameters")} isOpen>
      <dl className="flex flex-col gap-2 text-sm">
        {parameters.map((parameter) => (
          <div key={`${parameter.in} ${parameter.name}`}>
            <dt className="flex flex-wrap items-baseline gap-2">
              <code className="font-mono">{parameter.name}</code>
              <Facts
                className="text-xs text-muted"
                facts={[parameter.in, typeOf(parameter.schema), ...(parameter.required ? [t("required")] : [])]}
              />
            </dt>
            {parameter.description ? <dd className="text-muted">{parameter.description.replaceAll("`", "")}</dd> : null}
          </div>
        ))}
      </dl>
    </Details>
  );
}

function Details({ title, isOpen = false, children }: { title: string; isOpen?: boolean; children: React.ReactNode }) {
  return (
    <details open={isOpen} className="border-t border-line pt-3">
      <summary className="cursor-pointer rounded-sm py-1 text-sm font-medium">{title}</summary>
      <div className="pt-3">{children}</div>
    </details>
  );
}

/** The fields of a multipart body, including files. */
function formFieldsOf(schema: JsonSchema | undefined): readonly FormField[] {
  return Object.entries(schema?.properties ?? {}).map(([name, field]) => ({
    name,
    isFile: (field.items ?? field).contentMediaType !== undefined,
    required: schema?.required?.includes(name) ?? false,
  }));
}

type Body = { readonly schema: JsonSchema; readonly example?: unknown } | undefined;

function exampleOf(body: Body, schemas: Readonly<Record<string, JsonSchema>>): string {
  if (!body) return "";
  if (body.example !== undefined) return JSON.stringify(body.example, null, 2);
  const required = schemaOf(body, schemas)?.required ?? [];
  return JSON.stringify(Object.fromEntries(required.map((field) => [field, ""])), null, 2);
}

function schemaOf(body: Body, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema | undefined {
  const name = body?.schema.$ref?.split("/").at(-1);
  return name ? schemas[name] : body?.schema;
}
