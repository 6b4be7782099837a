import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { UnreadableFile } from "@/lib/formats/format";
import { isCompoundFile, type LegacyFormat } from "@/lib/formats/office/legacy";
import { perProcess } from "@/lib/per-process";

/** Limits of one conversion. */
const TIMEOUT_MS = 90_000;
const CPU_SECONDS = 60;
const MEMORY_KB = 4 << 20;
const MAX_OUTPUT_BYTES = 128 << 20;

/** Conversions at a time, and those that wait for their turn. */
const CONCURRENCY = 1;
const MAX_WAITING = 100;

/** Converted documents that are kept, because a document is opened once to read it and once to write it. */
const MAX_KEPT_BYTES = 64 << 20;
const KEPT_MS = 10 * 60_000;

/** Throws {@link UnreadableFile} if LibreOffice, or its program for this format, is not installed. */
export function requireLibreOffice({ name, program }: LegacyFormat): void {
  const title = program[0]!.toUpperCase() + program.slice(1);
  const found = findProgram();
  if (!found)
    throw new UnreadableFile(
      "missing_program",
      `Reading this document (${name}) needs LibreOffice on the server, which is not installed. Install it (libreoffice-${program}), or save the document in the present format and send that.`,
    );
  const registry = path.join(path.dirname(realpathSync(found)), "..", "share", "registry");
  if (existsSync(registry) && !existsSync(path.join(registry, `${program}.xcd`)))
    throw new UnreadableFile(
      "missing_program",
      `Reading this document (${name}) needs LibreOffice ${title} on the server, which is not installed. Install it (libreoffice-${program}), or save the document in the present format and send that.`,
    );
}

/**
 * The document in its format's present version, converted by LibreOffice in a private folder: without macros, links or
 * network, with limits of time, memory and size. Throws {@link UnreadableFile}: `missing_program`, `timeout`,
 * `hostile`, or `corrupt` if LibreOffice cannot open it.
 */
export async function modernise(bytes: Uint8Array, format: LegacyFormat): Promise<Uint8Array> {
  if (!isCompoundFile(bytes)) return bytes;
  requireLibreOffice(format);
  const key = `${format.id} ${createHash("sha256").update(bytes).digest("hex")}`;
  const { kept } = conversions();
  const known = kept.get(key);
  if (known) return known.bytes;
  const converted = await inTurn(() => convert(bytes, format));
  remember(key, converted);
  return converted;
}

type Conversion = { readonly bytes: Uint8Array; readonly timer: NodeJS.Timeout };

const conversions = perProcess("libreoffice", () => ({
  running: 0,
  waiting: [] as (() => void)[],
  kept: new Map<string, Conversion>(),
}));

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const state = conversions();
  if (state.running >= CONCURRENCY) {
    if (state.waiting.length >= MAX_WAITING)
      throw new UnreadableFile("timeout", "Too many documents wait for their conversion. Send the document later.");
    await new Promise<void>((resolve) => state.waiting.push(resolve));
  } else state.running++;
  try {
    return await work();
  } finally {
    const next = state.waiting.shift();
    if (next) next();
    else state.running--;
  }
}

function remember(key: string, bytes: Uint8Array): void {
  const { kept } = conversions();
  if (bytes.length > MAX_KEPT_BYTES) return;
  const forget = (known: string) => {
    clearTimeout(kept.get(known)?.timer);
    kept.delete(known);
  };
  forget(key);
  kept.set(key, { bytes, timer: setTimeout(() => forget(key), KEPT_MS).unref() });
  let total = [...kept.values()].reduce((sum, one) => sum + one.bytes.length, 0);
  for (const [oldest, one] of kept) {
    if (total <= MAX_KEPT_BYTES) return;
    total -= one.bytes.length;
    forget(oldest);
  }
}

