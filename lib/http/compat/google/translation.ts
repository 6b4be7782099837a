import { notFound } from "@/lib/base/errors";
import type { FacadeAnswer, FacadeContext } from "@/lib/http/compat/facade";
import { invalid } from "@/lib/http/compat/faults";
import type { Fields } from "@/lib/http/compat/fields";
import { codeOf, detectAll, namedLanguages, requireLanguage } from "@/lib/http/compat/languages";
import { translateTexts } from "@/lib/http/compat/translate-texts";
import { parseLanguage } from "@/lib/text/languages";
import { GOOGLE, required } from "./dialect";

/** `/language/translate/v2`. */
export async function translate(context: FacadeContext): Promise<FacadeAnswer> {
  const { fields } = context;
  const format = fields.text("format") ?? "html";
  if (format !== "html" && format !== "text") throw invalid("Invalid Value");
  const names = { source: fields.text("source"), target: fields.text("target") };
  const translations = await translated(context, textsOf(fields, "q"), names, format);
  const model = fields.has("model") ? { model: fields.text("model") ?? "nmt" } : {};
  return {
    body: {
      data: {
        translations: translations.map(({ text, detected }) => ({
          translatedText: text,
          ...(detected ? { detectedSourceLanguage: detected } : {}),
          ...model,
        })),
      },
    },
  };
}

/** `/language/translate/v2/detect`. */
export async function detect({ caller, fields }: FacadeContext): Promise<FacadeAnswer> {
  const found = await detectAll(caller, textsOf(fields, "q"), GOOGLE);
  const detections = found.map(([best]) => [
    { language: best!.language, confidence: best!.confidence, isReliable: false },
  ]);
  return { body: { data: { detections } } };
}

/** `/language/translate/v2/languages`: with names only for a target. */
export async function languages({ caller, fields }: FacadeContext): Promise<FacadeAnswer> {
  const display = displayOf(fields.text("target"));
  const named = await namedLanguages(caller, GOOGLE, display);
  return {
    body: { data: { languages: named.map(({ code, name }) => ({ language: code, ...(display ? { name } : {}) })) } },
  };
}

/**
 * The three methods of v3 that translate, as REST: `/v3/projects/{project}[/locations/{location}]:translateText`,
 * `:detectLanguage` and `/supportedLanguages`. Project and location change nothing.
 */
export async function v3(context: FacadeContext): Promise<FacadeAnswer> {
  const { caller, fields, params, request } = context;
  const path = [params.path ?? []].flat().join("/");
  const [, method] = /^[^/:]+(?:\/locations\/[^/:]+)?(:\w+|\/supportedLanguages)$/.exec(path) ?? [];
  switch (`${request.method === "HEAD" ? "GET" : request.method} ${method}`) {
    case "POST :translateText": {
      const format = fields.text("mimeType") === "text/plain" ? "text" : "html";
      const names = { source: fields.text("sourceLanguageCode"), target: fields.text("targetLanguageCode") };
      const translations = await translated(context, textsOf(fields, "contents"), names, format);
      const view = ({ text, detected }: Translated) => ({
        translatedText: text,
        ...(detected ? { detectedLanguageCode: detected } : {}),
      });
      return { body: { translations: translations.map(view) } };
    }
    case "POST :detectLanguage": {
      const [found] = await detectAll(caller, textsOf(fields, "content"), GOOGLE);
      const languages = found!.map(({ language, confidence }) => ({ languageCode: language, confidence }));
      return { body: { languages } };
    }
    case "GET /supportedLanguages": {
      const display = displayOf(fields.text("displayLanguageCode"));
      const named = await namedLanguages(caller, GOOGLE, display);
      return {
        body: {
          languages: named.map(({ code, name, isSource, isTarget }) => ({
            languageCode: code,
            ...(display ? { displayName: name } : {}),
            supportSource: isSource,
            supportTarget: isTarget,
          })),
        },
      };
    }
    default:
      throw notFound("method");
  }
}

type Translated = { readonly text: string; readonly detected: string | null };

async function translated(
  { caller, request }: FacadeContext,
  texts: readonly string[],
  names: { readonly source: string | null; readonly target: string | null },
  format: "html" | "text",
): Promise<readonly Translated[]> {
  const target = await requireLanguage("target", required(names.target, "target"), caller, GOOGLE);
  const source = names.source === null ? undefined : await requireLanguage("source", names.source, caller, GOOGLE);
  const done = await translateTexts(caller, { texts, source, target, format }, request.signal);
  return done.map(({ translation, source: from }) => ({
    text: format === "html" ? withQuotes(translation) : translation,
    detected: source === undefined ? codeOf(from, GOOGLE) : null,
  }));
}

function textsOf(fields: Fields, name: string): readonly string[] {
  const texts = fields.texts(name);
  if (!texts) throw invalid("Invalid Value");
  return required(texts.length > 0 ? texts : null);
}

/** The language of names, in our tag. Throws 400. */
function displayOf(code: string | null): string | undefined {
  if (code === null) return undefined;
  const tag = parseLanguage(code);
  if (!tag) throw invalid("Invalid Value");
  return tag;
}

/** A tag, the two ends of a comment, or a quotation mark. Every part ends before the next `<`, so that it is linear. */
const TOKEN = /<!--|-->|<[^<>"']*(?:"[^"<]*"[^<>"']*|'[^'<]*'[^<>"']*)*>|["']/g;

/** HTML as Google answers it: quotation marks in text are written as references. */
function withQuotes(html: string): string {
  // What ends the comment, script or style sheet that stays as it is.
  let end = "";
  return html.replace(TOKEN, (token) => {
    if (end !== "") {
      if (token.toLowerCase().startsWith(end)) end = "";
    } else if (token === '"' || token === "'") return token === '"' ? "&quot;" : "&#39;";
    else if (token === "<!--") end = "-->";
    else {
      const [, name] = /^<(script|style)\b/i.exec(token) ?? [];
      if (name) end = `</${name.toLowerCase()}`;
    }
    return token;
  });
}
