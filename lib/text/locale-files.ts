import { isKnownLanguage, languageCalled, matchLanguage, parseLanguage } from "./languages";

/**
 * Locations of translation files in repositories: the single table by which the server, the command line and the pages
 * recognise sources, translations and languages in paths.
 */

/** Placeholder for the language in a path. */
export const SLOT = "\0";

/** Extensions that are only used for texts of programs. */
const STRINGS = words("po pot xlf xliff arb strings stringsdict xcstrings resx resw resjson wxl ftl properties lang");
/** Extensions that are recognised only in folders named after a language. */
const SHARED = words("json jsonc json5 yaml yml toml php ini xml xaml rc js mjs ts");
/** Extensions of prose, whose language is named by a folder. */
const PROSE = words("md mdx adoc rst");
/** Extensions of files whose source has no language in its name: `messages.properties`, `messages_de.properties`. */
const UNNAMED = words("properties resx resw xlf xliff");
const LOCALE_FOLDER = folders(
  "_?locales?|i18n|l10n|langs?|languages?|translations?|messages|strings|intl|[\\w-]+\\.lproj",
);
const PROSE_FOLDER = folders("_?locales?|i18n|docs?|documentation|content|translations?");
const OTHERS_FOLDER = folders(
  "tests?|test-?data|testing|specs?|__tests__|__mocks__|androidTest|e2e|fixtures?|examples?|samples?|demos?|templates?|generators?|skeletons?|third[_-]?party",
);
/** A folder of sources next to folders of languages: `core/templates/a.ftl`, `core/de/a.ftl`. */
const TEMPLATES = /(^|\/)templates?\//i;
/** Typical content of files whose extension has other uses, too. */
const CONTENTS: Readonly<Record<string, RegExp>> = {
  xml: /<(?:string|plurals|string-array)\b/,
  js: /^\s*(?:export\s+default|module\.exports\s*=)/m,
  mjs: /^\s*export\s+default/m,
  ts: /^\s*export\s+default|<TS\b/m,
};

/** A part of a path that may be a language: as written, its tag without Android's notation, and with a placeholder for it. */
type Spot = { readonly written: string; readonly spelling: string; readonly form: string };

/** Every part of a path that may be a language, longest first. */
export function languageSpots(path: string): Spot[] {
  const cuts = [...path.matchAll(/[/._-]/g)].map(({ index }) => index);
  const starts = [0, ...cuts.map((index) => index + 1)];
  const spots = starts.flatMap((start) =>
    [...cuts, path.length].flatMap((end) => {
      const written = path.slice(start, end);
      if (written.length < 2 || written.length > 35 || !/^[A-Za-z][A-Za-z0-9_@+() -]*$/.test(written)) return [];
      const isWhole = /^[/.]?$/.test(`${path[start - 1] ?? ""}`) && /^[/.]?$/.test(path[end] ?? "");
      const spelling = (isWhole && languageCalled(written)) || asTag(written);
      const form = `${path.slice(0, start)}${SLOT}${path.slice(end)}`;
      if (path.indexOf(written) === path.lastIndexOf(written)) return [{ written, spelling, form }];
      // `en-GB/en-GB.menu.ini` contains its language twice.
      const rest = new RegExp(`(^|[/._-])${written.replace(/[+()]/g, "\\$&")}(?=[/._-]|$)`, "g");
      const all = form.replace(rest, `$1${SLOT}`);
      const forms = path.indexOf(written) === start ? new Set([all, form]) : [form];
      return [...forms].map((one) => ({ written, spelling, form: one }));
    }),
  );
  return spots.sort((a, b) => b.written.length - a.written.length);
}

/** The language in a path, if it is one of these. */
export function languageInPath(path: string, languages: readonly string[]): string | null {
  const named = languageSpots(path).flatMap(({ spelling }) => languageOf(spelling) ?? []);
  return named.map((language) => matchLanguage(language, languages)).find((one) => one !== null) ?? null;
}

/** Paths are compared without extension: PO files are created from POT, and exports are XLIFF. */
export function formKey(form: string): string {
  // Of `de.Plugins.xlf`, not `de.json.xlf`, the name has a dot.
  return form
    .toLowerCase()
    .replace(/(\0\.[a-z]{6,})\.(?:xlf|xliff)$/, "$1\0")
    .replace(/\.(?:xlf|xliff)$/, "")
    .replace(/\.[a-z0-9]+$/, "");
}

