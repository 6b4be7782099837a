import type { HttpOptions } from "@/lib/engines/bergamot/models/http";
import { type Architecture, bestOffers, type Offer } from "@/lib/engines/bergamot/models/offer";
import { bucketOffers } from "@/lib/engines/bergamot/models/public-bucket";
import { remoteSettingsOffers } from "@/lib/engines/bergamot/models/remote-settings";

export type Sources = {
  /** Remote Settings server, with version: `https://…/v1`. */
  readonly server: string;
  /** Address of the public bucket's `models.json`. */
  readonly bucket: string;
  readonly proxy?: string | undefined;
  /** Which models to take where a pair has several. */
  readonly architecture: Architecture;
};

/** What can be installed now, by pair, best source first. */
export type Catalogue = ReadonlyMap<string, readonly Offer[]>;

/** Milliseconds for which the sources are not asked again. */
const CATALOGUE_TTL_MS = 10 * 60_000;

/** Asks the sources of models what they have. */
export class CatalogueReader {
  #known: { readonly catalogue: Catalogue; readonly until: number } | undefined;

  constructor(private readonly sources: Sources) {}

  /** Rejects with ModelError `unreachable` when neither source answers; one is enough. */
  async read(signal?: AbortSignal): Promise<Catalogue> {
    if (this.#known && Date.now() < this.#known.until) return this.#known.catalogue;
    const { server, bucket, proxy, architecture } = this.sources;
    const http: HttpOptions = { proxy, signal };
    const answers = await Promise.allSettled([remoteSettingsOffers(server, http), bucketOffers(bucket, http)]);
    if (answers.every(({ status }) => status === "rejected")) throw (answers[0] as PromiseRejectedResult).reason;
    const catalogue = new Map<string, Offer[]>();
    for (const answer of answers) {
      if (answer.status === "rejected") continue;
      for (const [pair, offer] of bestOffers(answer.value, architecture)) {
        catalogue.set(pair, [...(catalogue.get(pair) ?? []), offer]);
      }
    }
    const isWhole = answers.every(({ status }) => status === "fulfilled");
    if (isWhole) this.#known = { catalogue, until: Date.now() + CATALOGUE_TTL_MS };
    return catalogue;
  }
}
