import type { z } from "zod";
import type { Transaction } from "@/db/client";
import type { Caller, Person } from "@/lib/auth/caller";
import type { ErrorCode, FieldError } from "@/lib/errors";
import type { IdKind } from "@/lib/ids";
import type { Role } from "@/lib/vocabulary/roles";
import type { Scope } from "@/lib/vocabulary/scopes";
import type { ApiRequest } from "./api-request";
import type { Upload } from "./multipart";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/** What stands in a path: the id of something, a language tag, or the name of a branch. */
export type ParamKind = IdKind | "language" | "branch";

/**
 * What one method of a route takes, gives and asks of its caller. The same object checks requests, encodes answers
 * and is written into the OpenAPI document: they cannot drift.
 */
export type Contract = {
  /** Verb and noun in camel case, unique: generated clients name their methods so. Public operations need one. */
  readonly operationId?: string;
  readonly summary: string;
  readonly description?: string;
  /** Heading in the reference. */
  readonly tag: string;
  /**
   * - `key` (default): an API key, or the dashboard's session;
   * - `session`: only a signed-in person; not part of the public document;
   * - `page`: anybody, from this service's own pages; not part of the public document;
   * - `public`: anybody.
   */
  readonly access?: "key" | "session" | "page" | "public";
  /** What a key must have. Null: any valid key. */
  readonly scope: Scope | null;
  /** The least role of a signed-in member. Default: viewer. */
  readonly role?: Role;
  /** True for pages of the server's administrators. */
  readonly admin?: boolean;
  /** Kinds of the ids in the path, or `language` for a BCP 47 tag. */
  readonly params?: Readonly<Record<string, ParamKind>>;
  readonly query?: z.ZodObject;
  /** JSON body. */
  readonly body?: z.ZodType;
  /** Most bytes of a JSON body; default 64 KiB. */
  readonly bodyBytes?: (caller: Caller) => number;
  /** Fields of a multipart body beside the part `file`. With `body` too, the content type of a request decides. */
  readonly multipart?: z.ZodObject;
  /**
   * What only the service can tell of the fields of a body, such as its languages, asked where their form is wrong: every
   * fault is told at once. A body in good form is left to the handler.
   */
  readonly alsoWrong?: (caller: Caller, given: Readonly<Record<string, unknown>>) => Promise<readonly FieldError[]>;
  /** The answer. Null: no body (204), or bytes: see `produces`. */
  readonly response: z.ZodType | null;
  /** Media type of an answer that is not JSON. */
  readonly produces?: string;
  /** Status of success; default 200, or 204 without a body. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Other statuses of success, with what they mean. */
  readonly alsoStatus?: Readonly<Record<number, string>>;
  /** False: costs nothing and is never refused for the limit. */
  readonly charge?: boolean;
  /** Takes `Idempotency-Key`; the work runs in one transaction with its note. */
  readonly idempotent?: boolean;
  /** The answer holds a secret: what is kept of it for the idempotency key is encrypted. */
  readonly secret?: boolean;
  /** Answers carry an `ETag`, and `If-None-Match` is heeded. */
  readonly etag?: boolean;
  /** Heeds `If-Match`, so that no other change is lost: 412 for another version. `required`: 400 without it. */
  readonly ifMatch?: "optional" | "required";
  /** Waits for what it has begun, as `Prefer` says, and gives the file itself to who accepts bytes. */
  readonly waits?: boolean;
  /** Headers of a success that the rest of the contract does not tell. */
  readonly sends?: readonly ("Location" | "Retry-After" | "ETag")[];
  /** Errors beyond those that every route can give. */
  readonly errors?: readonly ErrorCode[];
  readonly examples?: { readonly request?: unknown; readonly response?: unknown };
};

type BodyOf<C extends Contract> = C["body"] extends z.ZodType
  ? C["multipart"] extends z.ZodType
    ? z.output<C["body"]> | undefined
    : z.output<C["body"]>
  : undefined;
type QueryOf<C extends Contract> = C["query"] extends z.ZodType ? z.output<C["query"]> : Record<string, never>;
type FieldsOf<C extends Contract> = C["multipart"] extends z.ZodType
  ? C["body"] extends z.ZodType
    ? z.output<C["multipart"]> | undefined
    : z.output<C["multipart"]>
  : undefined;
type ParamsOf<C extends Contract> =
  C["params"] extends Record<infer Name extends string, ParamKind> ? Record<Name, string> : Record<string, never>;
type CallerOf<C extends Contract> = C["access"] extends "public" | "page"
  ? null
  : C["access"] extends "session"
    ? Person
    : Caller;

export type Context<C extends Contract> = {
  readonly caller: CallerOf<C>;
  readonly body: BodyOf<C>;
  readonly query: QueryOf<C>;
  readonly params: ParamsOf<C>;
  readonly fields: FieldsOf<C>;
  /** The uploaded file of a multipart body. */
  readonly file: Upload | null;
  readonly request: ApiRequest;
  readonly requestId: string;
  /** What an idempotent route writes through. */
  readonly tx: Transaction;
};

/** An answer with its own status or headers. */
export class Answer<T> {
  constructor(
    readonly data: T,
    readonly options: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {}
}

// biome-ignore lint/suspicious/noConfusingVoidType: a service without an answer gives void
type Data<C extends Contract> = C["response"] extends z.ZodType ? z.input<C["response"]> : undefined | void;
/** A handler gives the data of its contract, an `Answer` with them, or (for bytes) a `Response`. */
export type Result<C extends Contract> = Data<C> | Answer<Data<C>> | Response;

export type Route<C extends Contract = Contract> = {
  readonly contract: C;
  readonly handle: (context: Context<C>) => Promise<Result<C>>;
  /** After an idempotent route has committed: may wait for what it started, and gives the answer. */
  readonly complete?: (context: Context<C>, answer: Answer<Data<C>>) => Promise<Result<C>>;
};

/** The methods of one path. */
// biome-ignore lint/suspicious/noExplicitAny: routes of different contracts stand in one table
export type Routes = Readonly<Partial<Record<Method, Route<any>>>>;

/** A path below `/v1`, such as `/projects/{projectId}`, and its methods. The path names the endpoint in usage, logs and measures. */
export type Resource = { readonly path: string; readonly routes: Routes };

/** Declares one method of a route. */
export function route<const C extends Contract>(
  contract: C,
  handle: Route<C>["handle"],
  complete?: Route<C>["complete"],
): Route<C> {
  return { contract, handle, ...(complete ? { complete } : {}) };
}
