import type { FileTranslation } from "@/lib/schemas/files";
import { ApiError, errorOfAnswer, errorOfSilence } from "./api-error";
import { randomId } from "./random-id";
import { Store } from "./store";

/** Options of the file's format, as fields of the form; empty ones are omitted. */
export type FileOptions = Partial<
  Record<"columns" | "keys" | "bilingual" | "overwrite" | "include" | "exclude" | "output" | "glossaryId", string>
>;

/** A file being uploaded for translation into one language. */
export type Upload = {
  readonly id: string;
  readonly file: File;
  readonly source: string;
  readonly target: string;
  /** Id of the format; null to detect it from content and name. */
  readonly format: string | null;
  readonly options: FileOptions;
  readonly state: "waiting" | "uploading" | "failed";
  /** Bytes sent, and in total. */
  readonly sent: number;
  readonly total: number;
  readonly error: ApiError | null;
};

export type UploadOrder = Pick<Upload, "file" | "source" | "target" | "format" | "options">;

type Running = { abort: () => void };
type OnCreated = (file: FileTranslation) => void;

const CONCURRENCY = 3;

/** The uploads of this tab. Kept outside React, so that they continue on other pages. */
export const uploadStore = new Store<readonly Upload[]>([]);
const running = new Map<string, Running>();
let onCreated: OnCreated = () => {};

/** Registers a callback that is called for each accepted file. */
export function onUploaded(tell: OnCreated): void {
  onCreated = tell;
}

/** Uploads files, three at a time. */
export function upload(orders: readonly UploadOrder[]): void {
  publish([
    ...uploadStore.get(),
    ...orders.map((order): Upload => {
      return { ...order, id: randomId(), state: "waiting", sent: 0, total: order.file.size, error: null };
    }),
  ]);
  startNext();
}

/** Cancels uploads, or removes failed ones. */
export function dropUploads(ids: readonly string[]): void {
  for (const id of ids) running.get(id)?.abort();
  for (const id of ids) running.delete(id);
  publish(uploadStore.get().filter((each) => !ids.includes(each.id)));
  startNext();
}

/** Retries a failed upload with the same idempotency key, so that the translation is created only once. */
export function retryUpload(id: string): void {
  change(id, { state: "waiting", sent: 0, error: null });
  startNext();
}

function startNext(): void {
  const waiting = uploadStore.get().filter((each) => each.state === "waiting");
  for (const next of waiting.slice(0, CONCURRENCY - running.size)) {
    change(next.id, { state: "uploading" });
    running.set(next.id, send(next));
  }
}

function send(order: Upload): Running {
  const body = new FormData();
  body.set("target", order.target);
  if (order.source !== "auto") body.set("source", order.source);
  if (order.format !== null) body.set("format", order.format);
  for (const [name, value] of Object.entries(order.options)) if (value.trim() !== "") body.set(name, value);
  body.set("file", order.file);

  // fetch does not report upload progress.
  const request = new XMLHttpRequest();
  request.open("POST", "/api/v1/translate/file");
  request.setRequestHeader("Prefer", "respond-async");
  request.setRequestHeader("Idempotency-Key", order.id);
  request.responseType = "json";
  request.upload.onprogress = ({ loaded, total }) => change(order.id, { sent: loaded, total });
  const end = (work: () => void) => () => {
    if (!running.delete(order.id)) return;
    work();
    startNext();
  };
  const fail = (error: ApiError) => change(order.id, { state: "failed", error });
  request.onload = end(() => {
    const requestId = request.getResponseHeader("x-request-id");
    if (request.status >= 400) return fail(errorOfAnswer(request.status, request.response, requestId));
    const created = request.response as FileTranslation | null;
    if (!created?.id) return fail(new ApiError("unreadable_answer", "", request.status, requestId));
    publish(uploadStore.get().filter((each) => each.id !== order.id));
    onCreated(created);
  });
  request.onerror = end(() => fail(errorOfSilence()));
  request.send(body);
  return request;
}

function change(id: string, next: Partial<Upload>): void {
  publish(uploadStore.get().map((each) => (each.id === id ? { ...each, ...next } : each)));
}

function publish(next: readonly Upload[]): void {
  uploadStore.set(next);
  // Leaving the page would lose files that are not yet on the server, so the browser asks before.
  const ask = next.some(({ state }) => state !== "failed") ? "addEventListener" : "removeEventListener";
  window[ask]("beforeunload", askBeforeLeaving);
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
