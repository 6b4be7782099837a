import { isIP } from "node:net";
import { z } from "zod";
import { SIGN_UP_POLICIES, TIERS } from "@/lib/vocabulary/accounts";
import { DEEPL_MODELS, PROMPT_PROFILES } from "@/lib/vocabulary/engines";
import { LOCALES } from "@/lib/vocabulary/locales";
import { readGroupRules } from "@/lib/vocabulary/rights";
import { readFilesUrl } from "./storage/files-url";

/** Mozilla's servers for models: a Remote Settings server, and the public bucket of the training project. */
export const MOZILLA_MODELS = "https://firefox.settings.services.mozilla.com/v1";
export const MOZILLA_BUCKET =
  "https://storage.googleapis.com/moz-fx-translations-data--303e-prod-translations-data/db/models.json";

/** Languages in which current large models write well. */
const CHAT_LANGUAGES =
  `en de fr es it pt pt-BR nl pl cs sv da fi nb nn ro hu el uk ru tr ar he hi ja ko zh-Hans zh-Hant ca gl eu
  bg hr sr bs sl sk mk sq et lv lt is ga cy mt af sw fa ur bn ta te ml kn mr gu pa ne si th vi id ms tl ka hy az kk uz`.split(
    /\s+/,
  );

const OIDC_GROUPS_FAULT = "Give rules such as admins=administrator; leads=manager@acc_…, separated by semicolons.";

/** OpenTelemetry's samplers that need no server. */
const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/**
 * All settings, parsed once. Each variable is documented by its `describe`; docs/configuration.md is generated from
 * them (`npm run docs`). Invalid values stop the start with one sentence per error ({@link readEnv} throws it).
 */
const list = z.string().transform((value) => value.split(/[\s,]+/).filter(Boolean));
const PORT = "Give a port from 0 to 65535.";
const port = z.coerce.number(PORT).int(PORT).min(0, PORT).max(65535, PORT);
const POSITIVE = "Give a whole number of 1 or more.";
const positive = z.coerce.number(POSITIVE).int(POSITIVE).positive(POSITIVE);
const NOT_NEGATIVE = "Give a whole number of 0 or more.";
const notNegative = z.coerce.number(NOT_NEGATIVE).int(NOT_NEGATIVE).min(0, NOT_NEGATIVE);
const POOL = "Give a whole number from 7 to 200.";
const flag = z
  .enum(["true", "false", "1", "0"], "Give true or false.")
  .transform((value) => value === "true" || value === "1");
const url = z
  .url({ protocol: /^https?$/, error: "Give an address that begins with http:// or https://." })
  .transform((value) => value.replace(/\/+$/, ""));
/** Keys have their own settings, because messages would show the password in an address. */
const serviceUrl = url.refine(
  (value) => !/^https?:\/\/[^/?#]*@/.test(value),
  "Give an address without user and password.",
);
const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: "Give an address such as postgres://user:password@host:5432/database.",
});

function isNetwork(entry: string): boolean {
  const [address = "", prefix, ...rest] = entry.split("/");
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : 129;
  return bits >= 0 && length <= bits && rest.length === 0;
}

