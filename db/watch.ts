import type postgres from "postgres";
import { perProcess } from "@/lib/base/singleton";
import { answersCounted, connectProbe, disconnect, reconnect } from "./client";

/** The watch counts turns of the event loop, not time: a busy or frozen process must not blame the database. */
const TURN_MS = 50;
/** Turns between two queries. */
const QUESTION_TURNS = 5;
/** Turns without the answer of any statement after which the database counts as gone: ten seconds. */
const GONE_TURNS = 200;
/** Turns after which a query is sent on another connection: this one may be dead unnoticed. */
const RENEW_TURNS = 20;
/** Maximum open connections; beyond it the oldest is closed. */
const MAX_PROBES = 4;

/** Nothing listens, or the server reports that it is starting or shutting down. */
const GONE = /^(?:ECONNREFUSED|ENOENT|57P0[123])$/;
/** All connections are in use, so the server is running. */
const TOO_MANY = "53300";
/** Consecutive queries that fail for another reason: one broken connection does not prove an outage. */
const MAX_FAILURES = 4;

/** What is refused, and in which order, while this process or its database is short of time. */
const SHED = ["bulk", "batch", "interactive"] as const;
export type Shed = (typeof SHED)[number];
/** Turns that a question waits, and milliseconds that a turn of the event loop is late on average, from which each is refused. */
const SLOW_TURNS = [40, 50, 60] as const;
const LATE_MS = [500, 1_000, 2_000] as const;
/** Part of the last turn in the average. */
const LATE_WEIGHT = 0.1;

/** `loop`: this process gets no turn; `connections`: only new ones are slow; `statements`: all are; `gone`: no answer. */
type Cause = "loop" | "connections" | "statements" | "gone";
export type DatabaseState = { readonly cause: Cause; readonly refused: readonly Shed[] } | null;
type OnChange = (state: DatabaseState, before: DatabaseState) => void;

const current = perProcess("database-state", () => ({ state: null as DatabaseState }))();

/** Why this kind of new work is refused at present; null: it is not. */
export function shedCause(kind: Shed): Cause | null {
  const { state } = current;
  return state?.refused.includes(kind) ? state.cause : null;
}

/**
 * Asks the database four times a second whether it answers. It is gone at once if nothing listens, and otherwise only
 * after ten seconds without the answer of any statement; then every statement fails at once instead of waiting for
 * timeouts, until it answers. What is only slow is waited for, because breaking off what is under way would turn a slow
 * moment into an outage: instead, new work is refused in steps, see {@link shedCause}.
 *
 * @returns stops the watch
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
  /** Open connections with a query in flight, newest last. */
  readonly #probes: postgres.Sql[] = [];
  /** Probes that have answered once, so that they are connected. */
  readonly #connected = new WeakSet<postgres.Sql>();
  #isAsking = false;
  #isGone = false;
  #sinceQuestion = QUESTION_TURNS;
  #sinceAnswer = 0;
  /** Turns since the oldest question without an answer was asked, and those of the last answer. */
  #waiting = 0;
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
    // This connection was closed, because another one answered or too many were open.
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

  /** Reports a change of what is refused, and why. */
  #judge(): void {
    const state = this.#state();
    const { state: before } = current;
    if (state?.cause === before?.cause && state?.refused.length === before?.refused.length) return;
    current.state = state;
    this.onChange(state, before);
  }

  #state(): DatabaseState {
    if (this.#isGone) return { cause: "gone", refused: SHED };
    // A level ends at half of what begins it, so that it does not come and go.
    const before = current.state?.cause === "loop" ? current.state.refused.length : 0;
    const late = LATE_MS.filter((ms, level) => this.#lateMs >= (level < before ? ms / 2 : ms)).length;
    const waits = SLOW_TURNS.filter((turns) => Math.max(this.#waiting, this.#lastWait) >= turns).length;
    // Statements that are answered are worth sending.
    const isAnswering = this.#sinceAnswer < RENEW_TURNS;
    const slow = isAnswering ? Math.min(waits, SHED.length - 1) : waits;
    if (Math.max(late, slow) === 0) return null;
    if (late >= slow) return { cause: "loop", refused: SHED.slice(0, late) };
    const isConnecting = isAnswering && !this.#probes.some((probe) => this.#connected.has(probe));
    return { cause: isConnecting ? "connections" : "statements", refused: SHED.slice(0, slow) };
  }
}
