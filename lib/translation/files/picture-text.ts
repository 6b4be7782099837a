import type { z } from "zod";
import { AppError, invalidRequest, refuseEmptyFile } from "@/lib/base/errors";
import { picture, pictureOf } from "@/lib/formats/pdf/picture";
import { canReadPictures } from "@/lib/formats/sandbox/recognition";
import { extractDocument } from "@/lib/formats/sandbox/sandbox";
import type { PictureText } from "@/lib/schemas/files";
import { plainText } from "@/lib/text/segment";

export { canReadPictures };

/** Maximum pixels of a picture, because a person waits for the text; photos of phones have about 12 million. */
const MAX_PIXELS = 25_000_000;

/** The text in a picture, which is not stored. Throws 400, 413, 415 and 422. */
export async function textOfPicture(
  file: { readonly fileName: string; readonly bytes: Buffer } | null,
  source: string | undefined,
): Promise<z.input<typeof PictureText>> {
  if (!file) throw invalidRequest([{ path: "file", code: "required", message: "Send the part called file." }]);
  refuseEmptyFile(file.bytes);
  const found = pictureOf(file.bytes);
  if (!found)
    throw new AppError("unsupported_media_type", `Send a ${picture.name.replace(/^P/, "p")}.`, {
      supported: picture.mediaTypes,
    });
  const pixels = found.width * found.height;
  if (pixels > MAX_PIXELS)
    throw new AppError(
      "too_large",
      `The picture has more than ${MAX_PIXELS / 1e6} million pixels. Send a smaller one.`,
      {
        limit: MAX_PIXELS,
        actual: pixels,
        unit: "pixels",
      },
    );
  const options = { format: picture.id, awaited: true, ...(source && source !== "auto" ? { source } : {}) };
  const { segments } = await extractDocument(file.bytes, file.fileName, options).catch((error) => {
    if (error instanceof AppError && error.details.reason === "no_text_layer") return { segments: [] };
    throw error;
  });
  const text = segments.map((segment) => plainText(segment.text, segment.codes)).join("\n");
  if (text.trim() === "") throw new AppError("no_translatable_text", "No text was found in the picture.", {});
  return { text };
}
