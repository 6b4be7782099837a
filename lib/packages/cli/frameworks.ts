import { parseLanguage } from "@/lib/text/languages";
import type { FileRule } from "./project-file";

/**
 * Where frameworks keep their texts: a name and a path. `LANG` is the language (`en`, `pt-BR`, `pt_BR`), `**` any
 * folders, `*` part of a name. `base`: the source file has its own path, without a language.
 */
const FRAMEWORKS: readonly {
  readonly name: string;
  readonly path: string;
  readonly base?: string;
  readonly style?: Style;
}[] = [
  { name: "Android", path: "**/res/values-LANG/strings.xml", base: "**/res/values/strings.xml", style: "android" },
  { name: "iOS and macOS", path: "**/LANG.lproj/*.strings" },
  { name: "Flutter", path: "**/*_LANG.arb", style: "underscore" },
  { name: "Rails", path: "config/locales/**/LANG.yml" },
  { name: "Rails, one file per part", path: "config/locales/**/*.LANG.yml" },
  { name: "Laravel", path: "**/lang/LANG.json" },
  { name: "Symfony XLIFF", path: "**/translations/*.LANG.xlf", style: "underscore" },
  { name: "Symfony YAML", path: "**/translations/*.LANG.yaml", style: "underscore" },
  { name: "Spring and Java", path: "**/*_LANG.properties", base: "**/*.properties", style: "underscore" },
  { name: ".NET", path: "**/*.LANG.resx", base: "**/*.resx" },
  { name: "Django and gettext", path: "**/locale/LANG/LC_MESSAGES/*.po", style: "underscore" },
  { name: "gettext", path: "po/LANG.po", style: "underscore" },
  { name: "Angular", path: "src/locale/messages.LANG.xlf", base: "src/locale/messages.xlf" },
  { name: "WordPress", path: "languages/*-LANG.po", style: "underscore" },
  { name: "Chrome extension", path: "**/_locales/LANG/messages.json", style: "underscore" },
  { name: "Docusaurus", path: "i18n/LANG/**/*.json" },
  { name: "next-intl", path: "messages/LANG.json" },
  { name: "next-i18next", path: "public/locales/LANG/*.json" },
  { name: "Nuxt", path: "i18n/locales/LANG.json" },
  { name: "Vue I18n", path: "src/locales/LANG.json" },
  { name: "Ember", path: "translations/LANG.yaml" },
  { name: "i18next", path: "**/locales/LANG/*.json" },
  { name: "react-intl", path: "**/lang/LANG.json" },
  { name: "Lingui", path: "**/locales/LANG/messages.po" },
  { name: "Svelte and Paraglide", path: "messages/LANG.json" },
  { name: "Transloco", path: "src/assets/i18n/LANG.json" },
  { name: "Home Assistant", path: "**/translations/LANG.json" },
  { name: "Hugo", path: "i18n/LANG.yaml" },
  { name: "Jekyll", path: "_i18n/LANG.yml" },
  { name: "VitePress and other docs", path: "docs/LANG/**/*.md" },
  { name: "Generic JSON", path: "**/{locales,locale,i18n,translations,lang}/LANG.json" },
  { name: "Generic YAML", path: "**/{locales,locale,i18n,translations,lang}/LANG.yml" },
];

type Style = "android" | "underscore";

export type Detected = {
  readonly framework: string;
  readonly rule: FileRule;
  /** Languages of existing files besides the source. */
  readonly languages: readonly string[];
  /** Names of languages in paths that differ from their code. */
  readonly names: Readonly<Record<string, string>>;
};

/** Finds locale files among `files`. Each file gets one rule: that of the first framework whose path matches. */
export function detectLocaleFiles(files: readonly string[], sourceLanguage: string): Detected[] {
  const taken = new Set<string>();
  const found = new Map<
    string,
    { framework: string; rule: FileRule; languages: Set<string>; names: Record<string, string> }
  >();
  for (const { name, path, base, style } of FRAMEWORKS) {
    const pattern = pathPattern(path);
    const matches = files.flatMap((file) => {
      const match = taken.has(file) ? null : pattern.exec(file);
      const written = match?.groups?.lang;
      const language = written === undefined ? null : languageOf(written);
      return language === null ? [] : [{ file, written: written!, language }];
    });
    const hasBase = base !== undefined && pathPattern(base);
    const sources = hasBase
      ? files.filter(
          (file) => hasBase.test(file) && matches.some((one) => baseOf(one.file, one.written, style) === file),
        )
      : matches.filter(({ language }) => language === sourceLanguage).map(({ file }) => file);
    for (const source of sources) {
      const siblings = matches.filter(({ file, written }) =>
        hasBase
          ? baseOf(file, written, style) === source
          : generic(file, written) === generic(source, writtenIn(matches, source)),
      );
      const sample = siblings.find(({ file }) => file !== source) ?? siblings[0];
      if (!sample) continue;
      const target = generic(sample.file, sample.written).replaceAll("LANG", `{${style ?? "language"}}`);
      found.set(source, {
        framework: name,
        rule: { source, target },
        names: Object.fromEntries(
          siblings
            .map(
              ({ language, written }) =>
                [language, written.replace(/-r([A-Z]{2})$/, "-$1").replaceAll("_", "-")] as const,
            )
            .filter(([language, written]) => language !== written),
        ),
        languages: new Set(siblings.map(({ language }) => language).filter((one) => one !== sourceLanguage)),
      });
      for (const { file } of siblings) taken.add(file);
      taken.add(source);
    }
  }
  return [...found.values()].map((one) => ({ ...one, languages: [...one.languages].sort() }));
}

function writtenIn(matches: readonly { file: string; written: string }[], file: string): string {
  return matches.find((one) => one.file === file)?.written ?? "";
}

/** The path with `LANG` in place of the language, never inside a word: `locales/en/menu.json` contains it once. */
function generic(file: string, written: string): string {
  return file.replace(new RegExp(`(^|[/._-])${written}(?=[/._-])`, "g"), "$1LANG");
}

/** The source file of a translation, if sources are named without a language. */
function baseOf(file: string, written: string, style: Style | undefined): string {
  if (style === "android") return file.replace(`values-${written}/`, "values/");
  return file.replace(new RegExp(`[_.]${written}(?=\\.)`), "");
}

/** Android writes regions as `pt-rBR`. */
function languageOf(written: string): string | null {
  return parseLanguage(written.replace(/-r([A-Z]{2})$/, "-$1").replaceAll("_", "-"));
}

function pathPattern(path: string): RegExp {
  const source = path
    .replace(/[.+^$()|[\]\\]/g, "\\$&")
    .replace(/\{([^}]+)\}/g, (_, names: string) => `(?:${names.replaceAll(",", "|")})`)
    .replace(/\*\*\/|\*|LANG/g, (part) =>
      part === "**/" ? "(?:.*/)?" : part === "*" ? "[^/]*?" : "(?<lang>[a-z]{2,3}(?:[-_][A-Za-z0-9]+){0,2})",
    );
  return new RegExp(`^${source}$`);
}
