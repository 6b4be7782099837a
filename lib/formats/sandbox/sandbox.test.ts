import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundleWorkers } from "@/lib/operate/launch/bundle.mjs";
import { closeSandbox, extractDocument, writeDocument } from "./sandbox";

beforeAll(() => bundleWorkers());
afterAll(() => closeSandbox());

describe("reading and writing documents in worker threads", () => {
  test("a document is translated in a worker thread without changing the caller's bytes", async () => {
    const bytes = Buffer.from("Good morning.\r\n\r\nThe end\r\n");
    const extracted = await extractDocument(bytes, "Tea.TXT");
    expect(extracted).toEqual({
      format: "txt",
      warnings: [],
      finished: 0,
      segments: [
        { text: "Good morning.", codes: [] },
        { text: "The end", codes: [] },
      ],
    });
    const written = await writeDocument(bytes, "txt", {}, [{ text: "Buenos días." }, { text: "Fin" }], "es");
    expect(Buffer.from(written.bytes).toString()).toBe("Buenos días.\r\n\r\nFin\r\n");
    expect(written).toMatchObject({ mediaType: "text/plain", extension: "txt", warnings: [] });
    expect(bytes.toString()).toBe("Good morning.\r\n\r\nThe end\r\n");
  });

  test("a document that can't be read in a worker thread causes an error with the reason", async () => {
    await expect(extractDocument(Buffer.from([0, 1, 2, 0]), "a.txt")).rejects.toMatchObject({
      code: "unreadable_file",
      details: { reason: "corrupt" },
    });
    await expect(extractDocument(Buffer.from("tea"), "a.brew")).rejects.toMatchObject({
      code: "unsupported_media_type",
      details: { received: "brew" },
    });
  });

  test("many documents are read concurrently in worker threads", async () => {
    const names = Array.from({ length: 30 }, (_, i) => `Line ${i} of tea`);
    const all = await Promise.all(names.map((name) => extractDocument(Buffer.from(name), "a.txt")));
    expect(all.map(({ segments }) => segments[0]?.text)).toEqual(names);
  });
});
