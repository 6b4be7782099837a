import { type ReceivedRequest, type Reply, wordByWord } from "@/e2e/doubles/fake-vendor";

export const AZURE_KEY = "azure-secret";
const CODES = ["en", "es", "pt", "pt-pt", "zh-Hans", "zh-Hant", "sr-Cyrl", "sr-Latn", "nb", "fr-ca"];

/** Azure Translator as documented. Errors are `{"error": {code, message}}` with a code of six digits. */
export function azureStandIn({ url, method, headers, body }: ReceivedRequest): Reply {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  if (searchParams.get("api-version") !== "3.0") return refusedByAzure(400, 400021);
  if (method === "GET" && pathname === "/languages")
    return {
      json: {
        translation: Object.fromEntries(CODES.map((code) => [code, { name: code, nativeName: code, dir: "ltr" }])),
      },
    };
  if (method !== "POST" || pathname !== "/translate") return refusedByAzure(404, 404000);
  if (headers["ocp-apim-subscription-key"] !== AZURE_KEY || headers["ocp-apim-subscription-region"] !== "westeurope")
    return refusedByAzure(401, 401000);
  if (!CODES.includes(searchParams.get("to") ?? "")) return refusedByAzure(400, 400036);
  const texts = (JSON.parse(body) as { Text?: string; text?: string }[]).map(({ Text, text }) => Text ?? text ?? "");
  if (texts.length > 1_000 || texts.join("").length > 50_000) return refusedByAzure(400, 400077);
  const [from, to] = [searchParams.get("from") ?? "", searchParams.get("to") ?? ""];
  const hasDictionary = from !== "" && (from === "en" || to === "en");
  const translate = hasDictionary ? withDictionary : wordByWord;
  return { json: texts.map((text) => ({ translations: [{ text: translate(text), to }] })) };
}

const ENTRY = /<mstrans:dictionary translation="([^"<>]*)">[^<>]*<\/mstrans:dictionary>/g;

/** Applies the dynamic dictionary: replaces the element and its phrase by the given translation. */
function withDictionary(text: string): string {
  const entries = [...text.matchAll(ENTRY)];
  const between = text.split(ENTRY).filter((_, at) => at % 2 === 0);
  return between.map((part, at) => wordByWord(part) + (entries[at]?.[1] ?? "").replaceAll("&quot;", '"')).join("");
}

export function refusedByAzure(status: number, code: number): Reply {
  return { status, json: { error: { code, message: "The request is not right." } } };
}
