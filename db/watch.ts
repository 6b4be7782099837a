import os from "node:os";
import type postgres from "postgres";
import { answersCounted, connectProbe, disconnect, reconnect } from "./client";

/** The watch counts turns of the event loop, not time: a busy or frozen process must not blame the database. */
const TURN_MS = 50;
/** Turns between two queries. */
const QUESTION_TURNS = 5;
/** Turns without any answer after which the database counts as away: two and a half seconds. */
const AWAY_TURNS = 50;
/** The same on an overloaded machine, where the database may only lack CPU time: ten seconds. */
const AWAY_TURNS_UNDER_LOAD = 200;
/** Load average of a minute per processor, from which the machine counts as overloaded. */
const HIGH_LOAD = 3;
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

type Changes = { readonly onAway: () => void; readonly onBack: () => void };

/**
 * Asks the database four times a second whether it answers. It is away at once if nothing listens, and otherwise only
 * after seconds without the answer of any statement: what is slow is waited for, because breaking off what is under way
 * would turn a slow moment into an outage. While it is away, every statement fails at once instead of waiting for
 * timeouts, so that requests are answered 503; they succeed again as soon as it answers.
 *
 * @returns stops the watch
 */
export function watchDatabase(changes: Changes, load = () => os.loadavg()[0]!): () => void {
  const watch = new DatabaseWatch(changes, load);
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
  #isAsking = false;
  #isAway = false;
  #sinceQuestion = QUESTION_TURNS;
  #sinceAnswer = 0;
  #failures = 0;
  #answers = answersCounted();

  constructor(
    readonly changes: Changes,
    /** The load average of the last minute. */
    readonly load: () => number,
  ) {}

  turn(): void {
    this.#sinceQuestion += 1;
    this.#sinceAnswer += 1;
    const answers = answersCounted();
    if (answers !== this.#answers) this.#sinceAnswer = 0;
    this.#answers = answers;
    if (this.#sinceAnswer >= AWAY_TURNS && this.#sinceAnswer >= this.#awayTurns()) this.#lose();
    const isLate = this.#isAsking && this.#sinceQuestion >= RENEW_TURNS;
    if (isLate || (!this.#isAsking && this.#sinceQuestion >= QUESTION_TURNS)) void this.#ask(isLate);
  }

  end(): void {
    for (const probe of this.#probes.splice(0)) void probe.end({ timeout: 0 });
    if (this.#isAway) reconnect();
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
    this.#sinceAnswer = 0;
    this.#failures = 0;
    if (!this.#isAway) return;
    this.#isAway = false;
    reconnect();
    this.changes.onBack();
  }

  #lose(): void {
    if (this.#isAway) return;
    this.#isAway = true;
    disconnect();
    this.changes.onAway();
  }

  #awayTurns(): number {
    return this.load() > HIGH_LOAD * os.availableParallelism() ? AWAY_TURNS_UNDER_LOAD : AWAY_TURNS;
  }
}
