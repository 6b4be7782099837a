import { decodeText, peekText } from "@/lib/formats/encoding";
import type { DocumentSegment, Format, FormatOptions, FormatWarning, Revised, TargetState } from "@/lib/formats/format";
import type { Edit } from "@/lib/formats/splice";
import { gettextForms, isOften, type PluralForms, parsePluralForms } from "@/lib/text/plurals/gettext-plurals";
import { mainForm } from "@/lib/text/plurals/plural-forms";
import { menuString } from "./accelerator";
import { hasIcuChoice, icuMessage } from "./icu";
import { type InlineString, inlineString, literalString, spellPart } from "./inline-string";
import { sameLanguage, sameVariety } from "./locale-names";
import { type Entry, type EntryValue, isForms, type Message, messageSegments, messageTexts } from "./message";
import { adoptForms, pluralPart, pluralSegment } from "./plural-part";
import { lexPo, type PoField, type PoMessage, quotePo } from "./po-lexer";
import { type StringEntry, segmentAt } from "./string-entry";
import { type PrintfMode, scanString } from "./string-pieces";
import { stringsDocument } from "./strings-document";
import { type LayoutGroup, TreeLayout } from "./tree-layout";

/** GNU gettext catalogues and templates. */
export const po: Format = {
  id: "po",
  name: "gettext PO",
  extensions: ["po", "pot"],
  mediaTypes: ["text/x-gettext-translation", "text/x-po", "text/x-pot"],
  translates:
    "Messages without a translation and fuzzy ones, with the plural forms of the target language. With overwrite, or into another language: every message, from its msgid, or from its msgstr when the file's language is the source.",
  leaves: "Finished translations, comments, references, contexts and obsolete messages.",
  holdsTargets: true,
  matches: (bytes, extension) =>
    (extension === "" || po.extensions.includes(extension)) && /^[ \t]*msgid[ \t"]/m.test(peekText(bytes, 65_536)),
  async open(bytes, options) {
    const decoded = decodeText(bytes, { declared: declaredCharset });
    const messages = lexPo(decoded.text);
    const header = readHeader(decoded.text, messages);
    const catalogue: Catalogue = { source: decoded.text, newline: decoded.newline, header };
    const { chosen, fromMsgstr, holdsTarget } = choose(messages, header, options);
    const manner = { fromMsgstr, holdsTarget, all: options.values === "all", plurals: options.plurals };
    const source = options.source ?? "en";
    const entries = chosen.flatMap((message): Entry[] => {
      const entry =
        options.plurals && message.msgidPlural
          ? formsEntry(message, catalogue, manner, source, options.into)
          : messageEntry(message, catalogue, manner);
      return entry ? [{ ...entry, id: idOf(message) }] : [];
    });
    const ids = new Set(entries.map(({ id }) => id));
    const wordless = fromMsgstr ? [] : chosen.filter((message) => !message.msgidPlural && !ids.has(idOf(message)));
    const kept = messages.filter(isTranslated).length - chosen.filter(isTranslated).length;
    return stringsDocument(po, {
      decoded,
      entries,
      finished: kept,
      declaredLanguage: fromMsgstr ? header.language : undefined,
      declaredTarget: fromMsgstr ? undefined : header.language,
      isUntranslated: !messages.some(isTranslated),
      pluralHeader: header.forms?.header,
      layout: new TreeLayout(decoded.text, layoutOf(decoded.text, messages), decoded.newline),
      marks: (target, revised) => [
        ...headerEdits(catalogue, target, revised),
        ...wordlessEdits(wordless, catalogue, target),
      ],
      revise: ({ at, by }) => revisionEdits(catalogue, at, by),
      warningsFor: (target) => keptWarning(header.language, target, kept),
      redeclare: (text) => text.replace(CHARSET, (_, key: string) => `${key}UTF-8`),
    });
  },
};

function idOf({ msgctxt, msgid }: PoMessage): string {
  return msgctxt ? `${msgctxt.value}\u0004${msgid!.value}` : msgid!.value;
}

/** Every message with its comments and preceding blank lines. */
function layoutOf(source: string, messages: readonly PoMessage[]): LayoutGroup {
  const nodes = messages.map((message) => {
    let start = message.comments[0]?.start ?? (message.msgctxt ?? message.msgid!).keywordStart;
    while (start > 0 && /\s/.test(source[start - 1]!)) start--;
    const end = Math.max(...[...message.msgstr.values()].map((field) => field.end));
    return { name: idOf(message), id: message.msgid!.value === "" ? undefined : idOf(message), start, end };
  });
  return { style: "blocks", nodes, inside: source.length };
}

/** Updates the header's fields for the last change, if present. */
function revisionEdits({ source, header: { field } }: Catalogue, at: string, by: string | undefined): Edit[] {
  const date = poDate(at);
  return [["PO-Revision-Date", date] as const, ["Last-Translator", by] as const].flatMap(([name, text]) => {
    const found = field && text ? headerValue(source, field, name) : null;
    return found && text && found.value !== text ? [{ start: found.start, end: found.end, text }] : [];
  });
}

/** RFC 3339 in UTC as gettext writes times. */
function poDate(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)}+0000`;
}

const CHARSET = /(Content-Type:[^\r\n]{0,100}charset=)[\w.:-]{1,40}/;

function declaredCharset(head: string): string | undefined {
  return /Content-Type:[^\r\n]{0,100}charset=([\w.:-]{1,40})/.exec(head)?.[1];
}

type Header = {
  readonly message: PoMessage | undefined;
  readonly field: PoField | undefined;
  /** A BCP 47 tag; empty if the file has none. */
  readonly language: string;
  readonly forms: PluralForms | null;
};

type Catalogue = { readonly source: string; readonly newline: string; readonly header: Header };

function readHeader(source: string, messages: readonly PoMessage[]): Header {
  const message = messages.find((candidate) => candidate.msgid?.value === "" && !candidate.msgctxt);
  const field = message?.msgstr.get(0);
  const value = (name: string) => (field && headerValue(source, field, name)?.value) ?? "";
  return {
    message,
    field,
    language: value("Language")
      .replace(/@(?:latin|latn)$/i, "-Latn")
      .replaceAll("_", "-"),
    forms: parsePluralForms(value("Plural-Forms")),
  };
}

/** Range of a header line's value in the source: up to its `\n`, across quoted lines. */
function headerValue(source: string, field: PoField, name: string) {
  const raw = source.slice(field.start, field.end);
  const key = new RegExp(`(?:"|\\\\n)${name}:[ \\t]*`, "i").exec(raw);
  if (!key) return null;
  const from = key.index + key[0].length;
  const newline = raw.indexOf("\\n", from);
  const to = newline < 0 ? raw.length - 1 : newline;
  const value = raw.slice(from, to).replace(/"\s*"/g, "").trim();
  return { start: field.start + from, end: field.start + to, value };
}

