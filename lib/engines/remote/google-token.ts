import { createSign } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { EngineError } from "@/lib/engines/engine";
import { type HttpOptions, requestJson, type TimeLimit } from "./http";

const ServiceAccountKey = z.object({
  type: z.literal("service_account"),
  project_id: z.string().min(1),
  private_key_id: z.string().optional(),
  private_key: z.string().includes("PRIVATE KEY"),
  client_email: z.string().min(1),
  token_uri: z.url({ protocol: /^https?$/ }).default("https://oauth2.googleapis.com/token"),
});

/** The fields of a Google service account's key file that are used here. */
export type ServiceAccount = z.infer<typeof ServiceAccountKey>;

/** Reads a key file from Google's console. Throws EngineError with the path, never with the content. */
export function readServiceAccount(file: string): ServiceAccount {
  const account = parseServiceAccount(readText(file));
  if (account) return account;
  throw new EngineError("unavailable", "google", `${file} is not a readable key file of a Google service account.`);
}

/** Parses a key file; null if it is not one. */
export function parseServiceAccount(content: string): ServiceAccount | null {
  try {
    return ServiceAccountKey.safeParse(JSON.parse(content)).data ?? null;
  } catch {
    return null;
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

export const TRANSLATION_SCOPE = "https://www.googleapis.com/auth/cloud-translation";
export const STORAGE_SCOPE = "https://www.googleapis.com/auth/devstorage.read_write";
/** Maximum lifetime in seconds that Google allows for an assertion. */
const ASSERTION_SECONDS = 3_600;
/** Seconds before its expiry at which a token is renewed, so that it is valid until running requests end. */
const EARLY_MS = 60_000;

/**
 * Access tokens of a service account (RFC 7523: a signed assertion is exchanged for a token), cached until shortly
 * before they expire.
 */
export class GoogleToken {
  #token: { readonly value: string; readonly until: number } | undefined;
  #asking: Promise<string> | undefined;

  constructor(
    private readonly account: ServiceAccount,
    private readonly http: Pick<HttpOptions, "engine" | "backoffMs">,
    private readonly scopes: readonly string[],
  ) {}

  /** Rejects with EngineError. Concurrent calls share one request. */
  async get(patience: TimeLimit): Promise<string> {
    if (this.#token && Date.now() < this.#token.until) return this.#token.value;
    // Without the caller's signal, because other callers may wait for the same token.
    this.#asking ??= this.#ask({ deadline: patience.deadline }).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  forget(): void {
    this.#token = undefined;
  }

  async #ask(patience: TimeLimit): Promise<string> {
    const body = new URLSearchParams({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: this.#assertion(),
    });
    const http = { ...this.http, url: this.account.token_uri };
    const { access_token: value, expires_in: seconds } = await requestJson(http, { path: "", body }, Token, patience);
    this.#token = { value, until: Date.now() + seconds * 1_000 - EARLY_MS };
    return value;
  }

  #assertion(): string {
    const { client_email: iss, token_uri: aud, private_key: key, private_key_id: kid } = this.account;
    const iat = Math.floor(Date.now() / 1_000);
    const header = { alg: "RS256", typ: "JWT", ...(kid ? { kid } : {}) };
    const claims = { iss, scope: this.scopes.join(" "), aud, iat, exp: iat + ASSERTION_SECONDS };
    const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
    try {
      return `${signed}.${createSign("RSA-SHA256").update(signed).sign(key, "base64url")}`;
    } catch {
      throw new EngineError(
        "unavailable",
        this.http.engine,
        "The private key of the Google service account is broken.",
      );
    }
  }
}
