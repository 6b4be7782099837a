import { decodeText, peekText } from "@/lib/formats/encoding";
import type { DocumentSegment, Format, FormatOptions, FormatWarning, TargetState } from "@/lib/formats/format";
import type { Edit } from "@/lib/formats/splice";
import { hasIcuChoice } from "@/lib/text/message/placeholders";
import { gettextForms, isOften, type PluralForms } from "@/lib/text/plurals/gettext-plurals";
import { mainForm } from "@/lib/text/plurals/plural-forms";
import { statedFlags } from "@/lib/text/qa/usable-flags";
import { menuString } from "./accelerator";
import { icuMessage } from "./icu";
import { type InlineString, inlineString, literalString, spellPart } from "./inline-string";
import { sameLanguage, sameVariety } from "./locale-names";
import {
  type Entry,
  type EntryValue,
  isForms,
  type Message,
  messageSegments,
  messageTexts,
  type PluralEntry,
} from "./message";
import { adoptForms, pluralPart, pluralSegment } from "./plural-part";
import { afterNewline, declaredCharset, PoHeader, redeclareCharset } from "./po-header";
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
    "Untranslated and fuzzy messages, with the plural forms of the target language. With overwrite, or into a language other than the file's: every message, from its msgid, or from its msgstr if the file's language is the source language.",
  leaves: "Existing translations, comments, references, contexts and obsolete messages.",
  holdsTargets: true,
  matches: (bytes, extension) =>
    (extension === "" || po.extensions.includes(extension)) && /^[ \t]*msgid[ \t"]/m.test(peekText(bytes, 65_536)),
  async open(bytes, options) {
    const decoded = decodeText(bytes, { declared: declaredCharset });
    const messages = lexPo(decoded.text);
    const header = new PoHeader(decoded.text, decoded.newline, messages);
    const catalogue: Catalogue = { source: decoded.text, newline: decoded.newline, header };
    const { chosen, fromMsgstr, holdsTarget } = choose(messages, header, options);
    const isSource = fromMsgstr && options.side === undefined;
    const manner = { fromMsgstr, isSource, holdsTarget, all: options.values === "all", plurals: options.plurals };
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
      side: fromMsgstr ? "target" : "source",
      declaredLanguage: fromMsgstr ? header.language || undefined : undefined,
      declaredTarget: fromMsgstr ? undefined : header.language,
      isUntranslated: !messages.some(isTranslated),
      pluralHeader: header.forms?.header,
      layout: new TreeLayout(decoded.text, layoutOf(decoded.text, messages), decoded.newline),
      marks: (target, revised) => [
        ...header.targetEdits(target, revised),
        ...wordlessEdits(wordless, catalogue, target),
      ],
      revise: ({ at, by }) => header.revisionEdits(at, by),
      warningsFor: (target) => keptWarning(header.language, target, kept),
      redeclare: redeclareCharset,
    });
  },
};

function idOf({ msgctxt, msgid }: PoMessage): string {
  return msgctxt ? `${msgctxt.value}\u0004${msgid!.value}` : msgid!.value;
}

/** The message's name as shown to translators. */
function keyOf({ msgctxt, msgid }: PoMessage): string {
  return msgctxt ? `${msgctxt.value} | ${msgid!.value}` : msgid!.value;
}

/** Every message with its comments and the blank lines before it. */
function layoutOf(source: string, messages: readonly PoMessage[]): LayoutGroup {
  const nodes = messages.map((message) => {
    let start = message.comments[0]?.start ?? (message.msgctxt ?? message.msgid!).keywordStart;
    while (start > 0 && /\s/.test(source[start - 1]!)) start--;
    const end = Math.max(...[...message.msgstr.values()].map((field) => field.end));
    return { name: idOf(message), id: message.msgid!.value === "" ? undefined : idOf(message), start, end };
  });
  return { style: "blocks", nodes, inside: source.length };
}

type Catalogue = { readonly source: string; readonly newline: string; readonly header: PoHeader };

/** The text to translate, its field, and whether the msgstr is an existing translation for a project. */
type Choice = {
  readonly chosen: readonly PoMessage[];
  readonly fromMsgstr: boolean;
  readonly holdsTarget: boolean;
};

/**
 * Selects the same texts as a PO editor: untranslated and fuzzy messages. In a file in the source language, all msgstr
 * are translated; in one in a third language, all msgid. A project gets every message.
 */
