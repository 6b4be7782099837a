import { FORMATS, formatById } from "@/lib/formats/registry";

/**
 * For `es`, `report.docx` becomes `report.es.docx`, and `index.html.erb` becomes `index.es.html.erb`, as Rails expects.
 * Keeps the upload's extension, such as `.htm`, unless the output's format `written` differs from `format`: programs
 * open a file by its extension.
 */
export function outputName(fileName: string, target: string, format: string, written?: string): string {
  const dot = fileName.lastIndexOf(".");
  const [stem, own] = dot > 0 ? [fileName.slice(0, dot), fileName.slice(dot + 1)] : [fileName, ""];
  const extensions = formatById(format)?.extensions;
  const isOther = written !== undefined && !extensions?.includes(written);
  const end = isOther ? written : misleads(own, format) ? (written ?? extensions?.[0] ?? own) : own;
  const inner = !isOther && TEMPLATES.has(format) ? (PAGE.exec(stem)?.[0] ?? "") : "";
  return `${stem.slice(0, stem.length - inner.length)}.${target}${inner}${end ? `.${end}` : ""}`;
}

/** Template formats, in whose file names the extension of their output precedes their own. */
const TEMPLATES: ReadonlySet<string> = new Set(["erb", "ejs", "hbs"]);
const PAGE = /(?<=.)\.(?:html?|te?xt|md|xml)$/i;

/** Packages and PDF open only with their own extensions, which no other file may have; text files keep the sender's. */
const PACKAGES = /^(?:docx|xlsx|pptx|odt|ods|odp|epub|idml|pdf|zip)$/;

function misleads(extension: string, format: string): boolean {
  if (extension === "") return false;
  const named = FORMATS.filter(({ extensions }) => extensions.includes(extension.toLowerCase())).map(({ id }) => id);
  return !named.includes(format) && [format, ...named].some((id) => PACKAGES.test(id));
}