export const EnvSchema = z.object({
  HOST: z.string().min(1).default("127.0.0.1").describe("Address to listen on"),
  PORT: port.default(3000).describe("Port to listen on"),
  PUBLIC_URL: url
    .refine(
      (value) => /^https?:\/\/[^/?#@]+$/.test(value),
      "Give an address without user, path and query, such as https://translate.example.org: Dragoman needs its own host name.",
    )
    .optional()
    .describe("Address that people use, such as https://translate.example.org; required behind a proxy"),
  TRUSTED_PROXIES: list
    .refine(
      (entries) => entries.every(isNetwork),
      "Give addresses or CIDR ranges, such as 10.0.0.0/8, separated by commas; host names are not looked up.",
    )
    .default([])
    .describe("Addresses or CIDR ranges whose X-Forwarded-For and X-Forwarded-Proto are trusted"),
  DATABASE_URL: postgresUrl.optional().describe("PostgreSQL to use instead of the embedded server"),
  DATABASE_DIRECT_URL: postgresUrl
    .optional()
    .describe(
      "Direct address of the same PostgreSQL, for notifications, migrations and backups; required if DATABASE_URL points to PgBouncer in transaction mode",
    ),
  DATABASE_POOL: z.coerce
    .number(POOL)
    .int(POOL)
    .min(7, POOL)
    .max(200, POOL)
    .default(12)
    .describe("Maximum connections of one process to PostgreSQL"),
  DATA_DIR: z.string().min(1).default(".data").describe("Folder of the embedded database and the generated secret"),
  DRAGOMAN_SECRET: z
    .string()
    .min(32, "Give at least 32 characters.")
    .optional()
    .describe("Secret that signs sessions and cursors; generated in DATA_DIR if unset"),
  DRAIN_DELAY: notNegative
    .max(300, "Give at most 300 seconds.")
    .default(1)
    .describe(
      "Seconds after SIGTERM in which new requests are still accepted while readiness returns 503; set the time that your load balancer needs to notice",
    ),
  DEFAULT_TIER: z.enum(TIERS).default("free").describe("Tier of new accounts"),
  SIGN_UP: z.enum(SIGN_UP_POLICIES).default("open").describe("Who may create an account"),
  PUBLIC_TRANSLATOR: flag
    .default(false)
    .describe(
      "Lets visitors translate short texts on the start page without an account, with the engines of this machine; nothing is stored",
    ),
  DEFAULT_LOCALE: z.enum(LOCALES).default("en").describe("Language of e-mails to people whose language is unknown"),
  DEEPL_API: flag
    .default(true)
    .describe("Whether to serve DeepL's API at /v2 and /v3, and DeepLX's at /deeplx, for their clients"),
  GOOGLE_API: flag
    .default(true)
    .describe("Whether to serve Google Cloud Translation's API at /language/translate/v2 and /v3/projects"),
  MICROSOFT_API: flag
    .default(true)
    .describe("Whether to serve Microsoft Translator's API at /translator/text/v3.0 and /microsoft"),
  LIBRETRANSLATE_API: z
    .enum(["off", "prefix", "root"])
    .default("prefix")
    .describe("Paths of LibreTranslate's API: prefix: below /libretranslate; root: there and at the root; off: none"),
  LIBRETRANSLATE_ADDRESS_KEYS: list
    .transform((entries) =>
      entries.map((entry) => {
        const [network = "", key = ""] = entry.split("=");
        return { network, key };
      }),
    )
    .refine(
      (bound) => bound.every(({ network, key }) => isNetwork(network) && key !== ""),
      "Give an address or CIDR range and a key, such as 10.0.0.0/8=dgm_live_…, separated by commas.",
    )
    .default([])
    .describe(
      "Keys for clients of LibreTranslate's API that cannot send a key, by IP address or CIDR range: 10.0.0.0/8=dgm_live_…",
    ),
  CORS_ORIGINS: list.default([]).describe("Origins that may call the API from a browser with a key"),
  METRICS_TOKEN: z
    .string()
    .min(16, "Give at least 16 characters.")
    .optional()
    .describe("Bearer token of /metrics, which is off without a token"),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "silent"])
    .default("info")
    .describe("Minimum level of logged messages"),
  LOG_FORMAT: z
    .enum(["json", "text"], "Give json or text.")
    .default("json")
    .describe("json: one object per line, for log collectors; text: lines for people"),
  OTEL_EXPORTER_OTLP_ENDPOINT: url
    .optional()
    .describe("OpenTelemetry collector that receives traces by OTLP over HTTP (JSON), at /v1/traces; unset: no traces"),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url
    .optional()
    .describe("Complete address for traces, if it is not /v1/traces at OTEL_EXPORTER_OTLP_ENDPOINT"),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .describe("Headers for the collector, such as authorization=Bearer%20…, separated by commas"),
  OTEL_SERVICE_NAME: z.string().default("dragoman").describe("Name of this service in traces"),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS, `Give one of ${SAMPLERS.join(", ")}.`)
    .default("parentbased_always_on")
    .describe("Which traces are recorded; without parentbased_, a caller's traceparent has no effect"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number("Give a number from 0 to 1.")
    .min(0, "Give a number from 0 to 1.")
    .max(1, "Give a number from 0 to 1.")
    .optional()
    .describe("Share of traces that the traceidratio samplers record, 0 to 1"),
  OTEL_TRACES_EXPORTER: z.enum(["otlp", "none"], "Give otlp or none.").default("otlp").describe("none: no traces"),
  OTEL_SDK_DISABLED: flag.default(false).describe("true: sends no traces, whatever the other settings are"),
  APERTIUM_MODES: z.string().min(1).default("/usr/share/apertium/modes").describe("Folder of Apertium's mode files"),
  APERTIUM_PACKAGES: z
    .string()
    .default("default")
    .describe(
      "Apertium packages that npm start installs: default, all, none, or a list such as apertium-eng-spa,apertium-fr-es",
    ),
  ENGINE_MEMORY_MB: positive
    .default(2048)
    .describe("Memory limit for all engines of one process; above it, idle pipelines are closed"),
  ENGINE_QUEUE: positive.default(2000).describe("Maximum waiting segments per language pair; more return 503"),
  ENGINE_TIMEOUT_MS: positive.default(20_000).describe("Maximum time for one segment in the engine"),
  RESULT_CACHE_MB: notNegative
    .default(64)
    .describe("Memory of one process for recent results, which the same account reuses for an hour; 0: off"),
  DEEPL_API_KEY: z.string().optional().describe("Key of DeepL's API, to use it as an engine; text leaves this machine"),
  DEEPL_URL: serviceUrl.optional().describe("DeepL's address; unset: chosen by the type of the key"),
  DEEPL_MODEL: z
    .enum(DEEPL_MODELS)
    .optional()
    .describe("DeepL's model; unset: DeepL chooses a fast one. quality_optimized supports only some languages"),
  GOOGLE_TRANSLATE_KEY_FILE: z
    .string()
    .optional()
    .describe("Key file (JSON) of a Google service account for Cloud Translation v3; text leaves this machine"),
  GOOGLE_TRANSLATE_URL: serviceUrl.optional().describe("Cloud Translation's address, such as the European one"),
  GOOGLE_TRANSLATE_REGION: z
    .string()
    .regex(/^[a-z\d-]+$/)
    .optional()
    .describe("Location of requests to Google; unset: global, and us-central1 for requests with glossaries"),
  GOOGLE_TRANSLATE_BUCKET: z
    .string()
    .regex(/^[a-z\d][a-z\d._-]{1,220}[a-z\d]$/)
    .optional()
    .describe(
      "Cloud Storage bucket for Google's glossaries, to which the service account must be able to write; unset: Google gets no glossaries",
    ),
  GOOGLE_STORAGE_URL: serviceUrl.optional().describe("Cloud Storage's address, if it is not the global one"),
  AZURE_TRANSLATOR_KEY: z.string().optional().describe("Key of Azure Translator; text leaves this machine"),
  AZURE_TRANSLATOR_REGION: z.string().optional().describe("Region of the key, such as westeurope"),
  AZURE_TRANSLATOR_URL: serviceUrl.optional().describe("Azure Translator's address, if it is not the global one"),
  LIBRETRANSLATE_URL: serviceUrl
    .optional()
    .describe("A LibreTranslate server to use as an engine; localhost, 127.0.0.0/8 and ::1 count as local"),
  LIBRETRANSLATE_API_KEY: z.string().optional().describe("Key of that LibreTranslate server"),
  APY_URL: serviceUrl.optional().describe("An Apertium APy server; local addresses as for LIBRETRANSLATE_URL"),
  OPENAI_MODEL: z
    .string()
    .optional()
    .describe("Model of a chat server (OpenAI, Ollama, vLLM, llama.cpp) to translate with; unset: the engine is off"),
  OPENAI_URL: serviceUrl
    .default("https://api.openai.com/v1")
    .describe(
      "Address of the chat server with its API version, such as http://127.0.0.1:11434/v1; local addresses as for LIBRETRANSLATE_URL",
    ),
  OPENAI_API_KEY: z.string().optional().describe("Key of the chat server, if it requires one"),
  OPENAI_TIMEOUT_MS: positive
    .default(90_000)
    .describe(
      "Maximum time for one request to the chat server, with about ten sentences; for a stream, the maximum time without a token",
    ),
  OPENAI_WINDOW: positive
    .min(1_024, "Give at least 1024 tokens.")
    .optional()
    .describe(
      "Context window of the model in tokens, which limits one request; unset: as the server reports, otherwise 4096",
    ),
  OPENAI_PRICE: z
    .string()
    .regex(/^\d+(?:\.\d+)?\/\d+(?:\.\d+)?$/, "Give two prices such as 0.40/1.60.")
    .transform((value) => {
      const [input, output] = value.split("/").map(Number);
      return { input: input!, output: output! };
    })
    .optional()
    .describe("Prices of a million tokens sent and received, such as 0.40/1.60, to show the cost of the model"),
  OPENAI_PROMPT_PROFILE: z
    .enum(PROMPT_PROFILES)
    .default("auto")
    .describe(
      "Format of the prompt: auto chooses by the model's name, plain is for models that answer with the bare translation",
    ),
  OPENAI_LANGUAGES: list.default(CHAT_LANGUAGES).describe("Languages that the model translates, in all combinations"),
  DRAGOMAN_MODELS: z
    .string()
    .default("auto")
    .transform((value) => (value === "auto" || value === "off" ? value : value.split(/[\s,]+/).filter(Boolean)))
    .describe(
      "Neural models: auto downloads each when it is first needed, off downloads none, a list such as en-de,de-en downloads these after the start",
    ),
  MODELS_DISK_MB: positive
    .default(2_000)
    .describe("Maximum disk space for models downloaded on demand; above it, the least recently used ones are removed"),
  MODELS_LANGUAGES: list
    .default([])
    .describe("Languages whose models may be downloaded, such as de,fr, in addition to English; unset: all"),
  MODELS_ARCHITECTURE: z
    .enum(["base-memory", "tiny"])
    .default("base-memory")
    .describe("Which model to use if a pair has several: base-memory translates better, tiny is smaller and faster"),
  MODELS_SOURCE: url
    .default(MOZILLA_MODELS)
    .describe("Remote Settings server from which neural models are downloaded: Mozilla's or a mirror"),
  MODELS_BUCKET: url
    .optional()
    .describe(
      "Second source of neural models: address of a bucket's models.json; unset: Mozilla's, or none if MODELS_SOURCE is a mirror",
    ),
  MODELS_OFFLINE: flag
    .default(false)
    .describe("true: never contacts the sources of neural models, which can only be installed from files"),
  MODELS_PROXY: url
    .optional()
    .describe("HTTP proxy for downloading neural models; unset: HTTPS_PROXY, except for hosts in NO_PROXY"),
  WEBHOOK_ALLOW_PRIVATE: flag
    .default(false)
    .describe("true: webhooks may use private addresses and plain http; only if you trust everyone with an account"),
  FILES_URL: z
    .string()
    .refine(
      (value) => readFilesUrl(value) !== null,
      "Give an address such as s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-west-1.",
    )
    .optional()
    .describe(
      "Bucket of S3 or a compatible server for documents, files, exports and screenshots, such as s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-west-1; unset: they are kept in the database",
    ),
  AWS_ACCESS_KEY_ID: z.string().optional().describe("Access key for FILES_URL"),
  AWS_SECRET_ACCESS_KEY: z.string().optional().describe("Secret key for FILES_URL"),
  AWS_SESSION_TOKEN: z.string().optional().describe("Session token for FILES_URL, with temporary keys"),
  FILE_RETENTION_HOURS: positive.default(24).describe("Hours for which a translated file is kept"),
  RETENTION_JOBS_DAYS: positive.default(30).describe("Days for which finished jobs are kept"),
  RETENTION_EVENTS_DAYS: positive.default(90).describe("Days for which events and their webhook deliveries are kept"),
  RETENTION_AUDIT_DAYS: positive.default(400).describe("Days for which audit log entries are kept"),
  RETENTION_USAGE_DAYS: positive
    .default(400)
    .describe("Days for which usage is kept by hour and, after 62 days, by day; older usage is kept by month"),
  DOCUMENT_TIMEOUT_MS: positive
    .default(30_000)
    .describe("Maximum CPU time to read or write one document; the elapsed time may be up to four times as long"),
  DOCUMENT_MEMORY_MB: positive.default(384).describe("Memory of a thread that reads or writes a document"),
  JOBS: z
    .enum(["inline", "external"])
    .default("inline")
    .describe("inline: the server runs jobs; external: only npm run worker runs them"),
  WORKER_PORT: port
    .optional()
    .describe("Port on HOST at which npm run worker serves /metrics and /v1/health; unset: it serves neither"),
  JOB_CONCURRENCY: positive.max(64, "Give at most 64.").default(2).describe("Concurrent jobs of one process"),
  PASSWORD_SIGN_IN: z
    .enum(["on", "off"])
    .default("on")
    .describe("off: people sign in and sign up only through a provider, without passwords"),
  GITHUB_ID: z.string().optional().describe("OAuth application of GitHub sign-in, with GITHUB_SECRET"),
  GITHUB_SECRET: z.string().optional().describe("Secret of the GitHub OAuth application"),
  GOOGLE_ID: z.string().optional().describe("OAuth client of Google sign-in, with GOOGLE_SECRET"),
  GOOGLE_SECRET: z.string().optional().describe("Secret of the Google OAuth client"),
  OIDC_ISSUER: url.optional().describe("Issuer of OpenID Connect sign-in, with OIDC_ID and OIDC_SECRET"),
  OIDC_ID: z.string().optional().describe("Client ID at the OpenID Connect issuer"),
  OIDC_SECRET: z.string().optional().describe("Client secret at the OpenID Connect issuer"),
  OIDC_NAME: z.string().default("Single sign-on").describe("Label of the button for OpenID Connect sign-in"),
  OIDC_SCOPES: z
    .string()
    .default("openid email profile")
    .describe(
      "Scopes of OpenID Connect sign-in, separated by spaces; some providers return groups only with the scope groups",
    ),
  OIDC_GROUPS_CLAIM: z
    .string()
    .min(1)
    .default("groups")
    .describe("Claim of the ID token with the person's groups; a path such as realm_access.roles names a nested claim"),
  OIDC_GROUPS: z
    .string()
    .refine((text) => readGroupRules(text) !== null, OIDC_GROUPS_FAULT)
    .transform((text) => readGroupRules(text) ?? [])
    .default([])
    .describe(
      "Roles that groups get at each OpenID Connect sign-in, separated by semicolons: GROUP=administrator, or GROUP=ROLE@WORKSPACE with a role (viewer, translator, reviewer, manager, owner) and the ID of a workspace",
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "Give an address such as smtp://user:password@host:587." })
    .optional()
    .describe(
      "Mail server for sign-ups, password resets, invitations and notifications; unset: administrators see the links instead",
    ),
  MAIL_FROM: z.string().default("Dragoman <dragoman@localhost>").describe("Sender of e-mails"),
  SECURE_COOKIES: flag.optional().describe("Whether cookies are sent only over TLS; unset: if PUBLIC_URL uses https"),
});

