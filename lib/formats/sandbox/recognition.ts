import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { perProcess } from "@/lib/base/singleton";
import { UnreadableFile } from "@/lib/formats/format";
import { type Picture, pictureOf } from "@/lib/formats/pdf/picture";
import { Conversions, type ProgramLimits, programInPath, runLimited } from "./conversions";

const MAX_OUTPUT_BYTES = 256 << 20;

/** Limits of one program run, which reads one document. */
const LIMITS: ProgramLimits = { timeoutMs: 180_000, cpuSeconds: 170, memoryKb: 3 << 20, outputBytes: MAX_OUTPUT_BYTES };

/** Time limit of a picture that a person waits for, in milliseconds, and maximum number of them in the queue. */
const AWAITED_MS = 45_000;
const MAX_AWAITED = 20;

/** Maximum pages of a scanned document, and pixels of the longer side of a page (about 200 dpi for A4). */
const MAX_PAGES = 100;
const PAGE_PIXELS = 2_400;

const JPEG = ["-jpeg", "-jpegopt", "quality=85"];

/** Maximum longer side of pictures that are enlarged, in pixels; screenshots often have 1920. */
const SMALL_PIXELS = 2_000;

/** Maximum number of languages that are tried if the document's language is unknown. */
const MAX_LANGUAGES = 3;

/** `source` is the language of the text. An `awaited` one does not queue behind documents and has 45 seconds. */
export type RecognitionOptions = { readonly source?: string | undefined; readonly awaited?: boolean | undefined };

/** The private folder of a recognition, and the time when it must end. */
type Work = { readonly folder: string; readonly until: number };

/** Whether text in pictures can be recognised: Tesseract is installed. */
export function canReadPictures(): boolean {
  return programInPath("tesseract") !== undefined;
}

/** Throws {@link UnreadableFile} if the programs for pictures or scanned PDFs are not installed. */
export function requireRecognition(kind: "picture" | "pdf"): void {
  const missing = [
    ...(programInPath("tesseract") ? [] : ["tesseract-ocr"]),
    ...(kind === "picture" || programInPath("pdftoppm") ? [] : ["poppler-utils"]),
  ];
  if (missing.length === 0) return;
  const what =
    kind === "pdf" ? "The PDF contains no text, only images of it. Reading them" : "Reading text in pictures";
  throw new UnreadableFile(
    "missing_recognition",
    `${what} needs Tesseract on the server, which is not installed. Install it (Debian: apt install ${missing.join(" ")}, and tesseract-ocr-spa etc. for languages other than English), or send a document with text.`,
  );
}

/**
 * Converts a picture or a scanned PDF to a PDF with the recognised text behind its pages. Tesseract runs in a private
 * folder without a network, with limits of time, memory, pages and pixels. `straighten` levels the pages. Throws {@link
 * UnreadableFile}.
 */
