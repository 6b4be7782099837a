import type { Revised } from "@/lib/formats/format";
import type { Edit } from "@/lib/formats/splice";
import { gettextForms, type PluralForms, parsePluralForms } from "@/lib/text/plurals/gettext-plurals";
import { sameLanguage } from "./locale-names";
import type { PoMessage } from "./po-lexer";

const CHARSET = /(Content-Type:[^\r\n]{0,100}charset=)([\w.:-]{1,40})/;

export function declaredCharset(head: string): string | undefined {
  return CHARSET.exec(head)?.[2];
}

/** The text with a header that declares UTF-8. */
export function redeclareCharset(text: string): string {
  return text.replace(CHARSET, "$1UTF-8");
}

/** The message with an empty msgid, whose msgstr has one field per line. A catalogue may lack it. */
export class PoHeader {
  /** A BCP 47 tag; empty if the file has none. */
  readonly language: string;
  readonly forms: PluralForms | null;
  readonly #source: string;
  readonly #newline: string;
  readonly #message: PoMessage | undefined;

  constructor(source: string, newline: string, messages: readonly PoMessage[]) {
    this.#source = source;
    this.#newline = newline;
    this.#message = messages.find((candidate) => candidate.msgid?.value === "" && !candidate.msgctxt);
    this.language = (this.#find("Language")?.value ?? "").replace(/@(?:latin|latn)$/i, "-Latn").replaceAll("_", "-");
    this.forms = parsePluralForms(this.#find("Plural-Forms")?.value ?? "");
  }

  /** The file's own forms if it is already in the target language, else the language's. */
  formsOf(target: string): PluralForms {
    return (sameLanguage(this.language, target) && this.forms) || gettextForms(target);
  }

  /** Edits that update the fields about the last change, if these exist. */
  revisionEdits(at: string, by: string | undefined): Edit[] {
    return [["PO-Revision-Date", poDate(at)] as const, ["Last-Translator", by] as const].flatMap(([name, text]) =>
      text ? this.#replace(name, text, (value) => value !== text) : [],
    );
  }

  /** Declares the target language, and fills in empty fields of templates like msginit and msgen. */
  targetEdits(target: string, revised?: Revised): Edit[] {
    const field = this.#message?.msgstr.get(0);
    if (!this.#message || !field) return [];
    const hasPlurals = this.#find("Plural-Forms") || /^msgid_plural/m.test(this.#source);
    const declared = [
      ["Language", gettextLanguage(target)] as const,
      ...(hasPlurals ? [["Plural-Forms", this.formsOf(target).header] as const] : []),
    ];
    const date = revised ? poDate(revised.at) : this.#find("POT-Creation-Date")?.value;
    const initial = (name: string, placeholder: string, text: string | undefined) =>
      text ? this.#replace(name, text, (value) => value === placeholder) : [];
    const edits = [
      ...declared.flatMap(([name, text]) => this.#replace(name, text, (value) => value !== text)),
      ...this.#replace("Content-Type", "text/plain; charset=UTF-8", (value) => value.endsWith("charset=CHARSET")),
      ...initial("PO-Revision-Date", "YEAR-MO-DA HO:MI+ZONE", date),
      ...initial("Last-Translator", "FULL NAME <EMAIL@ADDRESS>", revised?.by ?? "Automatically generated"),
      ...initial("Language-Team", "LANGUAGE <LL@li.org>", "none"),
    ];
    const missing = declared.filter(([name]) => !this.#find(name));
    if (missing.length > 0) {
      const glue = field.value === "" || field.value.endsWith("\n") ? "" : "\\n";
      const lines = missing.map(([name, text], index) => `"${index === 0 ? glue : ""}${name}: ${text}\\n"`);
      edits.push({ start: field.end, end: field.end, text: lines.map((line) => this.#newline + line).join("") });
    }
    const fuzzy = this.#message.comments.find(({ kind, text }) => kind === "," && text === "fuzzy");
    if (fuzzy) edits.push({ start: fuzzy.start, end: afterNewline(this.#source, fuzzy.end), text: "" });
    return edits;
  }

  #replace(name: string, text: string, when: (value: string) => boolean): Edit[] {
    const found = this.#find(name);
    return found && when(found.value) ? [{ start: found.start, end: found.end, text }] : [];
  }

  /** Range of a line's value in the source, up to its `\n`, across quoted lines. */
  #find(name: string): { readonly start: number; readonly end: number; readonly value: string } | null {
    const field = this.#message?.msgstr.get(0);
    const raw = field ? this.#source.slice(field.start, field.end) : "";
    const key = new RegExp(`(?:"|\\\\n)${name}:[ \\t]*`, "i").exec(raw);
    if (!field || !key) return null;
    const from = key.index + key[0].length;
    const newline = raw.indexOf("\\n", from);
    const to = newline < 0 ? raw.length - 1 : newline;
    const value = raw.slice(from, to).replace(/"\s*"/g, "").trim();
    return { start: field.start + from, end: field.start + to, value };
  }
}

/** Converts RFC 3339 in UTC to gettext's format. */
function poDate(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)}+0000`;
}

/** Converts to gettext's locale names: `pt-BR` to `pt_BR`, `sr-Latn` to `sr@latin`, `zh-Hant` to `zh_TW`. */
export function gettextLanguage(tag: string): string {
  const [language = tag, ...rest] = tag.split("-");
  const script = rest.find((part) => /^[A-Za-z]{4}$/.test(part))?.toLowerCase();
  const region = rest.find((part) => /^(?:[A-Za-z]{2}|\d{3})$/.test(part))?.toUpperCase();
  if (language === "zh") return `zh_${region ?? (script === "hant" ? "TW" : "CN")}`;
  return (
    language + (region ? `_${region}` : "") + (script === "latn" ? "@latin" : script === "cyrl" ? "@cyrillic" : "")
  );
}

export function afterNewline(source: string, at: number): number {
  return source.startsWith("\r\n", at) ? at + 2 : Math.min(source.length, at + 1);
}
