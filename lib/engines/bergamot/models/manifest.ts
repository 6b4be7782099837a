import { z } from "zod";

/** Release statuses of a model, the most finished first; only released models are downloaded on demand. */
export const MODEL_STATUSES = ["released", "beta", "nightly", "experimental"] as const;
export type OfferStatus = (typeof MODEL_STATUSES)[number];

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Language = z.string().regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/);

/** A file of a model. Its name on disk is its hash, so that an update never overwrites a file in use. */
const ModelFile = z.object({
  /** File name at the source, such as `model.enes.intgemm.alphas.bin`. */
  name: z.string(),
  /** Size in bytes. */
  size: z.number().int().positive(),
  sha256: Sha256,
});

const ModelSet = z.object({
  model: ModelFile,
  /** Shortlist of likely target words, which doubles the speed. */
  lex: ModelFile.optional(),
  /** One vocabulary for both languages, or one for each. */
  vocabs: z.array(ModelFile).min(1).max(2),
  /** Quantisation of the matrices, with or without activation scales in the file. */
  precision: z.enum(["int8shiftAlphaAll", "int8shiftAll"]),
});

/** Content of `<models>/<source>-<target>/manifest.json`; its presence makes the model installed. */
export const Manifest = z.object({
  format: z.literal(1),
  source: Language,
  target: Language,
  version: z.string(),
  /** `tiny`, `base-memory`, … */
  architecture: z.string(),
  license: z.string(),
  /** Source of the model: an address, or `import`. */
  origin: z.string(),
  /** Release status; missing in manifests of earlier versions and for imports. */
  status: z.enum(MODEL_STATUSES).optional(),
  /** True if a person installed the model, so that the disk limit never removes it. */
  pinned: z.boolean().optional(),
  installedAt: z.iso.datetime(),
  set: ModelSet,
});

export type ModelFile = z.infer<typeof ModelFile>;
export type ModelSet = z.infer<typeof ModelSet>;
export type Manifest = z.infer<typeof Manifest>;

/** All files of a model, in no particular order. */
export function filesOf({ model, lex, vocabs }: ModelSet): ModelFile[] {
  return [model, ...(lex ? [lex] : []), ...vocabs];
}

/** The precision in a model's name; null if this engine cannot run it. */
export function precisionOf(modelName: string): ModelSet["precision"] | null {
  if (modelName.endsWith(".intgemm.alphas.bin")) return "int8shiftAlphaAll";
  if (modelName.endsWith(".intgemm8.bin")) return "int8shiftAll";
  return null;
}
