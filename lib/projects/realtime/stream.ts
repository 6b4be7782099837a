import { AppError, invalidRequest } from "@/lib/base/errors";
import { describeError, log } from "@/lib/base/log";
import { perProcess } from "@/lib/base/singleton";
import { tooMany } from "@/lib/identity/auth/authenticate";
import type { Caller } from "@/lib/identity/auth/caller";
import { requireBranch } from "@/lib/projects/branches/branches";
import { requireProject } from "@/lib/projects/require-project";
import type { StreamEvents } from "@/lib/schemas/streams";
import { hub } from "./hub";

/** A project or one of its branches. */
export type Watched = { readonly projectId: string; readonly branch: string | null };

type Options = {
  /** The header `Last-Event-ID`. */
  readonly lastEventId: string | null;
  /** Throws if the caller is no longer allowed to read the projects. */
  readonly recheck: () => Promise<unknown>;
  /** Milliseconds between checks. */
  readonly recheckMs?: number;
};

/** Milliseconds between comments, which keep proxies from closing an idle stream. */
const HEARTBEAT_MS = 15_000;
/** Milliseconds between checks whether the session or key is valid. Other changes of permissions are announced. */
const RECHECK_MS = 30_000;
/** Maximum streams per process of an account, and of one of its people or keys. */
const MAX_OF_ACCOUNT = 200;
const MAX_OF_CALLER = 20;
/** Unread bytes at which a stream ends; its reader then resumes it. */
const MAX_UNREAD = 1_000_000;
/** Readers wait for a random time before they reconnect, so that not all do at the same time. */
const RETRY_MS = { least: 1_000, spread: 2_000 };

type OpenStream = { readonly accountId: string; readonly reader: string; readonly end: () => void };

const openStreams = perProcess("live-streams", () => ({ streams: new Set<OpenStream>(), isClosed: false }));

/** Ends all streams, with a hint when to reconnect, and refuses new ones, because the server is about to stop. */
export function closeStreams(): void {
  const state = openStreams();
  state.isClosed = true;
  for (const stream of state.streams) stream.end();
}

/**
 * A stream of server-sent events about projects, until the reader disconnects. The id of an event contains the received
 * versions of all projects in order, from which the stream can be resumed. Throws 400, 404, 429, 503.
 */
export async function openStream(caller: Caller, watched: readonly Watched[], options: Options): Promise<Response> {
  const since = versionsOf(options.lastEventId, watched.length);
  const projectIds = await Promise.all(watched.map((one) => rowOf(caller, one)));
  const { streams, isClosed } = openStreams();
  if (isClosed) throw new AppError("overloaded", "The server is stopping. Reconnect.", {}, { "Retry-After": "1" });
  refuseTooMany(caller, readerOf(caller), [...streams]);

  const recheck = async () => {
    try {
      await options.recheck();
      await Promise.all(watched.map((one) => rowOf(caller, one)));
    } catch (error) {
      // The database may be unavailable: callers without permission are refused when they reconnect.
      if (error instanceof AppError && error.status < 500) stream.finish();
    }
  };
  const stream = new EventStream(caller, since, () => void recheck());
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        stream.start(controller);
        stream.every(options.recheckMs ?? RECHECK_MS, () => void recheck());
        const watching = watched.map((place, index) => stream.watch(place, index, projectIds[index]!));
        Promise.all(watching).catch((error) => {
          log.warn(describeError(error), "could not watch a project");
          stream.end();
        });
      },
      cancel: () => stream.close(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      // Keeps nginx from buffering events.
      "X-Accel-Buffering": "no",
    },
  });
}

/** The server's end of one stream. */
class EventStream implements OpenStream {
  readonly accountId: string;
  readonly reader: string;
  readonly #since: readonly (number | null)[];
  readonly #versions: (number | null)[];
  readonly #stops: (() => void)[] = [];
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #encoder = new TextEncoder();
  #sink: ReadableStreamDefaultController<Uint8Array> | null = null;

  constructor(
    caller: Caller,
    since: readonly (number | null)[],
    readonly onRights: () => void,
  ) {
    this.accountId = caller.accountId;
    this.reader = readerOf(caller);
    this.#since = since;
    this.#versions = [...since];
  }

