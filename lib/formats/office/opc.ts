import { UnreadableFile } from "@/lib/formats/format";
import { elementsOf } from "@/lib/formats/xml";
import { ZipArchive, type ZipEntry } from "@/lib/formats/zip";
import { type Part, readPart } from "./part";

/**
 * Open Packaging Conventions (ECMA-376 part 2): the parts of an Office file, their types and relationships. Part names
 * are arbitrary; only types and relationships identify a part.
 */
export class OpcPackage {
  private readonly parsed = new Map<ZipEntry, Part>();

  private constructor(
    readonly archive: ZipArchive,
    private readonly types: ReadonlyMap<string, string>,
    private readonly defaults: ReadonlyMap<string, string>,
    /** Macros are kept byte for byte and never executed. */
    readonly hasMacros: boolean,
  ) {}

  /**
   * Opens the package. Rejects documents with hidden macros or with a main part of another kind.
   * @param main Matches the content type of the main part, such as `wordprocessingml.document`.
   * @throws {UnreadableFile}
   */
  static open(bytes: Uint8Array, main: RegExp): OpcPackage {
    const archive = ZipArchive.open(bytes);
    const entry = archive.find("[Content_Types].xml");
    if (!entry) throw new UnreadableFile("corrupt", "The file is an archive without an Office document in it.");
    const { document } = readPart(archive, entry, { namespaces: NAMESPACES });
    const types = new Map<string, string>();
    const defaults = new Map<string, string>();
    for (const element of elementsOf(document.root)) {
      const type = document.value(element, "ContentType") ?? "";
      if (element.name === "ct:Override") types.set(fold(document.value(element, "PartName") ?? ""), type);
      if (element.name === "ct:Default") defaults.set(fold(document.value(element, "Extension") ?? ""), type);
    }
    const all = [...types.values(), ...defaults.values()];
    const hasMacros = all.some((type) => MACRO_MAIN.test(type));
    const hasCode =
      all.some((type) => /macroEnabled|vbaProject/i.test(type)) ||
      archive.entries.some(({ name }) => /vbaProject\.bin$/i.test(name));
    // Office ignores macros in a document of a type without macros, so these were hidden on purpose.
    if (hasCode && (!hasMacros || all.some((type) => main.test(type)))) {
      throw new UnreadableFile(
        "macros",
        "The file contains macros that its type does not allow. Save it without them (as .docx, .xlsx or .pptx) and upload it again.",
      );
    }
    for (const [name, type] of types) types.set(name, withoutMacros(type));
    if (![...types.values(), ...defaults.values()].some((type) => main.test(type))) {
      throw new UnreadableFile("corrupt", "The content of this Office file does not match its file name extension.");
    }
    return new OpcPackage(archive, types, defaults, hasMacros);
  }

