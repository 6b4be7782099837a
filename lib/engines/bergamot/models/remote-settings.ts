import { z } from "zod";
import { isRecord } from "@/lib/base/records";
import { type Client, isFor } from "./filter-expression";
import { getJson, type HttpOptions } from "./http";
import { type OfferStatus, precisionOf } from "./manifest";
import { ModelError } from "./model-error";
import { canonicalTag, isComplete, type Offer, type OfferedFile } from "./offer";

const Root = z.object({ capabilities: z.object({ attachments: z.object({ base_url: z.url() }) }) });
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Size = z.number().int().positive();

const Record = z.object({
  name: z.string(),
  sourceLanguage: z.string(),
  targetLanguage: z.string(),
  architecture: z.string().default("tiny"),
  variant: z.string().nullish(),
  version: z.string(),
  fileType: z.enum(["model", "lex", "vocab", "srcvocab", "trgvocab"]),
  decompressedHash: Sha256.nullish(),
  decompressedSize: Size.nullish(),
  /** Filter for the Firefox editions that may use a record; empty for all. */
  filter_expression: z.string().nullish(),
  attachment: z.object({ hash: Sha256, size: Size, location: z.string() }),
});
type Record = z.infer<typeof Record>;

/** Collections of models: the one for current Firefox, and the previous one, whose files are not compressed. */
const COLLECTIONS = ["translations-models-v2", "translations-models"] as const;

/**
 * The models on a Remote Settings server, such as Mozilla's, from the newest collection with usable ones. `server` is
 * its address with version: `https://…/v1`. Skips records of other kinds.
 */
export async function remoteSettingsOffers(server: string, http: HttpOptions): Promise<Offer[]> {
  const root = Root.safeParse(await getJson(`${server}/`, http));
  if (!root.success) throw notModels(server);
  const attachments = root.data.capabilities.attachments.base_url.replace(/\/*$/, "/");
  let fault: unknown = notModels(server);
  for (const collection of COLLECTIONS) {
    try {
      const list = await getJson(`${server}/buckets/main/collections/${collection}/records`, http);
      const offers = offersOf(list, attachments, server);
      if (offers.length > 0) return offers;
    } catch (error) {
      fault = error;
    }
  }
  throw fault;
}

function offersOf(list: unknown, attachments: string, server: string): Offer[] {
  const parsed = z.object({ data: z.array(z.unknown()) }).safeParse(list);
  if (!parsed.success) throw notModels(server);
  const records = parsed.data.data.flatMap((entry) => Record.safeParse(renamed(entry)).data ?? []);
  return CLIENTS.flatMap(([client, status]) => {
    const matching = records.filter(({ filter_expression }) => isFor(filter_expression ?? "", client));
    const facts = { isMobile: client.os === "Android", origin: server };
    return setsOf(matching, attachments).map((set) => ({ ...set, ...facts, status: statusOf(set.version, status) }));
  });
}

/** Every Firefox that records are written for. A model must be complete for one of them, so builds are never mixed. */
const CLIENTS = (["Linux", "Android"] as const).flatMap((os): (readonly [Client, OfferStatus])[] => [
  [{ os, channel: "release" }, "released"],
  [{ os, channel: "beta" }, "beta"],
  [{ os, channel: "nightly" }, "nightly"],
]);

/** A version number of a preview, such as `3.0a1`, is not a release, whichever Firefox gets it. */
function statusOf(version: string, status: OfferStatus): OfferStatus {
  if (/\da/i.test(version)) return "nightly";
  return status === "released" && /[a-z]/i.test(version) ? "beta" : status;
}

function setsOf(records: readonly Record[], attachments: string): Omit<Offer, "status" | "isMobile" | "origin">[] {
  const groups = new Map<string, { readonly first: Record; readonly files: OfferedFile[] }>();
  for (const record of records) {
    const { sourceLanguage, targetLanguage, architecture, version, variant } = record;
    const key = JSON.stringify([sourceLanguage, targetLanguage, architecture, version, variant ?? ""]);
    const group = groups.get(key) ?? { first: record, files: [] };
    groups.set(key, group);
    const { decompressedSize: size, decompressedHash: sha256 } = record;
    group.files.push({
      kind: record.fileType,
      name: record.name,
      url: new URL(record.attachment.location, attachments).href,
      packed: { size: record.attachment.size, sha256: record.attachment.hash },
      ...(size && sha256 ? { unpacked: { size, sha256 } } : {}),
    });
  }
  return [...groups.values()].flatMap(({ first, files }) => {
    const [source, target] = [canonicalTag(first.sourceLanguage), canonicalTag(first.targetLanguage)];
    const precision = precisionOf(files.find(({ kind }) => kind === "model")?.name ?? "");
    if (!source || !target || !precision || !isComplete(files)) return [];
    return [{ source, target, version: first.version, architecture: first.architecture, precision, files }];
  });
}

/** The older collection uses other field names for the languages. */
function renamed(entry: unknown): unknown {
  if (!isRecord(entry)) return entry;
  const { fromLang, toLang } = entry;
  return { sourceLanguage: fromLang, targetLanguage: toLang, ...entry };
}

function notModels(server: string): ModelError {
  return new ModelError("unreachable", `${new URL(server).host} is not a Remote Settings server with models.`);
}