/** The text to translate, its field, and whether the msgstr is an existing translation for a project. */
type Choice = {
  readonly chosen: readonly PoMessage[];
  readonly fromMsgstr: boolean;
  readonly holdsTarget: boolean;
};

/**
 * Selects what to translate like a PO editor: untranslated and fuzzy messages. A file in the source language is
 * translated completely from its msgstr; one in a third language from its msgid. A project takes everything.
 */
function choose(
  messages: readonly PoMessage[],
  header: Header,
  { source, target, into, overwrite }: FormatOptions,
): Choice {
  const texts = messages.filter((message) => message.msgid!.value !== "");
  const translated = texts.filter(isTranslated);
  const inSource = header.language !== "" && source && sameLanguage(header.language, source);
  if (inSource && translated.length > 0) return { chosen: texts, fromMsgstr: true, holdsTarget: false };
  if (target) {
    const holdsTarget = header.language === "" || sameVariety(header.language, target);
    return { chosen: texts, fromMsgstr: false, holdsTarget };
  }
  const inAnother = header.language !== "" && into && !sameLanguage(header.language, into);
  const isTarget = header.language !== "" && into !== undefined && !inAnother;
  const areKeys = texts.every((message) => /^[\w.:/-]+$/.test(message.msgid!.value));
  const isMonolingual = areKeys && !isTarget && translated.length === texts.length;
  if (overwrite || inAnother || isMonolingual) return { chosen: texts, fromMsgstr: isMonolingual, holdsTarget: false };
  return { chosen: texts.filter((message) => !isTranslated(message)), fromMsgstr: false, holdsTarget: false };
}

