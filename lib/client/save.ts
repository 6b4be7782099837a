/** Saves a text as a file of the person's. */
export function saveText(name: string, text: string, mediaType: string): void {
  saveBlob(name, new Blob([text], { type: mediaType }));
}

/** Saves bytes as a file of the person's. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  saveUrl(name, url);
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Saves what stands at an address of this service. */
function saveUrl(name: string, url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}
