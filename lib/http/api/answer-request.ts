import { db, type Transaction } from "@/db/client";
import { databaseFault } from "@/db/fault";
import { noteFullDisk } from "@/db/full-disk";
import { AppError } from "@/lib/base/errors";
import { isRecord } from "@/lib/base/records";
import { open, seal } from "@/lib/base/secret-box";
import { type Authenticated, authenticate, refusal, requireSameOrigin } from "@/lib/identity/auth/authenticate";
import type { Caller } from "@/lib/identity/auth/caller";
import { roleAllows } from "@/lib/vocabulary/rights";
import { pathParams, queryOf } from "./address";
import { prepareAudit } from "./audited";
import { checkDeclared, readJson, refuseEncoding } from "./body";
import {
  Answer,
  type Context,
  type Contract,
  METHODS,
  type Method,
  type Resource,
  type Result,
  type Route,
  type Routes,
} from "./contract";
import type { ApiRequest, PathParams } from "./endpoint";
import { etagOf, noneMatch } from "./etag";
import { corsHeaders, preflightHeaders, rateLimitHeaders, requestIdOf } from "./headers";
import { fingerprint, idempotencyKeyOf, runIdempotent, type StoredAnswer, storeAnswer } from "./idempotency";
import { type MultipartBody, readMultipart } from "./multipart";
import { type CallState, observeCall, refundCharge } from "./observed";
import {
  baseHeaders,
  errorReply,
  jsonReply,
  methodNotAllowed,
  nextLink,
  optionsReply,
  type Reply,
  toAppError,
  withoutBody,
} from "./responses";
import { Faults, validate } from "./validate";

const DEFAULT_BODY_BYTES = 64 * 1024;

/**
 * Answers one request for one path. Every request passes the same checks in the contract's order: request id → method →
 * key → rate limit → scope → content type → length → parse → validate → the work → the response through its schema.
 */
export async function answerRequest(resource: Resource, request: ApiRequest, params: PathParams): Promise<Reply> {
  const { path, routes } = resource;
  if (request.method === "OPTIONS") return options(request, routes);
  const isHead = request.method === "HEAD";
  const method = METHODS.find((one) => one === (isHead ? "GET" : request.method));
  const declared = method && routes[method];
  if (!method || !declared) return refuseMethod(request, routes);
  const reply = await answer(path, method, declared, request, params);
  return isHead ? withoutBody(reply) : reply;
}

function options(request: ApiRequest, routes: Routes): Reply {
  const reply = optionsReply(request, allowed(routes));
  preflightHeaders(request, allowed(routes), reply.headers);
  return reply;
}

function refuseMethod(request: ApiRequest, routes: Routes): Reply {
  const reply = errorReply(methodNotAllowed(allowed(routes)), requestIdOf(request));
  corsHeaders(request, reply.headers);
  return reply;
}

function allowed(routes: Routes): string[] {
  return [...METHODS.filter((method) => routes[method]), ...(routes.GET ? ["HEAD"] : []), "OPTIONS"];
}

async function answer(
  path: string,
  method: Method,
  declared: Route,
  request: ApiRequest,
  params: PathParams,
): Promise<Reply> {
  const requestId = requestIdOf(request);
  const call = { method, path, address: `/v1${path}`, request, requestId };
  const reply = await observeCall(call, (seen) => serve(declared, request, requestId, params, seen));
  corsHeaders(request, reply.headers);
  return reply;
}

async function serve(
  declared: Route,
  request: ApiRequest,
  requestId: string,
  params: PathParams,
  seen: CallState,
): Promise<Reply> {
  const { contract } = declared;
  const anybody = contract.access === "public" || contract.access === "page";
  if (contract.access === "page") requireSameOrigin(request);
  const refused = anybody ? null : await admit(contract, request, seen);
  // A 304 is free, so it is sent even if the limit is used up; every other response is then refused.
  if (refused && !(contract.etag && request.headers.has("if-none-match"))) throw refused;
  const replying = fulfil(declared, request, requestId, params, seen.authenticated, refused);
  return refused
    ? replying.catch((thrown) => Promise.reject(toAppError(thrown).status < 500 ? refused : thrown))
    : replying;
}

