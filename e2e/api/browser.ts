import { baseUrl } from "./client";

/** A client that keeps cookies and sends the headers that the service's own pages send. */
export class Browser {
  setCookies: string[] = [];
  constructor(
    private readonly base = baseUrl(),
    private readonly cookies = new Map<string, string>(),
  ) {}

  /** Another browser that has stolen the cookies. */
  copy(): Browser {
    return new Browser(this.base, new Map(this.cookies));
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(`${this.base}${path}`, {
      method,
      redirect: "manual",
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        "sec-fetch-site": "same-origin",
        ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    this.keep(response);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null };
  }

  async signIn(email: string, password: string): Promise<{ ok: boolean; error: string | null }> {
    const { response, url } = await this.post("/api/auth/callback/credentials", { email, password, callbackUrl: "/" });
    return { ok: response.ok, error: new URL(url, this.base).searchParams.get("error") };
  }

  /** Signs in through the provider. Returns the final path with its query. */
  async signInThrough(provider: string): Promise<string> {
    const { url } = await this.post(`/api/auth/signin/${provider}`, { callbackUrl: "/" });
    const granted = await fetch(url, { redirect: "manual" });
    const back = new URL(granted.headers.get("location") ?? "");
    const { headers } = await this.send("GET", back.pathname + back.search, undefined, {
      "sec-fetch-site": "cross-site",
    });
    const end = new URL(headers.get("location") ?? "", this.base);
    return end.pathname + end.search;
  }

  async signOut(): Promise<void> {
    await this.post("/api/auth/signout", { callbackUrl: "/" });
  }

  private async post(path: string, fields: Record<string, string>) {
    const { csrfToken } = (await this.send("GET", "/api/auth/csrf")).json;
    const response = await fetch(`${this.base}${path}`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      body: new URLSearchParams({ ...fields, csrfToken, json: "true" }),
    });
    this.keep(response);
    return { response, url: ((await response.json()) as { url: string }).url };
  }

  private keep(response: Response): void {
    this.setCookies = response.headers.getSetCookie();
    for (const cookie of this.setCookies) {
      const [pair = ""] = cookie.split(";");
      const at = pair.indexOf("=");
      if (pair.slice(at + 1) === "") this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
}
