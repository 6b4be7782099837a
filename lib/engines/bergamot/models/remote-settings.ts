import { z } from "zod";
import { getJson, type HttpOptions } from "./http";
import { precisionOf } from "./manifest";
import { ModelError } from "./model-error";
import { canonicalTag, isComplete, type Offer, type OfferedFile } from "./offer";

const Root = z.object({ capabilities: z.object({ attachments: z.object({ base_url: z.url() }) }) });
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Size = z.number().int().positive();

const Record = z.object({
  name: z.string(),
  sourceLanguage: z.string(),
  targetLanguage: z.string(),
  architecture: z.string(),
  variant: z.string().nullish(),
  version: z.string(),
  fileType: z.enum(["model", "lex", "vocab", "srcvocab", "trgvocab"]),
  decompressedHash: Sha256,
  decompressedSize: Size,
  /** Which editions of Firefox a record is for; empty for all. */
  filter_expression: z.string().nullish(),
  attachment: z.object({ hash: Sha256, size: Size, location: z.string(), mimetype: z.literal("application/zstd") }),
});

/**
 * The models on a Remote Settings server, such as Mozilla's, in the collection of current Firefox
 * (`translations-models-v2`). `server` is its address with version: `https://…/v1`. Skips records of other kinds.
 */
export async function remoteSettingsOffers(server: string, http: HttpOptions): Promise<Offer[]> {
  const [root, list] = await Promise.all([
    getJson(`${server}/`, http),
    getJson(`${server}/buckets/main/collections/translations-models-v2/records`, http),
  ]);
  const parsedRoot = Root.safeParse(root);
  const parsedList = z.object({ data: z.array(z.unknown()) }).safeParse(list);
  if (!parsedRoot.success || !parsedList.success) {
    throw new ModelError("unreachable", `${new URL(server).host} is no Remote Settings server with models.`);
  }
  const attachments = parsedRoot.data.capabilities.attachments.base_url.replace(/\/*$/, "/");
  const groups = new Map<string, { readonly first: z.infer<typeof Record>; readonly files: OfferedFile[] }>();
  for (const entry of parsedList.data.data) {
    const { data: record } = Record.safeParse(entry);
    if (!record || record.filter_expression) continue;
    const { sourceLanguage, targetLanguage, architecture, version, variant } = record;
    const key = JSON.stringify([sourceLanguage, targetLanguage, architecture, version, variant ?? ""]);
    const group = groups.get(key) ?? { first: record, files: [] };
    groups.set(key, group);
    group.files.push({
      kind: record.fileType,
      name: record.name,
      url: new URL(record.attachment.location, attachments).href,
      packing: "zstd",
      packed: { size: record.attachment.size, sha256: record.attachment.hash },
      unpacked: { size: record.decompressedSize, sha256: record.decompressedHash },
    });
  }
  return [...groups.values()].flatMap(({ first, files }) => {
    const [source, target] = [canonicalTag(first.sourceLanguage), canonicalTag(first.targetLanguage)];
    const precision = precisionOf(files.find(({ kind }) => kind === "model")?.name ?? "");
    if (!source || !target || !precision || !isComplete(files)) return [];
    return [
      { source, target, version: first.version, architecture: first.architecture, precision, origin: server, files },
    ];
  });
}
