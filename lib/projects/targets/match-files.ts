import { type LanguageCodes, namesByLanguage } from "@/lib/text/language-codes";
import { isKnownLanguage, matchLanguage, parseLanguage } from "@/lib/text/languages";
import { areSameKind, formKey, languageSpots, oldName, SLOT, unnamedForms } from "@/lib/text/locale-files";

/** The documents and languages of a project, with which files are matched. */
type MatchedProject = {
  readonly sourceLanguage: string;
  readonly targetLanguages: readonly string[];
  readonly languageCodes: LanguageCodes;
  readonly documents: readonly { readonly id: string; readonly path: string }[];
};

type Partner = { readonly documentId: string; readonly path: string; readonly language: string | null };
type FileMatch =
  /** `spelling` is the language as the path has it. */
  | { readonly documentId: string; readonly language: string; readonly spelling: string }
  | { readonly reason: string; readonly likely: Partner | null };

const EXCHANGED = /\.(?:xlf|xliff)$/i;

/**
 * Finds the document and language of translated files. A path equals that of its document except for the language
 * (`locales/de/app.json` and `locales/en/app.json`, `values-pt-rBR/strings.xml` and `values/strings.xml`), and may be
 * below other folders. If the path contains no language, the file's own declaration is used.
 */
export class FileMatcher {
  readonly #byForm = new Map<string, MatchedProject["documents"][number][]>();
  readonly #codes: ReadonlyMap<string, string>;

  constructor(private readonly project: MatchedProject) {
    const names = Object.entries(namesByLanguage(project.languageCodes));
    this.#codes = new Map(names.map(([language, code]) => [code.replaceAll("_", "-").toLowerCase(), language]));
    for (const document of project.documents)
      for (const form of this.#formsOf(document.path)) {
        const key = formKey(form);
        this.#byForm.set(key, [...(this.#byForm.get(key) ?? []), document]);
      }
  }

  /** Matches all files. Files that use a language's current name take precedence over those with an old name. */
  matchAll<F extends { readonly path: string; readonly bytes: Uint8Array }>(files: readonly F[]) {
    const rank = (match: FileMatch) => ("reason" in match ? 0 : oldName({ ...match, written: match.spelling }));
    const found = files.map((file) => ({ ...file, match: this.match(file.path, file.bytes) }));
    return found.sort((a, b) => rank(a.match) - rank(b.match));
  }

