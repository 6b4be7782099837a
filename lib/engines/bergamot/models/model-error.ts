/**
 * - `unreachable`: no source of models answers;
 * - `not_offered`: no source has a model for the pair that this version can run;
 * - `interrupted`: the download broke off; what has come is kept for the next try;
 * - `damaged`: size or hash is not what was announced;
 * - `disk_full`: there is no room for the files;
 * - `busy`: another process installs the same pair;
 * - `unusable`: the files are whole, but do not translate.
 */
export type ModelErrorCode =
  | "unreachable"
  | "not_offered"
  | "interrupted"
  | "damaged"
  | "disk_full"
  | "busy"
  | "unusable";

export class ModelError extends Error {
  override readonly name = "ModelError";
  constructor(
    readonly code: ModelErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** True for a {@link ModelError}, whichever instance of this module made it: see `isEngineError`. */
export function isModelError(thrown: unknown): thrown is ModelError {
  return thrown instanceof Error && thrown.name === "ModelError";
}
