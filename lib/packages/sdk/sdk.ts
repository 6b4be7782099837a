import { Download } from "./download";
import { ApiError } from "./errors";
import type { AnswerOf, CallOptions, InputOf, Methods, Upload } from "./methods";
import type { OperationEntry } from "./operation";
import { OPERATIONS } from "./operations";
import { PagedList } from "./paged-list";
import { type ClientOptions, send, wait } from "./send";

export { Download } from "./download";
export {
  ApiError,
  ConnectionError,
  type DragomanError,
  type ErrorCode,
  type FieldError,
  isDragomanError,
} from "./errors";
export type { AnswerOf, CallOptions, InputOf, Methods, OperationId, Upload } from "./methods";
export { OPERATIONS } from "./operations";
export { PagedList } from "./paged-list";
export type { components, operations } from "./schema";
export type { ClientOptions } from "./send";

type FileTranslation = AnswerOf<"getFile">;
type Job = AnswerOf<"getJob">;

/** Methods of its own; the constructor adds those of the operations. */
class Client {
  constructor(readonly options: ClientOptions) {
    for (const [id, operation] of Object.entries(OPERATIONS)) Object.assign(this, { [id]: method(options, operation) });
  }

  /**
   * Translates a document: uploads it, waits for the translation and returns the translated file. Rejects with the
   * error of a failed translation. `onProgress` receives each state.
   */
  async translateDocument(
    this: Dragoman,
    file: Upload,
    input: Omit<InputOf<"translateFile">, "file">,
    options: CallOptions & { readonly onProgress?: (file: FileTranslation) => void } = {},
  ): Promise<{ readonly file: FileTranslation; readonly download: Download }> {
    let state = await this.translateFile({ ...input, file }, { ...options, wait: 0 });
    options.onProgress?.(state);
    for (let delayMs = 200; isRunning(state.status); delayMs = Math.min(delayMs * 1.5, 2_000)) {
      await wait(delayMs, options.signal);
      state = await this.getFile({ fileId: state.id }, signalOf(options));
      options.onProgress?.(state);
    }
    if (state.status !== "completed") throw failureOf(state.error, `The translation was ${state.status}.`);
    return { file: state, download: await this.downloadFile({ fileId: state.id }, signalOf(options)) };
  }

  /** Waits until a job has ended and returns it. Rejects with its error if it failed. */
  async waitForJob(this: Dragoman, jobId: string, options: { readonly signal?: AbortSignal } = {}): Promise<Job> {
    for (let delayMs = 100; ; delayMs = Math.min(delayMs * 1.5, 2_000)) {
      const job = await this.getJob({ jobId }, options);
      if (job.status === "failed") throw failureOf(job.error, "The job failed.");
      if (!isRunning(job.status)) return job;
      await wait(delayMs, options.signal);
    }
  }
}

/** A client of one Dragoman server with one API key. */
export type Dragoman = Client & Methods;
export const Dragoman = Client as new (options: ClientOptions) => Dragoman;

function method(client: ClientOptions, operation: OperationEntry) {
  const call = async (input: object, options: CallOptions): Promise<unknown> => {
    const response = await send(client, operation, input as Readonly<Record<string, unknown>>, options);
    if (operation.bytes) return new Download(response);
    return response.status === 204 ? undefined : response.json();
  };
  const { list } = operation;
  if (list === undefined) return (input: object = {}, options: CallOptions = {}) => call(input, options);
  return (input: object = {}, options: CallOptions = {}) =>
    new PagedList(
      (cursor) =>
        call(cursor === undefined ? input : { ...input, cursor }, options) as Promise<Record<string, unknown>>,
      (page) => ({ items: page[list] as unknown[], nextCursor: page.nextCursor as string | null }),
    );
}

function isRunning(status: string): boolean {
  return ["queued", "translating", "running", "retrying", "waiting"].includes(status);
}

function signalOf({ signal }: CallOptions): CallOptions {
  return signal ? { signal } : {};
}

function failureOf(error: unknown, fallback: string): ApiError {
  const { code = "internal_error", message = fallback, details = {} } = (error ?? {}) as Partial<ApiError>;
  return new ApiError(0, code, message, { requestId: "", ...details } as never, null);
}
