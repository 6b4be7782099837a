import { crc32, deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { UnreadableFile } from "./format";
import { looksLikeZip, makeZip, ZipArchive } from "./zip";

const text = (value: string) => Buffer.from(value);
const small = () =>
  Buffer.from(
    makeZip(
      [
        ["mimetype", text("application/x")],
        ["a/b.xml", text("<b/>")],
        ["ü.txt", text("ü")],
      ],
      ["mimetype"],
    ),
  );

const refusal = (make: () => unknown) => {
  try {
    make();
  } catch (error) {
    if (error instanceof UnreadableFile) return error.reason;
    throw error;
  }
  return null;
};
const readAll = (bytes: Uint8Array) => {
  const archive = ZipArchive.open(bytes);
  return archive.entries.map((entry) => [entry.name, archive.read(entry).toString()]);
};
/** Offsets of an entry's local header and central record. */
const places = (bytes: Buffer, name: string) => {
  const entry = ZipArchive.open(bytes).find(name)!;
  return { local: entry.headerStart, central: entry.centralStart };
};

describe("ZipArchive", () => {
  it("ZipArchive returns the same bytes when nothing changes", () => {
    const bytes = small();
    expect(Buffer.from(ZipArchive.open(bytes).with(new Map())).equals(bytes)).toBe(true);
  });

  it("ZipArchive replaces one entry without changing order, methods, extra fields and bytes of other entries", () => {
    const bytes = withExtraAndDescriptor();
    const archive = ZipArchive.open(bytes);
    const changed = ZipArchive.open(archive.with(new Map([["a.xml", text("<changed/>")]])));
    expect(changed.entries.map(({ name, method }) => [name, method])).toEqual([
      ["mimetype", 0],
      ["a.xml", 8],
      ["z.bin", 8],
    ]);
    expect(changed.read(changed.find("a.xml")!).toString()).toBe("<changed/>");
    expect(changed.find("a.xml")!.flags & 8).toBe(0);
    for (const name of ["mimetype", "z.bin"]) {
      const [before, after] = [archive.find(name)!, changed.find(name)!];
      expect(
        changed.bytes.subarray(after.headerStart, after.end).equals(bytes.subarray(before.headerStart, before.end)),
      ).toBe(true);
    }
    const { headerStart, dataStart } = changed.find("a.xml")!;
    expect(changed.bytes.subarray(headerStart + 30 + 5, dataStart).toString("hex")).toBe("feca0200aabb");
    expect(changed.bytes.subarray(-7).toString()).toBe("comment");
  });

  it("ZipArchive finds entries regardless of case and of slash or backslash", () => {
    const archive = ZipArchive.open(makeZip([["Word\\Document.xml", text("x")]]));
    expect(archive.find("word/document.xml")?.name).toBe("Word\\Document.xml");
  });

  it("ZipArchive keeps an entry named __proto__", () => {
    expect(readAll(makeZip([["__proto__", text("x")]]))).toEqual([["__proto__", "x"]]);
  });

  it("ZipArchive reads zip64, and writes archives without zip64", () => {
    const bytes = zip64("document.xml", text("Words"), "media.bin", text("Picture"));
    expect(readAll(bytes)).toEqual([
      ["document.xml", "Words"],
      ["media.bin", "Picture"],
    ]);
    expect(Buffer.compare(ZipArchive.open(bytes).with(new Map()), bytes)).toBe(0);
    const written = ZipArchive.open(bytes).with(new Map([["document.xml", text("Palabras")]]));
    expect(readAll(written)).toEqual([
      ["document.xml", "Palabras"],
      ["media.bin", "Picture"],
    ]);
    const archive = ZipArchive.open(written);
    const first = archive.find("document.xml")!;
    expect(Buffer.from(written).readUInt32LE(first.centralStart + 24)).toBe("Palabras".length);
    expect(Buffer.from(written).readUInt16LE(first.centralStart + 30)).toBe(0);
    expect(Buffer.from(written).readUInt16LE(first.headerStart + 28)).toBe(0);
    expect(Buffer.from(written).includes("PK\x06\x06")).toBe(false);
  });

  it("ZipArchive copies a picture regardless of its compression ratio", () => {
    const bytes = makeZip([
      ["a.emf", Buffer.alloc(2 << 20)],
      ["a.xml", text("x")],
    ]);
    const written = ZipArchive.open(bytes).with(new Map([["a.xml", text("y")]]));
    expect(ZipArchive.open(written).find("a.emf")?.size).toBe(2 << 20);
  });

  it("ZipArchive opens an archive with extra bytes after its end", () => {
    expect(readAll(Buffer.concat([small(), text("trailing")])).length).toBe(3);
  });
});

describe("hostile archives", () => {
  it("a ZIP with an entry that unpacks to an enormous size is refused", () => {
    expect(refusal(() => ZipArchive.open(makeZip([["a", Buffer.alloc(50 << 20)]])))).toBe("hostile");
    const picture = ZipArchive.open(makeZip([["a.emf", Buffer.alloc(50 << 20)]]));
    expect(refusal(() => picture.read(picture.find("a.emf")!))).toBe("hostile");
  });

  it("a ZIP entry larger than its declared size is refused", () => {
    const bytes = Buffer.from(makeZip([["a", Buffer.alloc(600_000)]]));
    const { central } = places(bytes, "a");
    bytes.writeUInt32LE(1_000, central + 24);
    expect(refusal(() => readAll(bytes))).toBe("hostile");
  });

  it("a ZIP entry smaller than its declared size is refused", () => {
    const bytes = small();
    const { central } = places(bytes, "a/b.xml");
    bytes.writeUInt32LE(5, central + 24);
    expect(refusal(() => readAll(bytes))).toBe("corrupt");
  });

  it("a ZIP with 500 entries that share the same compressed bytes is refused", () => {
    expect(() => ZipArchive.open(overlapping(500))).toThrow(/overlap/);
  });

  it.each(["../a", "a/../../b", "/etc/passwd", "C:\\a", "..\\a", "\\a", "a\0b", ""])(
    "a ZIP with the entry name %j is refused",
    (name) => {
      expect(refusal(() => ZipArchive.open(makeZip([[name, text("x")]])))).toBe("hostile");
    },
  );

  it("a ZIP with two entries of the same name is refused, even if the names differ in case or slashes", () => {
    expect(
      refusal(() =>
        ZipArchive.open(
          makeZip([
            ["a/b", text("x")],
            ["a/b", text("y")],
          ]),
        ),
      ),
    ).toBe("hostile");
    expect(
      refusal(() =>
        ZipArchive.open(
          makeZip([
            ["a/b", text("x")],
            ["A\\B", text("y")],
          ]),
        ),
      ),
    ).toBe("hostile");
  });

  it("a ZIP entry with different names in its local header and in the directory is refused", () => {
    const bytes = small();
    bytes.write("c", places(bytes, "a/b.xml").local + 30);
    expect(refusal(() => ZipArchive.open(bytes))).toBe("hostile");
  });

  it("a ZIP with more than 10,000 entries is refused", () => {
    const bytes = makeZip(
      Array.from({ length: 10_001 }, (_, i) => [`${i}`, Buffer.alloc(0)] as const),
      [],
    );
    expect(refusal(() => ZipArchive.open(bytes))).toBe("hostile");
  });

  it("a ZIP whose content exceeds the limit is refused", () => {
    const limits = { entries: 10, entryBytes: 100, totalBytes: 150, ratio: 200 };
    const bytes = makeZip([
      ["a", Buffer.alloc(90)],
      ["b", Buffer.alloc(90)],
    ]);
    expect(refusal(() => ZipArchive.open(bytes, limits))).toBe("hostile");
    expect(refusal(() => ZipArchive.open(makeZip([["a", Buffer.alloc(101)]]), limits))).toBe("hostile");
  });

  it("a ZIP appended to another file is refused", () => {
    expect(refusal(() => ZipArchive.open(Buffer.concat([text("%PDF-1.4\n"), small()])))).toBe("hostile");
  });
});

describe("damaged archives", () => {
  it("a ZIP with a wrong checksum is refused", () => {
    const bytes = small();
    const { central } = places(bytes, "mimetype");
    bytes.writeUInt32LE(1, central + 16);
    expect(refusal(() => readAll(bytes))).toBe("corrupt");
  });

  it("a ZIP with a password is refused", () => {
    const bytes = small();
    const { central } = places(bytes, "a/b.xml");
    bytes.writeUInt16LE(1, central + 8);
    expect(refusal(() => ZipArchive.open(bytes))).toBe("encrypted");
  });

  it("a ZIP with an unknown compression method, invalid zip64 data or undecodable data is refused", () => {
    const method = small();
    method.writeUInt16LE(12, places(method, "a/b.xml").central + 10);
    const zip64 = small();
    zip64.writeUInt32LE(0xffffffff, zip64.length - 22 + 16);
    const data = small();
    const { dataStart } = ZipArchive.open(data).find("a/b.xml")!;
    data[dataStart] = 0xff;
    for (const bytes of [method, zip64, data]) expect(refusal(() => readAll(bytes))).toBe("corrupt");
  });

  it("a truncated or corrupted ZIP is refused or gives the original content, and never causes an unexpected error", () => {
    const bytes = small();
    for (let at = 0; at < bytes.length; at++) {
      const flipped = Buffer.from(bytes);
      flipped[at]! ^= 0xff;
      expect(refusal(() => readAll(bytes.subarray(0, at)))).not.toBeNull();
      refusal(() => readAll(flipped));
    }
  });
});

it("looksLikeZip accepts ZIP archives and rejects other bytes", () => {
  expect(looksLikeZip(small())).toBe(true);
  expect(looksLikeZip(text("PK is text"))).toBe(false);
});

function withExtraAndDescriptor(): Buffer {
  const header = (name: string, method: number, flags: number, content: Buffer, data: Buffer, extra: Buffer) => {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(method, 8);
    if (!(flags & 8)) {
      local.writeUInt32LE(crc32(content), 14);
      local.writeUInt32LE(data.length, 18);
      local.writeUInt32LE(content.length, 22);
    }
    local.writeUInt16LE(name.length, 26);
    local.writeUInt16LE(extra.length, 28);
    return local;
  };
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  const add = (name: string, method: number, flags: number, content: Buffer, extra: Buffer) => {
    const data = method === 8 ? deflateRawSync(content) : content;
    const local = header(name, method, flags, content, data, extra);
    const descriptor = Buffer.alloc(flags & 8 ? 16 : 0);
    if (flags & 8) {
      descriptor.writeUInt32LE(0x08074b50, 0);
      descriptor.writeUInt32LE(crc32(content), 4);
      descriptor.writeUInt32LE(data.length, 8);
      descriptor.writeUInt32LE(content.length, 12);
    }
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(20, 4);
    header(name, method, 0, content, data, extra).copy(record, 6, 4, 30);
    record.writeUInt16LE(flags, 8);
    record.writeUInt32LE(offset, 42);
    central.push(record, text(name), extra);
    const bytes = Buffer.concat([local, text(name), extra, data, descriptor]);
    offset += bytes.length;
    parts.push(bytes);
  };
  const extra = Buffer.from("feca0200aabb", "hex");
  add("mimetype", 0, 0, text("application/x"), Buffer.alloc(0));
  add("a.xml", 8, 8, text("<a/>".repeat(9)), extra);
  add("z.bin", 8, 8, text("z".repeat(50)), extra);
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(3, 8);
  end.writeUInt16LE(3, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(7, 20);
  return Buffer.concat([...parts, directory, end, text("comment")]);
}

/** An archive with one local entry and many central records that refer to it by different names. */
function overlapping(count: number): Buffer {
  const one = Buffer.from(makeZip([["a000", Buffer.alloc(1_000)]]));
  const centralStart = one.readUInt32LE(one.length - 6);
  const records = Array.from({ length: count }, (_, index) => {
    const record = Buffer.from(one.subarray(centralStart, one.length - 22));
    record.write(String(index).padStart(3, "0"), 47);
    return record;
  });
  const end = Buffer.from(one.subarray(-22));
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(records.length * records[0]!.length, 12);
  return Buffer.concat([one.subarray(0, centralStart), ...records, end]);
}

/** An archive of stored entries with all sizes and offsets in zip64 records. */
function zip64(...entries: [string, Buffer, string, Buffer]): Buffer {
  const unsaid = 0xffffffff;
  const extra = (...values: number[]) => {
    const field = Buffer.alloc(4 + values.length * 8);
    field.writeUInt16LE(1, 0);
    field.writeUInt16LE(values.length * 8, 2);
    for (const [i, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + i * 8);
    return field;
  };
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  for (const [name, data] of [entries.slice(0, 2), entries.slice(2)] as [string, Buffer][]) {
    const plain = ZipArchive.open(makeZip([[name, data]], [name]));
    const [entry] = plain.entries;
    const [local, record] = [
      Buffer.from(plain.bytes.subarray(0, 30)),
      Buffer.from(plain.bytes.subarray(entry!.centralStart, entry!.centralStart + 46)),
    ];
    const place = Buffer.concat(locals).length;
    for (const [header, at] of [
      [local, 18],
      [record, 20],
    ] as const) {
      header.writeUInt32LE(unsaid, at);
      header.writeUInt32LE(unsaid, at + 4);
    }
    local.writeUInt16LE(20, 28);
    record.writeUInt16LE(28, 30);
    record.writeUInt32LE(unsaid, 42);
    locals.push(local, text(name), extra(data.length, data.length), data);
    centrals.push(record, text(name), extra(data.length, data.length, place));
  }
  const [body, central] = [Buffer.concat(locals), Buffer.concat(centrals)];
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  for (const [at, value] of [
    [24, 2],
    [32, 2],
    [40, central.length],
    [48, body.length],
  ] as const)
    end64.writeBigUInt64LE(BigInt(value), at);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(body.length + central.length), 8);
  const end = Buffer.alloc(22, 0xff);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(0, 4);
  end.writeUInt16LE(0, 20);
  return Buffer.concat([body, central, end64, locator, end]);
}