export function areSameKind(one: string, other: string): boolean {
  const kind = (path: string) => extensionIn(path).replace(/^pot$/, "po");
  return kind(one) === kind(other);
}

/** Paths of sources without a language, and where their translations have it. */
const UNNAMED_FORMS: readonly (readonly [pattern: RegExp, ...forms: string[]])[] = [
  [
    /^(.*)((?<=\.nls)\.\w+|\.(?:properties|resx|resw|xlf|xliff|pot))$/i,
    ...[".", "_", "-"].map((separator) => `$1${separator}${SLOT}$2`),
  ],
  [/[^/]+(\.pot)$/i, `${SLOT}$1`, `${SLOT}/LC_MESSAGES/$&`, `${SLOT}/$&`],
  [/(^|\/)pot(?=\/.*\.pot$)/i, `$1${SLOT}`],
  [/(^|\/)(?:loc)?source(?=\.\w+$)/i, `$1${SLOT}`],
  [/(^|\/)base(?=\/[^/]+$)/, `$1${SLOT}`],
  [/(^|\/)values(?=\/[^/]+$)/, `$1values-${SLOT}`],
  [/(^|\/)Base(?=\.lproj\/[^/]+$)/, `$1${SLOT}`],
  [TEMPLATES, `$1${SLOT}/`],
];

/** Paths of the translations of a source without a language in its path, with a placeholder for the language. */
export function unnamedForms(path: string): string[] {
  return UNNAMED_FORMS.flatMap(([pattern, ...forms]) =>
    pattern.test(path) ? forms.map((form) => path.replace(pattern, form)) : [],
  );
}

/** Placeholders for a language in paths of translations: `pt-BR`, `pt_BR`, `pt-rBR`. */
const STYLES: Readonly<Record<string, (name: string) => string>> = {
  language: (name) => name,
  underscore: (name) => name.replaceAll("-", "_"),
  android: (name) => name.replace(/^([a-z]+)[-_]([A-Z]{2})$/, "$1-r$2"),
};

/** The path of a translation. `name`: the language code as the project's files spell it. */
export function localePath(pattern: string, name: string): string {
  return pattern.replace(/\{(language|underscore|android)\}/g, (_, style: string) => STYLES[style]!(name));
}

export type LocaleSource = {
  readonly path: string;
  /** Path of the translations for {@link localePath}; the source's own path if the file contains all languages. */
  readonly target: string;
  readonly translations: readonly { readonly path: string; readonly language: string }[];
  /** The language code that a target needs if it isn't the tag. */
  readonly names: Readonly<Record<string, string>>;
};

export type LocaleFiles = {
  readonly sources: readonly LocaleSource[];
  /** Locale files that are neither a source nor a translation of one, each with a reason. */
  readonly unread: readonly { readonly path: string; readonly reason: string }[];
};

type Options = {
  /** Language of the sources. */
  readonly source: string;
  /** Content of a file that can't be recognised by its name alone. If omitted, only the name is used. */
  readonly read?: (path: string) => string;
};

type Found = { readonly path: string; readonly written: string; readonly form: string; readonly language: string };