function isTranslated(message: PoMessage): boolean {
  const forms = [...message.msgstr.values()];
  return message.msgid!.value !== "" && !message.flags.has("fuzzy") && forms.every((form) => form.value !== "");
}

function messageEntry(
  message: PoMessage,
  catalogue: Catalogue,
  { fromMsgstr, holdsTarget, all, plurals }: Manner,
): Entry | null {
  const { msgid, msgidPlural, msgctxt } = message;
  if (!msgid) return null;
  const mode = printfMode(message.flags);
  const own = fromMsgstr && isTranslated(message) ? message.msgstr : null;
  const forms = catalogue.header.forms;
  // Human translators place accelerators themselves.
  const words = (value: string) => (holdsTarget ? inlineString(scanString(value, mode)) : menuString(value, mode));
  const isLiteral = all && [msgid.value, msgidPlural?.value ?? ""].every((value) => words(value) === null);
  const read = (value: string) => words(value) ?? (isLiteral ? literalString(scanString(value, mode)) : null);
  const singular = read((own?.get(forms?.index(1) ?? 0) ?? msgid).value);
  const key = msgctxt ? `${msgctxt.value} | ${msgid.value}` : msgid.value;
  const note = noteOf(message);
  const targetOf = (inline: InlineString, form: number) =>
    holdsTarget ? existing(inline, message, message.msgstr.get(form), mode) : undefined;
  const field = message.msgstr.get(0);
  const text = (own?.get(0) ?? msgid).value;
  if (!msgidPlural && field && hasIcuChoice(text)) {
    const place = { start: field.start, end: field.end, key, note };
    return choiceEntry(text, place, message, catalogue, { holdsTarget, plurals });
  }
  if (!msgidPlural) {
    if (!singular || !field) return null;
    return {
      segments: [
        {
          ...segmentAt(singular, { key, note, target: targetOf(singular, 0) }),
          ...(isLiteral ? { nonLinguistic: true } : {}),
        },
      ],
      ...(own ? { values: [ownValue(singular, field, message, catalogue)] } : {}),
      rewrite: ([text], _, state) =>
        text === null || text === undefined
          ? []
          : [
              { start: field.start, end: field.end, text: spell(singular.restore(text), message, catalogue) },
              ...flagEdits(message, catalogue, state),
            ],
    };
  }
  const plural = read((own?.get(forms?.index(5) ?? 1) ?? msgidPlural).value);
  if (!singular || !plural) return null;
  const singularForm = forms?.index(1) ?? 0;
  const pluralForm = forms?.index(5) ?? message.msgstr.size - 1;
  const segments = [
    segmentAt(singular, { key, note, target: targetOf(singular, singularForm) }),
    segmentAt(plural, { key: `${key} [plural]`, note, target: targetOf(plural, pluralForm) }),
  ];
  return {
    segments,
    rewrite([one, other], target, state) {
      if (one === null || other === null || one === undefined || other === undefined) return [];
      const wanted = targetForms(catalogue.header, target);
      const values = pluralValues(wanted, singular, plural, one, other);
      // The existing further plural forms of a kept text are preserved.
      const kept = (form: number): string | undefined => {
        const isSingular = wanted.count > 1 && form === singularForm;
        const [text, { target: before }] = isSingular ? [one, segments[0]!] : [other, segments[1]!];
        return before?.text === text && message.msgstr.size === wanted.count
          ? message.msgstr.get(form)?.value
          : undefined;
      };
      const lines = values.map((value, form) => `msgstr[${form}] ${spell(kept(form) ?? value, message, catalogue)}`);
      const fields = [...message.msgstr.values()];
      const start = Math.min(...fields.map((field) => field.keywordStart));
      const end = Math.max(...fields.map((field) => field.end));
      return [{ start, end, text: lines.join(catalogue.newline) }, ...flagEdits(message, catalogue, state)];
    },
  };
}

type Manner = Omit<Choice, "chosen"> & { readonly all: boolean; readonly plurals: FormatOptions["plurals"] };