/** Sections of docs/configuration.md: first variable → heading. */
export const ENV_SECTIONS: Readonly<Partial<Record<keyof Env, string>>> = {
  HOST: "Server",
  DATABASE_URL: "Data",
  DEFAULT_TIER: "Accounts",
  CORS_ORIGINS: "API and logs",
  OTEL_EXPORTER_OTLP_ENDPOINT: "Traces",
  APERTIUM_MODES: "Apertium and engine limits",
  DEEPL_API_KEY: "Translation services",
  DRAGOMAN_MODELS: "Neural models",
  WEBHOOK_ALLOW_PRIVATE: "Webhooks, files and jobs",
  GITHUB_ID: "Sign-in providers",
  SMTP_URL: "Mail and cookies",
};

export type Env = z.infer<typeof EnvSchema>;

/** Thrown for invalid variables; the message has one line per fault and never contains a value. */
class EnvError extends Error {
  override readonly name = "EnvError";
}

/** Parses the environment. Empty strings count as unset. */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = EnvSchema.safeParse(set);
  if (parsed.success) {
    requireStorageKeys(parsed.data);
    requireWayIn(parsed.data);
    return parsed.data;
  }
  throw new EnvError(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"));
}

function requireStorageKeys({ FILES_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }: Env): void {
  if (FILES_URL && !(AWS_ACCESS_KEY_ID && AWS_SECRET_ACCESS_KEY))
    throw new EnvError("FILES_URL: Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY too.");
}