function choose(
  messages: readonly PoMessage[],
  header: PoHeader,
  { source, target, into, overwrite, side }: FormatOptions,
): Choice {
  const texts = messages.filter((message) => message.msgid!.value !== "");
  if (side === "target") return { chosen: texts, fromMsgstr: true, holdsTarget: false };
  const translated = texts.filter(isTranslated);
  const inSource = header.language !== "" && source && sameLanguage(header.language, source);
  if (inSource && translated.length > 0 && side === undefined)
    return { chosen: texts, fromMsgstr: true, holdsTarget: false };
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
  { fromMsgstr, isSource, holdsTarget, all, plurals }: Manner,
): Entry | null {
  const { msgid, msgidPlural } = message;
  if (!msgid) return null;
  const mode = printfMode(message.flags);
  const own = fromMsgstr && isTranslated(message) ? message.msgstr : null;
  const forms = catalogue.header.forms;
  // Human translators place accelerators by themselves.
  const words = (value: string) => (holdsTarget ? inlineString(scanString(value, mode)) : menuString(value, mode));
  const isLiteral = all && [msgid.value, msgidPlural?.value ?? ""].every((value) => words(value) === null);
  const read = (value: string) => words(value) ?? (isLiteral ? literalString(scanString(value, mode)) : null);
  const singular = read((own?.get(forms?.index(1) ?? 0) ?? msgid).value);
  const key = keyOf(message);
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
      ...(own || isSource ? { values: [ownValue(singular, field, message, catalogue)] } : {}),
      rewrite: ([text], _, state, __, earlier) =>
        text === null || text === undefined
          ? []
          : [
              { start: field.start, end: field.end, text: spell(singular.restore(text), message, catalogue) },
              ...flagEdits(message, catalogue, state, earlier),
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
      const wanted = catalogue.header.formsOf(target);
      const values = pluralValues(wanted, singular, plural, one, other);
      // Keeps the existing further plural forms of an unchanged text.
      const kept = (form: number): string | undefined => {
        const isSingular = wanted.count > 1 && form === singularForm;
        const [text, { target: before }] = isSingular ? [one, segments[0]!] : [other, segments[1]!];
        return before?.text === text && message.msgstr.size === wanted.count
          ? message.msgstr.get(form)?.value
          : undefined;
      };
      const texts = values.map((value, form) => kept(form) ?? value);
      return [replaceForms(texts, message, catalogue), ...flagEdits(message, catalogue, state)];
    },
  };
}

type Manner = Omit<Choice, "chosen"> & {
  /** True for a catalogue of the source language, in which a message without msgstr is its own text. */
  readonly isSource: boolean;
  readonly all: boolean;
  readonly plurals: FormatOptions["plurals"];
};

