import { archiveFormat } from "./archive";
import { js } from "./code/js";
import { php } from "./code/php";
import { wordpress } from "./code/wordpress";
import { looksLikeText } from "./encoding";
import { type Format, UnreadableFile, UnsupportedFormat } from "./format";
import { html, xhtml } from "./html/html";
import { mjml } from "./html/mjml";
import { ejs, erb, hbs, svelte } from "./html/template-pages";
import { vue } from "./html/vue";
import { android } from "./l10n/android";
import { arb } from "./l10n/arb";
import { ftl } from "./l10n/fluent";
import { json, jsonl } from "./l10n/json";
import { po } from "./l10n/po";
import { properties } from "./l10n/properties";
import { qt } from "./l10n/qt";
import { resx } from "./l10n/resx";
import { strings } from "./l10n/strings";
import { stringsdict } from "./l10n/stringsdict";
import { resjson, wxl, xaml } from "./l10n/windows-resources";
import { xcstrings } from "./l10n/xcstrings";
import { xliff1, xliff2 } from "./l10n/xliff";
import { yaml } from "./l10n/yaml";
import { tbx, tmx } from "./language-resources/resource-documents";
import { ics, vcf } from "./mail/cards";
import { eml } from "./mail/eml";
import { ipynb } from "./markdown/ipynb";
import { md, mdx } from "./markdown/markdown";
import { adoc } from "./markup/adoc";
import { fb2 } from "./markup/fb2";
import { org } from "./markup/org";
import { rst } from "./markup/rst";
import { tex } from "./markup/tex";
import { wiki } from "./markup/wiki";
import { xml } from "./markup/xml";
import { docx } from "./office/docx";
import { epub } from "./office/epub";
import { idml } from "./office/idml";
import { doc, holdsStream, isCompoundFile, LEGACY_FORMATS, ppt, xls } from "./office/legacy";
import { fodp, fods, fodt, odp, ods, odt } from "./office/odf";
import { pptx } from "./office/pptx";
import { rtf } from "./office/rtf";
import { xlsx } from "./office/xlsx";
import { pdf } from "./pdf/pdf";
import { picture } from "./pdf/picture";
import { ini } from "./settings/ini";
import { rc } from "./settings/rc";
import { toml } from "./settings/toml";
import { ass } from "./subtitles/ass";
import { lrc } from "./subtitles/lrc";
import { smi } from "./subtitles/sami";
import { sbv } from "./subtitles/sbv";
import { srt } from "./subtitles/srt";
import { ttml } from "./subtitles/ttml";
import { vtt } from "./subtitles/vtt";
import { csv, tsv } from "./tables/csv";
import { txt } from "./txt";

/** All formats, in the order in which content is detected. */
export const FORMATS: readonly Format[] = [
  // Office and books
  [docx, xlsx, pptx, odt, ods, odp, fodt, fods, fodp, epub, fb2, idml, pdf, picture, rtf, doc, xls, ppt],
  // Web and prose
  [xhtml, html, mjml, vue, svelte, erb, ejs, hbs, mdx, md, ipynb, rst, adoc, tex, org, wiki, eml, ics, vcf],
  // Localisation
  [po, xliff1, xliff2, android, resx, resjson, wxl, xaml, arb, json, jsonl, strings, properties],
  [xcstrings, yaml, stringsdict, ftl, qt, tmx, tbx],
  // Programs, settings and subtitles
  [wordpress, php, js, toml, ini, rc, vtt, ass, srt, sbv, smi, lrc, ttml],
  // XML of any vocabulary, which is tried after the specific formats, and plain text
  [xml, csv, tsv, txt],
  // Archives of files in these formats.
  [archiveFormat((bytes, name) => chooseFormat(bytes, name))],
].flat();

/** The format with this id; undefined if there is none. */
export function formatById(id: string): Format | undefined {
  return FORMATS.find((format) => format.id === id);
}

/**
 * Detects the format by content and name (ignoring case). `explicit` is the id of a format that the caller requires.
 * Throws {@link UnsupportedFormat}. Throws {@link UnreadableFile} for encrypted files, files with macros, and files
 * whose content contradicts their name.
 */
export function chooseFormat(bytes: Uint8Array, fileName: string, explicit?: string): Format {
  refuseCompoundFile(bytes, fileName, explicit);
  if (explicit !== undefined) {
    return (
      formatById(explicit.toLowerCase()) ?? unsupported(explicit, `There is no format "${explicit.slice(0, 40)}".`)
    );
  }
  const extension = extensionOf(fileName);
  if (MACRO_EXTENSIONS.has(extension)) {
    throw new UnreadableFile("macros", "An add-in contains macros but no document. Send the document.");
  }
  const named = FORMATS.filter((format) => format.extensions.includes(extension));
  const found = named.find((format) => format.matches(bytes, extension)) ?? byContent(bytes, extension);
  if (found) return found;
  if (named.length === 0) return unsupported(extension, `Files with the extension ".${extension}" are not supported.`);
  const names = named.map(({ name }) => name).join(" or ");
  throw new UnreadableFile("corrupt", `The content of the file does not match its name: ${names}.`);
}

/** Extension of a name in lower case without the dot; empty if there is none. */
export function extensionOf(fileName: string): string {
  const name = fileName.slice(Math.max(fileName.lastIndexOf("/"), fileName.lastIndexOf("\\")) + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : "";
}

/** Unmistakable content overrides an unknown extension; text without an extension is plain text. */
function byContent(bytes: Uint8Array, extension: string): Format | undefined {
  const unmistakable = FORMATS.find((format) => format.matches(bytes, ""));
  return unmistakable ?? (extension === "" && looksLikeText(bytes) ? txt : undefined);
}

/** Add-ins contain programs rather than documents. */
const MACRO_EXTENSIONS = new Set(["xlam", "ppam"]);

/** Rejects OLE compound files: Office before 2007, or a newer document in an encrypted package (MS-OFFCRYPTO 1.3.3). */
function refuseCompoundFile(bytes: Uint8Array, fileName: string, explicit: string | undefined): void {
  if (!isCompoundFile(bytes)) return;
  if (holdsStream(bytes, "EncryptedPackage")) {
    throw new UnreadableFile("encrypted", "The file is password-protected. Remove the password and send it again.");
  }
  const isKnown = (id: string) => explicit === undefined || explicit.toLowerCase() === id;
  if (LEGACY_FORMATS.some((format) => isKnown(format.id) && format.matches(bytes, ""))) return;
  unsupported(
    extensionOf(fileName) || "ole",
    "This is an old binary file, but not a document of Word, Excel or PowerPoint 97–2003. Save it in the current format (.docx, .xlsx or .pptx) and send it again.",
  );
}

function unsupported(received: string, message: string): never {
  const supported = [...new Set(FORMATS.flatMap((format) => format.extensions))];
  throw new UnsupportedFormat(received.slice(0, 40), supported, message);
}