function requireWayIn(env: Env): void {
  const isOpen =
    (env.GITHUB_ID && env.GITHUB_SECRET) ||
    (env.GOOGLE_ID && env.GOOGLE_SECRET) ||
    (env.OIDC_ISSUER && env.OIDC_ID && env.OIDC_SECRET);
  if (env.PASSWORD_SIGN_IN === "off" && !isOpen)
    throw new EnvError(
      "PASSWORD_SIGN_IN: Set a provider too (OIDC_ISSUER, GITHUB_ID or GOOGLE_ID): no one could sign in.",
    );
}

/** `DRAGOMAN_` variables of the command-line client, the image, and Kubernetes (for a service named dragoman). */
const OTHER_NAMES = /^DRAGOMAN_(?:URL|API_KEY|CONFIG|IMAGE|(?:\w+_)?(?:SERVICE_|PORT).*)$/;

/**
 * Environment variables that look like misspelt settings, each with the probable setting: any unknown `DRAGOMAN_…`, and
 * names with one or two wrong letters.
 */
export function misspeltSettings(names: readonly string[]): { name: string; meant: string | null }[] {
  const known = Object.keys(EnvSchema.shape);
  return names.flatMap((name) => {
    if (known.includes(name) || OTHER_NAMES.test(name)) return [];
    const meant = known.find((one) => one.length >= 8 && isMisspelling(name, one)) ?? null;
    return meant || name.startsWith("DRAGOMAN_") ? [{ name, meant }] : [];
  });
}

/** Whether two names differ by one wrong, missing or extra letter, or by two swapped neighbours. */
function isMisspelling(name: string, known: string): boolean {
  if (Math.abs(name.length - known.length) > 1) return false;
  let start = 0;
  while (start < name.length && name[start] === known[start]) start += 1;
  const [a, b] = [name.slice(start), known.slice(start)];
  const isSwap = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return isSwap || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1);
}

let parsed: Env | undefined;

/** The settings of this process. */
export function env(): Env {
  parsed ??= readEnv(process.env);
  return parsed;
}
