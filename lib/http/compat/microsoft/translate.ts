import { isRecord } from "@/lib/base/records";
import { unescapeMarkup } from "@/lib/engines/remote/markup";
import type { FacadeAnswer, FacadeContext } from "@/lib/http/compat/facade";
import { codeOf, requireLanguage } from "@/lib/http/compat/languages";
import { type TranslatedText, translateTexts } from "@/lib/http/compat/translate-texts";
import { requireWithin } from "@/lib/identity/auth/caller";
import { codePoints } from "@/lib/text/words";
import { isDated, MICROSOFT, refused, requireVersion } from "./dialect";

/** Maximum targets of one text, as in `/v1`. */
const MAX_TARGETS = 20;

const TONES = { formal: "prefer_more", informal: "prefer_less", neutral: undefined } as const;
type Formality = (typeof TONES)[keyof typeof TONES];

type Target = { readonly code: string; readonly tag: string; readonly formality: Formality };

/** A text with its languages. In the dated versions each text has its own; in 3.0 all texts have the same. */
type Input = {
  readonly text: string;
  readonly source: string | undefined;
  readonly format: "text" | "html";
  readonly targets: readonly Target[];
};

/** `POST /translate`: translates each text into each target. Its characters count once per target. */
export async function translate(context: FacadeContext): Promise<FacadeAnswer> {
  const { caller, request } = context;
  requireVersion(request);
  const dated = isDated(request);
  const inputs = dated ? await datedInputs(context) : await inputsOf(context);
  requireWithin(caller, caller.limits.batchItems, { actual: inputs.length, unit: "items", field: "texts" });
  const translated = await translateAll(context, inputs);
  const value = inputs.map(({ text, source, targets }, i) => {
    const detected = source === undefined ? translated[i]![0]?.detectedSource : null;
    return {
      ...(detected
        ? { detectedLanguage: { language: codeOf(detected.language, MICROSOFT), score: detected.confidence } }
        : {}),
      translations: targets.map(({ code }, t) => {
        const { translation } = translated[i]![t]!;
        return dated
          ? { language: code, sourceCharacters: codePoints(text), text: translation }
          : { text: translation, to: code };
      }),
    };
  });
  const metered = inputs.reduce((sum, { text, targets }) => sum + codePoints(text) * targets.length, 0);
  return { body: dated ? { value } : value, headers: { "X-metered-usage": String(metered) } };
}

/** The translations by input and target. Texts with the same options are translated in one call. */
async function translateAll({ caller, request }: FacadeContext, inputs: readonly Input[]) {
  const groups = new Map<string, { input: Input; target: Target; at: [number, number][] }>();
  for (const [i, input] of inputs.entries())
    for (const [t, target] of input.targets.entries()) {
      const key = [input.source, input.format, target.tag, target.formality].join(" ");
      const group = groups.get(key) ?? { input, target, at: [] };
      group.at.push([i, t]);
      groups.set(key, group);
    }
  const translated: TranslatedText[][] = inputs.map(() => []);
  await Promise.all(
    [...groups.values()].map(async ({ input: { source, format }, target, at }) => {
      const opened = at.map(([i]) => openDictionary(inputs[i]!.text, format));
      const texts = opened.map(({ text }) => text);
      const options = { texts, source, target: target.tag, format, formality: target.formality };
      const done = await translateTexts(caller, options, request.signal);
      for (const [n, [i, t]] of at.entries())
        translated[i]![t] = { ...done[n]!, translation: opened[n]!.close(done[n]!.translation) };
    }),
  );
  return translated;
}

/** The inputs of 3.0: the body is an array of texts, and the query contains everything else. */
async function inputsOf({ caller, fields, json }: FacadeContext): Promise<readonly Input[]> {
  const texts = textsOf(json);
  const source = await sourceOf(fields.text("from"), caller);
  const named = ["to", "to[]"].flatMap((name) => fields.texts(name) ?? []).flatMap((list) => list.split(","));
  const targets = await targetsOf(
    [...new Set(named.filter(Boolean))].map((language) => ({ language })),
    caller,
  );
  const format = formatOf(fields.text("textType"));
  return texts.map((text) => ({ text, source, format, targets }));
}

