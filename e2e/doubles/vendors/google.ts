import { generateKeyPairSync, verify } from "node:crypto";
import { type ReceivedRequest, type Reply, wordByWord } from "@/e2e/doubles/fake-vendor";
import type { ServiceAccount } from "@/lib/engines/remote/google-token";

const CODES = ["en", "es", "iw", "no", "zh-CN", "zh-TW", "fr"];

export const GOOGLE_PARENT = "/v3/projects/words-1/locations/global";

export const GOOGLE_BUCKET = "words-1-terms";
const GLOSSARY_PARENT = "projects/words-1/locations/us-central1";
const SCOPES = [
  "https://www.googleapis.com/auth/cloud-translation",
  "https://www.googleapis.com/auth/devstorage.read_write",
];

type StoredGlossary = {
  readonly name: string;
  readonly languagePair: { readonly sourceLanguageCode: string; readonly targetLanguageCode: string };
  readonly inputConfig: { readonly gcsSource: { readonly inputUri: string } };
  readonly entries: ReadonlyMap<string, string>;
  readonly submitTime: string;
};

/**
 * Cloud Translation v3 and Cloud Storage as documented: tokens in exchange for signed assertions, errors as `{"error":
 * {code, message, status}}`, and long-running operations that create glossaries from files in a bucket.
 */
export class GoogleStandIn {
  /** Contents of the bucket, by object name. */
  readonly objects = new Map<string, string>();
  /** Glossaries by name; only complete ones. */
  readonly glossaries = new Map<string, StoredGlossary>();
  readonly #operations = new Map<string, { left: number; readonly glossary: StoredGlossary }>();
  /** Number of requests for an operation until it is done. */
  operationLooks = 2;

  readonly #keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  #tokens = 0;
  /** Whether its last token is also valid for Cloud Storage. */
  #canStore = false;
  /** The token that it accepts now. */
  token = "";

  /** @param url returns the address at which it answers */
  constructor(private readonly url: () => string) {}

  get account(): ServiceAccount {
    return {
      type: "service_account",
      project_id: "words-1",
      private_key_id: "k1",
      private_key: this.#keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      client_email: "robot@words-1.iam.gserviceaccount.com",
      token_uri: `${this.url()}/token`,
    };
  }

