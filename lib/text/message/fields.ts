/**
 * Patterns of template fields and shortcodes, which are recognised by their brackets: content between brackets that
 * doesn't read as prose is code. All are sticky with bounded repetitions, so none can backtrack far.
 */

/** Last word of a merge field's name: `[First Name]`, `<Order number>`, `«City»`. */
const NOUN =
  "(?:[Nn]ame|NAME|[Dd]ate|DATE|[Tt]ime|TIME|[Aa]ddress|ADDRESS|[Cc]ity|CITY|[Ss]treet|STREET|[Cc]ountry|COUNTRY|[Ss]tate|STATE|[Zz]ip|ZIP|[Cc]ode|CODE|[Cc]ompany|COMPANY|[Ee]-?mail|E-?MAIL|[Pp]hone|PHONE|[Nn]umber|NUMBER|[Aa]mount|AMOUNT|[Pp]rice|PRICE|[Tt]itle|TITLE|[Uu]rl|URL|[Ll]ink|LINK|[Ii]d|ID|[Uu]ser|USER|[Cc]ustomer|CUSTOMER|[Cc]lient|CLIENT|[Pp]roduct|PRODUCT|[Oo]rder|ORDER|[Dd]epartment|DEPARTMENT)";
const FIELD_NAME = `\\p{Lu}[\\p{L}\\p{N}_-]{0,30}(?: [\\p{L}\\p{N}_-]{1,30}){0,2}(?<=[^\\p{L}]${NOUN})`;

