import type { z } from "zod";
import { AppError, type FieldError, invalidRequest } from "@/lib/base/errors";
import { mapInTurns } from "@/lib/base/pool/in-turns";
import type { TranslationOptions } from "@/lib/engines/engine";
import type {
  BilingualLayout,
  DocumentPart,
  Format,
  FormatChoice,
  FormatOptions,
  OutputOptions,
  TranslatedText,
  Written,
} from "@/lib/formats/format";
import { writeExchange } from "@/lib/formats/l10n/xliff-exchange";
import { FORMATS, formatById } from "@/lib/formats/registry";
import { extractDocument, writeDocument } from "@/lib/formats/sandbox/sandbox";
import type { Extracted } from "@/lib/formats/sandbox/threads";
import type { Formats } from "@/lib/schemas/files";
import { detectDocument } from "@/lib/text/detect/detect-document";
import { matchLanguage, parseLanguage } from "@/lib/text/languages";
import { hasWords } from "@/lib/text/lines";
import { plainText, type Segment } from "@/lib/text/segment";
import { codePoints } from "@/lib/text/words";
import { findForeign } from "./foreign";
import { keepsChoices } from "./inner-choices";
import { detectableLanguages, findHops, isSame } from "./languages";
import { betterModel, requireHops } from "./missing-models";
import { askedTexts } from "./plural-texts";
import { type Resources, withVoice } from "./resources";
import { CONFIDENT, chooseSource, type Detected } from "./source-language";
import type { SegmentTranslation } from "./translate-segments";
import { warningsOf } from "./translate-text";
import { translateWithResources } from "./translate-with-resources";
import * as warn from "./warnings";

export type DocumentRequest = {
  readonly bytes: Buffer;
  readonly fileName: string;
  /** Id of the format. */
  readonly format: string;
  /** Source language; null if it is to be detected. */
  readonly source: string | null;
  readonly target: string;
  readonly localOnly: boolean;
  readonly options: {
    bilingual?: boolean | BilingualLayout;
    segmentation?: "paragraph" | "sentence";
    include?: DocumentPart[];
    exclude?: DocumentPart[];
    columns?: string[];
    header?: boolean;
    keys?: string[];
    overwrite?: boolean;
    output?: string;
  };
  /** Context, formality and instructions for the engines. */
  readonly givenOptions?: TranslationOptions;
  readonly resources: Resources;
  readonly signal: AbortSignal;
};

export type DocumentTranslation = {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly extension: string;
  readonly source: string;
  readonly detectedSource: Detected | null;
  readonly segments: number;
  /** Number of translated Unicode code points. */
  readonly characters: number;
  readonly units: Units;
  readonly engine: string;
  readonly route: readonly string[];
  readonly warnings: readonly warn.Warning[];
};

/**
 * Number of segments: translated; already finished; without words, left in the source language; and left because they
 * are in another language.
 */
export type Units = {
  readonly translated: number;
  readonly kept: number;
  readonly left: number;
  readonly foreign: number;
};

/** Maximum code points of a document that is translated as quickly as a text. */
const SHORT_CHARACTERS = 2_000;

/**
 * Translates a document and leaves everything else unchanged. Throws 400 for the pair, and 422 for a document that
 * cannot be read, has no text or whose language cannot be detected.
 */