  readonly answer = ({ url, method, headers, body }: ReceivedRequest): Reply => {
    const { pathname } = new URL(url, "http://localhost");
    if (method === "POST" && pathname === "/token") {
      if (!this.#isSigned(new URLSearchParams(body))) return { status: 400, json: { error: "invalid_grant" } };
      this.#canStore = body.includes("assertion=") && scopeOf(new URLSearchParams(body)).includes("devstorage");
      this.token = `ya29.token-${++this.#tokens}`;
      return { json: { access_token: this.token, expires_in: 3_599, token_type: "Bearer" } };
    }
    if (headers.authorization !== `Bearer ${this.token}`) return refusedByGoogle(401, "UNAUTHENTICATED");
    if (pathname.startsWith("/upload/storage/") || pathname.startsWith("/storage/"))
      return this.#storage({ url, method, headers, body });
    if (pathname.startsWith(`/v3/${GLOSSARY_PARENT}/`) && !pathname.endsWith("supportedLanguages")) {
      const answered = this.#glossaries(method, pathname.slice("/v3/".length), body);
      if (answered) return answered;
    }
    if (
      method === "GET" &&
      /^\/v3\/projects\/words-1\/locations\/(?:global|us-central1)\/supportedLanguages$/.test(pathname)
    )
      return {
        json: {
          languages: CODES.map((languageCode) => ({
            languageCode,
            supportSource: true,
            ...(languageCode === "fr" ? {} : { supportTarget: true }),
          })),
        },
      };
    const location = /^\/v3\/(projects\/words-1\/locations\/(?:global|us-central1)):translateText$/.exec(pathname)?.[1];
    if (method !== "POST" || !location) return refusedByGoogle(404, "NOT_FOUND");
    const { contents, mimeType, glossaryConfig, sourceLanguageCode, targetLanguageCode } = JSON.parse(body) as {
      readonly contents: string[];
      readonly mimeType: string;
      readonly glossaryConfig?: { readonly glossary: string };
      readonly sourceLanguageCode: string;
      readonly targetLanguageCode: string;
    };
    const glossary = glossaryConfig && this.glossaries.get(glossaryConfig.glossary);
    if (glossaryConfig) {
      if (!glossaryConfig.glossary.startsWith(`${location}/glossaries/`))
        return refusedByGoogle(400, "INVALID_ARGUMENT");
      if (!glossary) return refusedByGoogle(404, "NOT_FOUND");
      const pair = glossary.languagePair;
      if (pair.sourceLanguageCode !== sourceLanguageCode || pair.targetLanguageCode !== targetLanguageCode)
        return refusedByGoogle(400, "INVALID_ARGUMENT");
    }
    const size = contents.reduce((sum, text) => sum + [...text].length, 0);
    if (contents.length > 1024 || size > 30_720 || mimeType !== "text/html")
      return refusedByGoogle(400, "INVALID_ARGUMENT");
    return {
      json: {
        translations: contents.map((text) => ({ translatedText: asGoogleWrites(wordByWord(text)) })),
        ...(glossary
          ? {
              glossaryTranslations: contents.map((text) => ({
                translatedText: asGoogleWrites(withTerms(text, glossary.entries)),
              })),
            }
          : {}),
      },
    };
  };

  #glossaries(method: string, path: string, body: string): Reply | null {
    if (path.startsWith(`${GLOSSARY_PARENT}/operations/`)) return this.#operation(path);
    if (!path.startsWith(`${GLOSSARY_PARENT}/glossaries`)) return null;
    if (path === `${GLOSSARY_PARENT}/glossaries`) {
      if (method === "GET") return { json: { glossaries: [...this.glossaries.values()].map(shown) } };
      return this.#create(JSON.parse(body));
    }
    const glossary = this.glossaries.get(path);
    if (!glossary) return refusedByGoogle(404, "NOT_FOUND");
    if (method === "GET") return { json: shown(glossary) };
    this.glossaries.delete(path);
    const deleted = { "@type": "type.googleapis.com/google.cloud.translation.v3.DeleteGlossaryResponse", name: path };
    return { json: { name: `${GLOSSARY_PARENT}/operations/delete`, done: true, response: deleted } };
  }

  #create(wanted: Omit<StoredGlossary, "entries" | "submitTime">): Reply {
    if (
      this.glossaries.has(wanted.name) ||
      [...this.#operations.values()].some((one) => one.left > 0 && one.glossary.name === wanted.name)
    )
      return refusedByGoogle(409, "ALREADY_EXISTS");
    const object = wanted.inputConfig.gcsSource.inputUri.replace(`gs://${GOOGLE_BUCKET}/`, "");
    const file = this.objects.get(object);
    if (file === undefined || !object.endsWith(".tsv")) return refusedByGoogle(400, "INVALID_ARGUMENT");
    const lines = file.split("\n").map((line) => line.split("\t"));
    if (lines.some((line) => line.length !== 2 || line.includes(""))) return refusedByGoogle(400, "INVALID_ARGUMENT");
    const entries = new Map(lines.map(([source, target]) => [source!, target!]));
    const name = `${GLOSSARY_PARENT}/operations/20261101-${this.#operations.size + 1}`;
    const submitTime = new Date(Date.UTC(2026, 10, 1) + this.#operations.size * 1_000).toISOString();
    this.#operations.set(name, { left: this.operationLooks, glossary: { ...wanted, entries, submitTime } });
    return { json: { name, metadata: metadataOf(wanted.name, "RUNNING") } };
  }

  #operation(name: string): Reply {
    const operation = this.#operations.get(name);
    if (!operation) return refusedByGoogle(404, "NOT_FOUND");
    const { glossary } = operation;
    operation.left -= 1;
    if (operation.left > 0) return { json: { name, metadata: metadataOf(glossary.name, "RUNNING") } };
    this.glossaries.set(glossary.name, glossary);
    const response = { "@type": "type.googleapis.com/google.cloud.translation.v3.Glossary", ...shown(glossary) };
    return { json: { name, done: true, metadata: metadataOf(glossary.name, "SUCCEEDED"), response } };
  }

