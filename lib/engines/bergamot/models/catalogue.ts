import type { HttpOptions } from "./http";
import { MODEL_STATUSES } from "./manifest";
import { ModelError } from "./model-error";
import { type Architecture, bestOffers, type Offer } from "./offer";
import { bucketOffers } from "./public-bucket";
import { remoteSettingsOffers } from "./remote-settings";

export type Sources = {
  /** Address of the Remote Settings server, with version: `https://…/v1`. */
  readonly server: string;
  /** Address of the public bucket's `models.json`; null if there is none. */
  readonly bucket: string | null;
  readonly proxy?: string | undefined;
  /** Preferred architecture of pairs that have several. */
  readonly architecture: Architecture;
  /** True if the sources must never be contacted. */
  readonly offline?: boolean;
};

/** Models that can be installed now, by pair: the most finished first, then the best source. */
export type Catalogue = ReadonlyMap<string, readonly Offer[]>;

/** Cache time in milliseconds; shorter if a source did not respond. */
const CATALOGUE_TTL_MS = 10 * 60_000;
const GAP_TTL_MS = 4_000;
/** Timeout in milliseconds, because a network that drops packets must not block a page. */
const PATIENCE_MS = 10_000;

/** Reads which models the sources offer. */
export class CatalogueReader {
  #answer: Promise<Catalogue> | undefined;
  #askAfter = 0;

  constructor(private readonly sources: Sources) {}

  /** Rejects with ModelError `unreachable` only if no source answers. */
  read(): Promise<Catalogue> {
    if (this.sources.offline)
      return Promise.reject(new ModelError("unreachable", "The settings forbid contacting a source of models."));
    if (!this.#answer || Date.now() >= this.#askAfter) {
      this.#askAfter = Number.POSITIVE_INFINITY;
      this.#answer = this.#ask();
    }
    return this.#answer;
  }

  /** The next read requests the sources again: a failed download may mean that the records have changed. */
  expire(): void {
    this.#askAfter = Math.min(this.#askAfter, Date.now() + GAP_TTL_MS);
  }

  async #ask(): Promise<Catalogue> {
    const { server, bucket, proxy, architecture } = this.sources;
    const http: HttpOptions = { proxy, signal: AbortSignal.timeout(PATIENCE_MS) };
    const answers = await Promise.allSettled([
      remoteSettingsOffers(server, http),
      ...(bucket === null ? [] : [bucketOffers(bucket, http)]),
    ]);
    const isWhole = answers.every(({ status }) => status === "fulfilled");
    this.#askAfter = Date.now() + (isWhole ? CATALOGUE_TTL_MS : GAP_TTL_MS);
    if (answers.every(({ status }) => status === "rejected")) throw (answers[0] as PromiseRejectedResult).reason;
    const catalogue = new Map<string, Offer[]>();
    const lists = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    const recorded = lists.flat();
    for (const list of lists) {
      for (const [pair, offer] of bestOffers(withHashes(list, recorded), architecture)) {
        catalogue.set(pair, [...(catalogue.get(pair) ?? []), offer]);
      }
    }
    for (const offers of catalogue.values())
      offers.sort((a, b) => MODEL_STATUSES.indexOf(a.status) - MODEL_STATUSES.indexOf(b.status));
    return catalogue;
  }
}

/**
 * Adds hashes that another source lists for files of the same model, because the bucket has none for vocabularies and
 * shortlists. Two models are the same if the hashes of their model files are equal.
 */
function withHashes(offers: readonly Offer[], recorded: readonly Offer[]): Offer[] {
  const known = new Map<string, Offer>();
  for (const offer of recorded)
    for (const { kind, unpacked } of offer.files)
      if (kind === "model" && unpacked && offer.files.every((file) => file.unpacked)) known.set(unpacked.sha256, offer);
  return offers.map((offer) => {
    const same = known.get(offer.files.find(({ kind }) => kind === "model")?.unpacked?.sha256 ?? "");
    if (!same || same === offer) return offer;
    const files = offer.files.map((file) => {
      const unpacked = file.unpacked ?? same.files.find(({ kind }) => kind === file.kind)?.unpacked;
      return unpacked ? { ...file, unpacked } : file;
    });
    return { ...offer, files };
  });
}
