import { Fragment } from "react";
import type { z } from "zod";
import { CodeBlock } from "@/components/ui/code-block";
import { ERRORS } from "@/lib/base/errors";
import { formatter, translator } from "@/lib/i18n/translator";
import type { AccountLimits } from "@/lib/schemas/account";
import type { ApiDocument } from "@/lib/schemas/api-document";
import { ApiKeyField, KeyedCode } from "./api-key";
import { SampleTabs } from "./sample-tabs";

/** A tier with the same limits for all accounts. */
export type Tier = { readonly tier: "free" | "pro"; readonly limits: z.output<typeof AccountLimits> };

type GuideProps = {
  readonly document: ApiDocument;
  readonly tiers: readonly Tier[];
  /** Programs written for other services, with their settings. */
  readonly clients: readonly { readonly program: string; readonly place: string; readonly settings: string }[];
};

/** Introduction to the API: a first request, keys, errors, limits, and compatible programs. */
export async function Guide({ document, tiers, clients }: GuideProps) {
  const t = await translator("docs");
  const base = document.servers[0]?.url ?? "/v1";
  const server = base.replace(/\/v1$/, "");
  return (
    <>
      <Part id="quickStart" title={t("quickStart")} text={t("quickStartText")}>
        <ApiKeyField hint={t("keyFill")} />
        <SampleTabs
          label={t("quickStart")}
          tabs={[tab("npx", commandLine(server)), ...SAMPLES.map(([name, code]) => tab(name, code(base)))]}
        />
      </Part>
      <Part id="authentication" title={t("authentication")} text={t("authenticationText")}>
        <CodeBlock label={t("authentication")} code={"Authorization: Bearer dgm_live_…"} />
      </Part>
      <Part id="errors" title={t("errors")} text={t("errorsText")}>
        <CodeBlock label={t("errorExample")} code={ERROR_EXAMPLE} />
        <Errors />
      </Part>
      <Part id="limits" title={t("limits")} text={t("limitsText")}>
        <CodeBlock label={t("limitExample")} code={LIMIT_EXAMPLE} />
        <Limits tiers={tiers} />
      </Part>
      <Part id="tools" title={t("tools")} text={t("toolsText")}>
        <SampleTabs label={t("tools")} tabs={TOOLS.map(([name, code]) => tab(name, code(server)))} />
      </Part>
      {clients.length > 0 ? (
        <Part id="clients" title={t("clients")} text={t("clientsText")}>
          <Clients clients={clients} />
        </Part>
      ) : null}
    </>
  );
}

const tab = (name: string, code: string) => ({
  value: name,
  label: name,
  content: <KeyedCode label={name} code={code} />,
});

function Part({ id, title, text, children }: { id: string; title: string; text: string; children: React.ReactNode }) {
  return (
    <section id={id} className="flex scroll-mt-6 flex-col gap-4">
      <h2 className="text-xl">{title}</h2>
      <p className="max-w-prose text-muted">{text}</p>
      {children}
    </section>
  );
}

