import { AppError } from "@/lib/base/errors";
import { METHODS, type Method } from "@/lib/http/api/contract";
import type { ApiRequest, Endpoint, PathParams } from "@/lib/http/api/endpoint";
import { rateLimitHeaders, requestIdOf } from "@/lib/http/api/headers";
import type { Upload } from "@/lib/http/api/multipart";
import { type CallState, observeCall } from "@/lib/http/api/observed";
import {
  baseHeaders,
  errorReply,
  jsonReply,
  methodNotAllowed,
  optionsReply,
  type Reply,
  unknownAddress,
  withoutBody,
} from "@/lib/http/api/responses";
import { authenticateApiKey, refusal } from "@/lib/identity/auth/authenticate";
import type { Caller } from "@/lib/identity/auth/caller";
import { TIER_LIMITS } from "@/lib/identity/quota/tiers";
import type { Scope } from "@/lib/vocabulary/rights";
import { Fields, queryFields, type ReadBody, readFields } from "./fields";

export type FacadeContext = ReadBody & {
  readonly caller: Caller;
  readonly params: PathParams;
  readonly request: ApiRequest;
};

/** JSON with a status, or a `Response` for other content. */
export type FacadeAnswer =
  | { readonly body?: unknown; readonly status?: number; readonly headers?: Readonly<Record<string, string>> }
  | Response;

type Handle<Context> = (context: Context) => Promise<FacadeAnswer>;

/** A method of a facade's endpoint, which is public or requires a key with a scope. */
export type FacadeRoute =
  | { readonly access: "public"; readonly handle: Handle<Omit<FacadeContext, "caller">> }
  | {
      readonly scope: Scope | null;
      /** False: the request is free and never rejected by the rate limit. */
      readonly charge?: boolean;
      readonly handle: Handle<FacadeContext>;
    };

/** Null: every method is 404. */
export type FacadeRoutes = Readonly<Partial<Record<Method, FacadeRoute>>> | null;

/** How a vendor's API differs from ours apart from its endpoints. */
export type Dialect = {
  readonly isOn: () => boolean;
  /** The key in a request. `fields` are those of the query until the body has been read. */
  readonly keyOf: (request: ApiRequest, fields: Fields) => string | null;
  /** The key for a request without one, found by the client's address. */
  readonly keyOfAddress?: (request: ApiRequest) => string | null;
  /** The error for a request without a key. */
  readonly missingKey: () => AppError;
  readonly error: (error: AppError, request: ApiRequest) => { readonly status: number; readonly body: unknown };
  readonly headers: (requestId: string, request: ApiRequest) => Readonly<Record<string, string>>;
};

/**
 * An endpoint of a vendor's API. Authentication, limits, scopes, usage and logs are those of `/v1`; the dialect defines
 * where the key is and what responses and errors look like.
 */
export function facadeEndpoint(dialect: Dialect, address: string, routes: FacadeRoutes, alias?: string): Endpoint {
  const allowed = [...METHODS.filter((method) => routes?.[method]), ...(routes?.GET ? ["HEAD"] : []), "OPTIONS"];
  return {
    address,
    alias,
    answer: async (request, params) => {
      if (!dialect.isOn()) return unknownAddress(request);
      const requestId = requestIdOf(request);
      const method = METHODS.find((one) => one === (request.method === "HEAD" ? "GET" : request.method));
      const route = method && routes?.[method];
      const reply = await (request.method === "OPTIONS"
        ? optionsReply(request, allowed)
        : observeCall(
            { method: request.method, path: address, address, request, requestId },
            async (seen) => {
              if (!routes) throw new AppError("not_found", "This server does not support this part of the API.", {});
              if (!route) throw methodNotAllowed(allowed);
              return serve(dialect, route, request, requestId, params, seen);
            },
            (thrown, id, headers) => errorReply(thrown, id, headers, (error) => dialect.error(error, request)),
          ));
      for (const [name, value] of Object.entries(dialect.headers(requestId, request))) reply.headers.set(name, value);
      return request.method === "HEAD" ? withoutBody(reply) : reply;
    },
  };
}

/** Clients of some vendors send the same fields in either way. */
export function forGetAndPost(route: FacadeRoute): FacadeRoutes {
  return { GET: route, POST: route };
}

/** All other addresses below a vendor's root: 404 in its own shape. */
export function unknownBelow(dialect: Dialect, root: string, alias?: string): Endpoint {
  return facadeEndpoint(dialect, `${root}/{path...}`, null, alias && `${alias}/{path...}`);
}

/** Limits before the caller is known: the body may contain the key. */
const ANYBODY = { tier: null, limits: TIER_LIMITS.pro };

async function serve(
  dialect: Dialect,
  route: FacadeRoute,
  request: ApiRequest,
  requestId: string,
  params: PathParams,
  seen: CallState,
): Promise<Reply> {
  if ("access" in route) {
    const body = await readFields(request, ANYBODY);
    return replyOf(await route.handle({ ...body, params, request }), baseHeaders(requestId));
  }
  const charge = route.charge !== false;
  const admit = async (key: string): Promise<Caller> => {
    const authenticated = await authenticateApiKey(request, key, { charge });
    seen.authenticated = authenticated;
    const refused = refusal(authenticated.decision);
    if (refused) throw refused;
    return authenticated.caller;
  };
  const early = dialect.keyOf(request, new Fields(queryFields(request)));
  const known = early === null ? null : await admit(early);
  const body = await readFields(request, known ?? ANYBODY);
  const late = known ? null : (dialect.keyOf(request, body.fields) ?? dialect.keyOfAddress?.(request) ?? null);
  if (!known && late === null) throw dialect.missingKey();
  const caller = known ?? (await admit(late!));
  refuseOversized(caller, body.file);
  requireScope(caller, route.scope);
  const answer = await route.handle({ ...body, caller, params, request });
  const headers = baseHeaders(requestId);
  rateLimitHeaders(seen.authenticated?.decision ?? null, headers);
  return replyOf(answer, headers);
}

function refuseOversized({ tier, limits: { fileBytes } }: Caller, file: Upload | null): void {
  if (file && file.bytes.length > fileBytes)
    throw new AppError("too_large", `The file is larger than the ${fileBytes} bytes of your tier.`, {
      limit: fileBytes,
      actual: file.bytes.length,
      unit: "bytes",
      field: "file",
      tier,
    });
}

function requireScope(caller: Caller, scope: Scope | null): void {
  if (scope && !caller.scopes.includes(scope))
    throw new AppError("forbidden", `The key lacks the scope ${scope}.`, { required: scope, granted: caller.scopes });
}

function replyOf(answer: FacadeAnswer, headers: Headers): Reply {
  if (answer instanceof Response) {
    for (const [name, value] of answer.headers) headers.set(name, value);
    return { status: answer.status, headers, body: answer.body };
  }
  const { body, status = 200 } = answer;
  for (const [name, value] of Object.entries(answer.headers ?? {})) headers.set(name, value);
  return body === undefined ? { status: 204, headers, body: null } : jsonReply(body, status, headers);
}
