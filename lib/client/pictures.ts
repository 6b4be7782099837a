import type { z } from "zod";
import type { PictureText } from "@/lib/schemas/files";
import { sendForm } from "./send-form";

/** Maximum pixels of a picture's longer side. For A4 this is about 200 per inch, which text recognition needs. */
const MAX_SIDE = 2_400;
const JPEG_QUALITY = 0.9;

/**
 * Reads the text in a picture on the server, which stores nothing. `source`: a tag, or `auto`. Throws an `ApiError`.
 */
export async function textOfPicture(file: File, source: string, signal: AbortSignal): Promise<string> {
  const body = new FormData();
  body.set("source", source);
  // The field precedes the file, because the server reads a form in order.
  body.set("file", await prepared(file), "picture");
  signal.throwIfAborted();
  const sending = sendForm<z.output<typeof PictureText>>("POST", "/account/picture-text", body);
  signal.addEventListener("abort", sending.abort);
  return (await sending.done).text;
}

/** The picture upright, on white and not too large, if the browser can display it; other files are sent unchanged. */
async function prepared(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return file;
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext("2d");
  if (!context) return file;
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const sent = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", JPEG_QUALITY));
  return sent ?? file;
}