async function Errors() {
  const t = await translator("docs");
  return (
    <Scroll label={t("errors")}>
      <table className="w-full text-start text-sm">
        <Head cells={[t("status"), t("code"), t("meaning")]} />
        <tbody lang="en" dir="ltr">
          {Object.entries(ERRORS).map(([code, { status, meaning }]) => (
            <tr key={code} id={`error-${code}`} className="scroll-mt-6 border-t border-line align-top">
              <td className="py-2 pe-4 tabular-nums">{status}</td>
              <td className="py-2 pe-4 font-mono">
                <Breakable text={code} />
              </td>
              <td className="py-2">{meaning.replaceAll("`", "")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

async function Limits({ tiers }: { tiers: readonly Tier[] }) {
  const [t, shell, format] = await Promise.all([translator("docs"), translator("shell"), formatter()]);
  const rows = tiers.map(({ tier, limits }) => {
    return [
      shell("tier", { tier }),
      format.number(limits.requestsPerHour ?? 0),
      format.number(limits.textCharacters),
      `${format.number(limits.batchItems)} / ${format.number(limits.batchCharacters)}`,
      `${format.number(limits.fileBytes / 1024 / 1024)} MiB`,
      format.number(limits.activeKeys),
    ];
  });
  const custom = t("perAccount");
  return (
    <Scroll label={t("limits")}>
      <table className="w-full min-w-xl text-sm">
        <Head cells={[t("tier"), t("perHour"), t("text"), t("batch"), t("file"), t("keys")]} />
        <tbody>
          {[...rows, [shell("tier", { tier: "enterprise" }), custom, custom, custom, custom, custom]].map((cells) => (
            <tr key={cells[0]} className="border-t border-line">
              {cells.map((cell, i) => (
                <td key={i} className="py-2 pe-4 tabular-nums">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

async function Clients({ clients }: Pick<GuideProps, "clients">) {
  const t = await translator("docs");
  return (
    <Scroll label={t("clients")}>
      <table className="w-full min-w-xl text-start text-sm">
        <Head cells={[t("program"), t("place"), t("settings")]} />
        <tbody lang="en" dir="ltr">
          {clients.map(({ program, place, settings }) => (
            <tr key={program + place} className="border-t border-line align-top">
              <td className="py-2 pe-4 font-medium">{program}</td>
              <td className="py-2 pe-4">
                <Marked text={place} />
              </td>
              <td className="py-2">
                <Marked text={settings} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** Text with `code` and *emphasis*. */
function Marked({ text }: { text: string }) {
  return text.split(/(`[^`]+`|\*[^*]+\*)/).map((part, i) => {
    if (part.startsWith("`"))
      return (
        <code key={i} className="rounded-sm bg-sunken px-1 font-mono wrap-anywhere">
          <Breakable text={part.slice(1, -1)} />
        </code>
      );
    return part.startsWith("*") ? <em key={i}>{part.slice(1, -1)}</em> : part;
  });
}

/** A name that may break between its words in narrow columns. */
function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[_/])/).map((part, i) => (
    <Fragment key={i}>
      {part}
      <wbr />
    </Fragment>
  ));
}

function Head({ cells }: { cells: readonly string[] }) {
  return (
    <thead>
      <tr>
        {cells.map((cell) => (
          <th key={cell} scope="col" className="py-2 pe-4 text-start font-medium text-muted">
            {cell}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A scroll area for a table wider than the screen. */
function Scroll({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="overflow-x-auto">
      {children}
    </section>
  );
}

const curl = (base: string) => `curl ${base}/translate \\
  -H "Authorization: Bearer $DRAGOMAN_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"text": "Hello world", "target": "es"}'`;

const javascript = (base: string) => `const response = await fetch("${base}/translate", {
  method: "POST",
  headers: {
    Authorization: \`Bearer \${process.env.DRAGOMAN_KEY}\`,
    "Content-Type": "application/json",
  },
  body: JSON.stringify({ text: "Hello world", target: "es" }),
});
const { translation } = await response.json();`;

const python = (base: string) => `import os, requests

response = requests.post(
    "${base}/translate",
    headers={"Authorization": f"Bearer {os.environ['DRAGOMAN_KEY']}"},
    json={"text": "Hello world", "target": "es"},
)
print(response.json()["translation"])`;

const SAMPLES = [
  ["curl", curl],
  ["JavaScript", javascript],
  ["Python", python],
] as const;

const commandLine = (server: string) => `npx ${server}/downloads/dragoman-cli.tgz translate "Hello world" --to es \\
  --url ${server} --key "$DRAGOMAN_KEY"`;

const repository = (server: string) => `npm install --global ${server}/downloads/dragoman-cli.tgz
dragoman login --url ${server}
dragoman translate README.md --to es,fr
dragoman init && dragoman push --wait && dragoman pull`;

const sdk = (server: string) => `// npm install ${server}/downloads/dragoman-sdk.tgz
import { Dragoman } from "@dragoman/sdk";

const dragoman = new Dragoman({ baseUrl: "${server}", apiKey: process.env.DRAGOMAN_KEY });
const { translation } = await dragoman.translateText({ text: "Hello world", target: "es" });`;

const mcp = (server: string) =>
  JSON.stringify(
    {
      mcpServers: { dragoman: { url: `${server}/mcp`, headers: { Authorization: "Bearer dgm_live_…" } } },
    },
    null,
    2,
  );

const TOOLS = [
  ["dragoman", repository],
  ["SDK", sdk],
  ["MCP", mcp],
] as const;

const ERROR_EXAMPLE = `{"error": {"code": "invalid_request", "message": "The field target is required.",
  "details": {"requestId": "req_…", "errors": [{"path": "target", "code": "required", "message": "…"}]}}}`;

const LIMIT_EXAMPLE = `RateLimit-Policy: "account";q=100;w=3600
RateLimit: "account";r=73;t=1893`;
