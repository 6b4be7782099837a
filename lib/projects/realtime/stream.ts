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
  /** `Last-Event-ID`. */
  readonly lastEventId: string | null;
  /** Throws once the caller may not read the projects any more. */
  readonly recheck: () => Promise<unknown>;
  /** Milliseconds between checks. */
  readonly recheckMs?: number;
};

/** Comments that keep proxies from closing an idle stream. */
const HEARTBEAT_MS = 15_000;
/** How often the session or key is checked again. */
const RECHECK_MS = 30_000;
/** Streams of an account, and of one of its people or keys, in each process. */
const MAX_OF_ACCOUNT = 200;
const MAX_OF_CALLER = 20;
/** Unread bytes after which a stream ends; its reader resumes it. */
const MAX_UNREAD = 1_000_000;
/** Readers reconnect within this time, not all at once. */
const RETRY_MS = { least: 1_000, spread: 2_000 };

type OpenStream = { readonly accountId: string; readonly reader: string; readonly end: () => void };

const openStreams = perProcess("live-streams", () => ({ streams: new Set<OpenStream>(), isClosed: false }));

/** Ends all streams with a hint when to reconnect, and refuses new ones: the server is about to stop. */
export function closeStreams(): void {
  const state = openStreams();
  state.isClosed = true;
  for (const stream of state.streams) stream.end();
}

/**
 * What happens in projects, as server-sent events until the reader leaves. Ids of events are the versions seen of all
 * projects in their order, so that a stream resumes where it ended. Throws 400, 404, 429, 503.
 */
export async function openStream(caller: Caller, watched: readonly Watched[], options: Options): Promise<Response> {
  const since = versionsOf(options.lastEventId, watched.length);
  const projectIds = await Promise.all(watched.map((one) => rowOf(caller, one)));
  const { streams, isClosed } = openStreams();
  if (isClosed) throw new AppError("overloaded", "The server is stopping. Reconnect.", {}, { "Retry-After": "1" });
  const reader = caller.userId ?? caller.keyId ?? "";
  refuseTooMany(caller, reader, [...streams]);

  const versions: (number | null)[] = [...since];
  const stops: (() => void)[] = [];
  const timers: NodeJS.Timeout[] = [];
  let sink: ReadableStreamDefaultController<Uint8Array> | null = null;
  const encoder = new TextEncoder();
  const close = () => {
    if (!sink) return;
    sink = null;
    streams.delete(stream);
    for (const timer of timers) clearInterval(timer);
    for (const stop of stops) stop();
  };
  const finish = () => {
    const controller = sink;
    close();
    controller?.close();
  };
  const write = (text: string) => {
    if (!sink) return;
    sink.enqueue(encoder.encode(text));
    if ((sink.desiredSize ?? 0) < -MAX_UNREAD) finish();
  };
  const stream: OpenStream = {
    accountId: caller.accountId,
    reader,
    end: () => {
      write(`retry: ${retryMs()}\n\n`);
      finish();
    },
  };
  const emit = <Name extends keyof StreamEvents>(name: Name, data: StreamEvents[Name], isVersioned = false) =>
    write(
      `event: ${name}\n${isVersioned ? `id: ${versions.map((one) => one ?? "").join(".")}\n` : ""}data: ${JSON.stringify(data)}\n\n`,
    );

  const watch = async (place: Watched, index: number) => {
    const seen = (version: number) => {
      versions[index] = version;
    };
    const stop = await hub().watch(
      projectIds[index]!,
      {
        accountId: caller.accountId,
        onStart: (version) => {
          seen(version);
          emit("ready", { ...place }, true);
        },
        onChange: ({ version, shown }) => {
          seen(version);
          emit(
            "changes",
            { ...place, shown: shown.map((one) => ({ ...one, segmentIds: one.segmentIds && [...one.segmentIds] })) },
            true,
          );
        },
        onReset: (version) => {
          seen(version);
          emit("reset", { ...place }, true);
        },
        onPresence: (people) => emit("presence", { ...place, people: [...people] }),
        onJob: (job) => emit("job", { ...place, job }),
      },
      since[index] ?? null,
    );
    if (sink) stops.push(stop);
    else stop();
  };

  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        sink = controller;
        streams.add(stream);
        write(`retry: ${retryMs()}\n\n`);
        timers.push(setInterval(() => write(": still here\n\n"), HEARTBEAT_MS));
        timers.push(setInterval(() => void recheck(), options.recheckMs ?? RECHECK_MS));
        Promise.all(watched.map(watch)).catch((error) => {
          log.warn(describeError(error), "could not watch a project");
          stream.end();
        });
      },
      cancel: close,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  );
  const recheck = async () => {
    try {
      await options.recheck();
      await Promise.all(watched.map((one) => rowOf(caller, one)));
    } catch (error) {
      // The database may be away: whoever may not read is refused when reconnecting.
      if (error instanceof AppError && error.status < 500) finish();
    }
  };
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      // Keeps nginx from collecting events.
      "X-Accel-Buffering": "no",
    },
  });
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
      { path: "Last-Event-ID", code: "format", message: "Send the id of an event of a stream of the same projects." },
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
