/**
 * - `unreachable`: no source of models answers;
 * - `not_offered`: no source has a model of the pair that this version can run;
 * - `interrupted`: the download broke off; the partial file is kept for the next attempt;
 * - `damaged`: size or hash differs from the announced one;
 * - `disk_full`: not enough disk space;
 * - `busy`: another process installs the same pair;
 * - `unusable`: the files are intact but do not translate.
 */
export type ModelErrorCode =
  | "unreachable"
  | "not_offered"
  | "interrupted"
  | "damaged"
  | "disk_full"
  | "busy"
  | "unusable";

/** Error details for callers about a model that is unavailable now. */
export type ModelFault = "damaged" | "unreachable" | "disk" | "incompatible";

export const MODEL_FAULTS: Readonly<Record<ModelErrorCode, ModelFault>> = {
  unreachable: "unreachable",
  interrupted: "unreachable",
  busy: "unreachable",
  damaged: "damaged",
  disk_full: "disk",
  not_offered: "incompatible",
  unusable: "incompatible",
};

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

/** True for a {@link ModelError} of any instance of this module: see `isEngineError`. */
export function isModelError(thrown: unknown): thrown is ModelError {
  return thrown instanceof Error && thrown.name === "ModelError";
}
