import { decodeText, peekText } from "@/lib/formats/encoding";
import { type Format, type FormatOptions, UnreadableFile } from "@/lib/formats/format";
import { inlineString } from "@/lib/formats/l10n/inline-string";
import { sameLanguage } from "@/lib/formats/l10n/locale-names";
import { type Entry, literalMessage, messageEntry, plainMessage } from "@/lib/formats/l10n/message";
import { pluralPart, pluralSegment } from "@/lib/formats/l10n/plural-part";
import { gettextLanguage } from "@/lib/formats/l10n/po-header";
import { scanString } from "@/lib/formats/l10n/string-pieces";
import { stringsDocument } from "@/lib/formats/l10n/strings-document";
import { type LayoutGroup, type LayoutNode, TreeLayout } from "@/lib/formats/l10n/tree-layout";
import type { Edit } from "@/lib/formats/splice";
import { gettextForms, parsePluralForms } from "@/lib/text/plurals/gettext-plurals";
import { isMark, type Lexeme, type Literal } from "./literal";
import { lexPhp } from "./php-lexer";

/**
 * WordPress's translation files since 6.5: an array with a header and, in `messages`, the translation of each original,
 * with plural forms joined by a NUL. Parsed as data, never executed.
 */
export const wordpress: Format = {
  id: "wordpress",
  name: "WordPress .l10n.php",
  extensions: ["php"],
  mediaTypes: ["application/x-httpd-php", "text/x-php"],
  translates:
    "Messages: from their translations if the file's language is the source language or unknown, otherwise from their originals. The file's language and plural forms are changed to those of the target language.",
  leaves: "Originals and contexts, the rest of the header, and existing translations into the target language.",
  holdsTargets: true,
  // Contexts end with a control character, so the file need not look like text.
  matches: (bytes, extension) => extension === "php" && MESSAGES.test(peekText(bytes)),
  async open(bytes, options) {
    const decoded = decodeText(bytes);
    const { header, messages, inside } = readFile(lexPhp(decoded.text));
    const language = header.get("language")?.value ?? "";
    const manner = choose(language, options);
    const entries = messages.flatMap((message): Entry[] => {
      if (manner.isFinished && message.forms.every((form) => textOf(form) !== "")) return [];
      const entry = message.forms.length > 1 ? pluralEntry(message, manner, header) : singleEntry(message, manner);
      return entry ? [entry] : [];
    });
    const ids = new Set(entries.map(({ id }) => id));
    const wordless = manner.fromKeys && !manner.isFinished ? messages.filter(({ id }) => !ids.has(id)) : [];
    return stringsDocument(wordpress, {
      decoded,
      entries,
      finished: manner.isFinished ? messages.filter(({ forms }) => forms.every((one) => textOf(one) !== "")).length : 0,
      declaredLanguage: manner.fromKeys ? undefined : language.replaceAll("_", "-") || undefined,
      layout: new TreeLayout(decoded.text, layoutOf(messages, inside), decoded.newline),
      marks: (target) => [
        ...setHeader(header.get("language"), gettextLanguage(target)),
        ...setHeader(header.get("plural-forms"), gettextForms(target).header),
        ...wordless.flatMap(originalEdits),
      ],
    });
  },
};