  match(path: string, bytes: Uint8Array): FileMatch {
    const { documents } = this.project;
    const own = documents.find((one) => one.path === path);
    if (own) return { reason: "This is the source document.", likely: partner(own, null) };
    const said = declaredLanguage(bytes);
    const saidLanguage = said === null ? null : this.#targetOf(said);
    const spots = languageSpots(path).flatMap(({ written, spelling, form }) => {
      const language = this.#targetOf(spelling, written);
      return language === null ? [] : [{ spelling, form, language }];
    });
    for (const { spelling, form, language } of spots) {
      const found = this.#find(form, path);
      if (found.length !== 1) continue;
      if (saidLanguage !== null && saidLanguage !== language)
        return {
          reason: `Its path indicates ${language}, but the file declares ${saidLanguage}.`,
          likely: partner(found[0]!, saidLanguage),
        };
      return { documentId: found[0]!.id, language, spelling: this.#spelled(spelling, language) };
    }
    const language = saidLanguage ?? spots[0]?.language ?? null;
    const likely = this.#likely(path);
    if (saidLanguage !== null && spots.length === 0 && documents.length === 1)
      return { documentId: documents[0]!.id, language: saidLanguage, spelling: this.#spelled(said!, saidLanguage) };
    const shown = likely && partner(likely, language);
    if (language !== null)
      return { reason: "No document of the project has this path in another language.", likely: shown };
    const other = said ?? languageSpots(path).find(isLanguage)?.spelling;
    const reason = other
      ? `The project has no target language ${other}.`
      : "Neither its path nor its content indicates a language.";
    return { reason, likely: shown };
  }

  /** Documents whose path has this form; if there are none, those of which one form ends with the other. */
  #find(form: string, path: string): MatchedProject["documents"] {
    const fits = (document: { path: string }) => EXCHANGED.test(path) || areSameKind(document.path, path);
    const exact = (this.#byForm.get(formKey(form)) ?? []).filter(fits);
    if (exact.length > 0) return unique(exact);
    const key = formKey(form);
    const near = [...this.#byForm].filter(([other]) => other.endsWith(`/${key}`) || key.endsWith(`/${other}`));
    return unique(near.flatMap(([, documents]) => documents).filter(fits));
  }

  /** The document with the most similar name: the same file name, else the only document of the same kind. */
  #likely(path: string) {
    const name = path.split("/").at(-1)!.toLowerCase();
    const { documents } = this.project;
    const same = documents.filter((one) => one.path.split("/").at(-1)!.toLowerCase() === name);
    const kind = documents.filter((one) => areSameKind(one.path, path));
    return same.length === 1 ? same[0]! : kind.length === 1 ? kind[0]! : null;
  }

  /**
   * Forms of a source path with a slot for the language: in place of the source's, or where translations have theirs.
   */
  #formsOf(path: string): Set<string> {
    const source = languageSpots(path).filter(({ spelling }) => this.#isSource(spelling));
    const cut = path.lastIndexOf("/") + 1;
    const [folder, name] = [path.slice(0, cut), path.slice(cut)];
    const dot = name.lastIndexOf(".") < 0 ? name.length : name.lastIndexOf(".");
    return new Set([
      ...source.map(({ form }) => form),
      ...unnamedForms(path),
      ...[".", "_", "-"].map((separator) => `${folder}${name.slice(0, dot)}${separator}${SLOT}${name.slice(dot)}`),
      `${folder}${SLOT}/${name}`,
      `${folder}${SLOT}/LC_MESSAGES/${name}`,
      `${SLOT}/${path}`,
    ]);
  }

  /** The spelling, if it is a tag of the language and not just a name that the project has chosen. */
  #spelled(spelling: string, language: string): string {
    const tag = parseLanguage(spelling);
    return tag && matchLanguage(tag, this.project.targetLanguages) === language ? spelling : language;
  }

  #isSource(spelling: string): boolean {
    return matchLanguage(parseLanguage(spelling) ?? "und", [this.project.sourceLanguage]) !== null;
  }

  #targetOf(spelling: string, written = spelling): string | null {
    const codeOf = (one: string) => this.#codes.get(one.replaceAll("_", "-").toLowerCase());
    const tag = codeOf(written) ?? codeOf(spelling) ?? parseLanguage(spelling);
    return tag && matchLanguage(tag, this.project.targetLanguages);
  }
}

/** False for file extensions such as `.ts` and `.md`, which are also language tags. */
function isLanguage({ spelling, form }: { spelling: string; form: string }): boolean {
  if (form.endsWith(`.${SLOT}`) || !/^[a-z]{2}(?:[-_][A-Za-z0-9]+)?$/.test(spelling)) return false;
  return isKnownLanguage(parseLanguage(spelling) ?? "und");
}

function unique<T extends { readonly id: string }>(documents: readonly T[]): T[] {
  return [...new Map(documents.map((one) => [one.id, one])).values()];
}

function partner({ id, path }: MatchedProject["documents"][number], language: string | null): Partner {
  return { documentId: id, path, language };
}

/** Number of bytes at the start of a file that are searched for its language. */
const HEAD_BYTES = 8_192;
const DECLARATIONS = [
  /<file\b[^<>]*\starget-language\s*=\s*["']([\w@.-]+)/,
  /<xliff\b[^<>]*\strgLang\s*=\s*["']([\w@.-]+)/,
  /^"Language:\s*([\w@.-]+)\\n"/m,
  /<TS\b[^<>]*\slanguage\s*=\s*["']([\w-]+)/,
  /"@@locale"\s*:\s*"([\w-]+)"/,
];

/** The target language that a file declares at its start: XLIFF, PO, Qt and ARB. */
function declaredLanguage(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("utf8");
  for (const pattern of DECLARATIONS) {
    const said = pattern.exec(head)?.[1];
    if (said) return said.replaceAll("_", "-");
  }
  return null;
}