/** A message with plural forms as one segment: its forms are the indices of msgstr. */
function formsEntry(
  message: PoMessage,
  catalogue: Catalogue,
  { fromMsgstr, holdsTarget, all }: Manner,
  source: string,
  into: string | undefined,
): Entry | null {
  const { msgid, msgidPlural, msgctxt } = message;
  if (!msgid || !msgidPlural) return null;
  const mode = printfMode(message.flags);
  const scan = (value: string) => scanString(value, mode);
  const isOwn = fromMsgstr && isTranslated(message);
  const fields = [...message.msgstr].sort(([a], [b]) => a - b);
  const present = new Map(fields.map(([form, { value }]) => [String(form), scan(value)]));
  const rule = gettextForms(source);
  const ids = new Map([
    [String(rule.index(1)), scan(msgid.value)],
    [String(rule.index(5)), scan(msgidPlural.value)],
  ]);
  const main = isOwn && catalogue.header.forms ? catalogue.header.forms.index(5) : rule.index(5);
  const part = pluralPart("gettext", isOwn ? present : ids, String(main));
  const hasWords = [...part.pieces.values()].some((pieces) => inlineString(pieces) !== null);
  if (!hasWords && !all) return null;
  const forms = holdsTarget ? adoptForms(part, present) : {};
  const state = message.flags.has("fuzzy") ? "draft" : "translated";
  const shown =
    forms[mainForm("gettext", catalogue.header.language || source, catalogue.header.forms?.header)] ??
    Object.values(forms).at(-1);
  const key = msgctxt ? `${msgctxt.value} | ${msgid.value}` : msgid.value;
  const segment = pluralSegment(part, {
    key,
    note: noteOf(message),
    target: shown === undefined ? undefined : { text: shown, forms, state },
  });
  const header = into && targetForms(catalogue.header, into).header;
  const plural = segment.plural && { ...segment.plural, ...(header ? { header } : {}) };
  return {
    segments: [{ ...segment, ...(plural ? { plural } : {}), ...(hasWords ? {} : { nonLinguistic: true }) }],
    rewrite([text], target, written, given) {
      const texts = given?.[0] ?? (text === "" ? {} : null);
      if (!texts) return [];
      const { count } = targetForms(catalogue.header, target);
      const names = Array.from({ length: count }, (_, form) => String(form));
      const lines = names.map((name) => {
        const own = present.get(name);
        const wanted = texts[name] ?? "";
        const isKept = own !== undefined && part.joint.adopt(own) === wanted;
        return { name, value: isKept ? null : part.joint.spell(wanted) };
      });
      const flags = flagEdits(message, catalogue, written);
      if (fields.length === count)
        return [
          ...lines.flatMap(({ name, value }): Edit[] => {
            const field = message.msgstr.get(Number(name));
            if (value === null || !field) return [];
            return [{ start: field.start, end: field.end, text: spell(value, message, catalogue) }];
          }),
          ...flags,
        ];
      const composed = lines.map(({ name, value }) => {
        const kept = message.msgstr.get(Number(name))?.value ?? "";
        return `msgstr[${name}] ${spell(value ?? kept, message, catalogue)}`;
      });
      const start = Math.min(...fields.map(([, field]) => field.keywordStart));
      const end = Math.max(...fields.map(([, field]) => field.end));
      return [{ start, end, text: composed.join(catalogue.newline) }, ...flags];
    },
  };
}

/** The text of a monolingual catalogue. */
function ownValue(inline: InlineString, field: PoField, message: PoMessage, catalogue: Catalogue): EntryValue {
  const compose: Message["compose"] = ([text]) =>
    text === null || text === undefined || isForms(text) ? field.value : spellPart(inline, text);
  return {
    form: "",
    message: { parts: [{ inline, label: "" }], hasNumber: false, compose },
    start: field.start,
    end: field.end,
    encode: (value) => spell(value, message, catalogue),
  };
}