/** Validates the request, runs the route and builds the response. Returns `refused` unless the response is a 304. */
async function fulfil(
  declared: Route,
  request: ApiRequest,
  requestId: string,
  params: PathParams,
  authenticated: Authenticated | null,
  refused: AppError | null,
): Promise<Reply> {
  const { contract } = declared;
  const caller = authenticated?.caller ?? null;
  const decision = authenticated?.decision ?? null;
  if (caller) authorize(contract, caller);

  const { body, fields, file, files, archive, raw } = await readBody(contract, request, caller);
  const faults = new Faults();
  const context = {
    caller,
    params: faults.of(() => pathParams(params)),
    query: faults.of(() => queryOf(contract, request)),
    body: contract.body && !fields ? faults.of(() => validate(contract.body!, body)) : undefined,
    fields: contract.multipart && fields ? faults.of(() => validate(contract.multipart!, fields)) : undefined,
    file,
    files,
    archive,
    request,
    requestId,
  } as Omit<Context<Contract>, "tx">;
  // On routes with path parameters, the service first checks that the resource exists, then that a file was sent.
  if (fields && !file && !archive && (faults.any || Object.keys(params).length === 0))
    faults.add({ path: "file", code: "required", message: "Send the part called file." });
  const given = fields ?? body;
  if (faults.any && contract.alsoWrong && caller && isRecord(given))
    for (const fault of await contract.alsoWrong(caller, given)) faults.add(fault);
  faults.refuse();

  const audit =
    contract.audit && (await prepareAudit(contract.audit, { ...context, isAdmin: contract.admin === true }));
  const result = await work(declared, context, raw);
  if (!isReplayed(result)) await audit?.(result instanceof Response ? null : result.body);
  const headers = baseHeaders(requestId);
  rateLimitHeaders(decision, headers);
  if (result instanceof Response) return withHeaders(result, headers);
  for (const [name, value] of Object.entries(result.headers)) headers.set(name, value);
  const next = isRecord(result.body) && result.body.nextCursor;
  if (typeof next === "string") headers.set("Link", nextLink(request, next));
  if (result.body === undefined) return { status: result.status, headers, body: null };
  if (!contract.etag || result.status !== 200) return jsonReply(result.body, result.status, headers);

  const etag = etagOf(JSON.stringify(result.body));
  const fresh = noneMatch(request, etag);
  if (refused && !fresh) throw refused;
  if (fresh && decision && !refused) rateLimitHeaders(await refundCharge(decision), headers);
  headers.set("ETag", etag);
  headers.set("Cache-Control", "private, no-cache");
  return fresh ? { status: 304, headers, body: null } : jsonReply(result.body, result.status, headers);
}

/**
 * Authenticates and charges; returns the refusal if the limit is used up. With a full disk, charges cannot be stored:
 * then reading requests are free.
 */
async function admit(contract: Contract, request: ApiRequest, seen: CallState): Promise<AppError | null> {
  const charge = contract.charge !== false;
  seen.authenticated = await authenticate(request, { charge }).catch((thrown) => {
    if (request.method !== "GET" || databaseFault(thrown) !== "full") throw thrown;
    noteFullDisk();
    return authenticate(request, { charge: false });
  });
  return refusal(seen.authenticated.decision);
}

function authorize(contract: Contract, caller: Caller): void {
  if (contract.access === "session" && !caller.userId)
    throw new AppError("forbidden", "This requires a dashboard session. API keys cannot do it.", {
      required: "session",
      granted: "key",
    });
  if (caller.mustEnrol && !contract.beforeSecondFactor)
    throw new AppError("forbidden", "This workspace requires a second factor. Set one up under Settings, Security.", {
      required: "second_factor",
      granted: "password",
    });
  if (contract.admin && !caller.isAdmin)
    throw new AppError("forbidden", "Only an administrator of this server can do this.", {
      required: "administrator",
      granted: caller.role,
    });
  if (contract.scope && !caller.scopes.includes(contract.scope))
    throw new AppError("forbidden", `The key lacks the scope ${contract.scope}.`, {
      required: contract.scope,
      granted: caller.scopes,
    });
  if (contract.role && !roleAllows(caller.role, contract.role))
    throw new AppError("forbidden", `This requires the role ${contract.role}; yours is ${caller.role}.`, {
      required: contract.role,
      granted: caller.role,
    });
}

/** `fields` is null unless the body was multipart. */
type Read = Pick<MultipartBody, "file" | "files" | "archive"> & {
  body: unknown;
  fields: Record<string, string> | null;
  raw: Buffer;
};