  start(sink: ReadableStreamDefaultController<Uint8Array>): void {
    this.#sink = sink;
    openStreams().streams.add(this);
    this.#write(`retry: ${retryMs()}\n\n`);
    this.every(HEARTBEAT_MS, () => this.#write(": still here\n\n"));
  }

  /** Calls back periodically until the stream ends. */
  every(ms: number, callback: () => void): void {
    this.#timers.push(setInterval(callback, ms));
  }

  async watch(place: Watched, index: number, projectId: string): Promise<void> {
    const seen = (version: number) => {
      this.#versions[index] = version;
    };
    const stop = await hub().watch(
      projectId,
      {
        accountId: this.accountId,
        reader: this.reader,
        onRights: this.onRights,
        onStart: (version) => {
          seen(version);
          this.#emit("ready", { ...place }, true);
        },
        onChange: ({ version, shown }) => {
          seen(version);
          const copied = shown.map((one) => ({ ...one, segmentIds: one.segmentIds && [...one.segmentIds] }));
          this.#emit("changes", { ...place, shown: copied }, true);
        },
        onReset: (version) => {
          seen(version);
          this.#emit("reset", { ...place }, true);
        },
        onPresence: (people) => this.#emit("presence", { ...place, people: [...people] }),
        onJob: (job) => this.#emit("job", { ...place, job }),
      },
      this.#since[index] ?? null,
    );
    if (this.#sink) this.#stops.push(stop);
    else stop();
  }

  /** Ends the stream, with a hint when to reconnect. */
  end(): void {
    this.#write(`retry: ${retryMs()}\n\n`);
    this.finish();
  }

  finish(): void {
    const sink = this.#sink;
    this.close();
    sink?.close();
  }

  /** The reader has disconnected. */
  close(): void {
    if (!this.#sink) return;
    this.#sink = null;
    openStreams().streams.delete(this);
    for (const timer of this.#timers) clearInterval(timer);
    for (const stop of this.#stops) stop();
  }

  #emit<Name extends keyof StreamEvents>(name: Name, data: StreamEvents[Name], isVersioned = false): void {
    const id = isVersioned ? `id: ${this.#versions.map((one) => one ?? "").join(".")}\n` : "";
    this.#write(`event: ${name}\n${id}data: ${JSON.stringify(data)}\n\n`);
  }

  #write(text: string): void {
    if (!this.#sink) return;
    this.#sink.enqueue(this.#encoder.encode(text));
    if ((this.#sink.desiredSize ?? 0) < -MAX_UNREAD) this.finish();
  }
}

/** Id of the person or key that reads. */
function readerOf(caller: Caller): string {
  return caller.userId ?? caller.keyId ?? "";
}

function retryMs(): number {
  return Math.round(RETRY_MS.least + Math.random() * RETRY_MS.spread);
}

/** The id of the row of a project or branch. Throws 404. */
async function rowOf(caller: Caller, { projectId, branch }: Watched): Promise<string> {
  const project = await requireProject(caller, projectId);
  return branch === null ? project.id : (await requireBranch(project, branch)).id;
}

function versionsOf(lastEventId: string | null, count: number): readonly (number | null)[] {
  if (!lastEventId) return Array.from({ length: count }, () => null);
  const versions = lastEventId.split(".");
  if (versions.length !== count || versions.some((one) => !/^\d{0,15}$/.test(one)))
    throw invalidRequest([
      { path: "Last-Event-ID", code: "format", message: "Send the ID of an event from a stream of the same projects." },
    ]);
  return versions.map((one) => (one === "" ? null : Number(one)));
}

function refuseTooMany({ accountId, tier }: Caller, reader: string, streams: readonly OpenStream[]): void {
  const ofAccount = streams.filter((one) => one.accountId === accountId);
  const ofReader = ofAccount.filter((one) => one.reader === reader);
  if (ofAccount.length < MAX_OF_ACCOUNT && ofReader.length < MAX_OF_CALLER) return;
  const limit = ofReader.length >= MAX_OF_CALLER ? MAX_OF_CALLER : MAX_OF_ACCOUNT;
  throw tooMany(
    tier,
    limit,
    RECHECK_MS / 1_000,
    RECHECK_MS / 1_000,
    null,
    `${limit} streams are open, the most allowed`,
  );
}
