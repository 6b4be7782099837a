import { Store } from "./store";

/** Whether this tab must notify about running file translations, on whatever page. */
export const watchedFiles = new Store(false);

/** Files dropped or pasted on another page, passed to the files page. In memory only. */
let passed: readonly File[] = [];

export function passFiles(files: readonly File[]): void {
  passed = files;
}

/** Returns the passed files once. */
export function takeFiles(): readonly File[] {
  const files = passed;
  passed = [];
  return files;
}