/** Finds the locale files among the paths of a repository. */
export function findLocaleFiles(paths: readonly string[], { source, read }: Options): LocaleFiles {
  const known = paths.filter((path) => [STRINGS, SHARED, PROSE].some((kind) => kind.has(extensionIn(path))));
  const files = known.filter((path) => isGettext(path) || !OTHERS_FOLDER.test(path));
  const templates = new Set(
    known.filter(
      (path) => TEMPLATES.test(path) && !files.includes(path) && !OTHERS_FOLDER.test(path.replace(TEMPLATES, "")),
    ),
  );
  const spots = files.flatMap((path) =>
    languageSpots(path).flatMap(({ written, spelling, form }): Found[] => {
      const language = languageOf(spelling);
      return language === null ? [] : [{ path, written, form, language }];
    }),
  );
  const named = new Set(
    spots.filter(({ form }) => !form.slice(form.lastIndexOf(SLOT)).includes("/")).map(({ path }) => path),
  );
  const byForm = new Map<string, Found[]>();
  for (const spot of spots) byForm.set(formKey(spot.form), [...(byForm.get(formKey(spot.form)) ?? []), spot]);
  const isSource = (spelling: string) => {
    const language = languageOf(spelling);
    return language !== null && matchLanguage(language, [source]) !== null;
  };
  const sources = new Map<string, LocaleSource>();
  const taken = new Set<string>();
  const unread = new Map<string, string>();
  const isReadable = (path: string) => !read || (CONTENTS[extensionIn(path)]?.test(read(path)) ?? true);
  for (const path of byRank([...templates, ...files], source)) {
    if (taken.has(path)) continue;
    if (extensionIn(path) === "xcstrings") {
      sources.set(path, { path, target: path, translations: catalogLanguages(path, source, read), names: {} });
      continue;
    }
    // A gettext catalogue in a regional variant of the source language is a translation whose template is missing,
    // unless it is untranslated.
    const isOwn = ({ spelling, form }: { readonly spelling: string; readonly form: string }) =>
      isSource(spelling) &&
      (!isGettext(path) || (languageOf(spelling) === source && !/\0[_@-]/.test(form)) || isEmptyCatalog(path, read));
    const own = templates.has(path) ? [] : languageSpots(path).flatMap((spot) => (isOwn(spot) ? [spot.form] : []));
    const isUnnamed = !named.has(path) || extensionIn(path) === "pot" || /(?:^|\/)values\//.test(path);
    // Angular's `messages.xlf` may be above `locale/messages.de.xlf`.
    const [, folder = "", base] = (isUnnamed && /^(.*?)([^/]+)\.xlf$/.exec(path.toLowerCase())) || [];
    const below = base ? [...byForm].filter(([key]) => key.startsWith(folder) && key.endsWith(`/${base}.${SLOT}`)) : [];
    const elsewhere = below.length === 1 ? [below[0]![1][0]!.form] : [];
    const forms = [...own, ...(isUnnamed ? unnamedForms(path) : []), ...elsewhere].map((form) => ({
      form,
      isNamed: own.includes(form),
      translations: (byForm.get(formKey(form)) ?? []).filter(
        (one) => one.path !== path && areSameKind(one.path, path) && !sources.has(one.path) && !taken.has(one.path),
      ),
    }));
    const best = forms.sort((a, b) => b.translations.length - a.translations.length)[0];
    if (!best || !isAccepted(path, best) || !isReadable(path)) continue;
    if (templates.has(path) && best.translations.length < 2) continue;
    sources.set(path, asSource(path, best.form, best.translations, source, unread));
    for (const one of best.translations) taken.add(one.path);
    for (const [other, written] of others(best.form, files, byForm))
      if (other !== path) unread.set(other, `“${written}” is no language tag.`);
  }
  const orphans = spots.filter((one) => !sources.has(one.path) && !taken.has(one.path));
  for (const [path, form] of translationsElsewhere(sources, orphans)) {
    const found = byForm.get(formKey(form))!.filter((one) => areSameKind(one.path, path));
    sources.set(path, asSource(path, form, found, source, unread));
    for (const one of found) taken.add(one.path);
  }
  for (const { path, form } of spots) {
    // The folders of `de/app/settings.properties` are those of a package, `orm/Locale/a.php` has none of languages.
    const mayBePackage = extensionIn(path) === "properties" && !named.has(path);
    const isInFolder = LOCALE_FOLDER.test(form.slice(0, form.indexOf(SLOT)));
    const isStrings =
      (STRINGS.has(extensionIn(path)) && !mayBePackage) || (!PROSE.has(extensionIn(path)) && isInFolder);
    if (!isStrings || sources.has(path) || taken.has(path) || unread.has(path) || !isReadable(path)) continue;
    const template = isGettext(path) ? "template (.pot) or " : "";
    unread.set(path, `The repository has no ${template}file in ${source} as its source.`);
  }
  const found = [...sources.values()].filter(({ path }) => !taken.has(path));
  return {
    sources: found.sort((a, b) => (a.path < b.path ? -1 : 1)),
    unread: [...unread].map(([path, reason]) => ({ path, reason })).sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

/**
 * Sources without translations whose only namesakes are in another folder: `a.pot` and `po/de.po`,
 * `viewer/Resources_en.properties` and `editor/Resources_de.properties`. With the form of the translations.
 */
function translationsElsewhere(all: ReadonlyMap<string, LocaleSource>, orphans: readonly Found[]): [string, string][] {
  const nameOf = (path: string) => formKey(path.slice(path.lastIndexOf("/") + 1).replace(/\{\w+\}/, SLOT));
  const bare = [...all.values()].filter(({ translations }) => translations.length === 0);
  return bare.flatMap(({ path, target }): [string, string][] => {
    const templates = bare.filter((one) => extensionIn(one.path) === "pot");
    const names = [nameOf(target), ...(templates.length === 1 && templates[0]!.path === path ? [SLOT] : [])];
    const isOnly = bare.filter((one) => nameOf(one.target) === nameOf(target)).length === 1;
    const own = orphans.filter((one) => areSameKind(one.path, path) && names.includes(nameOf(one.form)));
    const [form, ...others] = new Set(own.map((one) => one.form));
    return isOnly && form !== undefined && others.length === 0 ? [[path, form]] : [];
  });
}

/** Whether a catalogue of gettext has no translation: a source that translation services give a language. */
function isEmptyCatalog(path: string, read: Options["read"]): boolean {
  const text = read?.(path) ?? "";
  return /^msgid "[^"]/m.test(text) && !/^msgstr(?:\[\d\])? "[^"]/m.test(text);
}

