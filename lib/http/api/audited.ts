import type { AuditDetails } from "@/db/schema/audit";
import { isId } from "@/lib/base/ids";
import { describeError, log } from "@/lib/base/log";
import { isRecord } from "@/lib/base/records";
import { type AuditActor, auditActor, NOBODY, nameOf, recordAudit } from "@/lib/identity/audit/record";
import type { AuditRule, CallPath } from "@/lib/identity/audit/rule";
import type { Caller } from "@/lib/identity/auth/caller";
import type { ApiRequest } from "./endpoint";

type Call = {
  readonly caller: Caller | null;
  readonly isAdmin: boolean;
  readonly request: ApiRequest;
  readonly params: unknown;
  readonly body: unknown;
  readonly query: unknown;
};

/**
 * Prepares the audit entry of a call before the call runs, because the call may delete the rows that contain the names.
 * Returns a function that records the entry after success; an error there is logged and does not change the response.
 */
export async function prepareAudit(rule: AuditRule, call: Call): Promise<(answer: unknown) => Promise<void>> {
  const target = valueAt(rule.target, call);
  const before = {
    actor: rule.anonymous ? NOBODY : await auditActor(call.caller),
    targetName: typeof target === "string" ? await nameOf(target) : null,
  };
  return (answer) =>
    record(rule, call, before, answer).catch((error) =>
      log.error({ ...describeError(error), action: rule.action }, "could not write the audit log"),
    );
}

async function record(
  rule: AuditRule,
  call: Call,
  before: { readonly actor: AuditActor; readonly targetName: string | null },
  answer: unknown,
): Promise<void> {
  if (rule.ignored && isRecord(call.body) && Object.keys(call.body).every((name) => rule.ignored?.includes(name)))
    return;
  const read = (path: CallPath | undefined) => valueAt(path, { ...call, answer });
  const id = textOf(read(rule.target));
  const actorId = textOf(read(rule.actor));
  await recordAudit({
    action: rule.action,
    actor: actorId === null ? before.actor : { type: "user", id: actorId, name: await nameOf(actorId) },
    accountId: rule.deletesAccount || rule.anonymous ? null : accountOf(rule, call, id, textOf(read(rule.account))),
    isServer: call.isAdmin || call.caller === null || rule.deletesAccount === true || rule.anonymous === true,
    target: { id, name: textOf(read(rule.name)) ?? before.targetName ?? (id === null ? null : await nameOf(id)) },
    details: detailsOf(rule, call, read),
    request: call.request,
  });
}

/** Administrators act on the whole server, or on the account that the call names. */
function accountOf(rule: AuditRule, call: Call, target: string | null, given: string | null): string | null {
  if (given !== null) return given;
  if (!call.isAdmin) return call.caller?.accountId ?? null;
  return rule.target && target !== null && isId("account", target) ? target : null;
}

function detailsOf(rule: AuditRule, call: Call, read: (path: CallPath) => unknown): AuditDetails {
  const entries = Object.entries(rule.details ?? {}).map(([name, path]) => [name, plain(read(path))] as const);
  const fields = rule.changed && isRecord(call.body) ? [["fields", Object.keys(call.body)] as const] : [];
  return Object.fromEntries(
    [...entries, ...fields].flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function plain(value: unknown): AuditDetails[string] | undefined {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.slice(0, 100).map(String);
  return value === null || ["string", "number", "boolean"].includes(typeof value)
    ? (value as AuditDetails[string])
    : undefined;
}

function valueAt(path: CallPath | undefined, call: Partial<Record<"params" | "body" | "query" | "answer", unknown>>) {
  return path?.split(".").reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), call);
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