/** An ICU message, as written by Lingui and FormatJS: each branch is a segment. */
function choiceEntry(
  text: string,
  place: StringEntry,
  message: PoMessage,
  catalogue: Catalogue,
  { holdsTarget, plurals }: Pick<Manner, "holdsTarget" | "plurals">,
): Entry | null {
  const icu = plurals ? { plurals } : {};
  const choice = icuMessage(text, "icu", icu);
  if (!choice) return null;
  const present = holdsTarget ? icuMessage(message.msgstr.get(0)!.value, "icu", icu) : null;
  const branches = new Map(present?.parts.map((part) => [part.label, part]));
  const state = message.flags.has("fuzzy") ? "draft" : "translated";
  const segments = messageSegments(choice, place).map((segment, index): DocumentSegment => {
    const { inline, label, plural } = choice.parts[index]!;
    const branch = branches.get(label);
    if (!branch) return segment;
    if (!plural) return { ...segment, target: { text: inline.align(branch.inline.pieces, "text"), state } };
    const forms = adoptForms(plural, branch.plural?.pieces ?? new Map([[plural.main, branch.inline.pieces]]));
    const shown = forms[plural.main] ?? Object.values(forms).at(-1);
    return shown === undefined ? segment : { ...segment, target: { text: shown, forms, state } };
  });
  return {
    segments,
    rewrite: (texts, target, state, forms) =>
      texts.some((one) => one === null)
        ? []
        : [
            {
              start: place.start,
              end: place.end,
              text: spell(choice.compose(messageTexts(choice, texts, forms), target), message, catalogue),
            },
            ...flagEdits(message, catalogue, state),
          ],
  };
}

/** The existing translation in a field. */
function existing(
  inline: InlineString,
  { flags }: PoMessage,
  field: PoField | undefined,
  mode: PrintfMode,
): DocumentSegment["target"] {
  if (!field || field.value.trim() === "") return;
  const { text } = inline.adopt(scanString(field.value, mode));
  return { text, state: flags.has("fuzzy") ? "draft" : "translated" };
}

/**
 * The form for 1 uses the singular, all others the plural. A singular without the number ("One file") cannot serve a
 * form that also applies to 21: that uses the plural too, as `msgfmt --check` demands.
 */
function pluralValues(forms: PluralForms, singular: InlineString, plural: InlineString, one: string, other: string) {
  const lacksNumber = placeholders(singular) < placeholders(plural);
  return Array.from({ length: forms.count }, (_, form) => {
    const isSingular = forms.count > 1 && forms.index(1) === form && !(lacksNumber && isOften(forms, form));
    return isSingular ? singular.restore(one) : plural.restore(other);
  });
}

function placeholders(inline: InlineString): number {
  return inline.segment.codes.filter((code) => code.kind === "placeholder").length;
}

function printfMode(flags: ReadonlySet<string>): PrintfMode {
  const formats = [...flags].filter((flag) => flag.endsWith("-format") && !flag.startsWith("no-"));
  if (formats.length === 0 || formats.some((flag) => flag.includes("brace"))) return "loose";
  return formats.some((flag) => /^(?:possible-)?(?:python|perl|lua|sh)-format$/.test(flag)) ? "python" : "printf";
}

/** Comments for translators, and the limit of a `max-length:` flag. */
function noteOf(message: PoMessage): string | undefined {
  const notes = message.comments.filter(({ kind, text }) => (kind === "." || kind === "") && text !== "");
  const limits = [...message.flags].filter((flag) => /^max-length:\s?\d+$/.test(flag));
  return [...notes.map(({ text }) => text), ...limits].join("\n") || undefined;
}

function spell(value: string, message: PoMessage, catalogue: Catalogue): string {
  return quotePo(value, catalogue.newline, message.msgid!.multiline);
}

/** A new translation is not fuzzy, unless it is an unconfirmed draft. */
function flagEdits(message: PoMessage, catalogue: Catalogue, state: TargetState | undefined): Edit[] {
  const wanted = state === "draft";
  if (message.flags.has("fuzzy") === wanted) return [];
  const line = message.comments.find((comment) => comment.kind === ",");
  if (wanted) {
    if (line) return [{ start: line.start, end: line.start + 2, text: "#, fuzzy," }];
    const start = (message.msgctxt ?? message.msgid)!.keywordStart;
    return [{ start, end: start, text: `#, fuzzy${catalogue.newline}` }];
  }
  return message.comments
    .filter(({ kind, text }) => kind === "|" || (kind === "," && text.split(",").some((f) => f.trim() === "fuzzy")))
    .map(({ kind, start, end, text }) => {
      const others = kind === "|" ? [] : text.split(",").filter((flag) => flag.trim() !== "fuzzy");
      if (others.length > 0) return { start, end, text: `#, ${others.map((flag) => flag.trim()).join(", ")}` };
      return { start, end: afterNewline(catalogue.source, end), text: "" };
    });
}

