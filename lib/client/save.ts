/** Downloads a text as a file. */
export function saveText(name: string, text: string, mediaType: string): void {
  saveBlob(name, new Blob([text], { type: mediaType }));
}

/** Downloads bytes as a file. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  saveUrl(name, url);
  // The browser reads the address after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Downloads an address of this service. */
function saveUrl(name: string, url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}
