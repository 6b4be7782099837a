type Waiting<Answer> = {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
};

/** Limits how long a key with many connections occupies a database connection. */
const MAX_BATCH_SIZE = 16;

/**
 * Combines equal questions into batches: while one batch is in flight, further callers wait and form the next. Callers
 * are answered in the order of their calls; if sending fails, the whole batch fails.
 */
export class Batches<Answer> {
  readonly #waiting = new Map<string, Waiting<Answer>[]>();

  /**
   * `send` asks `count` times, at least once, and returns as many answers. Calls with the same `question` are batched.
   */
  ask(question: string, send: (count: number) => Promise<readonly Answer[]>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(question);
      if (waiting) waiting.push({ resolve, reject });
      else void this.#sendAll(question, send, { resolve, reject });
    });
  }

  async #sendAll(
    question: string,
    send: (count: number) => Promise<readonly Answer[]>,
    first: Waiting<Answer>,
  ): Promise<void> {
    const waiting: Waiting<Answer>[] = [];
    this.#waiting.set(question, waiting);
    let underWay: Promise<() => void> | null = sendBatch([first], send);
    while (underWay) {
      const deliver = await underWay;
      underWay = waiting.length > 0 ? sendBatch(waiting.splice(0, MAX_BATCH_SIZE), send) : null;
      if (underWay) await hasLeft();
      else this.#waiting.delete(question);
      deliver();
    }
  }
}

/** Sends a batch. Returns a function that resolves or rejects the callers. */
async function sendBatch<Answer>(
  batch: readonly Waiting<Answer>[],
  send: (count: number) => Promise<readonly Answer[]>,
): Promise<() => void> {
  try {
    const answers = await send(batch.length);
    if (answers.length < batch.length) throw new Error("There are fewer answers than questions.");
    return () => {
      for (const [i, { resolve }] of batch.entries()) resolve(answers[i]!);
    };
  } catch (error) {
    return () => {
      for (const { reject } of batch) reject(error);
    };
  }
}

/**
 * Resolves when the driver has written the batch, at the end of a turn of the event loop. Callers are resolved after
 * that: their work would delay the write while the database is idle.
 */
async function hasLeft(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}