/** `{…}` that is none of the common placeholders. */
export const IN_BRACES: readonly RegExp[] = [
  /\{[#/^@%:&!>*=$?]\s?[\p{L}\p{N}_.$"'-][^{}\n]{0,120}\}/uy, // {#loop}, {/loop}, {^else}, {:else}
  /\{(?!\s?"[^"]*"\s?:)(?=[^{}\n]{0,120}(?:[\p{L}\p{N}_\])"']\s?(?:[|*+/<>?=]{1,3}|&&|-)\s?[\p{L}\p{N}_("']|[\p{L}\p{N}_][([]|\p{L}[\p{L}\p{N}_]\.\p{L}{2}))(?![^{}]*[.,;!?]\s)[^{}\n]{1,120}\}/uy, // {price * 1.2}, {date | format}, {user.birth date}
  new RegExp(`\\{[ ]?${FIELD_NAME.replace("\\p{Lu}", "\\p{L}")}[ ]?\\}`, "uy"), // {First name}, {first name}
  /\{(?:if|elseif|foreach|section|include|assign|while|for)\s[^{}\n]{0,120}[$=][^{}\n]{0,120}\}/y, // Smarty
];

/** `[…]` that is not a Markdown link or reference; `[Some note]` is prose. */
export const IN_BRACKETS: readonly RegExp[] = [
  /\[\[[^\s[\]|]{1,60}\]\]/y, // [[house]]
  new RegExp(`\\[${FIELD_NAME}\\](?![([:])`, "uy"), // [First Name]
  new RegExp(`\\[(?=${NOUN}\\])\\p{Lu}[\\p{L}-]{1,12}\\](?![([:])`, "uy"), // [City]
];

/** WordPress shortcodes and BBCode, in pairs or single: `[gallery ids="1,2"]`, `[url=…]here[/url]`. */
export const SHORTCODE_TAG =
  /\[(?:(\/)([A-Za-z][\w-]{0,40})|([A-Za-z][\w-]{0,40})(?:(?:\s{1,3}[\w-]{1,40}=(?:"[^"\]]{0,400}"|'[^'\]]{0,400}'|[^\s"'\]]{1,200})){1,20}|=[^\s\]]{1,400}|(?=\][^\]]{0,500}\[\/\3\]))\s{0,3}(\/?))\](?![([:])/y;

/** Arguments of shortcodes and directives that readers see. */
export const READABLE_ARGUMENTS = "title|caption|alt|heading|subtitle|summary|description";
const READABLE = new RegExp(
  `(?<=\\s(?:${READABLE_ARGUMENTS})=")(?=\\p{Lu}|[^"]*\\p{L}\\s)[^"\\\\{}[\\]]{1,400}(?=")|(?<=\\s(?:${READABLE_ARGUMENTS})=')(?=\\p{Lu}|[^']*\\p{L}\\s)[^'\\\\{}[\\]]{1,400}(?=')`,
  "gu",
);

/** Prose in a Hugo shortcode without a name: `{{% notice note "Read this first" %}}`. Others name pages and files. */
export const POSITIONAL_TEXT =
  /(?<=^\{\{[<%][ \t]*(?![ \t]|(?:ref|relref|param|include|highlight|gist|(?:get|read)[\w-]*)[ \t])[^={}]{1,500}[ \t]")\p{Lu}[^"\\\r\n/=<>_]{0,300}\p{L} \p{L}[^"\\\r\n/=<>_]{0,300}(?=")/gu;

/** Start and end of the texts in a shortcode's arguments: `[gallery title="My pictures"]`. */
export function readableArguments(code: string): number[] {
  if (!/^(?:\[|\{\{[<%])/.test(code)) return [];
  const texts = [...code.matchAll(READABLE), ...code.matchAll(POSITIONAL_TEXT)];
  return texts.flatMap(({ index, 0: { length } }) => [index, index + length]).sort((a, b) => a - b);
}

/** `<First name>` and `<<City>>`. */
export const IN_ANGLES: readonly RegExp[] = [
  /<\/?[#@][a-z](?:[^<>\n"]|"[^"\n]{0,100}"){0,120}>/y, // FreeMarker
  /<<[\p{L}_](?:[\p{L}\p{N}_ .-]{0,40}[\p{L}\p{N}_])?>>/uy,
  new RegExp(`<${FIELD_NAME}>`, "uy"),
];

/** Merge fields of word processors. A quoted word in prose is not one. */
export const IN_GUILLEMETS: readonly RegExp[] = [
  /«[A-Za-z][a-z]{0,20}(?:[_A-Z0-9][A-Za-z0-9]{0,20}){1,6}»/y, // «First_Name», «OrderId»
  new RegExp(`«(?:${FIELD_NAME}|(?=\\p{Lu})${NOUN})»`, "uy"),
];

/** Start and end of a block in a template language, with the block's name as a group. */
const BLOCKS: readonly (readonly [open: RegExp, close: RegExp])[] = [
  [/^\{\{\{?[#^] ?([\w.-]+)/, /^\{\{\{?\/ ?([\w.-]+)/], // {{#each}} … {{/each}}
  [/^\{[#^]([\w.-]+)/, /^\{\/([\w.-]+)/], // {#loop} … {/loop}
  [/^\{%-?\s*(if|for|unless|with|block|trans|filter|case)\b/, /^\{%-?\s*end(\w+)/],
  // <% if x %> … <% end %>, <%= form_with do |f| %> … <% end %>, <% if (x) { %> … <% } %>
  [
    /^<%[-=_]?\s*(?:(?:if|unless|case|while|until|for|begin)\b[^%]*|[^#%\s][^%]*(?:\{|\bdo(?: \|[^|]*\|)?)\s*)[-_]?%>$/,
    /^<%[-_]?\s*(?:\}\)?;?|end)\s*[-_]?%>$/,
  ],
];

/** The role of a template tag in a block (start or end), whose words stay inside; null for any other tag. */
export function blockPart(tag: string): { readonly kind: "open" | "close"; readonly name: string } | null {
  if (tag[0] !== "{" && !tag.startsWith("<%")) return null;
  for (const [open, close] of BLOCKS) {
    for (const [kind, pattern] of [
      ["open", open],
      ["close", close],
    ] as const) {
      const match = pattern.exec(tag);
      if (match) return { kind, name: `${tag.slice(0, 2)} ${match[1] ?? ""}`.replace(/^\{[#^/]/, "{#") };
    }
  }
  return null;
}

/** As {@link blockPart}, and `{bold}` and `{/bold}` of messages. */
export function pairPart(tag: string): ReturnType<typeof blockPart> {
  const name = /^\{([A-Za-z][\w.-]*)\}$/.exec(tag)?.[1];
  return name ? { kind: "open", name: `{# ${name}` } : blockPart(tag);
}

/** True for `{{else}}` and similar tags: the words before and after are separate texts. */
export function isBranch(tag: string): boolean {
  return /^(?:\{\{|\{%|<%|\{)[\s}^:-]*(?:else|elsif|elseif|elif)\b/.test(tag);
}

/** Marks around words, of Markdown, its dialects and CriticMarkup: `**red**`, `_red_`, `==red==`, `{++new++}`. */
const MARKED = [
  /(\{\+\+|\{--|\{==|\{>>|\{~~)(?=[^\s=+~-])[^\n{}]{1,300}?(\+\+\}|--\}|==\}|<<\}|~~\})/g,
  /(==|\^\^|\+\+|\*\*|~~)(?=[^\s=+^*~-])[^\n{}]{1,300}?(?<=[^\s=+^*~-])(\1)(?![>}])/g,
  /(?<![\w*\\])(\*|__?)(?=\p{L})[^\n*_{}]{1,100}(?<=[\p{L}\p{N}.!?])(\1)(?![\w*])/gu,
];
const ENDS: Readonly<Record<string, string>> = { "{++": "++}", "{--": "--}", "{==": "==}", "{>>": "<<}", "{~~": "~~}" };
/** Between the old and the new words of CriticMarkup, each of which is a text: `{~~red~>blue~~}`. */
const REPLACED = /(?<=\S)~>(?=\S)/g;

type Mark = { start: number; end: number; kind: "open" | "close" | "value"; name?: string; equiv?: string };

/** These characters as pairs, in order. */
export function findMarks(plain: string): Mark[] {
  if (!/[=^+~]{2}|\{--|\{>>|~>|[*_]/.test(plain)) return [];
  const signs = Array.from(plain.matchAll(REPLACED), ({ index }): Mark => {
    return { start: index, end: index + 2, kind: "value", equiv: "\n" };
  });
  const pairs = MARKED.flatMap((pattern) => Array.from(plain.matchAll(pattern))).flatMap(
    ({ 0: whole, 1: name = "", 2: closing = "", index }): Mark[] => {
      if (closing !== (ENDS[name] ?? name)) return [];
      const end = index + whole.length;
      return [
        { start: index, end: index + name.length, kind: "open", name },
        { start: end - closing.length, end, kind: "close", name },
      ];
    },
  );
  return [...pairs, ...signs].sort((a, b) => a.start - b.start);
}
