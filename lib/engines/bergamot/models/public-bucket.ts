import path from "node:path";
import { z } from "zod";
import { getJson, type HttpOptions } from "./http";
import { type OfferStatus, precisionOf } from "./manifest";
import { ModelError } from "./model-error";
import { canonicalTag, isComplete, type Offer, type OfferedFile } from "./offer";

const File = z.object({
  path: z.string(),
  uncompressedSize: z.number().int().positive().nullish(),
  uncompressedHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullish(),
});
const KINDS = {
  model: "model",
  lexicalShortlist: "lex",
  vocab: "vocab",
  srcVocab: "srcvocab",
  trgVocab: "trgvocab",
} as const;
const Entry = z.object({
  architecture: z.string(),
  sourceLanguage: z.string(),
  targetLanguage: z.string(),
  releaseStatus: z.string().nullish(),
  files: z.record(z.string(), z.unknown()),
});

/**
 * The models in the public bucket of Mozilla's training; `address` is that of its `models.json`. Only the model file
 * has a hash; the others are as trustworthy as the connection. Models have no version and get version 0.
 */
export async function bucketOffers(address: string, http: HttpOptions): Promise<Offer[]> {
  const list = await getJson(address, http);
  const parsed = z.object({ baseUrl: z.url(), models: z.record(z.string(), z.array(z.unknown())) }).safeParse(list);
  if (!parsed.success) throw new ModelError("unreachable", `${new URL(address).host} has no list of models.`);
  const base = parsed.data.baseUrl.replace(/\/*$/, "/");
  return Object.values(parsed.data.models)
    .flat()
    .flatMap((candidate) => {
      const { data: entry } = Entry.safeParse(candidate);
      if (!entry) return [];
      const files = Object.entries(KINDS).flatMap(([name, kind]) => {
        const { data: file } = File.safeParse(entry.files[name]);
        if (!file) return [];
        const { uncompressedSize: size, uncompressedHash: sha256 } = file;
        const offered: OfferedFile = {
          kind,
          name: path.posix.basename(file.path).replace(/\.(?:gz|zst)$/, ""),
          url: new URL(file.path, base).href,
          ...(size && sha256 ? { unpacked: { size, sha256 } } : {}),
        };
        return [offered];
      });
      const [source, target] = [canonicalTag(entry.sourceLanguage), canonicalTag(entry.targetLanguage)];
      const precision = precisionOf(files.find(({ kind }) => kind === "model")?.name ?? "");
      if (!source || !target || !precision || !isComplete(files)) return [];
      const { architecture } = entry;
      const status = STATUSES.get(entry.releaseStatus?.toLowerCase() ?? "") ?? "experimental";
      const isMobile = /android/i.test(entry.releaseStatus ?? "");
      return [{ source, target, version: "0", architecture, precision, status, isMobile, origin: address, files }];
    });
}

/** Mozilla's generator writes an empty status for models that were never released. */
const STATUSES: ReadonlyMap<string, OfferStatus> = new Map([
  ["release", "released"],
  ["release desktop", "released"],
  ["release android", "released"],
  ["beta", "beta"],
  ["nightly", "nightly"],
]);
