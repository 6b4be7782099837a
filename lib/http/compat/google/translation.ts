import { notFound } from "@/lib/base/errors";
import { isRecord } from "@/lib/base/records";
import { tokenizeHtml } from "@/lib/formats/html/tokens";
import type { FacadeAnswer, FacadeContext } from "@/lib/http/compat/facade";
import { invalid } from "@/lib/http/compat/faults";
import type { Fields } from "@/lib/http/compat/fields";
import { codeOf, detectAll, namedLanguages, requireLanguage } from "@/lib/http/compat/languages";
import { translateTexts } from "@/lib/http/compat/translate-texts";
import { idOfUuid } from "@/lib/http/compat/uuids";
import { parseLanguage } from "@/lib/text/languages";
import { GOOGLE, required } from "./dialect";

/** `/language/translate/v2`. */
export async function translate(context: FacadeContext): Promise<FacadeAnswer> {
  const { fields } = context;
  const format = formatOf(fields, "format", "");
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

/** `/language/translate/v2/languages`; includes names only if `target` is given. */
export async function languages({ caller, fields }: FacadeContext): Promise<FacadeAnswer> {
  const display = displayOf(fields.text("target"));
  const named = await namedLanguages(caller, GOOGLE, display);
  return {
    body: { data: { languages: named.map(({ code, name }) => ({ language: code, ...(display ? { name } : {}) })) } },
  };
}

/**
 * Three methods of v3, as REST: `/v3/projects/{project}[/locations/{location}]:translateText`, `:detectLanguage` and
 * `/supportedLanguages`. Project and location have no effect.
 */
export async function v3(context: FacadeContext): Promise<FacadeAnswer> {
  const { caller, params, request } = context;
  const fields = context.fields.inCamelCase();
  const path = [params.path ?? []].flat().join("/");
  const [, method] = /^[^/:]+(?:\/locations\/[^/:]+)?(:\w+|\/supportedLanguages)$/.exec(path) ?? [];
  switch (`${request.method === "HEAD" ? "GET" : request.method} ${method}`) {
    case "POST :translateText": {
      const format = formatOf(fields, "mimeType", "text/");
      const names = { source: fields.text("sourceLanguageCode"), target: fields.text("targetLanguageCode") };
      const texts = textsOf(fields, "contents");
      const glossaryConfig = glossaryOf(fields);
      const [plain, governed] = await Promise.all([
        translated(context, texts, names, format),
        glossaryConfig && translated(context, texts, names, format, [glossaryConfig.id]),
      ]);
      const view = ({ text, detected }: Translated) => ({
        translatedText: text,
        ...(detected ? { detectedLanguageCode: detected } : {}),
      });
      const config = { glossaryConfig: glossaryConfig?.sent };
      const glossaryTranslations = governed?.map((one) => ({ ...view(one), ...config }));
      return { body: { translations: plain.map(view), ...(glossaryTranslations ? { glossaryTranslations } : {}) } };
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
  glossaryIds: readonly string[] = [],
): Promise<readonly Translated[]> {
  const target = await requireLanguage("target", required(names.target, "target"), caller, GOOGLE);
  const source = names.source === null ? undefined : await requireLanguage("source", names.source, caller, GOOGLE);
  const done = await translateTexts(caller, { texts, source, target, format, glossaryIds }, request.signal);
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

/** The format in a field; HTML if missing. Throws 400. */
function formatOf(fields: Fields, name: string, prefix: string): "html" | "text" {
  const given = fields.has(name) ? String(fields.raw(name)) : `${prefix}html`;
  if (given === `${prefix}html`) return "html";
  if (given === (prefix ? "text/plain" : "text")) return "text";
  throw invalid("Invalid Value");
}

/** The glossary that a request of v3 names by our id or its UUID, and the configuration as sent. Throws 400. */
function glossaryOf(fields: Fields): { readonly id: string; readonly sent: unknown } | null {
  if (!fields.has("glossaryConfig")) return null;
  const sent = fields.raw("glossaryConfig");
  const named = isRecord(sent)
    ? /^projects\/[^/]+\/locations\/[^/]+\/glossaries\/([\w-]+)$/.exec(String(sent.glossary))
    : null;
  if (!named) throw invalid("Invalid glossary name.");
  return { id: idOfUuid("glossary", named[1]!) ?? named[1]!, sent };
}

/** The language, as our tag, in which names of languages are shown. Throws 400. */
function displayOf(code: string | null): string | undefined {
  if (code === null) return undefined;
  const tag = parseLanguage(code);
  if (!tag) throw invalid("Invalid Value");
  return tag;
}

/** Elements whose text contains no character references. */
const RAW = /^(?:script|style|xmp|iframe|noembed|noframes|plaintext)$/;

/** HTML as Google returns it: quotation marks in text are character references. */
function withQuotes(html: string): string {
  let written = "";
  let last = 0;
  let element = "";
  for (const token of tokenizeHtml(html)) {
    const shown = html.slice(last, token.end);
    const isText = token.type === "text" && !RAW.test(element);
    written += isText ? shown.replace(/["']/g, (quote) => (quote === '"' ? "&quot;" : "&#39;")) : shown;
    last = token.end;
    if (token.type !== "text") element = token.type === "start" ? token.name : "";
  }
  return written + html.slice(last);
}
