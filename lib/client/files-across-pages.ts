import { Store } from "./store";

/** Whether this tab must notify the person about running file translations, on every page. */
export const watchedFiles = new Store(false);

/** Files dropped or pasted on another page, which the files page will upload. Kept in memory only. */
let passed: readonly File[] = [];

export function passFiles(files: readonly File[]): void {
  passed = files;
}

/** Returns the passed files, and forgets them. */
export function takeFiles(): readonly File[] {
  const files = passed;
  passed = [];
  return files;
}