const MULTIPART = "multipart/form-data";

async function readBody(contract: Contract, request: ApiRequest, caller: Caller | null): Promise<Read> {
  if (contract.body || contract.multipart) refuseEncoding(request);
  const isMultipart = request.headers.get("content-type")?.toLowerCase().startsWith(MULTIPART);
  if (contract.multipart && caller && (isMultipart || !contract.body)) {
    const { hash, ...sent } = await readMultipart(request, caller, undefined, contract.severalFiles);
    return { body: undefined, ...sent, raw: hash };
  }
  const empty = { body: undefined, fields: null, file: null, files: [], archive: null, raw: Buffer.alloc(0) };
  if (!contract.body) return empty;
  const most = caller && contract.bodyBytes ? contract.bodyBytes(caller) : DEFAULT_BODY_BYTES;
  checkDeclared(request, ["application/json", ...(contract.multipart ? [MULTIPART] : [])], most, caller);
  const { bytes, value } = await readJson(request, most, caller);
  return { ...empty, body: value, raw: bytes };
}

type Plain = { status: number; headers: Record<string, string>; body: unknown };

/** Runs the route, once per idempotency key if the route supports them. */
async function work(declared: Route, context: Omit<Context<Contract>, "tx">, raw: Buffer): Promise<Plain | Response> {
  const { contract, handle, complete } = declared;
  if (!contract.idempotent || !context.caller)
    return encode(contract, await handle({ ...context, tx: db() } as Context<Contract>));

  const caller = context.caller as Caller;
  const key = idempotencyKeyOf(context.request);
  const run = async (tx: Transaction) =>
    sealed(contract, keepable(encode(contract, await handle({ ...context, tx } as Context<Contract>))));
  const {
    answer: kept,
    replayed,
    isFinal,
  } = key
    ? await runIdempotent(caller, key, fingerprint(context.request, raw), !complete, run)
    : { answer: await db().transaction(run), replayed: false, isFinal: !complete };
  const answer = unsealed(contract, kept);
  if (!complete || isFinal) return replayed ? marked(answer) : answer;
  const finished = encode(
    contract,
    await complete(
      { ...context, tx: db() } as Context<Contract>,
      new Answer(answer.body as never, { status: answer.status, headers: answer.headers }),
    ),
  );
  if (key && !(finished instanceof Response)) await storeAnswer(caller, key, finished);
  return replayed ? marked(finished) : finished;
}

function isReplayed(answer: Plain | Response): boolean {
  return answer instanceof Response
    ? answer.headers.has("Idempotent-Replayed")
    : "Idempotent-Replayed" in answer.headers;
}

function marked<A extends Plain | Response>(answer: A): A {
  if (answer instanceof Response) answer.headers.set("Idempotent-Replayed", "true");
  else answer.headers["Idempotent-Replayed"] = "true";
  return answer;
}

/** Encrypts a stored response that contains a secret, so that a copy of the tables does not reveal it. */
function sealed({ secret }: Contract, answer: StoredAnswer): StoredAnswer {
  return secret ? { ...answer, body: seal("answer", JSON.stringify(answer.body)).toString("base64") } : answer;
}

function unsealed({ secret }: Contract, answer: StoredAnswer): StoredAnswer {
  return secret ? { ...answer, body: JSON.parse(open("answer", Buffer.from(String(answer.body), "base64"))) } : answer;
}

function keepable(result: Plain | Response): StoredAnswer {
  if (result instanceof Response) throw new Error("An idempotent route returned bytes: only JSON can be stored.");
  return result;
}

/** Encodes the response through its schema, so that a column outside the schema cannot leak. */
function encode(contract: Contract, result: Result<Contract>): Plain | Response {
  if (result instanceof Response) return result;
  const answer = result instanceof Answer ? result : new Answer(result);
  const status = answer.options.status ?? contract.status ?? (contract.response ? 200 : 204);
  return {
    status,
    headers: { ...answer.options.headers },
    body: contract.response ? contract.response.parse(answer.data) : undefined,
  };
}

/** Adds missing headers; a binary response keeps the values it has set. */
function withHeaders(response: Response, headers: Headers): Reply {
  for (const [name, value] of response.headers) headers.set(name, value);
  return { status: response.status, headers, body: response.body };
}
