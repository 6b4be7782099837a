import { perProcess } from "@/lib/base/singleton";

/**
 * A global setup that several Vitest projects of one run share: the first starts it, and it stops after the last.
 *
 * @param name unique among setups
 */
export function sharedSetup<T>(
  name: string,
  start: () => Promise<T>,
  stop: (value: T) => Promise<unknown>,
): () => Promise<() => Promise<void>> {
  const running = perProcess(`setup of ${name}`, () => ({ value: start(), users: 0 }));
  return async () => {
    const current = running();
    current.users += 1;
    await current.value;
    return async () => {
      current.users -= 1;
      if (current.users === 0) await stop(await current.value);
    };
  };
}
