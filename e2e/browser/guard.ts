import type { BrowserContext } from "@playwright/test";
import { expect } from "@playwright/test";

/**
 * Watches a browser for what must never happen on any page: messages on the console (among them violations of the content
 * security policy), errors that nobody caught, and requests to this server that fail. A test that provokes one says which.
 */
export class Guard {
  private readonly seen: string[] = [];
  private readonly allowed: RegExp[] = [];
  /** Every address that was asked for. */
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
      // A question that nobody waits for any more, or a page that was left.
      if (reason === "net::ERR_ABORTED") return;
      this.seen.push(`request failed: ${request.method()} ${request.url()}: ${reason}`);
    });
    context.on("response", (response) => {
      if (response.status() >= 400)
        this.seen.push(`status ${response.status()}: ${response.request().method()} ${response.url()}`);
    });
  }

  /** What this test brings about on purpose. */
  allow(...patterns: readonly RegExp[]): void {
    this.allowed.push(...patterns);
  }

  check(): void {
    const wrong = this.seen.filter((message) => !this.allowed.some((pattern) => pattern.test(message)));
    expect(wrong, "nothing goes wrong unnoticed").toEqual([]);
  }
}