export async function recognise(
  bytes: Uint8Array,
  { source, awaited = false }: RecognitionOptions,
  straighten: (pdf: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const picture = pictureOf(bytes);
  requireRecognition(picture ? "picture" : "pdf");
  const installed = await installedLanguages();
  const languages = languagesFor(source, installed);
  // With the orientation model, Tesseract rotates pages that were scanned sideways.
  const segmentation = installed.includes("osd") ? ["--psm", "1"] : [];
  const key = `${languages} ${createHash("sha256").update(bytes).digest("hex")}`;
  const recognitions = awaited ? awaitedRecognitions() : documentRecognitions();
  return recognitions.result(key, async () => {
    const until = awaited ? Date.now() + AWAITED_MS : Number.POSITIVE_INFINITY;
    return straighten(await convert(bytes, picture, [...segmentation, "-l", languages], until));
  });
}

const documentRecognitions = perProcess("recognition", () => new Conversions());
const awaitedRecognitions = perProcess("awaited-recognition", () => new Conversions(MAX_AWAITED));

async function convert(
  bytes: Uint8Array,
  picture: Picture | null,
  options: readonly string[],
  until: number,
): Promise<Uint8Array> {
  const folder = await mkdtemp(path.join(tmpdir(), "dragoman-ocr-"));
  const work = { folder, until };
  try {
    const input = path.join(folder, `document.${picture?.extension ?? "pdf"}`);
    await writeFile(input, bytes, { mode: 0o600 });
    const pages = picture ? await enlarged(work, input, picture) : await pagesOf(work, input, PAGE_PIXELS);
    if (!(await tesseract(work, pages, "text", options)))
      throw new UnreadableFile("corrupt", "The picture is damaged and cannot be read.");
    return await readFile(path.join(folder, "text.pdf"));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Whether Tesseract wrote a PDF with pages. It starts a PDF even if it cannot read the picture. */
async function tesseract(work: Work, input: string, output: string, options: readonly string[]): Promise<boolean> {
  const file = path.join(work.folder, output);
  const command = [programInPath("tesseract")!, input, file, ...options, "--loglevel", "OFF", "pdf"];
  const code = await run(work, command, { OMP_THREAD_LIMIT: "1" });
  return code === 0 && (await stat(`${file}.pdf`).catch(() => ({ size: 0 }))).size > 0;
}

/**
 * A small picture at twice its size, because Tesseract misses the letters of screenshots. Other pictures are unchanged.
 * For this, Tesseract puts the picture into a PDF, reading it as a single line, which takes little time.
 */
async function enlarged(work: Work, input: string, { extension, width, height }: Picture): Promise<string> {
  const longer = Math.max(width, height);
  if (longer === 0 || longer > SMALL_PIXELS || !programInPath("pdftoppm")) return input;
  if (!(await tesseract(work, input, "small", ["--psm", "13"]))) return input;
  return pagesOf(work, path.join(work.folder, "small.pdf"), longer * 2, extension === "png" ? ["-png"] : JPEG);
}

/** Renders the pages of a PDF as pictures; returns the file that lists them. */
async function pagesOf(work: Work, input: string, pixels: number, kind = JPEG): Promise<string> {
  const { folder } = work;
  const scale = [...kind, "-scale-to", String(pixels), "-l", String(MAX_PAGES + 1)];
  await run(work, [programInPath("pdftoppm")!, ...scale, input, path.join(folder, "page")]);
  const pages = (await readdir(folder)).filter((name) => /^page-\d+\.(?:jpg|png)$/.test(name)).sort();
  if (pages.length === 0) throw new UnreadableFile("corrupt", "The PDF is damaged and cannot be read.");
  if (pages.length > MAX_PAGES)
    throw new UnreadableFile(
      "too_complex",
      `Text is recognised in scans of up to ${MAX_PAGES} pages. Send it in parts.`,
    );
  const list = path.join(folder, "pages.txt");
  await writeFile(list, pages.map((name) => `${path.join(folder, name)}\n`).join(""));
  return list;
}

/** Runs a program. Returns its exit code. */
async function run(
  { folder, until }: Work,
  command: readonly string[],
  variables: Record<string, string> = {},
): Promise<number> {
  const timeoutMs = Math.max(1, Math.min(LIMITS.timeoutMs, until - Date.now()));
  const code = await runLimited(folder, command, { ...LIMITS, timeoutMs }, variables);
  if (code === null) throw new UnreadableFile("timeout", "Recognising the text took too long. Send fewer pages.");
  return code;
}

/** Tesseract's languages by BCP 47 tag, if they are not the language's ISO 639-2 code. */
const NAMES: Readonly<Record<string, string>> = {
  ar: "ara",
  bg: "bul",
  bn: "ben",
  ca: "cat",
  cs: "ces",
  da: "dan",
  de: "deu",
  el: "ell",
  en: "eng",
  es: "spa",
  et: "est",
  eu: "eus",
  fa: "fas",
  fi: "fin",
  fr: "fra",
  gl: "glg",
  he: "heb",
  hi: "hin",
  hr: "hrv",
  hu: "hun",
  id: "ind",
  is: "isl",
  it: "ita",
  ja: "jpn",
  ko: "kor",
  lt: "lit",
  lv: "lav",
  mk: "mkd",
  ms: "msa",
  nb: "nor",
  nl: "nld",
  nn: "nor",
  no: "nor",
  pl: "pol",
  pt: "por",
  ro: "ron",
  ru: "rus",
  sk: "slk",
  sl: "slv",
  sq: "sqi",
  sr: "srp",
  sv: "swe",
  th: "tha",
  tr: "tur",
  uk: "ukr",
  vi: "vie",
  zh: "chi_sim",
};

/** Names of Tesseract's models; `osd` detects the orientation. */
async function installedLanguages(): Promise<string[]> {
  const { stdout } = await promisify(execFile)(programInPath("tesseract")!, ["--list-langs"], { timeout: 10_000 });
  return stdout.split("\n").slice(1).filter(Boolean);
}

/** Languages passed to Tesseract: the document's, or the installed ones. Throws if the document's is not installed. */
function languagesFor(source: string | undefined, models: readonly string[]): string {
  const installed = models.filter((name) => name !== "osd");
  const base = source?.toLowerCase().replace(/-.*/, "");
  const wanted = source && /^zh-(Hant|TW|HK)/i.test(source) ? "chi_tra" : base && NAMES[base];
  if (wanted && !installed.includes(wanted))
    throw new UnreadableFile(
      "missing_recognition",
      `Tesseract on the server does not know the language of the text (${source}). Install tesseract-ocr-${wanted.replace("_", "-")}.`,
    );
  if (wanted) return wanted;
  const first = installed.includes("eng") ? ["eng", ...installed.filter((name) => name !== "eng")] : installed;
  if (first.length === 0)
    throw new UnreadableFile(
      "missing_recognition",
      "Tesseract on the server has no language data. Install tesseract-ocr-eng.",
    );
  return first.slice(0, MAX_LANGUAGES).join("+");
}
