// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of other languages are the matter here
import { describe, expect, it } from "vitest";
import type { InlineCode } from "@/lib/text/segment";
import { applyFix, CHECKS, type CheckId, checkTranslation, type QaContext, type QaIssue, type QaTerm } from "./check";

/** A translation with one error. `⟦…⟧` marks the expected range; without it the issue concerns the whole text. */
type Fault = {
  readonly check: CheckId;
  readonly source: string;
  readonly target: string;
  /** The text after the fix; absent if there is none. */
  readonly fixed?: string;
  readonly params?: Readonly<Record<string, string | number>>;
  /** Default: English to Spanish. */
  readonly to?: string;
  readonly codes?: readonly InlineCode[];
  readonly maxLength?: number;
  readonly context?: Partial<QaContext>;
};

const LINK: readonly InlineCode[] = [{ id: 1, kind: "pair" }];
const TWO_LINKS: readonly InlineCode[] = [...LINK, { id: 2, kind: "pair" }];
const TWO_BREAKS: readonly InlineCode[] = [
  { id: 1, kind: "single", equiv: "\n" },
  { id: 2, kind: "single" },
];
const NAME: readonly InlineCode[] = [{ id: 1, kind: "placeholder", equiv: "{name}" }];
const PO = { format: "po" };
const HTML = { format: "html" };

const terms = (...list: QaTerm[]): Partial<QaContext> => ({ terms: list });
const FILE: QaTerm = {
  source: "file",
  caseSensitive: false,
  doNotTranslate: false,
  targets: [
    { text: "archivo", usage: "preferred" },
    { text: "documento", usage: "admitted" },
    { text: "fichero", usage: "forbidden" },
  ],
};
const KEPT: QaTerm = { source: "Dragoman", caseSensitive: true, doNotTranslate: true, targets: [] };

const PLURAL = "{n, plural, one {# file} other {# files}}";