async function convert(bytes: Uint8Array, { extensions, modern, name }: LegacyFormat): Promise<Uint8Array> {
  const folder = await mkdtemp(path.join(tmpdir(), "dragoman-office-"));
  try {
    const profile = path.join(folder, "profile");
    const input = path.join(folder, `document.${extensions[0]!}`);
    const output = path.join(folder, "out", `document.${modern.extensions[0]!}`);
    await mkdir(path.join(profile, "user"), { recursive: true, mode: 0o700 });
    await writeFile(path.join(profile, "user", "registrymodifications.xcu"), SETTINGS, { mode: 0o600 });
    await writeFile(input, bytes, { mode: 0o600 });
    const isInTime = await run(folder, [
      `-env:UserInstallation=file://${profile}`,
      ...["--headless", "--invisible", "--norestore", "--nolockcheck", "--nologo", "--nodefault"],
      ...["--convert-to", `${modern.extensions[0]!}:${FILTERS[modern.id]!}`],
      ...["--outdir", path.dirname(output), input],
    ]);
    if (!isInTime) throw new UnreadableFile("timeout", "LibreOffice took too long to convert the document.");
    // Its exit code is 0 even if it fails.
    const size = await stat(output).then(
      (found) => found.size,
      () => 0,
    );
    if (size === 0)
      throw new UnreadableFile(
        "corrupt",
        `LibreOffice cannot open the ${name}. It may be damaged or protected by a password.`,
      );
    if (size > MAX_OUTPUT_BYTES)
      throw new UnreadableFile("hostile", "The converted document is larger than is accepted.");
    return await readFile(output);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

const FILTERS: Readonly<Record<string, string>> = {
  docx: "MS Word 2007 XML",
  xlsx: "Calc MS Excel 2007 XML",
  pptx: "Impress MS PowerPoint 2007 XML",
};

/** False if the time limit was exceeded. The limits of the shell also hold if this process dies. */
async function run(folder: string, options: readonly string[]): Promise<boolean> {
  const limits = `ulimit -t ${CPU_SECONDS}; ulimit -v ${MEMORY_KB}; ulimit -c 0; ulimit -f ${MAX_OUTPUT_BYTES >> 9}; exec "$@"`;
  const child = spawn("/bin/sh", ["-c", limits, "sh", ...isolation(), findProgram()!, ...options], {
    cwd: folder,
    // Of a group of its own, because the program starts others.
    detached: true,
    stdio: "ignore",
    env: {
      NODE_ENV: process.env.NODE_ENV,
      PATH: process.env.PATH ?? "/usr/bin:/bin",
      HOME: folder,
      TMPDIR: folder,
      LANG: "C.UTF-8",
      SAL_USE_VCLPLUGIN: "svp",
    },
  });
  const end = () => {
    try {
      if (child.pid) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  };
  let isInTime = true;
  const timer = setTimeout(() => {
    isInTime = false;
    end();
  }, TIMEOUT_MS);
  await new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  clearTimeout(timer);
  end();
  return isInTime;
}

/** Runs the program without a network, where the system lets users do so. */
function isolation(): readonly string[] {
  isolating ??= spawnSync("unshare", ["-rn", "true"], { stdio: "ignore" }).status === 0 ? ["unshare", "-rn"] : [];
  return isolating;
}

let isolating: readonly string[] | undefined;

function findProgram(): string | undefined {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean);
  const places = [
    ...folders.flatMap((folder) => [path.join(folder, "soffice"), path.join(folder, "libreoffice")]),
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
  ];
  return places.find((place) => existsSync(place));
}

/** No macros, no links to other files or addresses, nothing to be asked. */
const SETTINGS = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${[
  ["Common/Security/Scripting", "MacroSecurityLevel", "3"],
  ["Common/Security/Scripting", "DisableMacrosExecution", "true"],
  ["Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"],
  ["Common/Misc", "FirstRun", "false"],
  ["Writer/Content/Update", "Link", "2"],
  ["Calc/Content/Update", "Link", "2"],
  ["Inet/Settings", "ooInetProxyType", "2"],
  ["Inet/Settings", "ooInetHTTPProxyName", "127.0.0.1"],
  ["Inet/Settings", "ooInetHTTPProxyPort", "9"],
  ["Inet/Settings", "ooInetHTTPSProxyName", "127.0.0.1"],
  ["Inet/Settings", "ooInetHTTPSProxyPort", "9"],
]
  .map(([component, name, value]) => {
    const at = component!.startsWith("Inet") ? `/org.openoffice.${component}` : `/org.openoffice.Office.${component}`;
    return `<item oor:path="${at}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;
  })
  .join("\n")}
</oor:items>
`;
