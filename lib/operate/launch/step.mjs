/** A failed step. Its message says what to do; `output` is what the failed program printed. */
export class Failure extends Error {
  name = "Failure";
  constructor(message, output = "") {
    super(message);
    this.output = output;
  }
}

/**
 * Shows a step with its outcome and duration: `Database … embedded PostgreSQL, started (0.1 s)`.
 * @template T
 * @param {string} title
 * @param {() => Promise<{ outcome: string, notes?: string[], value?: T }>} work notes are sentences for the operator
 * @param {{ concurrent?: boolean }} [options] concurrent: other steps run at the same time, so the line is written when
 * the step has ended
 * @returns {Promise<T | undefined>}
 */
export async function step(title, work, { concurrent = false } = {}) {
  const started = performance.now();
  const name = `  ${title} … `;
  if (!concurrent) process.stdout.write(name);
  const end = (outcome) => console.log(`${concurrent ? name : ""}${outcome} (${seconds(started)})`);
  try {
    const { outcome, notes = [], value } = await work();
    end(outcome);
    for (const note of notes) console.log(`    ${note}`);
    return value;
  } catch (error) {
    end("failed");
    throw error;
  }
}

/** @param {number} started a reading of performance.now() */
export const seconds = (started) => `${((performance.now() - started) / 1000).toFixed(1)} s`;

/** Reports why the program ends: a sentence for expected failures, a stack for others. */
export function report(error) {
  if (error.output) console.error(`\n${error.output.trim()}`);
  const foreseen = error instanceof Failure || error?.name === "DatabaseError";
  console.error(`\n${foreseen ? error.message : (error?.stack ?? error)}`);
}