const FAULTS: readonly Fault[] = [
  { check: "empty", source: "Hello", target: "  " },

  // Tags
  {
    check: "tags.missing",
    source: "Read <g1>this page</g1> now.",
    target: "Lea ⟦esta página⟧ ahora.",
    fixed: "Lea <g1>esta página</g1> ahora.",
    codes: LINK,
    params: { tag: "<g1>" },
  },
  {
    check: "tags.missing",
    source: "First line.<x1/>Second line.",
    target: "Primera línea.⟦⟧Segunda línea.",
    fixed: "Primera línea.<x1/>Segunda línea.",
    codes: TWO_BREAKS,
  },
  {
    check: "tags.missing",
    source: "First line&lt;br>Second line",
    target: "Primera línea ⟦⟧segunda línea",
    fixed: "Primera línea &lt;br>segunda línea",
    params: { tag: "<br>" },
  },
  {
    check: "tags.missing",
    source: "&lt;b>Bold&lt;/b> text",
    target: "&lt;b>Texto en negrita",
    params: { tag: "</b>" },
  },
  {
    check: "tags.extra",
    source: "Read this.",
    target: "Lea ⟦<g7>⟧esto</g7>.",
    fixed: "Lea esto</g7>.",
    params: { tag: "<g7>" },
  },
  {
    check: "tags.extra",
    source: "Read <g1>this</g1> page.",
    target: "Lea <g1>esta</g1> ⟦<g1>página</g1>⟧.",
    fixed: "Lea <g1>esta</g1> página.",
    codes: LINK,
  },
  {
    check: "tags.extra",
    source: "one<x1/>two",
    target: "uno<x1/>⟦<x1/>⟧dos",
    fixed: "uno<x1/>dos",
    codes: TWO_BREAKS,
  },
  {
    check: "tags.extra",
    source: "Some text",
    target: "Un ⟦&lt;b>⟧texto&lt;/b>",
    fixed: "Un texto&lt;/b>",
    context: HTML,
    params: { tag: "<b>" },
  },
  {
    check: "tags.nesting",
    source: "<g1>one</g1> and <g2>two</g2>",
    target: "<g1>uno y <g2>dos⟦</g1></g2>⟧",
    fixed: "<g1>uno y <g2>dos</g2></g1>",
    codes: TWO_LINKS,
  },
  {
    check: "tags.nesting",
    source: "<g1>one</g1> thing",
    target: "<g1>una⟦⟧ cosa",
    fixed: "<g1>una</g1> cosa",
    codes: LINK,
  },
  {
    check: "tags.order",
    source: "one<x1/>two<x2/>three",
    target: "uno⟦<x2/>⟧dos<x1/>tres",
    codes: TWO_BREAKS,
    params: { tag: "<x2/>" },
  },
  {
    check: "tags.order",
    source: "<g1>Hello {x}<x2/></g1> there",
    target: "<g1>Hola {x}</g1>⟦<x2/>⟧ ahí",
    codes: [...LINK, { id: 2, kind: "placeholder", equiv: "%s" }],
  },

  // Placeholders
  {
    check: "placeholder.missing",
    source: "Hello <x1/> and welcome",
    target: "Hola ⟦⟧y bienvenido",
    fixed: "Hola <x1/> y bienvenido",
    codes: NAME,
    params: { placeholder: "{name}" },
  },
  {
    check: "placeholder.missing",
    source: "Could not open %s",
    target: "No se pudo abrir⟦⟧",
    fixed: "No se pudo abrir %s",
    context: PO,
    params: { placeholder: "%s" },
  },
  {
    check: "placeholder.missing",
    source: "Between %d and %d",
    target: "Entre %d y⟦⟧",
    fixed: "Entre %d y %d",
    context: PO,
  },
  {
    check: "placeholder.extra",
    source: "Hello <x1/>!",
    target: "¡Hola <x1/>⟦<x1/>⟧!",
    fixed: "¡Hola <x1/>!",
    codes: NAME,
  },
  {
    check: "placeholder.extra",
    source: "Hello {name}!",
    target: "¡Hola {name}⟦{surname}⟧!",
    fixed: "¡Hola {name}!",
    params: { placeholder: "{surname}" },
  },
  {
    check: "placeholder.altered",
    source: "Hello {name}!",
    target: "¡Hola ⟦{nombre}⟧!",
    fixed: "¡Hola {name}!",
    params: { placeholder: "{name}", found: "{nombre}" },
  },
  {
    check: "placeholder.altered",
    source: "Hello <x1/>!",
    target: "¡Hola ⟦{name}⟧!",
    fixed: "¡Hola <x1/>!",
    codes: NAME,
  },
  ...[
    ["{{count}} files", "⟦{{ count }⟧ archivos", "{{count}} archivos"],
    ["${user} left", "⟦$ {user}⟧ se fue", "${user} se fue"],
    ["%1$s left", "⟦% 1$ s⟧ se fue", "%1$s se fue"],
    ["%(who)s left", "⟦%(quien)s⟧ se fue", "%(who)s se fue"],
    ["%{who} left", "⟦%{quien}⟧ se fue", "%{who} se fue"],
    ["{who} left", "⟦｛who｝⟧ se fue", "{who} se fue"],
    ["Hello {name}, hi", "Hola ⟦{name⟧, hola", "Hola {name}, hola"],
  ].map(([source = "", target = "", fixed]) => ({ check: "placeholder.altered" as const, source, target, fixed })),
  {
    check: "placeholder.altered",
    source: "The field :attribute is required.",
    target: "El campo ⟦:atributo⟧ es obligatorio.",
    fixed: "El campo :attribute es obligatorio.",
    context: { format: "json" },
  },
  {
    check: "placeholder.altered",
    source: "%s has %d files",
    target: "⟦%d⟧ archivos tiene %s",
    context: PO,
    params: { placeholder: "%s", found: "%d" },
  },

  // Messages
  {
    check: "icu.syntax",
    source: PLURAL,
    target: "⟦{n, plural, one {# archivo} other {# archivos}⟧",
    params: { reason: "expect_argument_closing_brace" },
  },
  {
    check: "icu.syntax",
    source: "{sex, select, male {He} other {They}} left",
    target: "⟦{sex, select, hombre {Él} other {Se}}⟧ fue",
    params: { reason: "cases_differ", cases: "male, hombre" },
  },
  {
    check: "placeholder.missing",
    source: "{n, plural, one {# file of {name}} other {# files of {name}}}",
    target: "{n, plural, one {# archivo} other {# archivos}}",
    params: { placeholder: "{name}" },
  },
  {
    check: "plural.categories",
    source: PLURAL,
    to: "ru",
    target: "⟦{n, plural, one {# файл} other {# файлов}}⟧",
    params: { argument: "n", missing: "few, many" },
  },
  {
    check: "plural.categories",
    source: PLURAL,
    to: "ar",
    target: "⟦{n, plural, one {ملف} few {# ملفات} many {# ملفًا} other {# ملف}}⟧",
    params: { argument: "n", missing: "two" },
  },

  // Markup
  {
    check: "html.syntax",
    source: "Some text",
    target: "⟦&lt;b>⟧Un texto",
    context: HTML,
    params: { tag: "<b>" },
  },
  {
    check: "html.syntax",
    source: "&lt;b>Some text&lt;/b>",
    target: "&lt;b>Un texto⟦&lt;/b⟧",
    params: { tag: "</b" },
  },
  {
    check: "html.unsafe",
    source: "Some text",
    target: "⟦&lt;img src=x onerror=alert(1)>⟧Un texto",
    context: { format: "md" },
  },
  {
    check: "html.unsafe",
    source: "&lt;b>Some&lt;/b> text",
    target: '&lt;b>Un&lt;/b> ⟦&lt;a href="javascript:go()">⟧texto&lt;/a>',
  },

  {
    check: "html.unsafe",
    source: "See [here](https://example.com)",
    target: "Vea [aquí⟦](javascript:⟧go()) https://example.com",
    context: { format: "md" },
  },

  // Length
  {
    check: "length.max",
    source: "Settings",
    target: "Configura⟦ción⟧",
    maxLength: 9,
    params: { length: 13, max: 9 },
  },
  { check: "length.max", source: "Family", target: "👨‍👩‍👧‍👦é⟦x⟧", maxLength: 2, params: { length: 3, max: 2 } },
  {
    check: "length.ratio",
    source: "The quick brown fox jumps over the lazy dog and then goes home again.",
    target: "El zorro.",
    params: { direction: "short" },
  },
  {
    check: "length.ratio",
    source: "The quick brown fox jumps over the dog.",
    to: "ja",
    target:
      "すばやい茶色の狐がのろまな犬を飛び越えて、それから家に帰り、夕食を食べて、風呂に入り、朝までぐっすり眠りました。次の日も同じことをして、また次の日も同じことをしました。",
    params: { direction: "long" },
  },

  // Numbers
  {
    check: "number.missing",
    source: "Wait 15 minutes.",
    target: "Espere unos minutos.",
    params: { number: "15" },
  },
  {
    check: "number.extra",
    source: "Wait some minutes.",
    target: "Espere ⟦15⟧ minutos.",
    params: { number: "15" },
  },
  { check: "number.extra", source: "It costs 1.5 euros.", target: "Cuesta ⟦15⟧ euros." },
  { check: "number.missing", source: "It costs 1,500 euros.", target: "Cuesta 1,5 euros." },
  { check: "number.missing", source: "The 32nd edition", target: "La última edición", params: { number: "32" } },

  // Addresses
  {
    check: "url.changed",
    source: "See https://example.com/help.",
    target: "Vea ⟦https://example.com/ayuda⟧.",
    fixed: "Vea https://example.com/help.",
  },
  {
    check: "url.changed",
    source: "See https://example.com/help now",
    target: "Véalo ⟦⟧ahora",
    fixed: "Véalo https://example.com/help ahora",
  },
  {
    check: "email.changed",
    source: "Write to help@example.com.",
    target: "Escriba a ⟦ayuda@example.com⟧.",
    fixed: "Escriba a help@example.com.",
    params: { expected: "help@example.com", found: "ayuda@example.com" },
  },

  // Glossary
  {
    check: "glossary.missing",
    source: "Open the file.",
    target: "Abra el registro.",
    context: terms(FILE),
    params: { term: "file", expected: "archivo" },
  },
  {
    check: "glossary.missing",
    source: "Open the files.",
    target: "Abra los ⟦files⟧.",
    fixed: "Abra los archivo.",
    context: terms(FILE),
  },
  {
    check: "glossary.forbidden",
    source: "File not found",
    target: "⟦Fichero⟧ no encontrado",
    fixed: "Archivo no encontrado",
    context: terms(FILE),
    params: { term: "file", forbidden: "fichero", preferred: "archivo" },
  },
  {
    check: "glossary.forbidden",
    source: "Two files",
    target: "Dos ⟦ficheros⟧",
    context: terms(FILE),
  },
  {
    check: "glossary.forbidden",
    source: "Open the file",
    to: "zh-Hans",
    target: "打开⟦档案⟧",
    fixed: "打开文件",
    context: terms({
      ...FILE,
      targets: [
        { text: "文件", usage: "preferred" },
        { text: "档案", usage: "forbidden" },
      ],
    }),
  },
  {
    check: "glossary.do_not_translate",
    source: "Dragoman is ready.",
    target: "El dragomán está listo.",
    context: terms(KEPT),
    params: { term: "Dragoman" },
  },

  // Spaces
  { check: "space.leading", source: "Hello", target: "⟦ ⟧Hola", fixed: "Hola" },
  { check: "space.leading", source: "\n Hello", target: "⟦⟧Hola", fixed: "\n Hola" },
  {
    check: "space.trailing",
    source: "<g1>Name:</g1> ",
    target: "<g1>Nombre:</g1>⟦⟧",
    fixed: "<g1>Nombre:</g1> ",
    codes: LINK,
  },
  { check: "space.trailing", source: "Name: ", target: "Nombre:⟦⟧", fixed: "Nombre: " },
  { check: "space.trailing", source: "Hello", to: "ja", target: "こんにちは⟦ ⟧", fixed: "こんにちは" },
  { check: "space.double", source: "A big house", target: "Una⟦  ⟧casa grande", fixed: "Una casa grande" },
  {
    check: "space.double",
    source: "A &lt; big house",
    target: "Una &lt; casa⟦  ⟧grande",
    fixed: "Una &lt; casa grande",
  },
  { check: "space.nbsp", source: "Why?", to: "fr", target: "Pourquoi⟦ ⟧?", fixed: "Pourquoi\u202f?" },
  { check: "space.nbsp", source: "Name: {x}", to: "fr", target: "Nom⟦⟧: {x}", fixed: "Nom\u00a0: {x}" },
  {
    check: "space.nbsp",
    source: "“Yes” of course",
    to: "fr",
    target: "«⟦ ⟧Oui\u00a0» bien sûr",
    fixed: "«\u00a0Oui\u00a0» bien sûr",
  },
  { check: "space.nbsp", source: "Name: x", to: "fr-CA", target: "Nom⟦ ⟧: x", fixed: "Nom\u00a0: x" },
  {
    check: "newline.count",
    source: "One\nTwo\nThree",
    target: "Uno\nDos tres",
    params: { expected: 2, found: 1 },
  },

  // Punctuation
  { check: "punctuation.end", source: "Done with it.", target: "Hecho del todo⟦⟧", fixed: "Hecho del todo." },
  {
    check: "punctuation.end",
    source: "Is this right?",
    target: "Esto está bien⟦.⟧",
    fixed: "Esto está bien?",
    params: { expected: "?", found: "." },
  },
  {
    check: "punctuation.end",
    source: "Open the big file",
    target: "Abrir el archivo grande⟦.⟧",
    fixed: "Abrir el archivo grande",
  },
  { check: "punctuation.end", source: "Saved!", target: "Guardado⟦.⟧", fixed: "Guardado!" },
  { check: "punctuation.end", source: "Really?", to: "fr", target: "Vraiment⟦⟧", fixed: "Vraiment\u202f?" },
  { check: "punctuation.end", source: "Are you sure?", to: "zh-Hans", target: "确定吗⟦?⟧", fixed: "确定吗？" },
  { check: "punctuation.end", source: "Are you sure?", to: "ar", target: "هل أنت متأكد⟦?⟧", fixed: "هل أنت متأكد؟" },
  { check: "punctuation.end", source: "Are you sure?", to: "el", target: "Είστε σίγουροι⟦⟧", fixed: "Είστε σίγουροι;" },
  {
    check: "punctuation.end",
    source: "Read <g1>the manual</g1>.",
    target: "Lea <g1>el manual</g1>⟦⟧",
    fixed: "Lea <g1>el manual</g1>.",
    codes: LINK,
  },
  {
    check: "punctuation.end",
    source: "<g1>Read the manual.</g1>",
    target: "<g1>Lea el manual⟦⟧</g1>",
    fixed: "<g1>Lea el manual.</g1>",
    codes: LINK,
  },

  // Negations
  {
    check: "negation.missing",
    source: "This action cannot be undone.",
    target: "Esta acción se puede deshacer.",
    params: { negation: "cannot" },
  },
  { check: "negation.missing", source: "Do not share the key.", to: "de", target: "Teilen Sie den Schlüssel." },
  { check: "negation.missing", source: "You must not close it.", to: "fr", target: "Vous devez le fermer." },
  { check: "negation.missing", source: "Files aren’t public.", to: "it", target: "I file sono pubblici." },

  // Brackets and quotes
  {
    check: "brackets.mismatch",
    source: "Delete the file (this cannot be undone by anyone)",
    target: "Eliminar el archivo",
    params: { brackets: "()", expected: 1, found: 0 },
  },
  { check: "brackets.mismatch", source: "The file is new", target: "El archivo [aquí] es nuevo" },
  {
    check: "brackets.unbalanced",
    source: "The file (2 MB) is new",
    target: "El archivo ⟦(⟧2 MB es nuevo",
    params: { bracket: "(" },
  },
  { check: "brackets.unbalanced", source: "The file is new", to: "zh-Hans", target: "文件⟦）⟧是新的" },
  { check: "quotes.unbalanced", source: 'The "new" file', target: 'El archivo "nuevo "fin⟦"⟧', params: { quote: '"' } },
  { check: "quotes.unbalanced", source: "The “new” file", to: "de", target: "Die ⟦„⟧neue Datei" },
  { check: "quotes.unbalanced", source: "The “new” file", to: "ja", target: "⟦「⟧新しいファイル" },

  // Words
  { check: "case.first", source: "Open the file", target: "⟦a⟧brir el archivo", fixed: "Abrir el archivo" },
  { check: "case.first", source: "in the file", to: "tr", target: "⟦İ⟧çinde dosyanın", fixed: "içinde dosyanın" },
  {
    check: "repeated.word",
    source: "Close the window",
    target: "Cierre la⟦ la⟧ ventana",
    fixed: "Cierre la ventana",
    params: { word: "la" },
  },
  { check: "repeated.word", source: "Close it", target: "Cierre⟦ cierre cierre⟧ eso", fixed: "Cierre eso" },
  {
    check: "repeated.word",
    source: "for you and for me",
    to: "tr",
    target: "senin ve⟦ ve⟧ benim için",
    fixed: "senin ve benim için",
  },
  {
    check: "mt.repetition",
    source: "Press the button to go on.",
    target: "Pulse ⟦el botón para el botón para el botón para⟧ seguir.",
    params: { times: 3 },
  },
  { check: "mt.repetition", source: "Good", to: "ja", target: "⟦良良良良良良良良良⟧", params: { times: 9 } },

  // Language
  { check: "same_as_source", source: "Open the file", target: "Open the file" },
  {
    check: "script.mismatch",
    source: "保存しました",
    to: "ru",
    target: "⟦File was saved⟧",
    context: { source: "ja" },
    params: { expected: "Cyrl" },
  },
  { check: "script.mismatch", source: "The settings were saved.", to: "ja", target: "⟦Settings were stored⟧。" },
  {
    check: "language.mismatch",
    source: "Le fichier est dans le dossier de votre projet.",
    to: "es",
    target: "The file is in the folder of your project.",
    context: { source: "fr" },
    params: { language: "en" },
  },
  {
    check: "language.mismatch",
    source: "You can find it in the folder of the project.",
    to: "de",
    target: "Vous le trouverez dans le dossier de votre projet.",
    params: { language: "fr" },
  },

  // Other translations
  {
    check: "inconsistent",
    source: "Save",
    target: "Salvar",
    fixed: "Guardar",
    context: { otherTargets: ["Guardar", "Guardar", "Salvar"] },
  },
  {
    check: "inconsistent.reverse",
    source: "Close",
    target: "Cerrar",
    context: { otherSources: ["Shut", "Close"] },
    params: { count: 1 },
  },

  // History
  { check: "outdated", source: "Save", target: "Guardar", context: { outdated: true } },
  { check: "issue.open", source: "Save", target: "Guardar", context: { openIssues: 2 }, params: { count: 2 } },
  {
    check: "fuzzy.unedited",
    source: "Save",
    target: "Guardar",
    context: { state: "translated", origin: { type: "tm", edited: false, match: 85 } },
    params: { match: 85 },
  },
  {
    check: "mt.unedited_approved",
    source: "Save",
    target: "Guardar",
    context: { state: "reviewed", origin: { type: "mt", edited: false }, editMs: 900 },
  },
];

