/** One message of a stream of server-sent events. */
export type StreamMessage = { readonly event: string; readonly id: string | null; readonly data: unknown };

export type StreamParts = {
  readonly messages: readonly StreamMessage[];
  /** Milliseconds before reconnecting, if the server has set them. */
  readonly retry: number | null;
};

/** Parses server-sent events from text that arrives in pieces of any size (HTML standard, 9.2.6). */
export class EventStreamParser {
  #rest = "";

  push(piece: string): StreamParts {
    const blocks = (this.#rest + piece).split("\n\n");
    this.#rest = blocks.pop() ?? "";
    const messages: StreamMessage[] = [];
    let retry: number | null = null;
    for (const block of blocks) {
      const fields = fieldsOf(block);
      const wait = Number(fields.get("retry"));
      if (fields.has("retry") && Number.isFinite(wait)) retry = wait;
      const data = fields.get("data");
      if (data === undefined) continue;
      messages.push({ event: fields.get("event") ?? "message", id: fields.get("id") ?? null, data: JSON.parse(data) });
    }
    return { messages, retry };
  }
}

function fieldsOf(block: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const line of block.split("\n")) {
    const at = line.indexOf(":");
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 1).replace(/^ /, ""));
  }
  return fields;
}
