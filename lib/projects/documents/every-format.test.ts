import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { FORMAT_DOCUMENTS, readableHere } from "@/e2e/api/format-documents";
import { partOf } from "@/e2e/doubles/office-files";
import { sample } from "@/e2e/long";
import { newProject, runJobs, textsOf } from "@/e2e/projects";
import { LEGACY_FORMATS } from "@/lib/formats/office/legacy";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { writeTarget } from "@/lib/projects/targets/target";
import { createDocument } from "./create-document";
import { getDocument } from "./documents";
import { canHoldTargets } from "./open-document";
import { replaceContent } from "./replace-content";

afterAll(closeSandbox);

/**
 * Formats that are written in another one: a PDF or a picture as a Word document, Office documents before 2007 in the
 * current Office format.
 */
const WRITTEN_AS_ANOTHER: ReadonlySet<string> = new Set(["pdf", "image", ...LEGACY_FORMATS.map(({ id }) => id)]);

/** A line break to append; empty for a ZIP, after whose end no byte is allowed. */
function lineBreakOf(bytes: Uint8Array): Buffer {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes[0] === 0x50 ? Buffer.alloc(0) : Buffer.from("\n", isUtf16 ? "utf16le" : "utf8");
}

describe("importing and exporting documents of every format", () => {
  test.each(sample(readableHere(Object.keys(FORMAT_DOCUMENTS))))(
    "a %s document can be imported, translated, exported with and without translations, and imported again unchanged",
    async (id) => {
      const { name, bytes, holds } = FORMAT_DOCUMENTS[id]!;
      const { caller, project } = await newProject({ workflow: "mt_only" });
      const file = { fileName: name, bytes: Buffer.from(bytes) };
      const sent = await db().transaction((tx) =>
        createDocument(caller, project.id, { file, fields: {}, body: undefined }, tx),
      );
      await runJobs(caller);
      const read = await getDocument(caller, sent.id);
      expect(read).toMatchObject({ status: "ready", format: id, error: null });
      const segments = await textsOf(sent.id);
      expect(segments.length).toBeGreaterThan(0);
      expect(segments.map(({ state, excluded }) => excluded || state !== "untranslated")).not.toContain(false);
      expect(read.progress.draftedPercent).toBe(100);

      const options = { minState: "draft", fallback: ["source"], outdated: "skip" } as const;
      const written = await writeTarget(caller.accountId, sent.id, "es", options);
      expect(written.counts).toMatchObject({ segments: segments.length, source: 0, lastReviewed: 0 });
      for (const [part, content] of holds) {
        const found = part === null ? Buffer.from(written.bytes).toString() : partOf(Buffer.from(written.bytes), part);
        if (typeof content === "string") expect(found).toContain(content);
        else expect(found).toMatch(content);
      }
      const untouched = await writeTarget(caller.accountId, sent.id, "es", { ...options, minState: "reviewed" });
      if (!canHoldTargets(id) && !WRITTEN_AS_ANOTHER.has(id))
        expect(Buffer.from(untouched.bytes).equals(file.bytes)).toBe(true);

      // A trailing line break changes no text of a segment.
      const again = Buffer.concat([file.bytes, lineBreakOf(bytes)]);
      const next = await replaceContent(
        caller,
        sent.id,
        { file: { ...file, bytes: again }, body: undefined },
        { onChange: "needs_work" },
      );
      if (!next.isSent) return;
      await runJobs(caller);
      const { version } = await getDocument(caller, sent.id);
      expect(version).toMatchObject({ status: "ready", added: 0, changed: 0, removed: 0 });
      expect((await textsOf(sent.id)).map((one) => one.id)).toEqual(segments.map((one) => one.id));
    },
  );
});
