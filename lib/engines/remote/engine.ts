import { passedHops, withHops } from "@/lib/base/hops";
import { WorkQueue } from "@/lib/base/pool/work-queue";
import {
  type Background,
  type Direction,
  type Engine,
  EngineError,
  type EngineGlossary,
  type EngineOption,
  type EngineOptions,
  type EngineState,
  type Term,
  type Translated,
  type TranslationOptions,
} from "@/lib/engines/engine";
import { plainSegment, plainText, type Segment } from "@/lib/text/segment";
import { LoopFault, type TimeLimit, VendorFault } from "./http";
import { isProbe, makeProbe } from "./loop-probe";
import { cutSegment, type Piece, sizeOf } from "./pieces";
import { refusalOf } from "./refusal";

/** A direction with the vendor's language codes. */
export type VendorDirection = Direction & { readonly from: string; readonly to: string };

/** Content of a request besides its texts. */
export type VendorOptions = TranslationOptions & {
  /** Terms that occur in any piece of the segments. */
  readonly terms?: readonly Term[];
  /** The glossary that contains these terms. */
  readonly glossary?: EngineGlossary;
  readonly background?: Background;
  /** Plain texts before and after those of the request, for vendors that use {@link Vendor.neighbours}. */
  readonly neighbours?: Neighbours;
};

export type Neighbours = { readonly before: readonly string[]; readonly after: readonly string[] };

/** The differences between services: protocol and limits. */
export interface Vendor {
  readonly id: string;
  /** Name shown to people. */
  readonly name: string;
  /** False if text is sent to another machine. */
  readonly local: boolean;
  readonly limits: {
    /** Maximum texts per request. */
    readonly items: number;
    /** Maximum UTF-16 units per request, including markup. */
    readonly characters: number;
    /** Maximum concurrent requests. */
    readonly concurrent: number;
  };
  /** UTF-16 units of context that the service accepts before and after the texts of a request. Default: 0. */
  readonly neighbours?: number;
  /** Usage since the start of the process, in a sentence for operators. */
  usage?(): string;
  /** Current problem that doesn't prevent translating, in a sentence for operators. */
  notice?(): string | undefined;
  /** The directions that the vendor lists. */
  list(patience: TimeLimit): Promise<readonly VendorDirection[]>;
  /** Returns one encoded text per piece, in order. Vendors may ignore terms and glossary. */
  translate(
    pieces: readonly Piece[],
    direction: VendorDirection,
    patience: TimeLimit,
    options: VendorOptions,
  ): Promise<readonly string[]>;
  /** Whether the vendor supports an option; vendors without this method support none. */
  supports?(option: EngineOption, direction: VendorDirection): boolean;
}

export type RemoteOptions = {
  /** Maximum segments in the queue. */
  readonly queueLimit: number;
  /** Timeout of one request in milliseconds, including retries. */
  readonly timeoutMs: number;
};

/** Milliseconds for which the vendor's languages are cached. */
const LIST_TTL_MS = 6 * 3_600_000;
/** Milliseconds before a failed list is requested again. */
const LIST_RETRY_MS = 30_000;
/** Milliseconds before a service that leads back to this server is used again. */
const LOOP_RETRY_MS = 5 * 60_000;
/** Timeout of a probe in milliseconds, and minimum milliseconds between two probes of a service. */
const PROBE_PATIENCE_MS = 5_000;
const PROBE_TTL_MS = 60_000;
/** Timeout of a language list in milliseconds: the first list delays the responses of the other engines. */
const LIST_PATIENCE_MS = 3_000;

type Pair = Pick<Direction, "source" | "target">;

/** One request to the vendor. */
type VendorRequest = {
  readonly pieces: readonly Piece[];
  readonly direction: VendorDirection;
  readonly options: VendorOptions;
  /** Servers that the caller's request has passed; stored here because the queue mixes requests. */
  readonly hops: readonly string[];
  /** True if the caller sets no timeout, so that a slow model may take longer. */
  readonly isExtensible: boolean;
};

