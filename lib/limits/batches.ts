type Waiting<Answer> = {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
};

/** So that one key with many connections does not hold a connection to the database for long. */
const MAX_BATCH_SIZE = 16;

/**
 * Sends the same question of several callers as one: while one is under way, others wait and go together. Each caller gets
 * an answer of its own, in the order of asking; when sending fails, all of that batch fail alike.
 */
export class Batches<Answer> {
  readonly #waiting = new Map<string, Waiting<Answer>[]>();

  /** `send` asks `count` times, at least once, and gives as many answers. Questions are the same when `question` is. */
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
      const settle = await underWay;
      underWay = waiting.length > 0 ? sendBatch(waiting.splice(0, MAX_BATCH_SIZE), send) : null;
      if (underWay) await hasLeft();
      else this.#waiting.delete(question);
      settle();
    }
  }
}

/** Sends a batch now; resolves with what gives its callers their answers, or its failure. */
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
 * Resolves when what was sent just now is on its way: the driver writes at the end of a turn of the event loop. What callers
 * do with their answers would hold it back, while the database has nothing to do.
 */
async function hasLeft(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}