  /** Whether it is digitally signed. A change of the document invalidates the signature. */
  get signed(): boolean {
    return this.archive.entries.some(({ name }) => /^_xmlsignatures\//i.test(name));
  }

  /** Entries with a matching content type, numbered parts in numerical order. */
  entries(type: RegExp): ZipEntry[] {
    return this.archive.entries
      .filter((entry) => !entry.name.endsWith("/") && type.test(this.typeOf(entry.name)))
      .sort((a, b) => NATURAL.compare(a.name, b.name));
  }

  /** Parsed parts with a matching content type. */
  parts(type: RegExp): Part[] {
    return this.entries(type).map((entry) => this.part(entry));
  }

  /** The parsed part, cached. */
  part(entry: ZipEntry): Part {
    let part = this.parsed.get(entry);
    if (!part) {
      part = readPart(this.archive, entry, { namespaces: NAMESPACES });
      this.parsed.set(entry, part);
    }
    return part;
  }

  /** Targets of a part's relationships within the package, by relationship id, in file order. */
  relationships(partName: string): Map<string, { readonly type: string; readonly entry: ZipEntry }> {
    const slash = partName.lastIndexOf("/") + 1;
    const entry = this.archive.find(`${partName.slice(0, slash)}_rels/${partName.slice(slash)}.rels`);
    const found = new Map<string, { type: string; entry: ZipEntry }>();
    if (!entry) return found;
    const { document } = this.part(entry);
    for (const element of elementsOf(document.root, "rel:Relationship")) {
      if (document.value(element, "TargetMode") === "External") continue;
      const target = this.archive.find(resolve(partName, document.value(element, "Target") ?? ""));
      const type = document.value(element, "Type") ?? "";
      if (target) found.set(document.value(element, "Id") ?? "", { type, entry: target });
    }
    return found;
  }

  /** Content type of a part. */
  typeOf(name: string): string {
    const extension = name.slice(name.lastIndexOf(".") + 1);
    return this.types.get(fold(`/${name}`)) ?? this.defaults.get(fold(extension)) ?? "";
  }
}

/** Content types of main parts with macros ([MS-OFFMACRO2] 2.1). */
const MACRO_MAIN =
  /^application\/vnd\.ms-(word|excel|powerpoint)\.(document|sheet|presentation|slideshow|template)\.macroEnabled(?:Template)?\.main\+xml$/i;

const LANGUAGES_OF: Readonly<Record<string, string>> = {
  word: "wordprocessingml",
  excel: "spreadsheetml",
  powerpoint: "presentationml",
};

/** The content type of the same part without macros; the content is the same. */
function withoutMacros(type: string): string {
  const [, program, kind] = MACRO_MAIN.exec(type) ?? [];
  if (!program || !kind) return type;
  return `application/vnd.openxmlformats-officedocument.${LANGUAGES_OF[program.toLowerCase()]}.${kind.toLowerCase()}.main+xml`;
}

const NATURAL = new Intl.Collator("en", { numeric: true });

function fold(name: string): string {
  return name.replaceAll("\\", "/").toLowerCase();
}

/** A relationship's target, relative to its part (RFC 3986, paths only). */
function resolve(from: string, target: string): string {
  const path = target.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const step of target.split("/")) {
    if (step === "..") path.pop();
    else if (step !== "." && step !== "") path.push(step);
  }
  return path.join("/");
}

/** Namespaces of Transitional and Strict documents, under their usual prefixes. */
const NAMESPACES: ReadonlyMap<string, string> = new Map([
  ["http://schemas.openxmlformats.org/package/2006/content-types", "ct"],
  ["http://schemas.openxmlformats.org/package/2006/relationships", "rel"],
  ["http://schemas.openxmlformats.org/package/2006/metadata/core-properties", "cp"],
  ["http://purl.org/dc/elements/1.1/", "dc"],
  ["http://schemas.openxmlformats.org/markup-compatibility/2006", "mc"],
  ["http://schemas.microsoft.com/office/word/2010/wordprocessingShape", "wps"],
  ["urn:schemas-microsoft-com:vml", "v"],
  ["http://schemas.microsoft.com/office/drawing/2008/diagram", "dsp"],
  ["http://schemas.microsoft.com/office/drawing/2014/chartex", "cx"],
  ["http://schemas.microsoft.com/office/spreadsheetml/2009/9/main", "x14"],
  ["http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments", "tc"],
  ["http://schemas.microsoft.com/office/powerpoint/2018/8/main", "p188"],
  ...(
    [
      ["wordprocessingml/2006/main", "wordprocessingml/main", "w"],
      ["spreadsheetml/2006/main", "spreadsheetml/main", "x"],
      ["presentationml/2006/main", "presentationml/main", "p"],
      ["drawingml/2006/main", "drawingml/main", "a"],
      ["drawingml/2006/chart", "drawingml/chart", "c"],
      ["drawingml/2006/diagram", "drawingml/diagram", "dgm"],
      ["drawingml/2006/wordprocessingDrawing", "drawingml/wordprocessingDrawing", "wp"],
      ["drawingml/2006/spreadsheetDrawing", "drawingml/spreadsheetDrawing", "xdr"],
      ["drawingml/2006/picture", "drawingml/picture", "pic"],
      ["officeDocument/2006/relationships", "officeDocument/relationships", "r"],
      ["officeDocument/2006/math", "officeDocument/math", "m"],
    ] as const
  ).flatMap(([transitional, strict, prefix]): [string, string][] => [
    [`http://schemas.openxmlformats.org/${transitional}`, prefix],
    [`http://purl.oclc.org/ooxml/${strict}`, prefix],
  ]),
]);
