import { AppError } from "@/lib/base/errors";
import { UnreadableFile, UnsupportedFormat } from "./format";

/** Converts a format's errors to API errors: 422 for an unreadable file, 415 for an unsupported kind. */
export async function faultsAsAppErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asAppError(error);
  }
}

/** The API error for a format's error; any other error is returned unchanged. */
export function asAppError(error: unknown): unknown {
  if (error instanceof UnreadableFile)
    return new AppError("unreadable_file", error.message, { reason: error.reason }, {}, { cause: error });
  if (error instanceof UnsupportedFormat)
    return new AppError(
      "unsupported_media_type",
      error.message,
      { received: error.received, supported: error.supported },
      {},
      { cause: error },
    );
  return error;
}
