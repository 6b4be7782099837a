import type { DocumentPart } from "@/lib/formats/format";
import { buildSegment, type Piece, spellInline, trimPieces } from "@/lib/formats/inline";
import { FORM_FIELD } from "@/lib/formats/office/runs";
import type { Patch } from "@/lib/formats/splice";
import type { Slot } from "@/lib/formats/text-document";
import { languageDirection } from "@/lib/text/languages";
import { plainSegment, plainText } from "@/lib/text/segment";
import { TemplateCode, withoutMasks } from "./template-code";
import { containsWords, escapeAroundMarkers } from "./templates";
import { type HtmlAttribute, type HtmlStartTag, type HtmlToken, matchTags, tokenizeHtml } from "./tokens";

/** Elements within a sentence, and links in Vue. All others, including unknown ones, begin and end paragraphs. */
const INLINE =
  /^(?:a|abbr|acronym|b|bdi|bdo|big|cite|data|del|dfn|em|font|i|ins|mark|nobr|q|rb|ruby|s|small|span|strike|strong|sub|sup|time|tt|u|router-link|routerlink|nuxt-link|nuxtlink)$/;

/** Elements that act as a word of a sentence. Their content is no prose. */
const WORDS = new Set("code kbd samp var math output meter progress".split(" "));

/** Elements at a point of a sentence. Their content is no prose either, but they have no grammatical role. */
const POINTS =
  /^(?:area|audio|br|canvas|embed|iframe|img|input|link|map|meta|noembed|noframes|object|param|picture|rp|rt|rtc|script|source|style|svg|track|video|wbr)$/;

/** Those of these elements whose content may have readable attributes. */
const HOLDERS = new Set(["audio", "map", "object", "picture", "video"]);

/** Those with raw content, which extends to the end of the page if the end tag is missing. */
const RAW = new Set("iframe noembed noframes script style".split(" "));

/** Block elements whose content is no prose. */
const OPAQUE = new Set("pre xmp plaintext listing".split(" "));

/** A form field is not part of a sentence: the words on both sides are labels. */
function isField({ name, attributes }: HtmlStartTag): boolean {
  return name === "input" && attributes.get("type")?.value.toLowerCase() !== "hidden";
}

/** Text in these elements cannot contain elements. */
const TEXT_ONLY = new Set(["title", "option", "textarea"]);

/** SVG elements that contain text. */
const SVG_TEXTS = new Set(["text", "title", "desc"]);

/** Stands for no template language. */
const NO_CODE = new TemplateCode("");

/** All translatable texts of a page or fragment. `code`: the template code that was masked for the tokens. */
export function htmlSlots(
  tokens: readonly HtmlToken[],
  source: string,
  parts: ReadonlySet<DocumentPart>,
  code = NO_CODE,
): Slot[] {
  const slots: Slot[] = [];
  const ends = matchTags(tokens);
  let run: Piece[] = [];
  let container = "";
  const flush = () => {
    const slot = run.length > 0 ? paragraphSlot(run, source, code, !TEXT_ONLY.has(container)) : undefined;
    if (slot) slots.push(slot);
    run = [];
  };
  const opaque = (index: number, kind: "single" | "placeholder", reads?: string) => {
    const last = lastOf(tokens, index, ends);
    // An unclosed word element would move everything after it.
    const until = kind === "placeholder" && tokens[last]!.type !== "end" ? index : last;
    const { start } = tokens[index]!;
    const { end } = tokens[until]!;
    const word = kind === "placeholder" && until > index;
    const equiv = word ? textBetween(tokens, index, until) : reads;
    run.push({ type: "single", kind: word ? kind : "single", start, end, raw: source.slice(start, end), equiv });
    return until;
  };

  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    const { start, end } = token;
    if (token.type === "text") {
      for (const piece of code.pieces(token.text.replace(/[ \t\r\n\f]+/g, " "), start, end)) {
        if (code.isAlone(piece)) flush();
        else run.push(piece);
      }
    } else if (token.type === "other" || (token.type === "end" && (WORDS.has(token.name) || POINTS.test(token.name)))) {
      run.push({ type: "single", kind: "single", start, end, raw: source.slice(start, end), deletable: true });
    } else if (token.type === "start" && isUntranslated(token)) {
      if (INLINE.test(token.name) || WORDS.has(token.name)) index = opaque(index, "placeholder");
      else {
        flush();
        index = opaque(index, "single");
        flush();
      }
    } else if (token.type === "start" && token.name === "br") {
      if (endsWithBreak(run)) flush();
      run.push({ type: "single", kind: "single", start, end, raw: source.slice(start, end), equiv: "\n" });
    } else if (token.type === "start" && WORDS.has(token.name)) index = opaque(index, "placeholder");
    else if (token.type === "start" && POINTS.test(token.name)) {
      slots.push(...attributeSlots(token, source, parts, code));
      const from = index;
      index = opaque(index, "single", isField(token) ? FORM_FIELD : undefined);
      const content = tokens.slice(from + 1, index);
      if (token.name === "svg") slots.push(...svgSlots(content, source, parts, code));
      if (HOLDERS.has(token.name)) {
        const tags = content.filter((inner): inner is HtmlStartTag => inner.type === "start" && !isUntranslated(inner));
        slots.push(...tags.flatMap((inner) => attributeSlots(inner, source, parts, code)));
      }
    } else if (INLINE.test(token.name)) {
      if (token.type === "start") slots.push(...attributeSlots(token, source, parts, code));
      const kind = token.name === "a" ? "pair" : "format";
      const type = token.type === "start" ? "open" : "close";
      run.push({ type, start, end, raw: source.slice(start, end), name: token.name, kind });
    } else {
      flush();
      container = token.type === "start" ? token.name : "";
      if (token.type !== "start") continue;
      slots.push(...attributeSlots(token, source, parts, code));
      if (OPAQUE.has(token.name) || (token.name === "textarea" && isLaidOut(tokens[index + 1]))) {
        index = opaque(index, "single");
        flush();
      }
    }
  }
  flush();
  return slots;
}