function afterNewline(source: string, at: number): number {
  return source.startsWith("\r\n", at) ? at + 2 : Math.min(source.length, at + 1);
}

/** The file's forms if it is in the target language already, else the language's. */
function targetForms(header: Header, target: string): PluralForms {
  return (sameLanguage(header.language, target) && header.forms) || gettextForms(target);
}

function headerEdits({ source, newline, header }: Catalogue, target: string, revised?: Revised): Edit[] {
  const { field, message } = header;
  if (!field || !message) return [];
  const forms = targetForms(header, target);
  const edits: Edit[] = [];
  const missing: string[] = [];
  const set = (name: string, text: string) => {
    const found = headerValue(source, field, name);
    if (!found) missing.push(`${name}: ${text}\\n`);
    else if (found.value !== text) edits.push({ start: found.start, end: found.end, text });
  };
  set("Language", gettextLanguage(target));
  const hasPlurals = headerValue(source, field, "Plural-Forms") || /^msgid_plural/m.test(source);
  if (hasPlurals) set("Plural-Forms", forms.header);
  const type = headerValue(source, field, "Content-Type");
  if (type?.value.endsWith("charset=CHARSET")) {
    edits.push({ start: type.start, end: type.end, text: "text/plain; charset=UTF-8" });
  }
  const fill = (name: string, initial: string, text: string | undefined) => {
    const found = headerValue(source, field, name);
    if (text && found?.value === initial) edits.push({ start: found.start, end: found.end, text });
  };
  const date = revised ? poDate(revised.at) : headerValue(source, field, "POT-Creation-Date")?.value;
  fill("PO-Revision-Date", "YEAR-MO-DA HO:MI+ZONE", date);
  // As msginit and msgen fill them in.
  fill("Last-Translator", "FULL NAME <EMAIL@ADDRESS>", revised?.by ?? "Automatically generated");
  fill("Language-Team", "LANGUAGE <LL@li.org>", "none");
  if (missing.length > 0) {
    const glue = field.value === "" || field.value.endsWith("\n") ? "" : "\\n";
    const text = missing.map((line, index) => `${newline}"${index === 0 ? glue : ""}${line}"`).join("");
    edits.push({ start: field.end, end: field.end, text });
  }
  const fuzzy = message.comments.find(({ kind, text }) => kind === "," && text === "fuzzy");
  if (fuzzy) edits.push({ start: fuzzy.start, end: afterNewline(source, fuzzy.end), text: "" });
  return edits;
}

/** In a file that was in another language, messages without words ("#", translated as "N°") are their own translation. */
function wordlessEdits(messages: readonly PoMessage[], catalogue: Catalogue, target: string): Edit[] {
  const { language } = catalogue.header;
  if (language === "" || sameLanguage(language, target)) return [];
  return messages.flatMap((message): Edit[] => {
    const field = message.msgstr.get(0);
    if (!field || field.value === "" || field.value === message.msgid!.value) return [];
    return [{ start: field.start, end: field.end, text: spell(message.msgid!.value, message, catalogue) }];
  });
}

/** Converts to gettext's locale names: `pt-BR` to `pt_BR`, `sr-Latn` to `sr@latin`, `zh-Hant` to `zh_TW`. */
export function gettextLanguage(tag: string): string {
  const [language = tag, ...rest] = tag.split("-");
  const script = rest.find((part) => /^[A-Za-z]{4}$/.test(part))?.toLowerCase();
  const region = rest.find((part) => /^(?:[A-Za-z]{2}|\d{3})$/.test(part))?.toUpperCase();
  if (language === "zh") return `zh_${region ?? (script === "hant" ? "TW" : "CN")}`;
  return (
    language + (region ? `_${region}` : "") + (script === "latn" ? "@latin" : script === "cyrl" ? "@cyrillic" : "")
  );
}

function keptWarning(language: string, target: string, kept: number): FormatWarning[] {
  if (!language || sameLanguage(language, target) || kept === 0) return [];
  return [
    {
      code: "part_skipped",
      count: kept,
      message: `${kept === 1 ? "One message was" : `${kept} messages were`} translated already (the file's language is ${language}) and stayed as written.`,
    },
  ];
}
