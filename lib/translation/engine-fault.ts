import { AppError, unavailable } from "@/lib/base/errors";
import { isEngineError } from "@/lib/engines/engine";

/** Converts an engine's error to an API error; returns other errors unchanged. */
export function asAppError(thrown: unknown): unknown {
  if (!isEngineError(thrown)) return thrown;
  switch (thrown.code) {
    case "timeout":
      return new AppError(
        "timeout",
        "The translation engine took too long. Try a shorter text, or try again.",
        {},
        {},
        { cause: thrown },
      );
    case "overloaded":
      return unavailable(
        "overloaded",
        "The translation engine is busy. Try again in a moment.",
        thrown.retryAfterSeconds,
      );
    default:
      return unavailable(
        "engine_unavailable",
        "The translation engine cannot translate this text now.",
        thrown.retryAfterSeconds,
      );
  }
}