/** Texts in an SVG, which as a whole is a single code of its sentence. */
function svgSlots(
  tokens: readonly HtmlToken[],
  source: string,
  parts: ReadonlySet<DocumentPart>,
  code: TemplateCode,
): Slot[] {
  const ends = matchTags(tokens);
  const slots: Slot[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (token.type !== "start" || !(SVG_TEXTS.has(token.name) || isUntranslated(token))) continue;
    const last = lastOf(tokens, index, ends);
    const content = tokens.slice(index + 1, last);
    // Ignores an SVG within an SVG's text, because these could be nested without end.
    const holdsSvg = content.some((inner) => inner.type === "start" && inner.name === "svg");
    if (!isUntranslated(token) && !holdsSvg) slots.push(...htmlSlots(content, source, parts, code));
    index = last;
  }
  return slots;
}

/** Whether line breaks in a text are intentional, as in a text area. */
function isLaidOut(content: HtmlToken | undefined): boolean {
  return content?.type === "text" && /[\r\n]/.test(content.text.trim());
}

/** Index of the last token of an element: its end tag, or the token before its implied end. */
function lastOf(tokens: readonly HtmlToken[], index: number, ends: ReadonlyMap<HtmlToken, number>): number {
  const token = tokens[index]!;
  const last = ends.get(token);
  const end = last === undefined ? undefined : tokens[last];
  if (last === undefined && token.type === "start" && !token.empty && RAW.has(token.name))
    return tokens[index + 1]?.type === "text" ? index + 1 : index;
  if (last === undefined || end === undefined || token.type !== "start") return index;
  return end.type === "end" && end.name === token.name ? last : last - 1;
}

