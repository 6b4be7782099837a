import type { BrowserContext } from "playwright/test";
import { expect } from "playwright/test";

/**
 * Watches a browser for events that must not occur on any page: console messages (including violations of the content
 * security policy), uncaught errors, and failed requests to this server. A test that provokes such an event must allow
 * it.
 */
export class Guard {
  private readonly seen: string[] = [];
  private readonly allowed: RegExp[] = [];
  /** The address of every request. */
  readonly urls: string[] = [];

  watch(context: BrowserContext): void {
    context.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning")
        this.seen.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) => this.seen.push(`uncaught: ${error.error().stack ?? error.error().message}`));
    context.on("request", (request) => this.urls.push(request.url()));
    context.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? "";
      // The request was aborted, or the page was left.
      if (reason === "net::ERR_ABORTED") return;
      this.seen.push(`request failed: ${request.method()} ${request.url()}: ${reason}`);
    });
    context.on("response", (response) => {
      if (response.status() >= 400)
        this.seen.push(`status ${response.status()}: ${response.request().method()} ${response.url()}`);
    });
  }

  /** Allows messages that this test provokes on purpose. */
  allow(...patterns: readonly RegExp[]): void {
    this.allowed.push(...patterns);
  }

  check(): void {
    const wrong = this.seen.filter((message) => !this.allowed.some((pattern) => pattern.test(message)));
    expect(wrong, "nothing goes wrong unnoticed").toEqual([]);
  }
}
