/** A response, with JSON formatted on lines, and the time until it was read. */
export type TimedAnswer = { readonly status: number; readonly ms: number; readonly body: string };

/** Sends a request. Throws an error if there is no response. */
export async function timedRequest(address: string, request: RequestInit): Promise<TimedAnswer> {
  const started = performance.now();
  const response = await fetch(address, request);
  const text = await response.text();
  return { status: response.status, ms: Math.round(performance.now() - started), body: pretty(text) };
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