export async function translateDocument(
  request: DocumentRequest,
  progress: (done: number, total: number) => Promise<void>,
): Promise<DocumentTranslation> {
  const { target, options } = request;
  const parts = partsOf(request);
  const opened = await extractDocument(request.bytes, request.fileName, { ...parts, format: request.format });
  const plain = await mapInTurns(opened.segments, ({ text, plural }) =>
    Object.values(plural?.forms ?? { text })
      .map((one) => plainText(one))
      .filter(hasWords),
  );
  const texts = plain.flat();
  if (texts.length === 0 && opened.finished > 0) throw alreadyTranslated(opened.finished);
  if (texts.length === 0) throw noText(opened);
  const detectedSource = request.source ? null : await detect(texts, opened, request);
  const source = request.source ?? detectedSource!.language;
  const asking = { localOnly: request.localOnly, accountId: request.resources.accountId };
  const present = await findHops(source, target, asking);
  if (!present && isSame(source, target))
    throw new AppError("no_translatable_text", "The document is already in the target language.", {
      reason: "same_language",
    });

  // A file that waits for a model is translated by a job that is requeued.
  const isDetected = detectedSource !== null;
  const hops = present ?? (await requireHops({ source, target, isDetected }, asking, request.signal));
  const whole = await mapInTurns(opened.segments, ({ text, plural }) => (plural ? "" : plainText(text)));
  const { indices: foreign, lookalike } = await findForeign(whole, source, await detectableLanguages(request));
  const numbers = [...opened.segments.keys()].filter((i) => !foreign.has(i));
  const segments = numbers.map((i) => opened.segments[i]!);
  const asked = askedTexts(segments, source, target);
  await progress(0, asked.texts.length);
  const characters = texts.reduce((sum, text) => sum + codePoints(text), 0);
  const { voice } = request.resources;
  const work = {
    hops,
    localOnly: request.localOnly,
    priority: characters > SHORT_CHARACTERS ? "bulk" : "interactive",
    signal: request.signal,
    progress,
    options: withVoice(request.givenOptions ?? {}, voice),
    background: { ...voice?.background, title: request.fileName },
  } as const;
  const { translations, engine, route, ignored } = await translateWithResources(asked.texts, work, request.resources);
  const again = async (lost: readonly Segment[]) => {
    const { translations } = await translateWithResources(lost, { ...work, progress: undefined }, request.resources);
    return translations.map(({ text }) => text);
  };
  const assembled = await asked.assemble(
    translations.map(({ text }) => text),
    again,
  );
  let next = 0;
  const translated = opened.segments.map(({ text }, i) =>
    foreign.has(i) ? { text } : asDraft(assembled[next++]!, request.format),
  );
  const written =
    options.output === EXCHANGE
      ? await exchange(request, source, opened, translated)
      : await writeDocument(request.bytes, request.format, parts, translated, target, outputOf(options));
  return {
    bytes: written.bytes,
    mediaType: written.mediaType,
    extension: written.extension,
    source,
    detectedSource,
    segments: asked.texts.length,
    characters,
    units: {
      translated: plain.filter((own, i) => own.length > 0 && !foreign.has(i)).length,
      kept: opened.finished,
      left: plain.filter((own) => own.length === 0).length,
      foreign: foreign.size,
    },
    engine,
    route,
    warnings: [
      ...(detectedSource && detectedSource.confidence < CONFIDENT ? [warn.lowConfidence] : []),
      ...opened.warnings,
      ...written.warnings,
      ...segmentWarnings(
        translations,
        asked.owners.map((owner) => numbers[owner]!),
      ),
      ...warn.icuNotTranslated(segments.filter((one, i) => keepsChoices(one.text, assembled[i]?.text ?? "")).length),
      ...(lookalike ? [warn.sourceLooksLike(lookalike)] : []),
      ...(segments.length === 0 ? [warn.nothingTranslated] : []),
      ...warn.ofIgnored(ignored, request.givenOptions),
      ...(await betterModel(hops, asking)),
      ...(route.length > 2 ? [warn.pivoted(route)] : []),
    ],
  };
}

function alreadyTranslated(kept: number): AppError {
  const units = kept === 1 ? "The only unit of the file is" : `All ${kept} units of the file are`;
  return new AppError(
    "no_translatable_text",
    `${units} already translated. Send overwrite=true to replace existing translations too.`,
    { reason: "already_translated", units: { translated: 0, kept, left: 0, foreign: 0 } },
  );
}

/** The error for a document without text. Names skipped parts, such as requested columns that a table does not have. */
function noText({ warnings }: Extracted): AppError {
  const left = warnings.filter(({ code }) => code === "part_skipped").map(({ message }) => message);
  return new AppError("no_translatable_text", ["The file has no text to translate.", ...left].join(" "), {
    reason: "no_text",
  });
}

/**
 * Marks machine translations for review where the format has a mark; not in PO, because msgfmt drops fuzzy messages.
 */
function asDraft(translated: TranslatedText, format: string): TranslatedText {
  return formatById(format)?.marksDrafts ? { ...translated, state: "draft" } : translated;
}

/** The warnings of all segments, each once, with the numbers of segments with codes at a guessed position. */
function segmentWarnings(translations: readonly SegmentTranslation[], owners: readonly number[]): warn.Warning[] {
  if (translations.length === 0) return [];
  const where = (concerns: (one: SegmentTranslation) => boolean) => [
    ...new Set(translations.flatMap((one, index) => (concerns(one) ? [owners[index]! + 1] : []))),
  ];
  return warningsOf(translations).map((warning) => {
    if (warning.code === warn.codeMoved.code)
      return warn.inSegments(
        warning,
        where((one) => one.movedCodes.length > 0),
      );
    if (warning.code === warn.placeholderRepaired.code)
      return warn.inSegments(
        warning,
        where((one) => one.placeholderRepaired),
      );
    return warning;
  });
}

/** Value of `output` for getting the segments as XLIFF 2.1 for a CAT tool instead of the document. */
const EXCHANGE = "xliff";

/** The options that a format needs to open a document again in the same way. */
export function partsOf({
  source,
  target,
  options,
}: Pick<DocumentRequest, "source" | "target" | "options">): FormatOptions {
  return {
    ...(source ? { source } : {}),
    into: target,
    plurals: "forms",
    ...(options.include ? { include: options.include } : {}),
    ...(options.exclude ? { exclude: options.exclude } : {}),
    ...(options.columns ? { columns: options.columns } : {}),
    ...(options.header === undefined ? {} : { header: options.header }),
    ...(options.keys ? { keys: options.keys } : {}),
    ...(options.overwrite ? { overwrite: true } : {}),
  };
}

export function outputOf(options: DocumentRequest["options"]): OutputOptions {
  return {
    ...(options.bilingual ? { bilingual: options.bilingual } : {}),
    ...(options.output && options.output !== EXCHANGE ? { format: options.output } : {}),
  };
}

