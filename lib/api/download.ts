/** A file to save: never shown in the browser, whatever it holds (RFC 6266, RFC 8187). */
export function download(file: { stream: ReadableStream<Uint8Array>; name: string; mediaType: string }): Response {
  return new Response(file.stream, {
    headers: {
      "Content-Type": file.mediaType,
      "Content-Disposition": contentDisposition(file.name),
      "Cache-Control": "private, no-store",
    },
  });
}

/** `attachment` with the name in ASCII for old clients and in UTF-8 for the others. */
export function contentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
