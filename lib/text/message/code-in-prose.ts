/** Finds program text quoted in prose, which must not be translated and which engines would read as words. */

import { findCommands, type Span, spansOf } from "./commands";
import FILE_EXTENSIONS from "./extensions.json" with { type: "json" };

/**
 * Code in plain text, in order and without overlap: spans in backticks, file names, paths, extensions, command options,
 * `NAME=value`, calls, versions, and identifiers in camelCase, PascalCase, snake_case and kebab-case with digits; also
 * item labels, `(a)`, `iv)`, and the branches of drawn file trees. Linear time.
 */
export function findCodeInProse(plain: string): Span[] {
  const commands = findCommands(plain);
  if (commands.length === 0 && !MAY_HOLD_CODE.test(plain)) return [];
  const found: Span[] = [];
  let from = treeBranch(plain);
  if (from > 0) found.push({ start: 0, end: from });
  for (const { start, end } of [...quotedOrSpaced(plain), ...commands].sort((a, b) => a.start - b.start)) {
    if (start < from) continue;
    findInWords(plain, from, start, found);
    found.push({ start, end });
    from = end;
  }
  findInWords(plain, from, plain.length, found);
  return found;
}

function quotedOrSpaced(plain: string): Span[] {
  if (!/[`\\]|^=|\b[A-HJ-Z]\b/.test(plain)) return [];
  return spansOf(plain, SPACED).map(({ start, end }) => ({
    start,
    end: plain[start] === "`" ? end : trimStops(plain, start, end),
  }));
}

/** End of the file or folder name in a line of a drawn tree: `│   ├── pages # where they are`. 0 for other text. */
function treeBranch(plain: string): number {
  return /^[\s│┃|]{0,200}[├└┣┗][─━-]{1,8} {0,4}\S{1,200}/u.exec(plain)?.[0].length ?? 0;
}

/** The label of an item at the start of a text or within it: `(a)`, `b)`, `iv.`; `a` and `o` are also words. */
const ENUMERATOR = /^(?:\((?:[A-Za-z]|[ivxIVX]{2,5}|\d{1,3}[a-z]?)\)|(?:[A-Za-z]|[ivxIVX]{2,5}|\d{1,3}[a-z]?)\))$/;
const FIRST_ENUMERATOR = /^(?:[a-h]|[ivx]{2,5})\.$/;

function isEnumerator(word: string, text: string, index: number): boolean {
  const after = text.slice(index + word.length, index + word.length + 4);
  if (FIRST_ENUMERATOR.test(word)) return text.slice(0, index).trim() === "" && /^\s+\p{L}\p{L}/u.test(after);
  if (!ENUMERATOR.test(word) || !/^(?:\s|$)/.test(after)) return false;
  // The closing bracket belongs to a parenthesis: "(vitamin c) is".
  const before = text.slice(Math.max(0, index - MAX_WORD), index);
  return word.startsWith("(") || before.lastIndexOf("(") <= before.lastIndexOf(")");
}