  /** The JSON API: simple and multipart uploads, download, deletion. */
  #storage({ url, method, headers, body }: ReceivedRequest): Reply {
    if (!this.#canStore) return refusedByGoogle(403, "PERMISSION_DENIED");
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const [, object = ""] = new RegExp(`^(?:/upload)?/storage/v1/b/${GOOGLE_BUCKET}/o/?(.*)$`).exec(pathname) ?? [];
    if (!pathname.includes(`/b/${GOOGLE_BUCKET}/o`)) return refusedByGoogle(404, "NOT_FOUND");
    if (method === "POST") {
      const multipart =
        searchParams.get("uploadType") === "multipart" ? partsOf(headers["content-type"] ?? "", body) : null;
      const name = searchParams.get("name") ?? JSON.parse(multipart?.[0] ?? "{}").name;
      this.objects.set(name, multipart?.[1] ?? body);
      return { json: { kind: "storage#object", name, bucket: GOOGLE_BUCKET } };
    }
    const name = decodeURIComponent(object);
    const content = this.objects.get(name);
    if (content === undefined) return refusedByGoogle(404, "NOT_FOUND");
    if (method === "GET")
      return searchParams.get("alt") === "media"
        ? { text: content }
        : { json: { kind: "storage#object", name, bucket: GOOGLE_BUCKET } };
    this.objects.delete(name);
    return { status: 204, text: "" };
  }

  #isSigned(form: URLSearchParams): boolean {
    const [header = "", claims = "", signature = ""] = (form.get("assertion") ?? "").split(".");
    const { iss, scope, aud, iat, exp } = JSON.parse(Buffer.from(claims, "base64url").toString());
    const signed = Buffer.from(`${header}.${claims}`);
    return (
      form.get("grant_type") === "urn:ietf:params:oauth:grant-type:jwt-bearer" &&
      iss === "robot@words-1.iam.gserviceaccount.com" &&
      SCOPES.some((_, at) => scope === SCOPES.slice(0, at + 1).join(" ")) &&
      aud === `${this.url()}/token` &&
      exp - iat <= 3_600 &&
      verify("RSA-SHA256", signed, this.#keys.publicKey, Buffer.from(signature, "base64url"))
    );
  }
}

export function refusedByGoogle(code: number, status: string): Reply {
  return { status: code, json: { error: { code, message: "Refused.", status } } };
}

function scopeOf(form: URLSearchParams): string {
  const claims = (form.get("assertion") ?? "").split(".")[1] ?? "";
  return JSON.parse(Buffer.from(claims, "base64url").toString()).scope;
}

const metadataOf = (name: string, state: string) => ({
  "@type": "type.googleapis.com/google.cloud.translation.v3.CreateGlossaryMetadata",
  name,
  state,
});

function shown({ name, languagePair, inputConfig, entries, submitTime }: StoredGlossary) {
  return { name, languagePair, inputConfig, entryCount: entries.size, submitTime, endTime: submitTime };
}

/** The contents of the parts of a multipart/related body. */
function partsOf(contentType: string, body: string): string[] {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1] ?? "";
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => part.slice(part.indexOf("\r\n\r\n") + 4).replace(/\r\n$/, ""));
}

/** Replaces terms by exact form, and translates the rest word by word. */
function withTerms(text: string, entries: ReadonlyMap<string, string>): string {
  return [...entries].reduceRight(
    (whole, [source, target]) => whole.replaceAll(new RegExp(`\\b${source}\\b`, "g"), target),
    wordByWord(text),
  );
}

/** Escapes quotes in text, as Google does. */
function asGoogleWrites(html: string): string {
  return html
    .replaceAll("'", "&#39;")
    .replaceAll('"', (quote, at, whole) =>
      whole.lastIndexOf("<", at) > whole.lastIndexOf(">", at) ? quote : "&quot;",
    );
}
