import os from "node:os";
import type postgres from "postgres";
import { answersCounted, connectProbe, disconnect, reconnect } from "./client";

/** The watch counts turns of the event loop, not time: a busy or frozen process must not blame the database. */
const TURN_MS = 50;
/** Turns between two questions. */
const QUESTION_TURNS = 5;
/** Turns without any answer after which the database counts as away: two and a half seconds. */
const AWAY_TURNS = 50;
/** The same while the machine has more to do than processors: the database may only lack a turn. Ten seconds. */
const AWAY_TURNS_UNDER_LOAD = 200;
/** Work per processor (the load average of a minute) from which that holds. */
const HIGH_LOAD = 3;
/** Turns after which a question is asked on a further connection: this one may be dead without knowing it. */
const RENEW_TURNS = 20;
/** Connections that may still answer; the oldest ends for a further one. */
const MAX_PROBES = 4;

/** Nothing listens, or it says that it shuts down or starts. */
const GONE = /^(?:ECONNREFUSED|ENOENT|57P0[123])$/;
/** All connections are taken: it lives. */
const TOO_MANY = "53300";
/** Questions in a row that fail otherwise: a connection that breaks off once is no proof. */
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
  /** Those that are asked, newest last. */
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
    // It was ended, because another one answered or too many were asked.
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
