import { requestSamples } from "@/components/docs/request-samples";
import { bodyOf, type TranslationRequest } from "@/lib/client/translation-request";

/** The statement that prints the translation, by programming language. */
const PRINTS: Readonly<Record<string, string>> = {
  JavaScript: "\nconst { translation } = await response.json();\nconsole.log(translation);",
  Python: '\nresponse.raise_for_status()\nprint(response.json()["translation"])',
};

/** The translation as code with safe quoting, by name of the programming language. */
export function requestSnippets(origin: string, request: TranslationRequest) {
  const { source, format, ...rest } = bodyOf(request);
  const body = {
    ...rest,
    ...(source === "auto" ? {} : { source }),
    ...(format === "text" ? {} : { format }),
  };
  // Editors interpret these two separators as line ends.
  const example = JSON.stringify(body, null, 2).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  const url = `${origin}/v1/translate`;
  const samples = requestSamples({ method: "POST", url, mediaType: "application/json", example, fields: [] });
  return samples.map(([name, code]) => [name, code + (PRINTS[name] ?? "")] as const);
}