const MAY_HOLD_CODE =
  /[├└┣┗]|[\p{L}\p{N}]\)(?:\s|$)|^\s*[a-x]{1,5}\.\s|[`_=/\\]|[\p{L}\p{N}]\(\)|\.[\p{L}\p{N}]|\p{Ll}\p{Lu}|-[\p{L}-]|->|::|(?<![\p{L}\p{N}])[A-HJ-Z](?![\p{L}\p{N}])|[\p{L}-]\d|\$[A-Z(]|O['’]\p{Lu}/u;

/** Code that contains blanks: in backticks, Windows paths, cell formulas. Also letters as labels: Plan A, A → B. */
const SPACED =
  /(`{1,3})(?=[^\s`])[^\n]{0,200}?[^\s`]\1(?!`)|`[^\s`]`|(?<![\p{L}\p{N}])[A-Za-z]:\\(?:[\w$.()-]+(?: [\w$.()-]+){0,2}\\)*[\w$.-]*|^=[A-Z][A-Z0-9.]{0,30}\([^\n]{0,500}\)$|(?<=\p{L} )[A-HJ-Z](?= \p{Ll}|\.?$)|(?<=^|\p{L} |[:|/→&•+–-] )[A-HJ-Z](?=[,;:!?)\]]| [|/→&•+–-] )|(?<=[:|/→&•+–-] )[A-HJ-Z]$/gu;

/** Maximum length of a word of prose or code. */
const MAX_WORD = 200;
const MAX_ENUMERATOR = 7;

function findInWords(plain: string, from: number, to: number, found: Span[]): void {
  if (from >= to) return;
  const text = from === 0 && to === plain.length ? plain : plain.slice(from, to);
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    if (word.length <= MAX_ENUMERATOR && isEnumerator(word, text, index)) {
      found.push({ start: from + index, end: from + index + word.length });
      continue;
    }
    if (word.length > MAX_WORD || !MAY_HOLD_CODE.test(word)) continue;
    const lead = /^[*("'“”‘’«»‹›¿¡[{<]*/u.exec(word)![0].length;
    const start = index + lead;
    const end = trimStops(text, start, index + word.length);
    const core = text.slice(start, end);
    if (WHOLE.some((pattern) => pattern.test(core)) || isOption(core, text, start, end)) {
      found.push({ start: from + start, end: from + end });
      continue;
    }
    for (const part of core.matchAll(PARTS)) {
      if (NO_CODE.test(part[0])) continue;
      found.push({ start: from + start + part.index, end: from + start + part.index + part[0].length });
    }
  }
}

/** Final punctuation and quotes belong to the sentence, and so does a closing bracket opened before the code. */
function trimStops(text: string, start: number, end: number): number {
  let to = end;
  while (to > start) {
    const last = text[to - 1]!;
    const opening = { ")": "(", "]": "[", "}": "{" }[last];
    const opened = opening !== undefined && text.slice(start, to - 1).includes(opening);
    if (opened || !/[.,;:!?'"’”»›…)\]}>*]/u.test(last)) break;
    to--;
  }
  return to;
}

const EXTENSIONS = FILE_EXTENSIONS.join("|").replaceAll(" ", "|");

/** Patterns for a whole word. None has nested repetitions over the same characters. */
const WHOLE: readonly RegExp[] = [
  /^[A-Za-z_][\w.-]*=(?:"[^"]*"|'[^']*'|[^\s"'<>`]+)$/, // NAME=value
  /^--?[A-Za-z][\w-]*=[^\s<>`]+$/, // --level=3
  /^(?:~|\.{1,2})(?:\/[\w.@+-]+)+\/?$/, // ~/.ssh/config, ./run
  /^\/(?:[\w.@+-]+\/)+[\w.@+-]*$/, // /etc/hosts
  /^\/(?!(?:and|or|an?d?|e|i|o|ou|y|et|per|por|und|oder|of|en|og|och|eller)$)[a-z][a-z0-9_-]+$/, // /tmp
  new RegExp(`^(?:[\\w.@+-]+\\/)+[\\w@+-]+(?:\\.[\\w-]+)*\\.(?:${EXTENSIONS})$`), // src/lib/index.ts
  /^@[a-z0-9-]+\/[a-z0-9._-]+$/, // @scope/package
  /^(?:src|lib|dist|bin|build|docs|tests|node_modules|vendor|config|usr|etc|var|tmp|opt|assets|static|scripts|packages)\/[\w@.+-]+$/, // build/xslt
  /^(?!(?:\p{Lu}\p{L}*\/)+\p{Lu}\p{L}*$)(?!(?:(?:and|or|not|y|o|e|et|ou|und|oder|i)(?:\/|$))|[\d/.]+$)(?:[\w.@+-]+\/){2,}[\w@+.-]+$/u, // src/test/xspec
  /^\$(?:[A-Z_][A-Z0-9_]{2,}(?:\/[\w.@+-]+)*|[A-Za-z_]\w*(?:\/[\w.@+-]+)+)\/?$|^\$\([^\s()]{1,60}\)(?:[./]\w+(?:\([^\s()]*\))?)*$/, // $HOME/.config, $(HOME)
  /^(?:[\w.@+-]+\/){2,}$|^(?!(?:and|or|y|o|e|et|ou|und|oder|i)\/)[a-z.][a-z0-9_.-]+\/$/, // src/pages/, pages/
  /^[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*\(\)$/, // call(), os.path.join()
  /^[a-z_]{2,}(?:\.[A-Za-z_]{2,}){2,}$/, // process.env.PATH
  /^[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)+\([^()\s]*\)$|^[A-Za-z_$][\w$]*(?:(?:::|->)[A-Za-z_$][\w$]*)+$/, // house.open(red), house->door
  /^(?:application|text|image|audio|video|font|multipart)\/(?!(?:text|image|audio|video|font)s?$)[\w.+*-]+$|^HTTP\/\d(?:\.\d)?$/, // application/json
  /^(?:feature|bugfix|hotfix|release|fix|chore)\/[\w@+-]*[-_.\d][\w.@+-]*$|^origin\/[\w./-]+$/, // feature/open-door
  /^(?:font|line|text|background|border|margin|padding|max|min|z|flex|grid|box|letter|word|white|list|overflow|align|justify)-(?:size|weight|family|style|height|width|align|color|image|index|spacing|top|bottom|left|right|radius|shadow|space|items|content|wrap|x|y)$|^(?:aria|data)-[a-z]+$/, // font-size
  /^(?:Content-(?:Type|Length|Encoding|Disposition|Language)|Accept-[A-Z]\w+|User-Agent|Retry-After|Cache-Control|Set-Cookie|X-[A-Z][\w-]+)$/, // Content-Type
  /^[A-Z]&[A-Z]$|^n\/a$|^#[a-z]\w*(?:-\w+)+$/, // Q&A, #red-door
  /^\\[A-Za-z]{2,}$|^\\\\\S+$/, // \textbf, \\server\share
];

/** First parts of package names. With a last part as in "react-based", the word is prose. */
const TOOLS =
  "mkdocs|react|vue|node|npm|eslint|babel|webpack|vite|vitest|jest|nuxt|django|flask|pytest|docker|kube|gulp|grunt|postcss|rollup|laravel|symfony|gatsby|svelte|tailwind|css|html|json|yaml|xml|php|py|python|rails|nginx|redis|postgres|mysql|aws|git|github|gitlab|lodash|fastify|redux|rxjs|stylelint|ts|js|wp|wordpress|drupal|asciidoctor|sphinx|numpy|scikit|openssl";
const LOCALES =
  "ar|bg|bn|ca|cs|cy|da|de|el|en|es|et|eu|fa|fi|fr|gl|he|hi|hr|hu|id|it|ja|ko|lt|lv|ms|nb|nl|nn|pl|pt|ro|ru|sk|sl|sr|sv|th|tr|uk|ur|vi|zh";
const COMPOUND =
  "based|like|specific|only|free|style|styled|related|ready|compatible|powered|driven|friendly|side|native|level|first|aware|enabled|formatted|encoded";

/** Words that connect the parts of a compound: "face-and-neck", French "donnez-les-nous". */
const FUNCTION =
  "the|and|for|off|out|but|not|than|with|from|old|year|long|free|les|moi|toi|nous|vous|lui|leur|elle|ils|lhes?|los|las|des|del|que|und|mit|von|oder|voor|est|san|per|con|sur|sous|son|ver|all|takes|van|til|tar|teen|tio";

/** Patterns for a part of a word, next to other words or marks: `iPhone/iPad`, `WordPress-based`, `config.json's`. */
const PARTS = new RegExp(
  [
    `(?<![\\p{L}\\p{N}_.-])[\\w][\\w-]*(?:\\.[\\w-]+)*\\.(?:${EXTENSIONS})(?![\\p{L}\\p{N}_])`, // config.json, Next.js
    "(?<![\\p{L}\\p{N}_.)\\]])\\.(?:[a-z][a-z0-9_-]+(?:\\.[a-z0-9_-]+)*|[A-Z]{2,6})(?![\\p{L}\\p{N}_])", // .docx, .NET, .env.local
    "(?<![\\p{L}\\p{N}_])(?=\\w*[A-Za-z])_*[A-Za-z0-9]+(?:_+[A-Za-z0-9]+)+_*(?:\\.\\w+)*(?![\\p{L}\\p{N}_])", // snake_case
    "(?<![\\p{L}\\p{N}_])_[A-Za-z][A-Za-z0-9]*(?![\\p{L}\\p{N}_])", // _private
    "(?<![\\p{L}\\p{N}_])[a-z]+[0-9]*[A-Z][a-z]+[A-Za-z0-9]*(?![\\p{L}\\p{N}_])", // camelCase, iPhone
    "(?<![\\p{L}\\p{N}_])[a-z][A-Z]{2,}[A-Za-z]*(?![\\p{L}\\p{N}_])", // iOS
    "(?<![\\p{L}\\p{N}_])[a-z]{2,}[A-Z]{2,}(?![\\p{L}\\p{N}_])", // macOS
    "(?<![\\p{L}\\p{N}_])[A-Z][a-z]+[0-9]*(?:[A-Z][a-z]+[0-9]*)*[A-Z]{1,5}[a-z0-9]+[A-Z]*(?![\\p{L}\\p{N}_])", // PascalCase
    "(?<![\\p{L}\\p{N}_])[A-Z][a-z]+[A-Z]{2,5}(?![\\p{L}\\p{N}_])", // MySQL, PostgreSQL
    "(?<![\\p{L}\\p{N}_])[A-Z]{2,}[a-z]{2,}[A-Z][A-Za-z0-9]*(?![\\p{L}\\p{N}_])", // XMLHttpRequest
    `(?<![\\p{L}\\p{N}_.-])[a-z][a-z0-9]*(?:-[a-z0-9]+)*-(?:[a-z]+\\d+[a-z0-9]*|\\d+[a-z]{1,5}\\d[a-z0-9]*)(?:-[a-z0-9]+)*(?![\\p{L}\\p{N}_-])`, // text-v2
    "(?<![\\p{L}\\p{N}_.-])[a-z]+\\d[a-z0-9]*(?:-[a-z0-9]+)+(?![\\p{L}\\p{N}_-])", // log4j-core, es2015-preset
    "(?<![\\p{L}\\p{N}_.-])[a-z]+(?:-[a-z]+)+-\\d+(?![\\p{L}\\p{N}_-])", // my-app-2
    `(?<![\\p{L}\\p{N}_.-])(?:${TOOLS})(?:-[a-z0-9]+)+(?<!-(?:${COMPOUND}))(?![\\p{L}\\p{N}_-])`, // react-router-dom
    `(?<![\\p{L}\\p{N}_.-])[a-z]{3,}(?:-(?!(?:${COMPOUND}|${FUNCTION})(?![a-z]))[a-z]{3,}){2,}(?![\\p{L}\\p{N}_'’-])`, // dark-mode-toggle
    "(?<![\\p{L}\\p{N}_'’])O['’]\\p{Lu}\\p{Ll}+(?![\\p{L}\\p{N}_])", // O'Brien
    "(?<![\\p{L}\\p{N}_.-])(?:utf|iso|sha|base|x86|ipv)-\\d+(?:-\\d+)*(?![\\p{L}\\p{N}_-])", // utf-8
    `(?<![\\p{L}\\p{N}_.-])(?:[A-Z]-[A-Z]|(?:${LOCALES})-(?:[A-Z]{2}|Hans|Hant|Latn|Cyrl))(?![\\p{L}\\p{N}_-])`, // A-Z, en-US
    "(?<![\\p{L}\\p{N}_.-])[A-Z]{1,3}(?:-[A-Z0-9]{1,4})*-\\d+[a-z]?(?![\\p{L}\\p{N}_-])", // HAT-P-24b, F-16
    "(?<![\\p{L}\\p{N}_.-])[vV]\\d+(?:\\.\\d+)*(?:-?[a-z]+\\.?\\d*)?(?![\\p{L}\\p{N}_-])", // v2, v1.2.3
    "(?<![\\p{L}\\p{N}_.,-])\\d+(?:\\.\\d+){2,}(?:[-+][\\w.]+)?(?![\\p{L}\\p{N}_-])", // 1.2.3
    "(?<![\\p{L}\\p{N}_.,-])\\d+(?:\\.\\d+)+-?(?:alpha|beta|rc|dev|pre|snapshot)\\.?\\d*(?![\\p{L}\\p{N}_-])", // 2.0-beta1
    "(?<![\\p{L}\\p{N}_.,-])\\d+(?:\\.\\d+)*\\.x(?![\\p{L}\\p{N}_-])", // 4.x
  ].join("|"),
  "gu",
);

/** Prose that looks like code: units (`kHz`), thousands (`1.000.000`), German feminine forms (`LehrerInnen`). */
const NO_CODE =
  /^(?:[a-z][A-Z][a-z]|\d{1,3}(?:\.\d{3})+|\d{1,2}\.\d{1,2}\.\d{2,4}|\p{L}+In(?:nen)?|[a-z]*-?\d+(?:st|nd|rd|th))$/u;

const OPTION_CUE =
  /\b(?:flags?|options?|switch|argument|parameter|opci[oó]n(?:es)?|opcións|opci[oó](?:ns)?|op[cç](?:ão|ões)|opzion[ei]|par[aá]metros?|param[eè]tres?|arguments?|modificador)\b/iu;

/** `--force`, `-rf`, `-e`. A dash before a short word may also start a parenthesis or dialogue: `-e`, `-Yo`. */
function isOption(core: string, text: string, start: number, end: number): boolean {
  if (/^--[A-Za-z][\w-]*$/.test(core)) return !core.endsWith("-");
  if (!/^-[A-Za-z]$|^-[a-z]{2,3}$/.test(core)) return false;
  const around = text.slice(Math.max(0, start - 40), start) + text.slice(end, end + 40);
  if (/--[a-z]|`/.test(around) || OPTION_CUE.test(around)) return true;
  if (/^-[b-df-hj-np-tv-xzB-DF-HJ-NP-TV-XZ]$/.test(core)) return true;
  return /^-[eiu]$/.test(core) && /^\s+(?:to|for|and|or|if|is)\b/.test(text.slice(end));
}
