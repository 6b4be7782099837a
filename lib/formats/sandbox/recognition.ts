import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { UnreadableFile } from "@/lib/formats/format";
import { type Picture, pictureOf } from "@/lib/formats/pdf/picture";
import { perProcess } from "@/lib/per-process";
import { Conversions, type ProgramLimits, programInPath, runLimited } from "./conversions";

const MAX_OUTPUT_BYTES = 256 << 20;

/** Limits of one program, which reads one document. */
const LIMITS: ProgramLimits = { timeoutMs: 180_000, cpuSeconds: 170, memoryKb: 3 << 20, outputBytes: MAX_OUTPUT_BYTES };

/** Pages of a scanned document, and pixels of the longer side of a page, which is about 200 a 2.54 cm for A4. */
const MAX_PAGES = 100;
const PAGE_PIXELS = 2_400;

const JPEG = ["-jpeg", "-jpegopt", "quality=85"];

/** Longer side of pictures that are enlarged; a screen has 1920 pixels. */
const SMALL_PIXELS = 2_000;

/** Languages that are tried if the document's is not named. */
const MAX_LANGUAGES = 3;

/** Throws {@link UnreadableFile} if the programs that read pictures or scanned PDFs are not installed. */
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
    `${what} needs Tesseract on the server, which is not installed. Install it (Debian: apt install ${missing.join(" ")}, and tesseract-ocr-spa and so on for other languages than English), or send a document with text.`,
  );
}

/**
 * A picture or a scanned PDF as a PDF of its pages with the recognised text behind them, by Tesseract in a private
 * folder without a network, with limits of time, memory, pages and pixels. `source` is the language of the text;
 * `straighten` levels the pages of the PDF. Throws {@link UnreadableFile}.
 */
export async function recognise(
  bytes: Uint8Array,
  source: string | undefined,
  straighten: (pdf: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const picture = pictureOf(bytes);
  requireRecognition(picture ? "picture" : "pdf");
  const installed = await installedLanguages();
  const languages = languagesFor(source, installed);
  // The model of directions turns pages that were scanned sideways.
  const segmentation = installed.includes("osd") ? ["--psm", "1"] : [];
  const key = `${languages} ${createHash("sha256").update(bytes).digest("hex")}`;
  return recognitions().result(key, async () =>
    straighten(await convert(bytes, picture, [...segmentation, "-l", languages])),
  );
}

const recognitions = perProcess("recognition", () => new Conversions());

async function convert(bytes: Uint8Array, picture: Picture | null, options: readonly string[]): Promise<Uint8Array> {
  const folder = await mkdtemp(path.join(tmpdir(), "dragoman-ocr-"));
  try {
    const input = path.join(folder, `document.${picture?.extension ?? "pdf"}`);
    await writeFile(input, bytes, { mode: 0o600 });
    const pages = picture ? await enlarged(folder, input, picture) : await pagesOf(folder, input, PAGE_PIXELS);
    await tesseract(folder, pages, "text", options);
    const output = path.join(folder, "text.pdf");
    const size = await stat(output).then(
      (found) => found.size,
      () => 0,
    );
    if (size === 0) throw new UnreadableFile("corrupt", "The picture is damaged and cannot be read.");
    return await readFile(output);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function tesseract(folder: string, input: string, output: string, options: readonly string[]): Promise<void> {
  const command = [programInPath("tesseract")!, input, path.join(folder, output), ...options];
  return run(folder, [...command, "--loglevel", "OFF", "pdf"], { OMP_THREAD_LIMIT: "1" });
}

/**
 * A small picture at twice its size, because Tesseract misses the letters of screens; other pictures as they are. To
 * enlarge it, Tesseract puts it into a PDF, reading it as one line, which takes little time.
 */
async function enlarged(folder: string, input: string, { extension, width, height }: Picture): Promise<string> {
  const longer = Math.max(width, height);
  if (longer === 0 || longer > SMALL_PIXELS || !programInPath("pdftoppm")) return input;
  await tesseract(folder, input, "small", ["--psm", "13"]);
  const small = path.join(folder, "small.pdf");
  const isMade = await stat(small).then(
    ({ size }) => size > 0,
    () => false,
  );
  return isMade ? pagesOf(folder, small, longer * 2, extension === "png" ? ["-png"] : JPEG) : input;
}

/** Paints the pages of a PDF as pictures; returns the file that lists them. */
async function pagesOf(folder: string, input: string, pixels: number, kind = JPEG): Promise<string> {
  const scale = [...kind, "-scale-to", String(pixels), "-l", String(MAX_PAGES + 1)];
  await run(folder, [programInPath("pdftoppm")!, ...scale, input, path.join(folder, "page")]);
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

async function run(folder: string, command: readonly string[], variables: Record<string, string> = {}): Promise<void> {
  const code = await runLimited(folder, command, LIMITS, variables);
  if (code === null) throw new UnreadableFile("timeout", "Recognising the text took too long. Send fewer pages.");
}

/** Languages of Tesseract by BCP 47, where the three letters of ISO 639-2 are others than those of the language. */
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

/** Names of Tesseract's models; `osd` is that of directions. */
async function installedLanguages(): Promise<string[]> {
  const { stdout } = await promisify(execFile)(programInPath("tesseract")!, ["--list-langs"], { timeout: 10_000 });
  return stdout.split("\n").slice(1).filter(Boolean);
}

/** The languages that Tesseract shall expect: the document's, or the installed ones. Throws if it lacks the former. */
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
      "Tesseract on the server has no language. Install tesseract-ocr-eng.",
    );
  return first.slice(0, MAX_LANGUAGES).join("+");
}
