import { EventStreamParser, type StreamMessage } from "./event-stream";

/** Milliseconds without data after which the connection counts as lost; the server sends a comment every 15 seconds. */
const SILENT_MS = 40_000;
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;

export type LiveStreamOptions = {
  readonly onMessage: (topic: string | null, message: StreamMessage) => void;
  readonly onConnected: (connected: boolean) => void;
};

/**
 * A stream of changes in several projects, which reconnects and resumes. A topic is a project's id or, for a branch,
 * the id with `:` and the branch's name.
 */
export class LiveStream {
  #topics: readonly string[] = [];
  #connection: AbortController | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #retryMs = FIRST_RETRY_MS;
  /** The last received version of each topic. */
  readonly #versions = new Map<string, string>();

  constructor(private readonly options: LiveStreamOptions) {
    globalThis.addEventListener?.("online", this.#reconnect);
  }

  /** Replaces the followed topics. */
  follow(topics: readonly string[]): void {
    const next = [...new Set(topics)].sort();
    if (next.join() === this.#topics.join()) return;
    this.#topics = next;
    for (const topic of this.#versions.keys()) if (!next.includes(topic)) this.#versions.delete(topic);
    this.#reconnect();
  }

  close(): void {
    this.#topics = [];
    this.#stop();
    globalThis.removeEventListener?.("online", this.#reconnect);
  }

  readonly #reconnect = () => {
    this.#stop();
    if (this.#topics.length > 0) void this.#connect();
  };

  #stop(): void {
    clearTimeout(this.#retry);
    this.#connection?.abort();
    this.#connection = null;
  }

  async #connect(): Promise<void> {
    const connection = new AbortController();
    this.#connection = connection;
    try {
      await this.#read(connection);
      this.#failures = 0;
    } catch {
      this.#failures += 1;
    }
    if (this.#connection !== connection) return;
    this.options.onConnected(false);
    this.#retry = setTimeout(this.#reconnect, Math.min(this.#retryMs * 2 ** this.#failures, MAX_RETRY_MS));
  }

  /** Reads until the stream ends. Rejects if it could not be opened or broke off. */
  async #read(connection: AbortController): Promise<void> {
    const topics = this.#topics;
    const seen = topics.map((topic) => this.#versions.get(topic) ?? "");
    let silence = setTimeout(() => connection.abort(), SILENT_MS);
    try {
      const response = await fetch(`/api/v1/account/stream?projects=${encodeURIComponent(topics.join(","))}`, {
        credentials: "same-origin",
        headers: seen.some((version) => version !== "") ? { "Last-Event-ID": seen.join(".") } : {},
        signal: connection.signal,
      });
      if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}.`);
      this.options.onConnected(true);
      this.#failures = 0;
      const parser = new EventStreamParser();
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        clearTimeout(silence);
        silence = setTimeout(() => connection.abort(), SILENT_MS);
        const { messages, retry } = parser.push(piece.value);
        this.#retryMs = retry ?? this.#retryMs;
        for (const message of messages) this.#receive(topics, message);
      }
    } finally {
      clearTimeout(silence);
    }
  }

  #receive(topics: readonly string[], message: StreamMessage): void {
    message.id?.split(".").forEach((version, index) => {
      const topic = topics[index];
      if (topic !== undefined && version !== "") this.#versions.set(topic, version);
    });
    const { projectId, branch } = message.data as { projectId?: string; branch?: string | null };
    this.options.onMessage(projectId ? topicOf(projectId, branch ?? null) : null, message);
  }
}

/** The topic of a project or branch, as used in a stream's address. */
export function topicOf(projectId: string, branch: string | null): string {
  return branch === null ? projectId : `${projectId}:${branch}`;
}