const MESSAGES = /<\?php\b[\s\S]*\breturn\s*(?:\[|array\s*\()[\s\S]*['"]messages['"]\s*=>\s*(?:\[|array\b)/i;

/** A string, which may be a concatenation of several literals. */
type Joined = readonly Literal[];

type WordPressMessage = {
  /** Context, the character EOT, and the original. */
  readonly id: string;
  readonly forms: readonly Joined[];
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
};

type WordPressFile = {
  readonly header: ReadonlyMap<string, Literal>;
  readonly messages: readonly WordPressMessage[];
  readonly inside: number;
};

type Manner = {
  /** True if originals are translated instead of the existing translations. */
  readonly fromKeys: boolean;
  /** True if the file's translations are in the target language and are kept. */
  readonly isFinished: boolean;
  readonly options: FormatOptions;
};

function choose(language: string, options: FormatOptions): Manner {
  const { source, into, overwrite } = options;
  const inSource = language === "" || !source || sameLanguage(language, source);
  const isTarget = language !== "" && into !== undefined && sameLanguage(language, into);
  return { fromKeys: !inSource, isFinished: isTarget && !inSource && !overwrite, options };
}

/** The elements of the file's array, parsed without recursion. */
function readFile(lexemes: readonly Lexeme[]): WordPressFile {
  const header = new Map<string, Literal>();
  const messages: WordPressMessage[] = [];
  let inside = -1;
  let depth = 0;
  for (let index = 0; index < lexemes.length; index++) {
    const lexeme = lexemes[index]!;
    if (isMark(lexeme, "[", "(")) depth++;
    if (isMark(lexeme, "]", ")")) depth--;
    if (lexeme.type !== "string") continue;
    const key = readJoined(lexemes, index);
    const value = isMark(lexemes[key.next], "=>") ? readJoined(lexemes, key.next + 1) : undefined;
    const name = textOf(key.joined);
    if (depth === 1 && name === "messages" && inside < 0) {
      const open = lexemes[key.next + 1]?.type === "word" ? key.next + 2 : key.next + 1;
      inside = lexemes[open]?.end ?? 0;
    } else if (depth === 1 && value?.joined.length === 1) header.set(name, value.joined[0]!);
    else if (depth === 2 && inside >= 0 && value && value.joined.length > 0) {
      messages.push({
        id: name,
        forms: formsOf(value.joined),
        start: lexeme.start,
        valueStart: value.joined[0]!.start,
        end: value.joined.at(-1)!.end,
      });
    }
    index = (value && value.joined.length > 0 ? value.next : key.next) - 1;
  }
  if (inside < 0) throw new UnreadableFile("corrupt", "The file has no array of messages.");
  return { header, messages, inside };
}

/** String literals joined by dots from `index` on; empty if there is another kind of value. */
function readJoined(lexemes: readonly Lexeme[], index: number): { readonly joined: Literal[]; readonly next: number } {
  const joined: Literal[] = [];
  let next = index;
  for (;;) {
    const lexeme = lexemes[next];
    if (lexeme?.type !== "string") break;
    joined.push(lexeme.literal);
    next++;
    if (!isMark(lexemes[next], ".")) break;
    next++;
  }
  return { joined, next };
}

const NUL = "\0";

function formsOf(joined: Joined): Joined[] {
  const forms: Literal[][] = [[]];
  for (const literal of joined) {
    if (literal.value === NUL) forms.push([]);
    else forms.at(-1)!.push(literal);
  }
  return forms;
}

function textOf(joined: Joined): string {
  return joined.map(({ value }) => value).join("");
}

/** The original of a message without its context. */
function originalOf(id: string): { readonly key: string; readonly text: string } {
  const [context, text = context] = id.split("\u0004") as [string, string?];
  return { key: text === context ? text : `${context} | ${text}`, text };
}

function singleEntry(message: WordPressMessage, { fromKeys, options }: Manner): Entry | null {
  const [joined = []] = message.forms;
  const { key, text } = originalOf(message.id);
  const value = fromKeys ? text : textOf(joined);
  const content = plainMessage(value) ?? (options.values === "all" && value !== "" ? literalMessage(value) : null);
  if (!content) return null;
  const place = { start: message.valueStart, end: message.end, key, id: message.id };
  const entry = messageEntry(content, place, (spelled) => quote(joined, spelled));
  if (!fromKeys) return entry;
  // The value differs from the original although their texts are equal.
  return {
    ...entry,
    rewrite: ([translated]) => {
      if (translated === null || translated === undefined) return [];
      return [{ start: message.valueStart, end: message.end, text: quote(joined, content.compose([translated], "")) }];
    },
  };
}

/** Copies the original of a message without words ("#") over its translation into another language ("N°"). */
function originalEdits({ id, forms, valueStart, end }: WordPressMessage): Edit[] {
  const [joined = []] = forms;
  const { text } = originalOf(id);
  if (forms.length > 1 || textOf(joined) === "" || textOf(joined) === text) return [];
  return [{ start: valueStart, end, text: quote(joined, text) }];
}

/** A message with plural forms. The original contains only the first of them. */
function pluralEntry(message: WordPressMessage, { fromKeys, options }: Manner, header: WordPressFile["header"]) {
  const { key, text } = originalOf(message.id);
  const { start, end } = { start: message.valueStart, end: message.end };
  const values = message.forms.map((form) => (fromKeys ? text : textOf(form)));
  if (!values.some((value) => inlineString(scanString(value)))) return null;
  if (!options.plurals) {
    const inlines = values.map((value) => plainMessage(value) ?? literalMessage(value));
    return {
      id: message.id,
      segments: inlines.map(({ parts }, form) => ({ ...parts[0]!.inline.segment, key: `${key} [${form}]` })),
      rewrite: (texts: readonly (string | null)[]) => {
        const spelled = inlines.map((inline, form) => inline.compose([texts[form] ?? null], ""));
        if (!fromKeys && spelled.every((value, form) => value === values[form])) return [];
        return [{ start, end, text: joinForms(spelled, message.forms) }];
      },
    } satisfies Entry;
  }
  const forms = parsePluralForms(header.get("plural-forms")?.value ?? "") ?? gettextForms("en");
  const rule = fromKeys ? gettextForms(options.source ?? "en") : forms;
  const names = fromKeys ? [rule.index(1), rule.index(5)] : values.map((_, form) => form);
  const pieces = new Map(names.map((form) => [String(form), scanString(fromKeys ? text : values[form]!)]));
  const part = pluralPart("gettext", pieces, String(rule.index(5)));
  return {
    id: message.id,
    segments: [pluralSegment(part, { key })],
    rewrite: ([shown]: readonly (string | null)[], target, _, given) => {
      const texts = given?.[0] ?? (shown === "" ? {} : null);
      if (!texts) return [];
      const { count } = gettextForms(target);
      const spelled = Array.from({ length: count }, (_, form) => part.joint.spell(texts[String(form)] ?? ""));
      return [{ start, end, text: joinForms(spelled, message.forms) }];
    },
  } satisfies Entry;
}

function joinForms(values: readonly string[], forms: readonly Joined[]): string {
  return values.map((value, form) => quote(forms[form] ?? forms[0] ?? [], value)).join(' . "\\0" . ');
}

/** In single quotes, as WordPress writes strings, unless the file has others. */
function quote([first]: Joined, value: string): string {
  return first ? first.spell(value) : `'${value.replace(/\\(?=\\|'|$)|'/g, "\\$&")}'`;
}

function setHeader(literal: Literal | undefined, value: string) {
  if (!literal || literal.value === value) return [];
  return [{ start: literal.start, end: literal.end, text: literal.spell(value) }];
}

function layoutOf(messages: readonly WordPressMessage[], inside: number): LayoutGroup {
  const nodes = messages.map(({ id, start, end }): LayoutNode => ({ name: id, id, start, end }));
  return { style: "commas", nodes, inside };
}