async function datedInputs({ caller, json }: FacadeContext): Promise<readonly Input[]> {
  const given = isRecord(json) ? json.inputs : null;
  if (!Array.isArray(given) || given.length === 0) throw refused(400_000, "Send the texts as inputs.");
  return Promise.all(
    given.map(async (input: unknown) => {
      if (!isRecord(input) || typeof input.text !== "string") throw refused(400_000, "Each input needs a text.");
      if (!Array.isArray(input.targets)) throw refused(400_036);
      const [source, targets] = await Promise.all([
        sourceOf(input.language, caller),
        targetsOf(input.targets.filter(isRecord), caller),
      ]);
      return { text: input.text, source, format: formatOf(input.textType), targets };
    }),
  );
}

/** The texts of a body of 3.0. Throws 400. */
export function textsOf(json: unknown): readonly string[] {
  if (!Array.isArray(json) || json.length === 0) throw refused(400_019);
  return json.map((one: unknown) => {
    const text = isRecord(one) ? (one.Text ?? one.text) : null;
    if (typeof text !== "string") throw refused(400_000, "Each element of the body needs a Text.");
    return text;
  });
}

/** The tag of a source language; undefined to detect it. Throws 400. */
export async function sourceOf(code: unknown, caller: FacadeContext["caller"]): Promise<string | undefined> {
  if (code === undefined || code === null || code === "") return undefined;
  return requireLanguage("source", String(code), caller, MICROSOFT);
}

async function targetsOf(
  given: readonly Readonly<Record<string, unknown>>[],
  caller: FacadeContext["caller"],
): Promise<readonly Target[]> {
  if (given.length === 0) throw refused(400_036);
  if (given.length > MAX_TARGETS) throw refused(400_000, `A text can have at most ${MAX_TARGETS} target languages.`);
  return Promise.all(
    given.map(async ({ language, tone }) => {
      const name = String(tone ?? "neutral").toLowerCase();
      if (!Object.hasOwn(TONES, name)) throw refused(400_000, "The tone is formal, informal or neutral.");
      const code = String(language ?? "");
      const tag = await requireLanguage("target", code, caller, MICROSOFT);
      return { code, tag, formality: TONES[name as keyof typeof TONES] };
    }),
  );
}

function formatOf(given: unknown): Input["format"] {
  const type = String(given || "plain").toLowerCase();
  if (type !== "plain" && type !== "html") throw refused(400_000, "The textType is plain or html.");
  return type === "plain" ? "text" : type;
}

/** A phrase with a given translation (learn.microsoft.com, "Dynamic dictionary"); allowed in plain text, too. */
const ENTRY =
  /<mstrans:dictionary\s{1,20}translation\s{0,20}=\s{0,20}(?:"([^"<>]{0,2000})"|'([^'<>]{0,2000})')\s{0,20}>[^<]{0,2000}<\/mstrans:dictionary>/gi;

/** Replaces phrases that have a given translation by placeholders, which engines keep. */
function openDictionary(text: string, format: Input["format"]) {
  const wordings: string[] = [];
  let name = "mstrans";
  while (text.includes(`{{${name}`)) name += "x";
  const opened = text.replace(ENTRY, (_, double, single) => {
    const wording: string = double ?? single;
    return `{{${name}${wordings.push(format === "html" ? wording : unescapeMarkup(wording)) - 1}}}`;
  });
  const close = (translation: string) =>
    translation.replace(new RegExp(`\\{\\{${name}(\\d+)\\}\\}`, "g"), (mark, n) => wordings[Number(n)] ?? mark);
  return { text: opened, close };
}
