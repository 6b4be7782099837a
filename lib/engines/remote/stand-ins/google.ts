import { generateKeyPairSync, verify } from "node:crypto";
import { type ReceivedRequest, type Reply, wordByWord } from "@/lib/engines/remote/fake-vendor";
import type { ServiceAccount } from "@/lib/engines/remote/google-token";

const CODES = ["en", "es", "iw", "no", "zh-CN", "zh-TW", "fr"];

export const GOOGLE_PARENT = "/v3/projects/words-1/locations/global";

/** Cloud Translation v3 as documented: tokens for signed assertions; errors are `{"error": {code, message, status}}`. */
export class GoogleStandIn {
  readonly #keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  #tokens = 0;
  /** The token that it accepts. */
  token = "";

  /** @param url the address at which it answers */
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
      this.token = `ya29.token-${++this.#tokens}`;
      return { json: { access_token: this.token, expires_in: 3_599, token_type: "Bearer" } };
    }
    if (headers.authorization !== `Bearer ${this.token}`) return refusedByGoogle(401, "UNAUTHENTICATED");
    if (method === "GET" && pathname === `${GOOGLE_PARENT}/supportedLanguages`)
      return {
        json: {
          languages: CODES.map((languageCode) => ({
            languageCode,
            supportSource: true,
            ...(languageCode === "fr" ? {} : { supportTarget: true }),
          })),
        },
      };
    if (method !== "POST" || pathname !== `${GOOGLE_PARENT}:translateText`) return refusedByGoogle(404, "NOT_FOUND");
    const { contents, mimeType } = JSON.parse(body) as { contents: string[]; mimeType: string };
    const size = contents.reduce((sum, text) => sum + [...text].length, 0);
    if (contents.length > 1024 || size > 30_720 || mimeType !== "text/html")
      return refusedByGoogle(400, "INVALID_ARGUMENT");
    return {
      json: {
        translations: contents.map((text) => ({
          translatedText: wordByWord(text)
            .replaceAll("'", "&#39;")
            .replaceAll('"', (quote, at, whole) =>
              whole.lastIndexOf("<", at) > whole.lastIndexOf(">", at) ? quote : "&quot;",
            ),
        })),
      },
    };
  };

  #isSigned(form: URLSearchParams): boolean {
    const [header = "", claims = "", signature = ""] = (form.get("assertion") ?? "").split(".");
    const { iss, scope, aud, iat, exp } = JSON.parse(Buffer.from(claims, "base64url").toString());
    const signed = Buffer.from(`${header}.${claims}`);
    return (
      form.get("grant_type") === "urn:ietf:params:oauth:grant-type:jwt-bearer" &&
      iss === "robot@words-1.iam.gserviceaccount.com" &&
      scope === "https://www.googleapis.com/auth/cloud-translation" &&
      aud === `${this.url()}/token` &&
      exp - iat <= 3_600 &&
      verify("RSA-SHA256", signed, this.#keys.publicKey, Buffer.from(signature, "base64url"))
    );
  }
}

export function refusedByGoogle(code: number, status: string): Reply {
  return { status: code, json: { error: { code, message: "Refused.", status } } };
}
