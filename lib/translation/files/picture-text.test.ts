import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PICTURE_FILE } from "@/e2e/doubles/pdf-files";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { bundleWorkers } from "@/lib/operate/launch/bundle.mjs";
import { canReadPictures, textOfPicture } from "./picture-text";

beforeAll(() => bundleWorkers());
afterAll(closeSandbox);

const file = (bytes: Buffer) => ({ fileName: "picture", bytes });

/** A white PNG of one pixel. */
const BLANK = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=",
  "base64",
);

describe("reading the text of a picture", () => {
  test.skipIf(!canReadPictures())(
    "text in a picture is read in reading order, with or without a source language",
    async () => {
      for (const source of ["en", "auto", undefined]) {
        const { text } = await textOfPicture(file(PICTURE_FILE), source);
        expect(text).toMatch(/^The house is big\.\n/);
        expect(text.replaceAll("\n", " ")).toContain("The car is red and the boat is small");
      }
    },
    60_000,
  );

  test.skipIf(!canReadPictures())(
    "a picture without text is refused, and the error says that it contains none",
    { timeout: 60_000 },
    async () => {
      await expect(textOfPicture(file(BLANK), "en")).rejects.toMatchObject({ code: "no_translatable_text" });
    },
  );

  test("reading text is refused for files other than pictures, empty files and pictures with too many pixels", async () => {
    const huge = Buffer.from(PICTURE_FILE);
    huge.writeUInt32BE(6_000, 16);
    huge.writeUInt32BE(5_000, 20);
    await expect(textOfPicture(null, "en")).rejects.toMatchObject({ code: "invalid_request" });
    await expect(textOfPicture(file(Buffer.alloc(0)), "en")).rejects.toMatchObject({ code: "invalid_request" });
    await expect(textOfPicture(file(Buffer.from("%PDF-1.4")), "en")).rejects.toMatchObject({
      code: "unsupported_media_type",
    });
    await expect(textOfPicture(file(huge), "en")).rejects.toMatchObject({
      code: "too_large",
      details: { limit: 25_000_000, actual: 30_000_000, unit: "pixels" },
    });
  });
});
