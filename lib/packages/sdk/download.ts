/** A file in a response. Its content can be read once, in one of these forms. */
export class Download {
  readonly name: string;
  readonly mediaType: string;

  constructor(private readonly response: Response) {
    this.name = fileName(response.headers.get("content-disposition") ?? "");
    this.mediaType = response.headers.get("content-type") ?? "application/octet-stream";
  }

  get stream(): ReadableStream<Uint8Array> | null {
    return this.response.body;
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.response.arrayBuffer());
  }

  text(): Promise<string> {
    return this.response.text();
  }

  blob(): Promise<Blob> {
    return this.response.blob();
  }
}

/** The name in a `Content-Disposition` header (RFC 6266): `filename*` before `filename`. */
function fileName(header: string): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  if (extended) return decodeURIComponent(extended);
  return /filename="([^"]*)"/i.exec(header)?.[1] ?? "";
}