describe("example errors of each check", () => {
  it("each check finds an error in at least one example", () => {
    const covered = new Set(FAULTS.map(({ check }) => check));
    expect(CHECKS.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([]);
  });

  it("an example has a replacement for each check that can fix errors, and no replacement for other checks", () => {
    const fixed = new Set(FAULTS.filter((fault) => fault.fixed !== undefined).map(({ check }) => check));
    expect(CHECKS.filter(({ id, fixable }) => fixable !== fixed.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it.each(FAULTS.map((fault) => [fault.check, fault.target, fault] as const))(
    "the check %s reports the error in %s",
    (_, __, fault) => {
      const { target, start, end } = unmark(fault.target);
      const issues = find(fault, target);
      expect(issues[0]).toMatchObject({
        check: fault.check,
        start,
        end,
        ...(fault.params && { params: fault.params }),
      });
    },
  );

  it.each(
    FAULTS.filter(({ fixed }) => fixed !== undefined).map((fault) => [fault.check, fault.target, fault] as const),
  )("the check %s fixes the error in %s", (_, __, fault) => {
    const { target } = unmark(fault.target);
    const [issue] = find(fault, target);
    const fixed = applyFix(target, issue!);
    expect(fixed).toBe(fault.fixed);
    expect(find(fault, fixed).map(({ fingerprint }) => fingerprint)).not.toContain(issue!.fingerprint);
  });

  it.each(
    FAULTS.filter(({ fixed }) => fixed === undefined).map((fault) => [fault.check, fault.target, fault] as const),
  )("a check that can't fix an error offers no replacement: %s in %s", (_, __, fault) => {
    expect(find(fault, unmark(fault.target).target)[0]?.replacement).toBeNull();
  });
});

/** The issues that the example's check reports. */
function find({ check, source, to = "es", codes = [], maxLength, context }: Fault, target: string): QaIssue[] {
  const issues = checkTranslation({ text: source, codes, maxLength }, target, { source: "en", target: to, ...context });
  return issues.filter((issue) => issue.check === check);
}

function unmark(marked: string): { target: string; start: number | null; end: number | null } {
  const start = marked.indexOf("⟦");
  if (start < 0) return { target: marked, start: null, end: null };
  const target = marked.replace("⟦", "").replace("⟧", "");
  return { target, start, end: marked.indexOf("⟧") - 1 };
}
