import type { z } from "zod";
import type { Transaction } from "@/db/client";
import type { ErrorCode, FieldError } from "@/lib/base/errors";
import type { IdKind } from "@/lib/base/ids";
import type { AuditRule } from "@/lib/identity/audit/rule";
import type { Caller, Person } from "@/lib/identity/auth/caller";
import type { Role, Scope } from "@/lib/vocabulary/rights";
import type { ApiRequest } from "./endpoint";
import type { Upload } from "./multipart";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/** A path parameter: the id of a resource such as `fileId`, a BCP 47 language tag, or the name of a branch. */
export type ParamName = `${IdKind}Id` | "language" | "branch";

/** Names of the parameters in a path such as `/files/{fileId}`. */
export type ParamsIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsIn<Rest>
  : never;

/** Part of the public API and of its reference. */
type DocumentedContract = {
  /** Verb and noun in camel case, unique: generated clients use it as method name. */
  readonly operationId: string;
  /** Heading in the reference. */
  readonly tag: string;
  /** Errors besides those of every route, and `not_found` of routes with an id. */
  readonly errors?: readonly ErrorCode[];
  readonly examples?: { readonly request?: unknown; readonly response?: unknown };
  readonly admin?: undefined;
} & (
  | {
      /** An API key, or the dashboard's session. */
      readonly access?: "key";
      /** Scope required of a key. Null: any valid key. */
      readonly scope: Scope | null;
    }
  | {
      /** Anybody. */
      readonly access: "public";
      readonly scope?: undefined;
    }
);

/** A route of the dashboard alone. */
type InternalContract = {
  /** `session`: only a signed-in person; `page`: anybody, from this service's own pages. */
  readonly access: "session" | "page";
  /** True for administrators of the server only. */
  readonly admin?: boolean;
  readonly scope?: undefined;
};

/**
 * Input, output and permissions of one method of a route. The same object validates requests, encodes responses and
 * generates the OpenAPI document, so these always agree.
 */
export type Contract = (DocumentedContract | InternalContract) & {
  readonly summary: string;
  readonly description?: string;
  /** Minimum role of a signed-in member. Default: viewer. */
  readonly role?: Role;
  /** True if a member may call it before setting up the second factor that their workspace requires. */
  readonly beforeSecondFactor?: boolean;
  readonly query?: z.ZodObject;
  /** Schema of a JSON body. */
  readonly body?: z.ZodType;
  /** Maximum bytes of a JSON body; default 64 KiB. */
  readonly bodyBytes?: (caller: Caller) => number;
  /**
   * Fields of a multipart body besides the part `file`. If `body` is set too, the content type of a request decides.
   */
  readonly multipart?: z.ZodObject;
  /** The form accepts the part `file` several times, or one part `archive`; both are optional. */
  readonly severalFiles?: true;
  /**
   * Reports errors that only the service can detect, such as unknown languages, for a body with other errors, so that
   * the response lists all of them. For a valid body, the handler reports these errors.
   */
  readonly alsoWrong?: (caller: Caller, given: Readonly<Record<string, unknown>>) => Promise<readonly FieldError[]>;
  /** Schema of the response. Null: no body (204), or bytes (see `produces`). */
  readonly response: z.ZodType | null;
  /** Media type of a response that is not JSON. */
  readonly produces?: string;
  /** Status of a successful response; default 200, or 204 without a body. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Other success statuses and their meanings. */
  readonly alsoStatus?: Readonly<Record<number, string>>;
  /** False: the request is free and never rejected by the rate limit. */
  readonly charge?: boolean;
  /** Supports `Idempotency-Key`; the work and the stored response share a transaction. */
  readonly idempotent?: boolean;
  /** The response contains a secret: the copy stored for its idempotency key is encrypted. */
  readonly secret?: boolean;
  /** Responses have an `ETag`, and `If-None-Match` is respected. */
  readonly etag?: boolean;
  /** Respects `If-Match`, so that no concurrent change is lost: 412 if outdated. `required`: 400 without the header. */
  readonly ifMatch?: "optional" | "required";
  /**
   * Waits for its result as the header `Prefer` says. True: waits ten seconds by default, and sends the file itself to
   * clients that accept bytes. "asked": waits only if the header is present.
   */
  readonly waits?: true | "asked";
  /** What the audit log records of a successful call. */
  readonly audit?: AuditRule;
  /** Headers of successful responses that the rest of the contract does not imply. */
  readonly sends?: readonly ("Location" | "Retry-After" | "ETag")[];
};

/** Undefined too if a request may have the other kind of body instead. */
type SentAs<
  C extends Contract,
  Own extends "body" | "multipart",
  Other extends "body" | "multipart",
> = C[Own] extends z.ZodType ? z.output<C[Own]> | (C[Other] extends z.ZodType ? undefined : never) : undefined;
type QueryOf<C extends Contract> = C["query"] extends z.ZodType ? z.output<C["query"]> : Record<string, never>;
type CallerOf<C extends Contract> = C["access"] extends "public" | "page"
  ? null
  : C["access"] extends "session"
    ? Person
    : Caller;

export type Context<C extends Contract, Param extends string = string> = {
  readonly caller: CallerOf<C>;
  readonly body: SentAs<C, "body", "multipart">;
  readonly query: QueryOf<C>;
  readonly params: Readonly<Record<Param, string>>;
  readonly fields: SentAs<C, "multipart", "body">;
  /** The uploaded file of a multipart body. */
  readonly file: Upload | null;
  /** The uploaded files of a route with `severalFiles`. */
  readonly files: readonly Upload[];
  readonly archive: Upload | null;
  readonly request: ApiRequest;
  readonly requestId: string;
  /** The transaction of an idempotent route. */
  readonly tx: Transaction;
};

/** A response with its own status or headers. */
export class Answer<T> {
  constructor(
    readonly data: T,
    readonly options: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {}
}

// biome-ignore lint/suspicious/noConfusingVoidType: a service without an answer gives void
type Data<C extends Contract> = C["response"] extends z.ZodType ? z.input<C["response"]> : undefined | void;
/** What a handler returns: the data of its contract, an `Answer` with them, or (for bytes) a `Response`. */
export type Result<C extends Contract> = Data<C> | Answer<Data<C>> | Response;

export type Route<C extends Contract = Contract, Param extends string = string> = {
  readonly contract: C;
  readonly handle: (context: Context<C, Param>) => Promise<Result<C>>;
  /** Runs after an idempotent route has committed. May wait for a job of the route, and returns the response. */
  readonly complete?: (context: Context<C, Param>, answer: Answer<Data<C>>) => Promise<Result<C>>;
};

/** The routes of one path, by method. */
// biome-ignore lint/suspicious/noExplicitAny: routes of different contracts stand in one table
export type Routes = Readonly<Partial<Record<Method, Route<any, any>>>>;

/**
 * A path below `/v1`, such as `/projects/{projectId}`, and its methods. The path identifies the endpoint in usage, logs
 * and metrics.
 */
export type Resource = { readonly path: string; readonly routes: Routes };

/** Declares one method of a route with these path parameters. */
export type Declare<Param extends string> = <const C extends Contract>(
  contract: C,
  handle: Route<C, Param>["handle"],
  complete?: Route<C, Param>["complete"],
) => Route<C, Param>;
