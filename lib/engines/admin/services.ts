import { isDeepStrictEqual } from "node:util";
import { eq, sql as raw } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { type EngineServiceSettings, engineServices } from "@/db/schema";
import { env } from "@/lib/base/env";
import { AppError, type FieldError, invalidRequest, notFound } from "@/lib/base/errors";
import { engines } from "@/lib/engines/registry";
import { configuredServices } from "@/lib/engines/remote/configured";
import { parseServiceAccount } from "@/lib/engines/remote/google-token";
import { openService, type ServiceSettings } from "@/lib/engines/remote/service";
import type {
  EngineQualityBody,
  EngineQualityList,
  SavedService,
  Service,
  ServiceBody,
  ServiceList,
  ServiceTest,
  ServiceTestBody,
} from "@/lib/schemas/engines";
import { SERVICE_FIELDS, type ServiceKind } from "@/lib/schemas/service-fields";
import { isKnownLanguage, parseLanguage } from "@/lib/text/languages";
import { forgetQualities, keepMeasured, keepSet, storedQualities } from "./engine-quality";
import { applyServices, SERVICES_CHANNEL } from "./follow-services";
import { type Pair, projectPairs } from "./project-pairs";
import { measuredNow, startMeasuring } from "./quality/job";
import { lastResult } from "./quality/result";
import { type ServiceRow, sealKey, serviceOf, storedServices } from "./stored-services";
import { trialOf, tryService } from "./trial";

const LEADS_BACK = "This address leads back to this server. Enter the address of another server.";

type Body = Omit<z.output<typeof ServiceBody>, "force">;

/** Configured services, those from the environment first. The result contains no keys. */
export async function listServices(): Promise<z.input<typeof ServiceList>> {
  const fixed = configuredServices(env());
  const overridden = new Set(fixed.map(({ kind }) => kind));
  const stored = await storedServices();
  return {
    services: [
      ...fixed.map(viewOfEnvironment),
      ...stored.map((row) => ({ ...viewOfRow(row), isOverridden: overridden.has(row.kind) })),
    ],
  };
}

/**
 * Creates or changes a service, which is in use when this resolves. An omitted key is kept, but never sent to an
 * address it was not entered for. The trial includes `pairs`. Throws 400 for invalid fields, 422 if the trial fails.
 */
export async function setService(
  { force, ...body }: z.output<typeof ServiceBody>,
  pairs: readonly Pair[] = [],
): Promise<z.input<typeof SavedService>> {
  const before = (await storedServices()).find(({ kind }) => kind === body.kind);
  const { kind, ...columns } = columnsOf(body, before);
  const isSwitchedOff =
    !body.enabled && !body.key && isDeepStrictEqual(before?.settings, columns.settings) && body.key !== null;
  const trial = isSwitchedOff ? null : await trialOf(serviceOf({ kind, ...columns, updatedAt: new Date() }), pairs);
  if (trial?.refusal?.reason === "service_is_this_server")
    throw new AppError("service_is_this_server", LEADS_BACK, { trial });
  const message = `${trial?.message} Nothing was saved; send force: true to save it anyway.`;
  if (trial && !trial.ok && !force) throw new AppError("trial_failed", message, { trial });
  const measured = trial?.pairs.flatMap(({ chrf, ...pair }) => (chrf === null ? [] : { ...pair, chrF: chrf }));
  if (measured) await keepMeasured(kind, measured, "few");
  const set = { ...columns, updatedAt: raw`now()` };
  const [row] = await db()
    .insert(engineServices)
    .values({ kind, ...set })
    .onConflictDoUpdate({ target: engineServices.kind, set })
    .returning();
  await announce();
  const isOverridden = configuredServices(env()).some((fixed) => fixed.kind === kind);
  return { ...viewOfRow(row as ServiceRow), isOverridden, trial };
}

/** Like {@link setService}, then measures a local service in the background. Remote ones may charge per sentence. */
export async function setAndMeasure(accountId: string, body: z.output<typeof ServiceBody>) {
  const saved = await setService(body, await projectPairs(accountId));
  const { trial, enabled, isLocal, isOverridden, kind } = saved;
  if (trial?.ok && enabled && isLocal && !isOverridden) await startMeasuring(accountId, kind);
  return saved;
}

/** Sets the quality by which an engine is chosen for a pair; null restores the estimate. */
export async function setQuality({ engine, quality, ...pair }: z.output<typeof EngineQualityBody>): Promise<void> {
  if (!engines().some(({ id }) => id === engine)) throw notFound("engine");
  const source = readLanguage(pair.source, "source");
  await keepSet(engine, { source, target: readLanguage(pair.target, "target") }, quality);
  await announce();
}

/** All qualities that were measured or set manually. */
export async function listQualities(): Promise<z.input<typeof EngineQualityList>> {
  const qualities = [...(await storedQualities())].map(([key, value]) => {
    const [engine = "", source = "", target = ""] = key.split(" ");
    return { engine, source, target, ...value };
  });
  return { qualities, result: await lastResult(), measuring: await measuredNow() };
}

/** The service that a request body describes, with the stored key if it has none. Throws like {@link setService}. */
async function unsavedService(body: Body): Promise<ServiceSettings | null> {
  const before = (await storedServices()).find(({ kind }) => kind === body.kind);
  return serviceOf({ ...columnsOf(body, before), updatedAt: new Date() });
}

