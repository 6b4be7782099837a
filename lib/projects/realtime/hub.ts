import { listen } from "@/db/client";
import { describeError, log } from "@/lib/base/log";
import { perProcess } from "@/lib/base/singleton";
import type { Job } from "@/lib/schemas/jobs";
import { getJobs } from "@/lib/work/jobs/jobs";
import { LIVE_CHANNEL, LiveNotice } from "@/lib/work/live-notices";
import { changesSince, currentVersion, type LiveChange } from "./changes";
import { PresenceBoard, type Present } from "./presence-board";

/** Callbacks by which a stream receives events of a project. */
export type Subscriber = {
  readonly accountId: string;
  /** Id of the person or key. */
  readonly reader: string;
  /** Called when the reader's or account's permissions may have changed. */
  readonly onRights: () => void;
  /** Called with the first version, for a stream that does not resume. */
  readonly onStart: (version: number) => void;
  /** Called for a change, with the version that includes it. */
  readonly onChange: (change: LiveChange) => void;
  /** Called when changes were missed, so that everything shown may be outdated, with the current version. */
  readonly onReset: (version: number) => void;
  readonly onPresence: (people: readonly Present[]) => void;
  readonly onJob: (job: Job) => void;
};

type Topic = {
  readonly accountId: string;
  readonly projectId: string;
  readonly subscribers: Set<Subscriber>;
  /** Number of subscribers, and of streams that still receive missed changes. */
  watchers: number;
  /** The version that all subscribers have received. */
  version: number;
  /** The last of the topic's tasks, which run one at a time. */
  turn: Promise<unknown>;
  isPullQueued: boolean;
  readonly changedJobs: Set<string>;
};

/** Milliseconds for which notifications about one job, or about presence, are combined. */
const COMBINE_MS = 250;
/** Milliseconds between removals of people whose tabs have stopped reporting. */
const SWEEP_MS = 5_000;

/** The projects that streams of this process watch, and the people in them. */
class Hub {
  readonly #topics = new Map<string, Topic>();
  readonly #board = new PresenceBoard();
  readonly #moved = new Set<string>();
  #listening: Promise<unknown> | null = null;

  /**
   * Watches a project of the account; the caller must have checked that it may. Sends the changes after `since` at
   * once; null starts with the next change. Returns a function that ends the watch.
   */
  async watch(projectId: string, subscriber: Subscriber, since: number | null): Promise<() => void> {
    await this.#listen();
    const version = (await currentVersion(subscriber.accountId, projectId)) ?? 0;
    const topic = this.#topicOf(projectId, subscriber.accountId, version);
    topic.watchers += 1;
    const stop = () => {
      if (!topic.subscribers.delete(subscriber) && isWatched) return;
      topic.watchers -= 1;
      if (topic.watchers === 0) this.#topics.delete(projectId);
    };
    let isWatched = false;
    try {
      await this.#inTurn(topic, async () => {
        await this.#pull(topic);
        await this.#catchUp(topic, subscriber, since);
        topic.subscribers.add(subscriber);
        isWatched = true;
      });
    } catch (error) {
      stop();
      throw error;
    }
    subscriber.onPresence(this.#board.peopleIn(projectId));
    return stop;
  }

  #topicOf(projectId: string, accountId: string, version: number): Topic {
    const known = this.#topics.get(projectId);
    if (known) return known;
    const topic: Topic = {
      accountId,
      projectId,
      subscribers: new Set(),
      watchers: 0,
      version,
      turn: Promise.resolve(),
      isPullQueued: false,
      changedJobs: new Set(),
    };
    this.#topics.set(projectId, topic);
    return topic;
  }

  #inTurn(topic: Topic, work: () => Promise<void>): Promise<void> {
    const done = topic.turn.then(work);
    topic.turn = done.catch(() => {});
    return done;
  }

  /** Reads the changes after the last sent version, and sends them to the subscribers. */
  async #pull(topic: Topic): Promise<void> {
    topic.isPullQueued = false;
    const changes = await changesSince(topic.accountId, topic.projectId, topic.version);
    if (changes) {
      for (const change of changes) {
        topic.version = change.version;
        for (const subscriber of topic.subscribers) subscriber.onChange(change);
      }
      return;
    }
    topic.version = (await currentVersion(topic.accountId, topic.projectId)) ?? topic.version;
    for (const subscriber of topic.subscribers) subscriber.onReset(topic.version);
  }

  async #catchUp(topic: Topic, subscriber: Subscriber, since: number | null): Promise<void> {
    if (since === null) return subscriber.onStart(topic.version);
    if (since === topic.version) return;
    const changes = since < topic.version ? await changesSince(topic.accountId, topic.projectId, since) : null;
    const missed = changes?.filter(({ version }) => version <= topic.version);
    if (missed?.at(-1)?.version !== topic.version) return subscriber.onReset(topic.version);
    for (const change of missed) subscriber.onChange(change);
  }

  #queuePull(topic: Topic): void {
    if (topic.isPullQueued) return;
    topic.isPullQueued = true;
    this.#inTurn(topic, () => this.#pull(topic)).catch((error) =>
      log.warn(describeError(error), "could not read the changes of a project; the next one retries"),
    );
  }

  #listen(): Promise<unknown> {
    this.#listening ??= listen(
      LIVE_CHANNEL,
      (payload) => this.#onNotice(payload),
      () => {
        for (const topic of this.#topics.values()) this.#queuePull(topic);
      },
    ).then(
      () => setInterval(() => this.#sweep(), SWEEP_MS).unref(),
      (error: unknown) => {
        this.#listening = null;
        throw error;
      },
    );
    return this.#listening;
  }

  #onNotice(payload: string): void {
    // A newer release may send kinds of notifications that this one does not know.
    const { data: notice } = LiveNotice.safeParse(JSON.parse(payload));
    if (!notice) return;
    if (notice.kind === "presence" && this.#board.put(notice)) this.#emitPresence(notice.projectId);
    if (notice.kind === "rights") this.#emitRights(notice.of);
    const topic = notice.kind === "rights" ? undefined : this.#topics.get(notice.projectId);
    if (!topic) return;
    if (notice.kind === "changes") this.#queuePull(topic);
    if (notice.kind === "job") this.#emitJob(topic, notice.jobId);
  }

  #emitRights(of: string): void {
    for (const { subscribers } of this.#topics.values())
      for (const one of subscribers) if (of === one.reader || of === one.accountId) one.onRights();
  }

  #sweep(): void {
    for (const projectId of this.#board.dropSilent()) this.#emitPresence(projectId);
  }

  #emitPresence(projectId: string): void {
    if (this.#moved.size === 0)
      setTimeout(() => {
        const moved = [...this.#moved];
        this.#moved.clear();
        for (const id of moved)
          for (const subscriber of this.#topics.get(id)?.subscribers ?? [])
            subscriber.onPresence(this.#board.peopleIn(id));
      }, COMBINE_MS);
    this.#moved.add(projectId);
  }

  #emitJob(topic: Topic, jobId: string): void {
    if (topic.changedJobs.size === 0)
      setTimeout(() => {
        const ids = [...topic.changedJobs];
        topic.changedJobs.clear();
        getJobs(topic, ids).then(
          (jobs) => {
            for (const job of jobs) for (const subscriber of topic.subscribers) subscriber.onJob(job);
          },
          (error) => log.warn(describeError(error), "could not read the jobs of a project"),
        );
      }, COMBINE_MS);
    topic.changedJobs.add(jobId);
  }
}

export const hub = perProcess("live-hub", () => new Hub());
