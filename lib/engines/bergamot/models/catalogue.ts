import type { HttpOptions } from "./http";
import { ModelError } from "./model-error";
import { type Architecture, bestOffers, type Offer } from "./offer";
import { bucketOffers } from "./public-bucket";
import { remoteSettingsOffers } from "./remote-settings";

export type Sources = {
  /** Remote Settings server, with version: `https://…/v1`. */
  readonly server: string;
  /** Address of the public bucket's `models.json`. */
  readonly bucket: string;
  readonly proxy?: string | undefined;
  /** Which models to take where a pair has several. */
  readonly architecture: Architecture;
  /** True when the sources are never to be asked. */
  readonly offline?: boolean;
};

/** What can be installed now, by pair, best source first. */
export type Catalogue = ReadonlyMap<string, readonly Offer[]>;

/** Milliseconds for which the sources are not asked again; shorter when one of them did not answer. */
const CATALOGUE_TTL_MS = 10 * 60_000;
const GAP_TTL_MS = 15_000;
/** Longest that the sources are waited for: a network that swallows everything must not hold up a page. */
const PATIENCE_MS = 10_000;

/** Asks the sources of models what they have. */
export class CatalogueReader {
  #answer: Promise<Catalogue> | undefined;
  #askAfter = 0;

  constructor(private readonly sources: Sources) {}

  /** Rejects with ModelError `unreachable` when neither source answers; one is enough. */
  read(): Promise<Catalogue> {
    if (this.sources.offline)
      return Promise.reject(new ModelError("unreachable", "The settings say that no source of models is to be asked."));
    if (!this.#answer || Date.now() >= this.#askAfter) {
      this.#askAfter = Number.POSITIVE_INFINITY;
      this.#answer = this.#ask();
    }
    return this.#answer;
  }

  async #ask(): Promise<Catalogue> {
    const { server, bucket, proxy, architecture } = this.sources;
    const http: HttpOptions = { proxy, signal: AbortSignal.timeout(PATIENCE_MS) };
    const answers = await Promise.allSettled([remoteSettingsOffers(server, http), bucketOffers(bucket, http)]);
    const isWhole = answers.every(({ status }) => status === "fulfilled");
    this.#askAfter = Date.now() + (isWhole ? CATALOGUE_TTL_MS : GAP_TTL_MS);
    if (answers.every(({ status }) => status === "rejected")) throw (answers[0] as PromiseRejectedResult).reason;
    const catalogue = new Map<string, Offer[]>();
    for (const answer of answers) {
      if (answer.status === "rejected") continue;
      for (const [pair, offer] of bestOffers(answer.value, architecture)) {
        catalogue.set(pair, [...(catalogue.get(pair) ?? []), offer]);
      }
    }
    return catalogue;
  }
}
