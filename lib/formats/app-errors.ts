import { AppError } from "@/lib/errors";
import { UnreadableFile, UnsupportedFormat } from "./format";

/** What a format says of a file, as callers of the API are told it: 422 for one that is unreadable, 415 for another kind. */
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