/** An engine that uses a remote service: splits, batches, queues, counts. {@link Vendor} implements the protocol. */
export class RemoteEngine implements Engine {
  readonly id: string;
  readonly local: boolean;
  readonly #work: WorkQueue<VendorRequest, readonly string[]>;
  readonly #closing = new AbortController();
  #running = 0;
  #sent = 0;
  #known: readonly VendorDirection[] = [];
  #byPair = new Map<string, VendorDirection>();
  #listAfter = 0;
  #listing: Promise<void> | undefined;
  #listError: EngineError | undefined;
  /** Letters of the texts in each call that is waiting for the service. */
  readonly #underWay = new Set<ReadonlySet<string>>();
  #probing: Promise<void> | undefined;
  #probeAfter = 0;
  #probed: Pair | undefined;

  constructor(
    private readonly vendor: Vendor,
    options: RemoteOptions,
  ) {
    this.id = vendor.id;
    this.local = vendor.local;
    this.#work = new WorkQueue({
      limit: Math.ceil(options.queueLimit / vendor.limits.items),
      timeoutMs: options.timeoutMs,
      error: (fault, reason) => this.#error(fault, reason),
      added: () => this.#pump(),
    });
  }

  /** The last known language list; a stale one is refreshed in the background, so only the first call waits. */
  async directions(): Promise<readonly Direction[]> {
    if (Date.now() >= this.#listAfter && !this.#closing.signal.aborted) {
      this.#listing ??= this.#list().finally(() => {
        this.#listing = undefined;
      });
      if (this.#listAfter === 0) await this.#listing;
    }
    return this.#known;
  }

  async translate(
    segments: readonly Segment[],
    { source, target }: { readonly source: string; readonly target: string },
    options: EngineOptions,
  ): Promise<readonly Translated[]> {
    const { signal, terms, glossary, background } = options;
    if (this.#closing.signal.aborted) throw this.#error("unavailable", "closed");
    if (signal?.aborted) throw this.#error("aborted", "the caller has disconnected");
    if (this.#known.length === 0) await this.directions();
    const direction = this.#byPair.get(`${source} ${target}`);
    if (!direction) {
      if (this.#listError instanceof LoopFault) throw this.#listError;
      if (this.#known.length === 0) throw this.#error("unavailable", "its languages are not known");
      throw this.#error("unsupported", `it does not translate ${source} to ${target}`);
    }
    if (isProbe(segments.map(({ text }) => text)))
      return (await this.#pass(segments, direction)).map((text) => ({ text }));
    const cuts = segments.map((segment) => cutSegment(segment, Math.floor(this.vendor.limits.characters / 2)));
    const all = cuts.flatMap(({ pieces }) => pieces);
    const requests = all.length > 0 ? intoRequests(all, this.vendor.limits) : [];
    const wanted = {
      ...heeded(this.vendor, direction, options),
      ...(terms ? { terms } : {}),
      ...(glossary ? { glossary } : {}),
      ...(background ? { background } : {}),
    };
    const neighbours = neighboursOf(requests, this.vendor.neighbours ?? 0);
    const shared = { direction, hops: passedHops(), isExtensible: options.timeoutMs === undefined };
    const letters = new Set(segments.map(lettersOf));
    this.#underWay.add(letters);
    const answers = await this.#work
      .run(
        requests.map((pieces, at) => ({ ...shared, pieces, options: { ...wanted, ...neighbours[at] } })),
        options,
      )
      .finally(() => this.#underWay.delete(letters));
    const texts = answers.flat();
    let next = 0;
    return cuts.map(({ pieces, join }) => {
      const from = next;
      next += pieces.length;
      return { text: join(texts.slice(from, next)) };
    });
  }

  async refuseLoop(segments: readonly Segment[], direction: Pair): Promise<void> {
    if (this.#listError instanceof LoopFault) throw this.#listError;
    if (this.#underWay.size === 0 || Date.now() < this.#probeAfter) return;
    const texts = segments.map(lettersOf).filter(Boolean);
    if ([...this.#underWay].some((letters) => texts.some((text) => letters.has(text)))) await this.probe(direction);
  }

  /**
   * Sends the service, for each direction, a word that this server recognises if it is sent back. Rejects with {@link
   * LoopFault} then; a service without an answer passes and is probed again when the next text comes back.
   */
  probe(...directions: readonly Pair[]): Promise<void> {
    this.#probing ??= Promise.all(directions.map((direction) => this.#probe(direction)))
      .then(() => {})
      .finally(() => {
        this.#probing = undefined;
      });
    return this.#probing;
  }

  async #probe(direction: Pair): Promise<void> {
    this.#probed ??= direction;
    const { word, answer } = makeProbe();
    const texts = await this.#pass([plainSegment(word)], direction).catch((error) => {
      if (error instanceof LoopFault) throw error;
      return [];
    });
    if (!texts.some((text) => text.toLowerCase().includes(answer))) {
      if (texts.length > 0) this.#probeAfter = Date.now() + PROBE_TTL_MS;
      return;
    }
    const fault = new LoopFault(this.id);
    this.#probed = direction;
    this.#noteLoop(fault);
    throw fault;
  }

  /** Sends a probe without queuing it: the queued texts may be those going round in the loop. */
  async #pass(segments: readonly Segment[], { source, target }: Pair): Promise<readonly string[]> {
    const direction = this.#byPair.get(`${source} ${target}`);
    const patience = { deadline: Date.now() + PROBE_PATIENCE_MS, signal: this.#closing.signal };
    return direction ? this.vendor.translate(segments, direction, patience, {}) : [];
  }

  supports(option: EngineOption, { source, target }: { readonly source: string; readonly target: string }): boolean {
    const direction = this.#byPair.get(`${source} ${target}`);
    return Boolean(direction && this.vendor.supports?.(option, direction));
  }

  /** Reason why the vendor's languages are unknown or stale. */
  get listError(): EngineError | undefined {
    return this.#listError;
  }

  state(): EngineState {
    const closed = this.#closing.signal.aborted;
    const unknown = this.#known.length === 0;
    const notice = this.vendor.notice?.();
    const used = `${this.#known.length} directions known, ${this.vendor.usage?.() ?? `${this.#sent} characters sent since the start`}.`;
    const parts = [this.#listError?.message, unknown && this.#listError ? undefined : used, notice];
    return {
      id: this.id,
      state: closed || (unknown && this.#listError) ? "unavailable" : this.#listError ? "degraded" : "ready",
      detail: closed ? "Closed." : parts.filter(Boolean).join(" "),
      ...(this.#listError ? { refusal: refusalOf(this.#listError) } : {}),
      queued: this.#work.size,
      memoryMb: 0,
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#work.close();
  }

  #pump(): void {
    while (this.#running < this.vendor.limits.concurrent) {
      const job = this.#work.take();
      if (!job) return;
      this.#running += 1;
      const deadline = Date.now() + job.timeoutMs;
      this.#send(job.input, { deadline, signal: job.signal, isExtensible: job.input.isExtensible })
        .then(
          (texts) => job.succeed(texts),
          (error) => job.fail(error),
        )
        .finally(() => {
          this.#running -= 1;
          this.#pump();
        });
    }
  }

  /** Splits a request in half if the vendor rejects it as too large. */
  async #send(request: VendorRequest, patience: TimeLimit): Promise<readonly string[]> {
    const { pieces, direction, options } = request;
    try {
      this.#sent += pieces.reduce((sum, piece) => sum + sizeOf(piece), 0);
      const texts = await withHops(request.hops, () => this.vendor.translate(pieces, direction, patience, options));
      if (texts.length !== pieces.length)
        throw this.#error("unavailable", "it returned a different number of texts than requested");
      return texts;
    } catch (error) {
      if (error instanceof LoopFault) this.#noteLoop(error);
      if (!(error instanceof VendorFault && error.status === 413) || pieces.length === 1) throw error;
      const half = Math.ceil(pieces.length / 2);
      const first = await this.#send({ ...request, pieces: pieces.slice(0, half) }, patience);
      return [...first, ...(await this.#send({ ...request, pieces: pieces.slice(half) }, patience))];
    }
  }

  /** Never rejects: if the request for the list fails, the previous list is kept. */
  async #list(): Promise<void> {
    try {
      const patience = { deadline: Date.now() + LIST_PATIENCE_MS, signal: this.#closing.signal };
      this.#known = await this.vendor.list(patience);
      this.#byPair = new Map(this.#known.map((direction) => [`${direction.source} ${direction.target}`, direction]));
      if (this.#listError instanceof LoopFault && this.#probed) await this.probe(this.#probed);
      this.#listAfter = Date.now() + LIST_TTL_MS;
      this.#listError = undefined;
    } catch (error) {
      if (error instanceof LoopFault) return this.#noteLoop(error);
      this.#listAfter = Date.now() + LIST_RETRY_MS;
      this.#listError =
        error instanceof EngineError ? error : this.#error("unavailable", "it returned no list of languages");
    }
  }

  /** A service that leads back to this server offers no directions, so that no text waits for it. */
  #noteLoop(fault: LoopFault): void {
    this.#known = [];
    this.#byPair = new Map();
    this.#listAfter = Date.now() + LOOP_RETRY_MS;
    this.#listError = fault;
  }

  #error(code: EngineError["code"], why: string): EngineError {
    return new EngineError(code, this.id, `${this.vendor.name}: ${why}.`);
  }
}

/** The part of a text that survives services and proxies between servers. */
function lettersOf({ text }: Segment): string {
  return plainText(text)
    .replace(/\P{L}+/gu, "")
    .toLowerCase();
}

/** The options that a vendor supports; other options may make it reject the request. */
function heeded(
  vendor: Vendor,
  direction: VendorDirection,
  { context, formality, instructions }: TranslationOptions,
): TranslationOptions {
  const given = Object.entries({ context, formality, instructions }).filter(
    ([option, value]) => value !== undefined && vendor.supports?.(option as EngineOption, direction),
  );
  return Object.fromEntries(given);
}

/** The context of each request: the nearest texts are chosen first and returned in text order. */
function neighboursOf(
  requests: readonly (readonly Piece[])[],
  units: number,
): readonly { readonly neighbours?: Neighbours }[] {
  if (units === 0 || requests.length < 2) return requests.map(() => ({}));
  const texts = requests.map((pieces) => pieces.map(({ text }) => plainText(text)));
  return requests.map((_, at) => ({
    neighbours: {
      before: upTo(units, texts[at - 1]?.toReversed() ?? []).reverse(),
      after: upTo(units, texts[at + 1] ?? []),
    },
  }));
}

/** The first texts that together have at most `units` UTF-16 units. */
function upTo(units: number, texts: readonly string[]): string[] {
  let size = 0;
  const end = texts.findIndex((text) => {
    size += text.length;
    return size > units;
  });
  return texts.slice(0, end < 0 ? texts.length : end);
}

/** Groups pieces, in order, into as few requests as the limits allow. */
function intoRequests(pieces: readonly Piece[], { items, characters }: Vendor["limits"]): Piece[][] {
  const requests: Piece[][] = [];
  let request: Piece[] = [];
  let size = 0;
  for (const piece of pieces) {
    if (request.length === items || (request.length > 0 && size + sizeOf(piece) > characters)) {
      requests.push(request);
      request = [];
      size = 0;
    }
    request.push(piece);
    size += sizeOf(piece);
  }
  requests.push(request);
  return requests;
}
