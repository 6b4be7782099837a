import type postgres from "postgres";
import { perProcess } from "@/lib/base/singleton";
import { answersCounted, connectProbe, disconnect, reconnect } from "./client";

/** Milliseconds per turn. The watch counts turns, not time: a busy process must not take the database for slow. */
const TURN_MS = 50;
/** Turns between two queries of the watch. */
const QUESTION_TURNS = 5;
/** Turns without the answer to any statement after which the database counts as unavailable: ten seconds. */
const GONE_TURNS = 200;
/** Turns without an answer after which a query is sent on another connection, because the connection may be dead. */
const RENEW_TURNS = 20;
/** Maximum open connections of the watch; beyond it the oldest is closed. */
const MAX_PROBES = 4;

/** Error codes that mean that no server is listening, or that it reports that it is starting or shutting down. */
const GONE = /^(?:ECONNREFUSED|ENOENT|57P0[123])$/;
/** Error code for too many connections, which proves that the server is running. */
const TOO_MANY = "53300";
/** Consecutive failures for other reasons that count as an outage; a single broken connection proves nothing. */
const MAX_FAILURES = 4;

/** Kinds of work in the order in which they are refused while this process or its database is overloaded. */
const SHED = ["bulk", "batch", "interactive"] as const;
export type Shed = (typeof SHED)[number];
/** Turns without an answer, and average milliseconds by which a turn is late, from which each kind is refused. */
const SLOW_TURNS = [40, 50, 60] as const;
const LATE_MS = [500, 1_000, 2_000] as const;
/** Weight of the last turn in the average lateness. */
const LATE_WEIGHT = 0.1;

/** What is slow: `loop`: this process; `connections`: new ones only; `statements`: all. `gone`: there is no answer. */
type Cause = "loop" | "connections" | "statements" | "gone";
export type DatabaseState = { readonly cause: Cause; readonly refused: readonly Shed[] } | null;
type OnChange = (state: DatabaseState, before: DatabaseState) => void;

const current = perProcess("database-state", () => ({ state: null as DatabaseState }))();

/** Why this kind of new work is currently refused; null if it is accepted. */
export function shedCause(kind: Shed): Cause | null {
  const { state } = current;
  return state?.refused.includes(kind) ? state.cause : null;
}

/**
 * Queries the database four times a second to see whether it answers. It counts as unavailable at once if no server is
 * listening, otherwise only after ten seconds without the answer to any statement. Then every statement fails at once,
 * without waiting for timeouts, until the database answers. A slow database is waited for, because cancelling
 * statements would turn a slow moment into an outage; instead, new work is refused in steps, see {@link shedCause}.
 *
 * @returns a function that stops the watch
 */
export function watchDatabase(onChange: OnChange): () => void {
  const watch = new DatabaseWatch(onChange);
  const timer = setInterval(() => watch.turn(), TURN_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    watch.end();
  };
}

class DatabaseWatch {
  /** Open connections with a query in progress, newest last. */
  readonly #probes: postgres.Sql[] = [];
  /** Connections that have answered once. */
  readonly #connected = new WeakSet<postgres.Sql>();
  #isAsking = false;
  #isGone = false;
  #sinceQuestion = QUESTION_TURNS;
  #sinceAnswer = 0;
  /** Turns for which the oldest unanswered query has waited. */
  #waiting = 0;
  /** Turns for which the last answered query waited. */
  #lastWait = 0;
  #failures = 0;
  #answers = answersCounted();
  #turnedAt = performance.now();
  #lateMs = 0;

  constructor(readonly onChange: OnChange) {}

  turn(): void {
    const now = performance.now();
    this.#lateMs += (Math.max(now - this.#turnedAt - TURN_MS, 0) - this.#lateMs) * LATE_WEIGHT;
    this.#turnedAt = now;
    this.#sinceQuestion += 1;
    this.#sinceAnswer += 1;
    if (this.#isAsking) this.#waiting += 1;
    const answers = answersCounted();
    if (answers !== this.#answers) this.#sinceAnswer = 0;
    this.#answers = answers;
    if (this.#sinceAnswer >= GONE_TURNS) this.#lose();
    const isLate = this.#isAsking && this.#sinceQuestion >= RENEW_TURNS;
    if (isLate || (!this.#isAsking && this.#sinceQuestion >= QUESTION_TURNS)) void this.#ask(isLate);
    this.#judge();
  }

  end(): void {
    for (const probe of this.#probes.splice(0)) void probe.end({ timeout: 0 });
    if (this.#isGone) reconnect();
    current.state = null;
  }

  async #ask(onAnother: boolean): Promise<void> {
    const probe = (!onAnother && this.#probes.at(-1)) || this.#newProbe();
    this.#isAsking = true;
    this.#sinceQuestion = 0;
    const fault = await probe`select 1`.then(
      () => null,
      (error: { code?: string }) => error.code ?? "",
    );
    // The watch has closed this connection, because another one answered or too many were open.
    if (!this.#probes.includes(probe)) return;
    this.#isAsking = false;
    if (fault === null || fault === TOO_MANY) return this.#back(probe);
    this.#connected.delete(probe);
    this.#failures = this.#sinceAnswer === 0 ? 0 : this.#failures + 1;
    if (GONE.test(fault) || this.#failures === MAX_FAILURES) this.#lose();
  }

  #newProbe(): postgres.Sql {
    const probe = connectProbe();
    this.#probes.push(probe);
    if (this.#probes.length > MAX_PROBES) void this.#probes.shift()?.end({ timeout: 0 });
    return probe;
  }

  #back(probe: postgres.Sql): void {
    for (const other of this.#probes.splice(0)) if (other !== probe) void other.end({ timeout: 0 });
    this.#probes.push(probe);
    this.#connected.add(probe);
    this.#sinceAnswer = 0;
    this.#lastWait = this.#waiting;
    this.#waiting = 0;
    this.#failures = 0;
    if (!this.#isGone) return;
    this.#isGone = false;
    this.#lastWait = 0;
    reconnect();
    this.#judge();
  }

  #lose(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    disconnect();
    this.#judge();
  }

  /** Reports a change of which work is refused, and why. */
  #judge(): void {
    const state = this.#state();
    const { state: before } = current;
    if (state?.cause === before?.cause && state?.refused.length === before?.refused.length) return;
    current.state = state;
    this.onChange(state, before);
  }

  #state(): DatabaseState {
    if (this.#isGone) return { cause: "gone", refused: SHED };
    // A level ends only at half of the value at which it begins, so that it does not alternate quickly.
    const before = current.state?.cause === "loop" ? current.state.refused.length : 0;
    const late = LATE_MS.filter((ms, level) => this.#lateMs >= (level < before ? ms / 2 : ms)).length;
    const waits = SLOW_TURNS.filter((turns) => Math.max(this.#waiting, this.#lastWait) >= turns).length;
    // While statements are answered, interactive work is not refused for slow answers.
    const isAnswering = this.#sinceAnswer < RENEW_TURNS;
    const slow = isAnswering ? Math.min(waits, SHED.length - 1) : waits;
    if (Math.max(late, slow) === 0) return null;
    if (late >= slow) return { cause: "loop", refused: SHED.slice(0, late) };
    const isConnecting = isAnswering && !this.#probes.some((probe) => this.#connected.has(probe));
    return { cause: isConnecting ? "connections" : "statements", refused: SHED.slice(0, slow) };
  }
}
