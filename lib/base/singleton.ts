/** A value that exists once per process, created on the first call. */
export interface PerProcess<T> {
  (): T;
  /** The value, if created. */
  readonly current: T | undefined;
  set(value: T): void;
  /** Discards the value, so that the next call creates another one. */
  clear(): void;
}

/**
 * Shares a value among all bundles of a process. Next bundles the server start separately from its routes, and the
 * development server reloads modules, so a process would have several copies of a module-level value.
 *
 * @param name unique in the program
 */
export function perProcess<T>(name: string, make: () => T): PerProcess<T> {
  const get = (): T => {
    if (!values.has(name)) values.set(name, make());
    return values.get(name) as T;
  };
  return Object.defineProperty(
    Object.assign(get, {
      set: (value: T): void => void values.set(name, value),
      clear: (): void => void values.delete(name),
    }),
    "current",
    { get: () => values.get(name) as T | undefined },
  ) as PerProcess<T>;
}

const shared = globalThis as { __dragoman?: Map<string, unknown> };
shared.__dragoman ??= new Map();
const values = shared.__dragoman;
