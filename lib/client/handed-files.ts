/** Files that were dropped or pasted on another page, on their way to the page of files. In memory alone. */
let passed: readonly File[] = [];

export function passFiles(files: readonly File[]): void {
  passed = files;
}

/** Takes what was handed over, once. */
export function takeFiles(): readonly File[] {
  const files = passed;
  passed = [];
  return files;
}
