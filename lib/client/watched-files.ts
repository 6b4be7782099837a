/** Whether this tab must notify about running file translations, on whatever page. */
let watching = false;
const listeners = new Set<() => void>();

export const watchedFiles = {
  get: (): boolean => watching,
  set: (next: boolean): void => {
    if (next === watching) return;
    watching = next;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
