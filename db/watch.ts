import type postgres from "postgres";
import { connectProbe, disconnect, reconnect } from "./client";

/** The watch counts turns of the event loop, not time: a busy or frozen process must not blame the database. */
const TURN_MS = 50;
/** Turns between two questions. */
const QUESTION_TURNS = 5;
/** Turns without an answer after which the database counts as away: three quarters of a second. */
const AWAY_TURNS = 15;
/** Turns after which a question is asked again on another connection: this one may be dead without knowing it. */
const RENEW_TURNS = 20;

type Changes = { readonly onAway: () => void; readonly onBack: () => void };

/**
 * Asks the database four times a second whether it answers. While it does not, every statement fails at once instead of
 * waiting for timeouts, so that requests are answered 503 within a second; they succeed again as soon as it answers.
 * Refused connections and a database that hangs are noticed alike.
 *
 * @returns stops the watch
 */
export function watchDatabase({ onAway, onBack }: Changes): () => void {
  let probe = connectProbe();
  let asking = false;
  let sinceQuestion = QUESTION_TURNS;
  let sinceAnswer = 0;
  let isAway = false;

  const ask = async (asked: postgres.Sql): Promise<void> => {
    asking = true;
    sinceQuestion = 0;
    const answered = await asked`select 1`.then(
      () => true,
      () => false,
    );
    if (asked !== probe) return;
    asking = false;
    if (!answered) return;
    sinceAnswer = 0;
    if (!isAway) return;
    isAway = false;
    reconnect();
    onBack();
  };

  const turn = (): void => {
    sinceQuestion += 1;
    sinceAnswer += 1;
    if (!isAway && sinceAnswer >= AWAY_TURNS) {
      isAway = true;
      disconnect();
      onAway();
    }
    if (asking && sinceQuestion >= RENEW_TURNS) {
      const dead = probe;
      probe = connectProbe();
      asking = false;
      void dead.end({ timeout: 0 });
    }
    if (!asking && sinceQuestion >= QUESTION_TURNS) void ask(probe);
  };

  const timer = setInterval(turn, TURN_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    void probe.end({ timeout: 0 });
    if (isAway) reconnect();
  };
}
