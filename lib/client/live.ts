import type { StreamEvents } from "@/lib/schemas/streams";
import { LiveStream } from "./live-stream";
import { randomId } from "./random-id";

/** Events that a tab receives for a topic. */
export type LiveEvent =
  | {
      readonly [Name in keyof StreamEvents]: { readonly event: Name; readonly data: StreamEvents[Name] };
    }[keyof StreamEvents]
  /** True if changes arrive immediately, false if they are polled. */
  | { readonly event: "connection"; readonly data: boolean };

type Listener = (event: LiveEvent) => void;

/** Messages between the tabs of a browser. One tab leads: it has the stream and forwards events to the others. */
type TabMessage =
  | { readonly kind: "wants"; readonly tab: string; readonly topics: readonly string[] }
  | { readonly kind: "ask" }
  | { readonly kind: "event"; readonly topic: string | null; readonly event: LiveEvent };

const CHANNEL = "dragoman-live";
/** Milliseconds to wait before connecting, so that pages have loaded and are idle. */
const START_MS = 1_500;

/** The browser's stream from the point of view of one tab. */
class Live {
  readonly #tab = randomId();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
  /** Topics that other tabs need, while this tab leads. */
  readonly #wanted = new Map<string, readonly string[]>();
  /** The latest presence and connection events, for tabs that open later; stored while this tab leads. */
  readonly #last = new Map<string, LiveEvent>();
  #stream: LiveStream | null = null;
  #resign: (() => void) | null = null;
  #candidacy: AbortController | null = null;

  constructor() {
    this.#channel?.addEventListener("message", ({ data }) => this.#onTab(data as TabMessage));
    globalThis.addEventListener?.("pagehide", () => this.#post({ kind: "wants", tab: this.#tab, topics: [] }));
  }

  /** Subscribes to a topic. Returns the function that unsubscribes. */
  listen(topic: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners);
    listeners.add(listener);
    this.#changed();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(topic);
      this.#changed();
    };
  }

  #changed(): void {
    const topics = [...this.#listeners.keys()];
    this.#post({ kind: "wants", tab: this.#tab, topics });
    if (topics.length === 0) this.#stop();
    else if (this.#stream) this.#follow();
    else if (!this.#candidacy) void this.#stand();
  }

  /** Waits until this tab leads, which is immediately if no other tab does, and then opens the stream. */
  async #stand(): Promise<void> {
    const candidacy = new AbortController();
    this.#candidacy = candidacy;
    const lead = () =>
      new Promise<void>((resolve) => {
        this.#resign = resolve;
        this.#lead();
      });
    // Without locks (over plain HTTP, except on localhost) each tab has its own stream.
    if (!navigator.locks) return void lead();
    await navigator.locks.request(CHANNEL, { signal: candidacy.signal }, lead).catch(() => {});
  }

  #lead(): void {
    this.#wanted.clear();
    this.#stream = new LiveStream({
      onMessage: (topic, { event, data }) => {
        const passed = { event, data } as LiveEvent;
        if (event === "presence" && topic) this.#last.set(topic, passed);
        this.#pass(topic, passed);
      },
      onConnected: (connected) => {
        const passed: LiveEvent = { event: "connection", data: connected };
        this.#last.set("", passed);
        this.#pass(null, passed);
      },
    });
    this.#post({ kind: "ask" });
    setTimeout(() => this.#follow(), START_MS);
  }

  #follow(): void {
    this.#stream?.follow([...this.#listeners.keys(), ...[...this.#wanted.values()].flat()]);
  }

  #stop(): void {
    this.#candidacy?.abort();
    this.#candidacy = null;
    this.#stream?.close();
    this.#stream = null;
    this.#last.clear();
    this.#resign?.();
    this.#resign = null;
  }

  #onTab(message: TabMessage): void {
    if (message.kind === "event") this.#hear(message.topic, message.event);
    else if (message.kind === "ask") this.#post({ kind: "wants", tab: this.#tab, topics: [...this.#listeners.keys()] });
    else if (this.#stream) this.#serve(message.tab, message.topics);
  }

  /** Adds the topics of another tab, and sends it the events that it has missed. */
  #serve(tab: string, topics: readonly string[]): void {
    if (topics.length === 0) this.#wanted.delete(tab);
    else this.#wanted.set(tab, topics);
    this.#follow();
    for (const [topic, event] of this.#last)
      if (topic === "" || topics.includes(topic)) this.#post({ kind: "event", topic: topic || null, event });
  }

  #pass(topic: string | null, event: LiveEvent): void {
    this.#hear(topic, event);
    this.#post({ kind: "event", topic, event });
  }

  #hear(topic: string | null, event: LiveEvent): void {
    for (const [name, listeners] of this.#listeners)
      if (topic === null || name === topic) for (const listener of listeners) listener(event);
  }

  #post(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }
}

let shared: Live | undefined;

/** Subscribes to the events of a project or branch, over one stream for all tabs of the browser. */
export function listenLive(topic: string, listener: Listener): () => void {
  shared ??= new Live();
  return shared.listen(topic, listener);
}
