import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "./api-error";
import { api, at } from "./fetch";

afterEach(() => vi.unstubAllGlobals());

describe("calling the API from the browser", () => {
  it("the client returns the server's error with its code, details and request ID", async () => {
    answerWith({ error: { code: "too_large", message: "Too long.", details: { requestId: "req_1", limit: 10 } } }, 413);
    const error = await api("POST", "/translate", { body: {} }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: "too_large", status: 413, requestId: "req_1", mayPass: false });
    expect((error as ApiError).details.limit).toBe(10);
  });

  it("the client keeps the request ID of a response that doesn't come from the API, such as a proxy's error page", async () => {
    vi.stubGlobal("fetch", async () => new Response("<html>", { status: 502, headers: { "x-request-id": "req_2" } }));
    const error = await api("GET", "/me").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "unreadable_answer", status: 502, requestId: "req_2", mayPass: true });
  });

  it("the client distinguishes a missing network connection from a server that doesn't respond", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    vi.stubGlobal("navigator", { onLine: false });
    expect(await api("GET", "/me").catch((thrown: unknown) => thrown)).toMatchObject({ code: "offline" });
    vi.stubGlobal("navigator", { onLine: true });
    expect(await api("GET", "/me").catch((thrown: unknown) => thrown)).toMatchObject({ code: "network" });
  });

  it("an aborted request rejects with an abort error", async () => {
    vi.stubGlobal("fetch", (_: string, init: RequestInit) => Promise.reject(init.signal?.reason));
    const aborted = AbortSignal.abort();
    const error = await api("GET", "/me", { signal: aborted }).catch((thrown: unknown) => thrown);
    expect(error).not.toBeInstanceOf(ApiError);
  });

  it("the client encodes path parameters, so that an ID can't change the path", () => {
    expect(at`/files/${"../keys?x"}/content`).toBe("/files/..%2Fkeys%3Fx/content");
  });
});

function answerWith(body: unknown, status: number): void {
  vi.stubGlobal("fetch", async () => Response.json(body, { status }));
}