async function exchange(
  request: DocumentRequest,
  source: string,
  { segments }: Extracted,
  translated: readonly TranslatedText[],
): Promise<Written> {
  const { fileName, format, target } = request;
  const bytes = await writeExchange({
    fileName,
    format,
    source,
    target,
    segments,
    translated: translated.map(({ text }) => text),
    forms: translated.map(({ forms }) => forms ?? null),
    states: translated.map(() => "initial"),
    segmentation: request.options.segmentation,
  });
  return { bytes, mediaType: "application/xliff+xml", extension: "xlf", warnings: [] };
}

async function detect(texts: readonly string[], opened: Extracted, request: DocumentRequest): Promise<Detected> {
  const candidates = await detectableLanguages(request);
  const found = await chooseSource(await detectDocument(texts, candidates), texts, request.target, request);
  if (found) return found;
  const declared = opened.declaredLanguage ? parseLanguage(opened.declaredLanguage) : null;
  const known = declared && matchLanguage(declared, candidates);
  if (known) return { language: known, confidence: 0 };
  throw new AppError("language_not_detected", "Couldn't detect the language of the document. Set source.", {
    reason: "no_candidate",
  });
}

/** Checks options for a format. Throws 400 that lists all errors. */
export function checkDocumentOptions(formatId: string, options: DocumentRequest["options"]): void {
  const format = formatById(formatId);
  const faults: FieldError[] = [];
  const refuse = (path: string, message: string) => faults.push({ path, code: "format", message });
  const outputs = [...(format?.outputs ?? []), EXCHANGE];
  if (options.bilingual && !format?.bilingual) refuse("bilingual", `The format ${formatId} has no bilingual output.`);
  if (options.bilingual && formatId === "pdf" && options.output === "pdf")
    refuse("bilingual", "output=pdf is not bilingual.");
  const layout = typeof options.bilingual === "string" ? options.bilingual : null;
  if (layout && format?.bilingual && !format.bilingual.includes(layout))
    refuse("bilingual", `Bilingual output of the format ${formatId}: ${["true", ...format.bilingual].join(", ")}.`);
  if (options.segmentation === "sentence" && options.output !== EXCHANGE)
    refuse("segmentation", "Segmentation requires output=xliff.");
  if (format?.writesItself !== false) outputs.unshift(formatId);
  if (options.output !== undefined && !outputs.includes(options.output))
    refuse("output", `Outputs of the format ${formatId}: ${outputs.join(", ")}.`);
  for (const list of ["include", "exclude"] as const)
    for (const part of options[list] ?? [])
      if (!format?.parts?.includes(part)) refuse(list, `Parts of ${formatId}: ${format?.parts?.join(", ") || "none"}.`);
  for (const choice of ["columns", "header", "keys"] as const)
    if (options[choice] !== undefined && !format?.options?.includes(choice))
      refuse(choice, `The format ${formatId} does not support ${choice}.`);
  if (faults.length > 0) throw invalidRequest(faults);
}

const CHOICES: Readonly<Record<FormatChoice, { readonly values: string[] | null; readonly description: string }>> = {
  columns: { values: null, description: "Columns to translate, by name or letter, separated by commas" },
  header: { values: ["true", "false"], description: "Whether the first row names the columns" },
  keys: { values: null, description: "Keys to translate beyond the defaults, separated by commas, with wildcards" },
  overwrite: { values: ["true", "false"], description: "Whether finished translations are translated too" },
};

/** All options of a format with their possible values. */
function choicesOf(format: Format): z.input<typeof Formats>["formats"][number]["options"] {
  const parts = [...(format.parts ?? [])];
  const onRequest = [...(format.onRequest ?? [])];
  const outputs = [...(format.writesItself === false ? [] : [format.id]), ...(format.outputs ?? []), EXCHANGE];
  return [
    ...(onRequest.length > 0
      ? [{ name: "include", values: onRequest, description: "Parts to translate beyond the defaults" }]
      : []),
    ...(parts.length > 0 ? [{ name: "exclude", values: parts, description: "Parts to leave untranslated" }] : []),
    ...(format.bilingual
      ? [
          {
            name: "bilingual",
            values: ["false", "true", ...format.bilingual],
            description: "Source and target in one document; true: in the format's default layout",
          },
        ]
      : []),
    ...(format.options ?? []).map((name) => ({ name, ...CHOICES[name] })),
    ...(format.holdsTargets ? [{ name: "overwrite", ...CHOICES.overwrite }] : []),
    { name: "output", values: outputs, description: "Format to write" },
    { name: "segmentation", values: ["paragraph", "sentence"], description: "Segments of output=xliff" },
  ];
}

/** The response of `GET /formats`. */
export function listFormats(): z.input<typeof Formats> {
  return {
    formats: FORMATS.map((format) => ({
      id: format.id,
      name: format.name,
      extensions: [...format.extensions],
      mediaType: format.mediaTypes[0]!,
      translates: format.translates,
      leaves: format.leaves,
      parts: [...(format.parts ?? [])],
      bilingual: format.bilingual !== undefined,
      outputs: [...(format.outputs ?? [])],
      options: choicesOf(format),
    })),
  };
}
