/** A failed step; the message says what to do. `output` is the output of the failed program. */
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
 * @returns {Promise<T | undefined>}
 */
export async function step(title, work) {
  const started = performance.now();
  process.stdout.write(`  ${title} … `);
  try {
    const { outcome, notes = [], value } = await work();
    console.log(`${outcome} (${seconds(started)})`);
    for (const note of notes) console.log(`    ${note}`);
    return value;
  } catch (error) {
    console.log(`failed (${seconds(started)})`);
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
