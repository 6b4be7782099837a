import { createHash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { perProcess } from "@/lib/base/singleton";
import { UnreadableFile } from "@/lib/formats/format";
import { isCompoundFile, type LegacyFormat } from "@/lib/formats/office/legacy";
import { Conversions, programInPath, runLimited } from "./conversions";

const MAX_OUTPUT_BYTES = 128 << 20;

/** Limits of one conversion. */
const LIMITS = { timeoutMs: 90_000, cpuSeconds: 60, memoryKb: 4 << 20, outputBytes: MAX_OUTPUT_BYTES };

/** Throws {@link UnreadableFile} if LibreOffice or its program for this format is not installed. */
export function requireLibreOffice({ name, program }: LegacyFormat): void {
  const title = program[0]!.toUpperCase() + program.slice(1);
  const found = findProgram();
  if (!found)
    throw new UnreadableFile(
      "missing_program",
      `Reading this document (${name}) needs LibreOffice on the server, which is not installed. Install it (libreoffice-${program}), or save the document in the current format and send that.`,
    );
  const registry = path.join(path.dirname(realpathSync(found)), "..", "share", "registry");
  if (existsSync(registry) && !existsSync(path.join(registry, `${program}.xcd`)))
    throw new UnreadableFile(
      "missing_program",
      `Reading this document (${name}) needs LibreOffice ${title} on the server, which is not installed. Install it (libreoffice-${program}), or save the document in the current format and send that.`,
    );
}

/**
 * The document in the current version of its format. LibreOffice converts it in a private folder, without macros, links
 * or network, and with limits of time, memory and size. Throws {@link UnreadableFile}: `missing_program`, `timeout`,
 * `hostile`, or `corrupt` if LibreOffice cannot open it.
 */
export async function modernise(bytes: Uint8Array, format: LegacyFormat): Promise<Uint8Array> {
  if (!isCompoundFile(bytes)) return bytes;
  requireLibreOffice(format);
  const key = `${format.id} ${createHash("sha256").update(bytes).digest("hex")}`;
  return conversions().result(key, () => convert(bytes, format));
}

const conversions = perProcess("libreoffice", () => new Conversions());

async function convert(bytes: Uint8Array, { extensions, modern, name }: LegacyFormat): Promise<Uint8Array> {
  const folder = await mkdtemp(path.join(tmpdir(), "dragoman-office-"));
  try {
    const profile = path.join(folder, "profile");
    const input = path.join(folder, `document.${extensions[0]!}`);
    const output = path.join(folder, "out", `document.${modern.extensions[0]!}`);
    await mkdir(path.join(profile, "user"), { recursive: true, mode: 0o700 });
    await writeFile(path.join(profile, "user", "registrymodifications.xcu"), SETTINGS, { mode: 0o600 });
    await writeFile(input, bytes, { mode: 0o600 });
    const options = [
      `-env:UserInstallation=file://${profile}`,
      ...["--headless", "--invisible", "--norestore", "--nolockcheck", "--nologo", "--nodefault"],
      ...["--convert-to", `${modern.extensions[0]!}:${FILTERS[modern.id]!}`],
      ...["--outdir", path.dirname(output), input],
    ];
    const code = await runLimited(folder, [findProgram()!, ...options], LIMITS, { SAL_USE_VCLPLUGIN: "svp" });
    if (code === null) throw new UnreadableFile("timeout", "LibreOffice took too long to convert the document.");
    // The exit code is 0 even if the conversion fails.
    const size = await stat(output).then(
      (found) => found.size,
      () => 0,
    );
    if (size === 0)
      throw new UnreadableFile(
        "corrupt",
        `LibreOffice cannot open the ${name}. It may be damaged or protected by a password.`,
      );
    if (size > MAX_OUTPUT_BYTES) throw new UnreadableFile("hostile", "The converted document is too large.");
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

function findProgram(): string | undefined {
  const onMac = "/Applications/LibreOffice.app/Contents/MacOS/soffice";
  return programInPath("soffice", "libreoffice") ?? (existsSync(onMac) ? onMac : undefined);
}

/** Settings without macros, links to other files or addresses, and prompts. */
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
