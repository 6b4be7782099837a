/** UTF-16 offsets in the searched text. */
export type Span = { readonly start: number; readonly end: number };

/** A range that a pattern matches. */
export function spansOf(plain: string, pattern: RegExp): Span[] {
  return Array.from(plain.matchAll(pattern), ({ index, 0: { length } }) => ({ start: index, end: index + length }));
}

/** Programs that people type, and their subcommands. Only both are a command, since `git` may begin a sentence. */
const PROGRAMS: readonly (readonly [programs: string, subcommands: string])[] = [
  ["npm|pnpm|yarn|bun", "run|install|i|ci|start|test|build|add|init|publish|update|exec|create|link|audit|dlx"],
  [
    "pip3?|gem|conda|apt(?:-get)?|brew|dnf|yum|apk|snap|choco|winget|scoop",
    "install|uninstall|update|upgrade|remove|list|freeze",
  ],
  [
    "git",
    "clone|checkout|commit|push|pull|merge|rebase|add|status|branch|fetch|log|init|stash|tag|diff|reset|revert|switch|restore|remote|show|config|cherry-pick|submodule|bisect",
  ],
  ["docker[ -]compose", "up|down|build|logs|ps|run|exec|pull|restart"],
  ["docker|podman", "run|build|pull|push|compose|exec|ps|images|logs|stop|start"],
  [
    "kubectl|helm|terraform",
    "get|apply|delete|describe|logs|exec|create|install|upgrade|repo|template|init|plan|destroy",
  ],
  ["cargo|poetry|uv|mvn|gradle", "build|run|test|add|install|new|fmt|clippy|check|clean|package"],
  ["composer|bundle|php artisan|rails|npx|bunx", "require|install|update|exec|new|generate|server|migrate|[\\w@./:-]+"],
];

/** A word that looks like code: an option, a path, a name with a digit or symbol inside. */
const ARGUMENT =
  "(?:--(?= )|--?[A-Za-z][\\w-]*(?:=\\S+)?|(?=[\\w@./:~$*-]*[\\d@/:~$*_-]|[\\w-]+\\.\\w)[\\w@./:~$*-]*[\\w/*])";
/** Words after a command that belong to the sentence. */
const PROSE =
  "(?:to|and|or|in|on|for|the|from|then|before|after|with|first|again|an?|if|when|is|as|at|once|commands?|y|e|o|u|para|en|el|la|de|et|pour|dans|und|um|im)(?![\\w-])";
const TAKES_A_NAME =
  "(?:run|install|i|uninstall|add|checkout|clone|require|exec|new|merge|switch|remove|get|generate|create|upgrade)";

const COMMAND = new RegExp(
  `(?<![\\p{L}\\p{N}_./-])(?:sudo )?(?:${PROGRAMS.map(([programs, subs]) => `(?:${programs}) (?:${subs})`).join("|")})(?![\\w-])` +
    `(?:(?<= ${TAKES_A_NAME}) (?!${PROSE})[a-z][\\w@./:-]*[\\w/])?(?: origin(?: (?!${PROSE})[\\w./-]*\\w)?)?(?: ${ARGUMENT}){0,12}`,
  "gu",
);

/** A value, name or call in an SQL statement; a table name is not a common word. */
const VALUE = `(?:'[^'\\n]{0,80}'|"[^"\\n]{0,80}"|[\\w.:$?@%-]*\\([^()\\n]{0,200}\\)|[\\w.*:$?@%-]+)`;
const VALUES = `${VALUE}(?:, ?${VALUE}){0,30}`;
const TABLE = '(?!(?:the|an?|this|your|our|all|each|one|any)\\b)(?:[\\w.$"`]+)';
const TEST = `(?:NOT )?${VALUE}(?: (?:=|<>|!=|[<>]=?|(?:NOT )?(?:LIKE|IN|BETWEEN)|IS(?: NOT)?) ${VALUE}){0,2}`;
const STATEMENT =
  `(?:SELECT (?:DISTINCT )?${VALUES} FROM ${TABLE}|INSERT INTO ${TABLE}|DELETE FROM ${TABLE}|UPDATE ${TABLE} SET ${TEST}|(?:CREATE|DROP|ALTER|TRUNCATE) (?:UNIQUE |TEMPORARY )?(?:TABLE|INDEX|VIEW|DATABASE|SCHEMA)(?: IF(?: NOT)? EXISTS)? ${TABLE})` +
  `(?: (?:(?:WHERE|AND|OR|ON|HAVING) ${TEST}|(?:GROUP|ORDER) BY ${VALUES}|ASC|DESC|(?:LIMIT|OFFSET) \\d+|(?:(?:LEFT|RIGHT|INNER|FULL|CROSS) )?JOIN ${TABLE}|(?:ADD|DROP) COLUMN \\w+(?: [A-Z]+)?|(?:VALUES|RETURNING) ${VALUES}|AS \\w+|\\([^()\\n]{0,200}\\))|, \\w+ = ${VALUE}){0,20}`;