/**
 * Sends one real request with a configured service, whether in use or not, or with unsaved settings, and reports the
 * outcome. Throws 404 for an unknown service, 400 for invalid settings.
 */
export async function testService(body: z.output<typeof ServiceTestBody>): Promise<ServiceTest> {
  if (body.isUnsaved) return tryService(await unsavedService(body));
  const fixed = configuredServices(env()).find(({ kind }) => kind === body.kind);
  const row = (await storedServices()).find(({ kind }) => kind === body.kind);
  if (!fixed && !row) throw notFound("engine");
  return tryService(fixed ?? serviceOf(row!));
}

function columnsOf(body: Body, before: ServiceRow | undefined): Omit<ServiceRow, "updatedAt"> {
  const { kind, enabled, url, region, bucket, model, promptProfile } = body;
  const languages = body.languages?.map((tag, index) => readLanguage(tag, `languages.${index}`));
  const settings: EngineServiceSettings = {
    ...(url ? { url } : {}),
    ...(region ? { region } : {}),
    ...(bucket ? { bucket } : {}),
    ...(model ? { model } : {}),
    ...(promptProfile ? { promptProfile } : {}),
    ...(languages ? { languages } : {}),
  };
  return { kind, enabled, settings, ...keyOf(body, before) };
}

/** Removes a service and its key. Throws 404. */
export async function removeService(kind: ServiceKind): Promise<void> {
  const gone = await db().delete(engineServices).where(eq(engineServices.kind, kind)).returning();
  if (gone.length === 0) throw notFound("engine");
  await forgetQualities(kind);
  await announce();
}

/** Applies the change to this process immediately and notifies the other processes. */
async function announce(): Promise<void> {
  await db().execute(raw`select pg_notify(${SERVICES_CHANNEL}, '')`);
  await applyServices();
}

/** The key columns of the database row, for a new key or the stored one. */
function keyOf(body: Body, before: ServiceRow | undefined): Pick<ServiceRow, "key" | "keyEnd"> {
  const { kind, key } = body;
  if (typeof key === "string") return { key: sealKey(kind, key), keyEnd: endOf(kind, key) };
  const kept = key === undefined && before?.key ? before : undefined;
  if (kept && (kept.settings.url ?? null) !== (body.url ?? null))
    throw badKey(
      "required",
      "key_of_other_address",
      "Enter the key again: it is sent only to the address for which it was entered.",
    );
  if (!kept && SERVICE_FIELDS[kind].key === "required")
    throw badKey("required", undefined, "The field key is required.");
  return { key: kept?.key ?? null, keyEnd: kept?.keyEnd ?? null };
}

/** Minimum length of a key of which four characters are shown; of a shorter one they would reveal too much. */
const LONG_KEY = 16;

function endOf(kind: ServiceKind, key: string): string | null {
  if (kind !== "google") return key.length < LONG_KEY ? null : key.slice(-4);
  const account = parseServiceAccount(key);
  if (!account)
    throw badKey(
      "format",
      "no_service_account",
      "This is not the content of a Google service account's key file (JSON).",
    );
  return account.private_key_id?.slice(-4) ?? null;
}

function badKey(code: "required" | "format", reason: FieldError["reason"], message: string) {
  return invalidRequest([{ path: "key", code, message, ...(reason ? { reason } : {}) }]);
}

function readLanguage(input: string, path: string): string {
  const tag = parseLanguage(input);
  if (tag && isKnownLanguage(tag)) return tag;
  throw invalidRequest([{ path, code: "unsupported_language", message: `The language in ${path} is not known.` }]);
}

function viewOfEnvironment(settings: ServiceSettings): z.input<typeof Service> {
  return {
    kind: settings.kind,
    origin: "environment",
    enabled: true,
    isOverridden: false,
    url: settings.url ?? null,
    region: "region" in settings ? (settings.region ?? null) : null,
    bucket: "bucket" in settings ? (settings.bucket ?? null) : null,
    model: "model" in settings ? (settings.model ?? null) : null,
    promptProfile: settings.kind === "openai" ? (settings.profile ?? "auto") : null,
    languages: "languages" in settings ? [...settings.languages] : null,
    hasKey: "account" in settings || ("key" in settings && Boolean(settings.key)),
    keyEnd: null,
    keyIsReadable: true,
    isLocal: openService(settings, env()).local,
    updatedAt: null,
  };
}

function viewOfRow(row: ServiceRow): Omit<z.input<typeof Service>, "isOverridden"> {
  const { kind, enabled, settings, key, keyEnd, updatedAt } = row;
  const opened = serviceOf(row);
  return {
    kind,
    origin: "settings",
    enabled,
    url: settings.url ?? null,
    region: settings.region ?? null,
    bucket: settings.bucket ?? null,
    model: settings.model ?? null,
    promptProfile: kind === "openai" ? (settings.promptProfile ?? "auto") : null,
    languages: settings.languages ? [...settings.languages] : null,
    hasKey: key !== null,
    keyEnd,
    keyIsReadable: opened !== null,
    isLocal: opened ? openService(opened, env()).local : false,
    updatedAt: updatedAt.toISOString(),
  };
}
