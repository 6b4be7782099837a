import { AppError } from "@/lib/errors";
import { UnreadableFile, UnsupportedFormat } from "./format";

/** Maps a format's errors to API errors: 422 for an unreadable file, 415 for an unsupported kind. */
export async function faultsAsAppErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnreadableFile)
      throw new AppError("unreadable_file", error.message, { reason: error.reason }, {}, { cause: error });
    if (error instanceof UnsupportedFormat)
      throw new AppError(
        "unsupported_media_type",
        error.message,
        { received: error.received, supported: error.supported },
        {},
        { cause: error },
      );
    throw error;
  }
}