/** One language code per language for the whole project, the most frequent one, if it differs from the tag. */
export function languageNamesOf(sources: readonly LocaleSource[]): Readonly<Record<string, string>> {
  const counts = new Map<string, Map<string, number>>();
  for (const { target, translations, names } of sources)
    for (const { language } of translations) {
      const name = STYLES[target.includes("{underscore}") ? "underscore" : "language"]!(names[language] ?? language);
      const own = counts.get(language) ?? new Map<string, number>();
      if (/^[A-Za-z0-9_-]{1,35}$/.test(name)) counts.set(language, own.set(name, (own.get(name) ?? 0) + 1));
    }
  const frequent = [...counts].map(([language, own]) => [language, [...own].sort((a, b) => b[1] - a[1])[0]![0]]);
  return Object.fromEntries(frequent.filter(([language, name]) => language !== name));
}

/** Sorts sources without a language in their name first, then the plain language, then regional variants. */
function byRank(files: readonly string[], source: string): string[] {
  const named = (tag: string) => new RegExp(`(?:^|[/._-])${tag.replaceAll("-", "[-_]")}(?:[/.]|$)`, "i");
  const ranks = [
    /\.pot$|(?:^|\/)(?:(?:Base\.lproj|base|values|templates?)\/|(?:loc)?source\.\w+$)/i,
    named(source),
    named(`${source}-us`),
    named(`${source}-gb`),
  ];
  const rank = (path: string) => {
    const at = ranks.findIndex((pattern) => pattern.test(path));
    return at >= 0 ? at : UNNAMED.has(extensionIn(path)) ? 0 : ranks.length;
  };
  return files
    .map((path) => ({ path, rank: rank(path) }))
    .sort((a, b) => a.rank - b.rank || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}

type Guess = { readonly form: string; readonly isNamed: boolean; readonly translations: readonly Found[] };

function isAccepted(path: string, { form, isNamed, translations }: Guess): boolean {
  const extension = extensionIn(path);
  const isTranslated = translations.length > 0;
  if (PROSE.has(extension)) return isNamed && isTranslated && /(?:^|\/)\0\//.test(form) && PROSE_FOLDER.test(path);
  if (!isNamed) return isTranslated || extension === "pot" || /(?:^|\/)values\/strings\.xml$/.test(path);
  if (STRINGS.has(extension) || LOCALE_FOLDER.test(form.replaceAll(SLOT, ""))) return true;
  return isTranslated && !["js", "mjs", "php", "xml"].includes(extension);
}

function asSource(
  path: string,
  form: string,
  found: readonly Found[],
  source: string,
  unread: Map<string, string>,
): LocaleSource {
  const byLanguage = new Map<string, Found>();
  for (const one of found.toSorted((a, b) => oldName(a) - oldName(b))) {
    if (one.language === source) unread.set(one.path, `It is in ${source}, like its source ${path}.`);
    else if (byLanguage.has(one.language))
      unread.set(one.path, `${byLanguage.get(one.language)!.path} is in ${one.language}, too.`);
    else byLanguage.set(one.language, one);
  }
  const translations = [...byLanguage.values()];
  const sample = translations[0]?.form ?? form;
  const spelled = translations.length > 0 ? translations.map(({ written }) => written) : writtenIn(path, form);
  const underscores = spelled.filter((written) => written.includes("_")).length;
  const hyphens = spelled.filter((written) => written.includes("-")).length;
  const isAndroid = [form, ...spelled].some((one) => /values-\0|-r[A-Z]{2}$/.test(one));
  const style = isAndroid ? "android" : underscores > hyphens ? "underscore" : "language";
  const nameIn = (chosen: string, { written, language }: Found) => {
    const name = chosen === "language" ? written : written.replace(/-r([A-Z]{2})$/, "-$1").replaceAll("_", "-");
    return STYLES[chosen]!(language) === written ? language : name;
  };
  const fits = translations.every((one) => STYLES[style]!(nameIn(style, one)) === one.written);
  const chosen = fits ? style : "language";
  const names = translations.map((one) => [one.language, nameIn(chosen, one)] as const);
  return {
    path,
    target: sample.replaceAll(SLOT, `{${chosen}}`),
    translations: translations.map(({ path: own, language }) => ({ path: own, language })),
    names: Object.fromEntries(names.filter(([language, name]) => language !== name)),
  };
}

function writtenIn(path: string, form: string): string[] {
  return languageSpots(path).flatMap((spot) => (spot.form === form ? [spot.written] : []));
}

/** Sorts a language's current code before a deprecated one: `ro` before `mo`. */
export function oldName({ written, language }: { readonly written: string; readonly language: string }): number {
  return asTag(written).toLowerCase().startsWith(language.slice(0, 2)) ? 0 : 1;
}

/** Files whose path has the same form but another word where the language would be. */
function others(
  form: string,
  files: readonly string[],
  byForm: ReadonlyMap<string, readonly Found[]>,
): [string, string][] {
  const languages = new Set(byForm.get(formKey(form))?.map(({ path }) => path));
  const [before = "", after = ""] = form.split(SLOT);
  if (languages.size < 2 || form.split(SLOT).length > 2) return [];
  return files.flatMap((path): [string, string][] => {
    if (languages.has(path) || !path.startsWith(before) || !path.endsWith(after)) return [];
    const written = path.slice(before.length, path.length - after.length);
    return /^[a-z]{2,3}[_@-][A-Za-z0-9_@-]+$/.test(written) && parseLanguage(written.split(/[_@-]/)[0]!)
      ? [[path, written]]
      : [];
  });
}

/** A String Catalog contains all languages. */
function catalogLanguages(path: string, source: string, read: Options["read"]): LocaleSource["translations"] {
  const languages = new Set<string>();
  for (const [, written] of (read?.(path) ?? "").matchAll(/^ {8}"([A-Za-z-]+)" ?: ?\{/gm)) {
    const language = languageOf(written!);
    if (language && language !== source) languages.add(language);
  }
  return [...languages].map((language) => ({ path, language }));
}

/** A language code in a file name: a known language without parts that no tag contains (`de-swiss`). */
function languageOf(written: string): string | null {
  const spelling = asTag(written).replaceAll("_", "-");
  if (!TAG.test(spelling)) return null;
  const language = parseLanguage(spelling);
  return language !== null && isKnownLanguage(language) ? language : null;
}

/** Android's `pt-rBR` and `b+sr+Latn` converted to hyphens. */
function asTag(written: string): string {
  return written
    .replace(/^b\+/, "")
    .replace(/-r([A-Z]{2})$/, "-$1")
    .replaceAll("+", "-");
}

const TAG =
  /^(?!(?:car|src|bin|min|man|mac|log|new|all|test)$)[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:[-@](?:valencia|tarask|latin|cyrillic|aranes|gascon|1901|1996|ekavsk|ijekavsk|arevela|arevmda))?$/i;

function isGettext(path: string): boolean {
  return /\.pot?$/i.test(path);
}

function extensionIn(path: string): string {
  return (/\.([A-Za-z0-9]+)$/.exec(path)?.[1] ?? "").toLowerCase();
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

/** A pattern for paths that contain a folder whose name includes one of these words. */
function folders(names: string): RegExp {
  return new RegExp(`(?:^|[/._-])(?:${names})(?:[._-][^/]*)?/`, "i");
}