function paragraphSlot(
  run: readonly Piece[],
  source: string,
  code: TemplateCode,
  mayHoldElements: boolean,
): Slot | undefined {
  const trimmed = trimPieces(run, source);
  if (!trimmed) return;
  const { start, end } = trimmed;
  const { segment, spelling } = buildSegment(trimmed);
  if (!containsWords(trimmed.pieces.map((piece) => (piece.type === "text" ? piece.text : " ")).join(""))) return;
  const written = source.slice(start, end);
  const references = referencesIn(written);
  // References that HTML does not define, such as those declared by a DOCTYPE, stay.
  const named = new Set<string>(written.match(NAMED));
  const spell = (one: string) => [one, one.replace("amp;", "")].find((spelling) => named.has(spelling)) ?? one;
  const encode = escapeAroundMarkers(written, (plain) => {
    const escaped = code.escapeBraces(escapeHtml(plain)).replace(NAMED, spell);
    return references.size > 0 ? escaped.replace(/[^\w#;&]/gu, (one) => references.get(one) ?? one) : escaped;
  });
  const raw = (text: string) =>
    spellInline(text, spelling, source, (plain, before) => {
      const layOut = before?.type === "single" && before.equiv === "\n" ? lineBreakAt(source, before.end) : "";
      return layOut ? layOut + encode(plain.replace(/^ +/, "")) : encode(plain);
    });
  return {
    segment,
    rewrite: (text) => [{ start, end, raw: raw(text) }],
    beside: (text, target) => {
      const [before, after] = mayHoldElements
        ? [`<br><span lang="${target}" dir="${languageDirection(target)}">`, "</span>"]
        : [" / ", ""];
      return [{ start, end, raw: [{ start, end }, before, ...raw(text), after] }];
    },
  };
}

/** The white space at an offset if it has a line break: after a `<br>`, it only formats the source. */
function lineBreakAt(source: string, offset: number): string {
  const space = /[ \t\r\n\f]{1,200}/y;
  space.lastIndex = offset;
  const found = space.exec(source)?.[0] ?? "";
  return /[\r\n]/.test(found) ? found : "";
}

/** Maps characters to their references, such as `&copy;`, if the text writes them only as references. */
function referencesIn(written: string): ReadonlyMap<string, string> {
  const found = new Set(written.match(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi));
  const named = [...found].map((reference) => [textBetween(tokenizeHtml(reference), 0, 1), reference] as const);
  return new Map(named.filter(([character]) => !/[\w#;&<>]/.test(character) && !written.includes(character)));
}

const NAMED = /&(?:amp;)?[a-z][a-z\d]{1,31};/gi;

/** Escapes text for the content of an element. */
function escapeHtml(plain: string): string {
  return plain.replace(/[&<>]/g, (character) => ESCAPES[character]!);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function isUntranslated({ attributes }: HtmlStartTag): boolean {
  if (attributes.get("translate")?.value.toLowerCase() === "no") return true;
  return /(?:^|[ \t\r\n\f])notranslate(?:$|[ \t\r\n\f])/.test(attributes.get("class")?.value ?? "");
}

function endsWithBreak(run: readonly Piece[]): boolean {
  const last = run.findLast((piece) => piece.type !== "text" || piece.text.trim() !== "");
  return last?.type === "single" && last.equiv === "\n";
}

function textBetween(tokens: readonly HtmlToken[], from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map((token) => (token.type === "text" ? withoutMasks(token.text) : ""))
    .join("");
}

/** Attributes that people read, on any element. */
const READ = new Set(
  "title placeholder aria-label aria-description aria-placeholder aria-roledescription aria-valuetext".split(" "),
);

/** Names of `<meta>` elements whose content appears in search results and previews. */
const META =
  /^(?:description|keywords|og:title|og:description|og:image:alt|twitter:title|twitter:description|twitter:image:alt)$/;

function attributeSlots(
  { name: element, attributes }: HtmlStartTag,
  source: string,
  parts: ReadonlySet<DocumentPart>,
  code: TemplateCode,
): Slot[] {
  const slots: Slot[] = [];
  for (const [name, attribute] of attributes) {
    if (!containsWords(attribute.value)) continue;
    const part = partOf(element, name, attributes);
    if (part && parts.has(part)) slots.push(...attributeSlot(attribute, source, code));
  }
  return slots;
}

function partOf(element: string, name: string, attributes: HtmlStartTag["attributes"]): DocumentPart | undefined {
  const value = (other: string) => attributes.get(other)?.value.trim().toLowerCase() ?? "";
  if (name === "alt") return "alt_text";
  if (READ.has(name)) return "attributes";
  if (name === "label" && ["option", "optgroup", "track"].includes(element)) return "attributes";
  if (name === "summary" && element === "table") return "attributes";
  if (name === "value" && element === "input" && /^(?:submit|button|reset)$/.test(value("type"))) return "attributes";
  if (name === "content" && element === "meta" && META.test(value("name") || value("property"))) return "metadata";
}

function attributeSlot(attribute: HtmlAttribute, source: string, code: TemplateCode): Slot[] {
  const { value, start, end, quote } = attribute;
  const pieces = code.pieces(value.replace(/[ \t\r\n\f]+/g, " "), start, end);
  const trimmed = pieces.length > 1 && quote ? trimPieces(pieces, source) : undefined;
  if (trimmed) {
    const { segment, spelling } = buildSegment(trimmed);
    const encode = (plain: string) => code.escapeBraces(escapeValue(plain, quote));
    const range = { start: trimmed.start, end: trimmed.end };
    return [{ segment, rewrite: (text) => [{ ...range, raw: spellInline(text, spelling, source, encode) }] }];
  }
  if (pieces.length > 1) return [];
  const segment = plainSegment(value.trim().replace(/[ \t\r\n\f]+/g, " "));
  return [{ segment, rewrite: (text) => [setValue(attribute, plainText(text), source.slice(start, end))] }];
}

function escapeValue(plain: string, mark: string): string {
  return plain.replace(/[&<>"']/g, (character) =>
    (character === '"' || character === "'") && character !== mark ? character : ESCAPES[character]!,
  );
}

/** Sets an attribute's value within its quotes. Template markers stay as in `written`. */
export function setValue({ start, end, quote }: HtmlAttribute, value: string, written = ""): Patch {
  const mark = quote || '"';
  const escaped = escapeAroundMarkers(written, (plain) => escapeValue(plain, mark))(value);
  return { start, end, raw: [quote ? escaped : `${mark}${escaped}${mark}`] };
}
