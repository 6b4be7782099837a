export type DownloadedFile = {
  readonly stream: ReadableStream<Uint8Array>;
  readonly name: string;
  readonly mediaType: string;
  /** Total bytes, if known in advance. */
  readonly length?: number;
};

/** A file response that browsers download and never display, whatever it contains (RFC 6266, RFC 8187). */
export function download({ stream, name, mediaType, length }: DownloadedFile): Response {
  return new Response(stream, {
    headers: {
      "Content-Type": mediaType,
      "Content-Disposition": contentDisposition(name),
      ...(length === undefined ? {} : { "Content-Length": String(length) }),
    },
  });
}

/** `attachment`, with the file name in ASCII for old clients and in UTF-8 for others. */
export function contentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
