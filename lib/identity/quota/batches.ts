type Waiting<Answer> = {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
};

/** Keeps a key with many connections from occupying a database connection for long. */
const MAX_BATCH_SIZE = 16;

/**
 * Sends equal questions of several callers as one: while one is in flight, others wait and are sent together. Each
 * caller gets its own answer, in the order of asking; if sending fails, the whole batch fails.
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

/** Sends a batch; resolves with a function that resolves or rejects its callers. */
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
 * Resolves when the batch has been written: the driver writes at the end of a turn of the event loop. Resolving the
 * callers first would delay it while the database is idle.
 */
async function hasLeft(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}
