/** Files that were dropped or pasted on another page, on their way to the page of files. In memory alone. */
let handed: readonly File[] = [];

export function handFiles(files: readonly File[]): void {
  handed = files;
}

/** Takes what was handed over, once. */
export function takeFiles(): readonly File[] {
  const files = handed;
  handed = [];
  return files;
}
