import { db } from "@/db/client";
import { AppError, notFound } from "@/lib/base/errors";
import { ID_PREFIXES } from "@/lib/base/ids";
import { download } from "@/lib/http/api/download";
import { publicUrl } from "@/lib/http/api/headers";
import type { FacadeAnswer, FacadeContext } from "@/lib/http/compat/facade";
import { invalid } from "@/lib/http/compat/faults";
import { isTokenFor, tokenFor } from "@/lib/http/compat/tokens";
import { TranslateFileFields } from "@/lib/schemas/files";
import { fileContent } from "@/lib/translation/files/content";
import { createFileTranslation } from "@/lib/translation/files/files";
import { answerOfFile, waitForFile } from "@/lib/translation/files/wait";
import { required, requirePair } from "./dialect";

const PURPOSE = "libretranslate download";
/** Hexadecimal digits of the token in an address: 128 bits. */
const TOKEN_DIGITS = 32;
/** Seconds that an upload, and then a download, wait for the translation, because clients request the file at once. */
const WAIT_SECONDS = 60;

/** `POST /translate_file`: returns the address of the translated file, valid without a key until the file expires. */
export async function translateFile(context: FacadeContext): Promise<FacadeAnswer> {
  const { caller, file, request } = context;
  if (!file) throw required("file");
  const pair = await requirePair(context);
  if (file.bytes.length === 0) throw invalid("Invalid request: empty file");
  const input = TranslateFileFields.parse(pair);
  const { id } = await db()
    .transaction((tx) => createFileTranslation(caller, input, file, tx))
    .catch((thrown: unknown) => {
      const isUnknown = thrown instanceof AppError && thrown.code === "unsupported_media_type";
      throw isUnknown ? invalid("Invalid request: file format not supported") : thrown;
    });
  const translated = await waitForFile(caller, id, WAIT_SECONDS, request.signal);
  answerOfFile(translated);
  const name = `${nameOf(id, caller.accountId)}.${translated.outputName}`;
  return {
    body: { translatedFileUrl: `${publicUrl(request)}/libretranslate/download_file/${encodeURIComponent(name)}` },
  };
}

/** `GET /download_file/{name}`: the file whose name, with an unguessable token, is exactly this one; else 404. */
export async function downloadFile({ params, request }: Omit<FacadeContext, "caller">): Promise<FacadeAnswer> {
  const [, file = "", account = "", token = ""] =
    /^(\w{26})(\w{26})([0-9a-f]{32})\./.exec(String(params.fileName)) ?? [];
  if (!isTokenFor(PURPOSE, file + account, token, TOKEN_DIGITS)) throw notFound("file");
  const owner = { accountId: `${ID_PREFIXES.account}_${account}` };
  const id = `${ID_PREFIXES.file}_${file}`;
  await waitForFile(owner, id, WAIT_SECONDS, request.signal);
  return download(await fileContent(owner, id));
}

function nameOf(fileId: string, accountId: string): string {
  const [file, account] = [fileId, accountId].map((id) => id.slice(id.indexOf("_") + 1));
  return `${file}${account}${tokenFor(PURPOSE, `${file}${account}`, TOKEN_DIGITS)}`;
}