/** A message with plural forms as one segment. Its forms are the indices of msgstr. */
function formsEntry(
  message: PoMessage,
  catalogue: Catalogue,
  { fromMsgstr, isSource, holdsTarget, all }: Manner,
  source: string,
  into: string | undefined,
): Entry | null {
  const { msgid, msgidPlural } = message;
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
  const state = stateOf(message);
  const shown =
    forms[mainForm("gettext", catalogue.header.language || source, catalogue.header.forms?.header)] ??
    Object.values(forms).at(-1);
  const key = keyOf(message);
  const segment = pluralSegment(part, {
    key,
    note: noteOf(message),
    target: shown === undefined ? undefined : { text: shown, forms, state },
  });
  const header = into && catalogue.header.formsOf(into).header;
  const plural = segment.plural && { ...segment.plural, ...(header ? { header } : {}) };
  const spelled = (values: readonly (string | null)[]): Edit[] =>
    values.flatMap((value, form): Edit[] => {
      const field = message.msgstr.get(form);
      return value === null || !field
        ? []
        : [{ start: field.start, end: field.end, text: spell(value, message, catalogue) }];
    });
  // The forms of a monolingual catalogue.
  const own: PluralEntry = {
    ...part,
    rewrite: ({ forms: texts, joint }) => {
      const values = Object.entries(texts).sort(([a], [b]) => Number(a) - Number(b));
      const all = values.map(([, text]) => joint.spell(text));
      return all.length === fields.length ? spelled(all) : [replaceForms(all, message, catalogue)];
    },
  };
  return {
    ...(isOwn || isSource ? { plural: own } : {}),
    segments: [{ ...segment, ...(plural ? { plural } : {}), ...(hasWords ? {} : { nonLinguistic: true }) }],
    rewrite([text], target, written, given) {
      const texts = given?.[0] ?? (text === "" ? {} : null);
      if (!texts) return [];
      const { count } = catalogue.header.formsOf(target);
      // Null leaves a form unchanged.
      const values = Array.from({ length: count }, (_, form) => {
        const before = present.get(String(form));
        const text = texts[form] ?? "";
        return before !== undefined && part.joint.adopt(before) === text ? null : part.joint.spell(text);
      });
      const flags = flagEdits(message, catalogue, written);
      if (fields.length === count) return [...spelled(values), ...flags];
      const lines = values.map((value, form) => value ?? message.msgstr.get(form)?.value ?? "");
      return [replaceForms(lines, message, catalogue), ...flags];
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

/** An ICU message, as Lingui and FormatJS write it: each branch is a segment. */
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
  const state = stateOf(message);
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
    rewrite: (texts, target, state, forms, earlier) =>
      texts.some((one) => one === null)
        ? []
        : [
            {
              start: place.start,
              end: place.end,
              text: spell(choice.compose(messageTexts(choice, texts, forms), target), message, catalogue),
            },
            ...flagEdits(message, catalogue, state, earlier),
          ],
  };
}

function stateOf({ flags }: PoMessage): "draft" | "translated" {
  return flags.has("fuzzy") ? "draft" : "translated";
}

/** The existing translation in a field. */
function existing(
  inline: InlineString,
  message: PoMessage,
  field: PoField | undefined,
  mode: PrintfMode,
): DocumentSegment["target"] {
  if (!field || field.value.trim() === "") return;
  const { text } = inline.adopt(scanString(field.value, mode));
  return { text, state: stateOf(message) };
}

/**
 * The form for 1 uses the singular, all others the plural. A singular without the number ("One file") is not used for a
 * form that also applies to 21: that uses the plural too, as `msgfmt --check` requires.
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

/** Comments for translators, and flags for checks (lib/text/flags), which are among gettext's own flags. */
function noteOf(message: PoMessage): string | undefined {
  const notes = message.comments.filter(({ kind, text }) => (kind === "." || kind === "") && text !== "");
  const flags = statedFlags(message.flags);
  return (
    [...notes.map(({ text }) => text), ...(flags.length > 0 ? [`Flags: ${flags.join(", ")}`] : [])].join("\n") ||
    undefined
  );
}

function spell(value: string, message: PoMessage, catalogue: Catalogue): string {
  return quotePo(value, catalogue.newline, message.msgid!.multiline);
}

/** Replaces all forms of a message, however many it has now. */
function replaceForms(values: readonly string[], message: PoMessage, catalogue: Catalogue): Edit {
  const fields = [...message.msgstr.values()];
  const start = Math.min(...fields.map((field) => field.keywordStart));
  const end = Math.max(...fields.map((field) => field.end));
  const lines = values.map((value, form) => `msgstr[${form}] ${spell(value, message, catalogue)}`);
  return { start, end, text: lines.join(catalogue.newline) };
}

/**
 * A new translation is not fuzzy, unless it is an unconfirmed draft. `earlier`: the msgid that it translates, which
 * gettext keeps as `#|`; for plurals this would need both msgids.
 */
function flagEdits(message: PoMessage, catalogue: Catalogue, state: TargetState | undefined, earlier?: string): Edit[] {
  const wanted = state === "draft";
  if (message.flags.has("fuzzy") === wanted) return [];
  const line = message.comments.find((comment) => comment.kind === ",");
  if (wanted) {
    const start = (message.msgctxt ?? message.msgid)!.keywordStart;
    const flag = line ? [{ start: line.start, end: line.start + 2, text: "#, fuzzy," }] : [];
    const hasEarlier = earlier !== undefined && !message.comments.some(({ kind }) => kind === "|");
    const previous = hasEarlier ? quotePo(earlier, "\n", false).split("\n") : [];
    const added = [
      ...(line ? [] : ["#, fuzzy"]),
      ...previous.map((quoted, i) => (i === 0 ? `#| msgid ${quoted}` : `#| ${quoted}`)),
    ].map((one) => one + catalogue.newline);
    return added.length > 0 ? [...flag, { start, end: start, text: added.join("") }] : flag;
  }
  return message.comments
    .filter(({ kind, text }) => kind === "|" || (kind === "," && text.split(",").some((f) => f.trim() === "fuzzy")))
    .map(({ kind, start, end, text }) => {
      const others = kind === "|" ? [] : text.split(",").filter((flag) => flag.trim() !== "fuzzy");
      if (others.length > 0) return { start, end, text: `#, ${others.map((flag) => flag.trim()).join(", ")}` };
      return { start, end: afterNewline(catalogue.source, end), text: "" };
    });
}

/** In a file that was in another language, messages without words ("#", as "N°") get their source as translation. */
function wordlessEdits(messages: readonly PoMessage[], catalogue: Catalogue, target: string): Edit[] {
  const { language } = catalogue.header;
  if (language === "" || sameLanguage(language, target)) return [];
  return messages.flatMap((message): Edit[] => {
    const field = message.msgstr.get(0);
    if (!field || field.value === "" || field.value === message.msgid!.value) return [];
    return [{ start: field.start, end: field.end, text: spell(message.msgid!.value, message, catalogue) }];
  });
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
