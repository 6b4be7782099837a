import type { Download } from "./download";
import type { OPERATIONS } from "./operations";
import type { PagedList } from "./paged-list";
import type { operations } from "./schema";

export type OperationId = keyof typeof OPERATIONS;

/** A file to upload. Its name decides how it is read, so bytes need a `name`. */
export type Upload = Blob | { readonly name: string; readonly content: Uint8Array | string };

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** Omitted: the SDK generates one for each operation that supports it, so that retries never repeat the work. */
  readonly idempotencyKey?: string;
  /** The `ETag` that was read: the call fails with `precondition_failed` if the resource has changed since. */
  readonly ifMatch?: string;
  /** Seconds, 0–60, for which the server may wait for the result, if the operation supports it. */
  readonly wait?: number;
  /** Receives the response, for its status and headers. */
  readonly onResponse?: (response: Response) => void;
};

/** One method per operation, named by its `operationId`. Path, query and body fields share one object. */
export type Methods = { readonly [Id in OperationId]: Id extends ForTargets ? MethodForTargets<Id> : Method<Id> };

/** Operations that accept one `target`, or several `targets` and then return `results`. */
type ForTargets = "translateText" | "translateBatch";

type MethodForTargets<Id extends ForTargets> = {
  (
    input: Omit<InputOf<Id>, "targets"> & { target: string },
    options?: CallOptions,
  ): Promise<Exclude<AnswerOf<Id>, { results: unknown }>>;
  (
    input: Omit<InputOf<Id>, "target"> & { targets: string[] },
    options?: CallOptions,
  ): Promise<Extract<AnswerOf<Id>, { results: unknown }>>;
};

type Method<Id extends OperationId> =
  RequiredKeys<InputOf<Id>> extends never
    ? (input?: InputOf<Id>, options?: CallOptions) => ResultOf<Id>
    : (input: InputOf<Id>, options?: CallOptions) => ResultOf<Id>;

export type InputOf<Id extends OperationId> = FieldsOf<operations[Id], "path"> &
  FieldsOf<operations[Id], "query"> &
  BodyOf<operations[Id]>;

type FieldsOf<Operation, Place extends string> = Operation extends { parameters: { [P in Place]?: infer Fields } }
  ? [NonNullable<Fields>] extends [never]
    ? unknown
    : NonNullable<Fields>
  : unknown;

type BodyOf<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? {
      [Type in keyof Content]: Type extends "multipart/form-data"
        ? Content[Type] extends { file: string }
          ? Omit<Content[Type], "file"> & { file: Upload }
          : Omit<Content[Type], "file" | "archive"> & { file?: readonly Upload[]; archive?: Upload }
        : Content[Type];
    }[keyof Content]
  : unknown;

type RequiredKeys<T> = T extends unknown
  ? { [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? never : K }[keyof T]
  : never;

type ResultOf<Id extends OperationId> = (typeof OPERATIONS)[Id] extends { list: infer List }
  ? PagedList<AnswerOf<Id>, ItemOf<AnswerOf<Id>, List>>
  : Promise<(typeof OPERATIONS)[Id] extends { bytes: true } ? Download : AnswerOf<Id>>;

type ItemOf<Page, List> = List extends keyof Page ? (Page[List] extends readonly (infer Item)[] ? Item : never) : never;

export type AnswerOf<Id extends OperationId> = operations[Id] extends { responses: infer Responses }
  ? { [Status in keyof Responses]: JsonOf<Responses[Status]> }[keyof Responses]
  : never;

type JsonOf<Response> = Response extends { content: { "application/json": infer Json } } ? Json : undefined;