const SQL = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${STATEMENT}|${STATEMENT.toLowerCase()})`, "gu");
/** SQL that is certainly code; "select a name from users" may be prose. */
const SURE_SQL = /^[A-Z]|^select \*|\s(?:where|set) \S+ (?:[=<>!]|is |like |in )/;

const OPERAND = "[\\w$.()[\\]\"'-]{1,40}";
const EXPRESSION = new RegExp(
  `(?<![\\p{L}\\p{N}_])${OPERAND}(?: (?:[!=]==?|&&|\\|\\||[<>]=?|:=|\\+=|=) ${OPERAND}){1,8}(?![\\p{L}\\p{N}_])`,
  "gu",
);
const STRONG = / (?:[!=]==?|&&|\|\||:=|\+=) /;
/** `y = 5`: a single letter next to an operator. `Settings > General` is a menu path. */
const FORMULA = /(?:^|\s)[A-Za-z] = |(?:^|\s)[A-Za-z] [<>]=? (?:[A-Za-z]|[\d.-]+)$|\s[<>]=? [\d.-]+$/;
/** `O(n log n)`, `a ? b : c`, and author abbreviations. */
const OTHER =
  /(?<![\p{L}\p{N}_])(?:[OΘΩ]\([^()\n]{1,30}\)|[a-z]\w? \? [\w.$]{1,30} : [\w.$]{1,30}|et al\.)(?![\p{L}\p{N}_])/gu;

/** Tags whose content is code in every format, also in messages of programs. */
export const CODE_TAGS: readonly string[] =
  "code kbd samp cmd sys command filename literal varname codeph cmdname filepath systemitem userinput computeroutput envar parmname apiname".split(
    " ",
  );
const IN_TAGS = new RegExp(`<(${CODE_TAGS.join("|")})(?:\\s[^<>]{0,200})?>[^\\n]{1,300}?</\\1>`, "g");
/** Targets of Markdown links: `[docs](/house)`, `[docs]: house`. */
const LINK_TARGETS =
  /(?<=\]\()[^\s()]{1,300}(?:\([^\s()]{0,100}(?:\([^\s()]{0,100}\))?\)[^\s()]{0,100}){0,3}(?=\)|\s+["'(])|(?<=^\[[^\]\n]{1,100}\]:[ \t]{1,4})\S{1,300}/gm;
/** Lines of settings files, `[Desktop Entry]` and `Type=Application`, and XML documents. */
const LISTINGS =
  /^(?=(?:[^\n]*\n)?[ \t]*[A-Za-z_][\w.-]{0,60}(?:=[^\s=]|[ \t]=[ \t]))(?=[ \t]*\[[^\]\n]{1,80}\][ \t]*\n|[^\s=]{1,60}=)(?:[ \t]*(?:\[[^\]\n]{1,80}\]|[A-Za-z_][\w.-]{0,60}(?:[ \t]=[ \t]?|=)[^\n]{0,300})(?:\n|$)){2,50}|<\?xml [^\n]{0,200}\?>[ \t]*\n[\s\S]{0,20000}>/gm;

/** Key combinations: `Ctrl+Shift+P`, `Alt + Enter`. */
const KEYS = (() => {
  const held = "Ctrl|Control|Alt|AltGr|Shift|Cmd|Command|Option|Meta|Super|Win|Fn|[⌘⌥⇧⌃]";
  const pressed =
    "[A-Z0-9]|F\\d{1,2}|Enter|Return|Tab|Space|Esc|Escape|Del|Delete|Backspace|Home|End|Insert|PgUp|PgDn|Up|Down|Left|Right";
  return new RegExp(`(?<![\\p{L}\\p{N}_+-])(?:${held})(?: ?\\+ ?(?:${held}|${pressed}))+(?![\\p{L}\\p{N}_])`, "gu");
})();

/** Patterns, each with a cheap search for what its matches contain: searching with all patterns would be slow. */
const PATTERNS: readonly (readonly [pattern: RegExp, sign: RegExp])[] = [
  [LISTINGS, /=|<\?xml /],
  [IN_TAGS, /<\//],
  [LINK_TARGETS, /\]\(|\]:/],
  [KEYS, /[+]/],
  [COMMAND, new RegExp(`(?:${PROGRAMS.map(([programs]) => programs).join("|")}) `)],
  [SQL, /(?:SELECT|FROM|INTO|SET|TABLE|INDEX|VIEW|DATABASE|SCHEMA) /i],
  [EXPRESSION, / [!=<>&|:+]/],
  [OTHER, / \? |[OΘΩ]\(|et al\./],
];

/** Commands, expressions and formulas in plain text: code with blanks, in order and without overlap. Linear time. */
export function findCommands(plain: string): Span[] {
  const found: Span[] = [];
  for (const [pattern, sign] of PATTERNS) {
    if (!sign.test(plain)) continue;
    for (const { 0: text, index } of plain.matchAll(pattern)) {
      if (pattern === SQL && !SURE_SQL.test(text)) continue;
      if (pattern === EXPRESSION && !STRONG.test(text) && !FORMULA.test(text)) continue;
      const end = index + (pattern === OTHER || pattern === IN_TAGS ? text : text.replace(/[.:\s]+$/, "")).length;
      if (found.every((one) => end <= one.start || index >= one.end)) found.push({ start: index, end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}
