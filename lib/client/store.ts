/** Functions to call after a change. `subscribe` is the argument for `useSyncExternalStore`. */
export class Listeners {
  readonly #listeners = new Set<() => void>();

  get size(): number {
    return this.#listeners.size;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** A value of this tab outside React. Notifies listeners when it changes. */
export class Store<Value> extends Listeners {
  #value: Value;

  constructor(initial: Value) {
    super();
    this.#value = initial;
  }

  readonly get = (): Value => this.#value;

  set(next: Value): void {
    if (Object.is(next, this.#value)) return;
    this.#value = next;
    this.notify();
  }
}
