import { newPerson } from "@/e2e/people";
import { PAGE_STATES } from "./page-states";
import { expect, test } from "./test";

/** Who may open each page, by path. */
const PAGES = new Map(PAGE_STATES.map(({ path, by }) => [path.replace(/#.*/, ""), by]));

test("every page sends strict security headers with a new nonce, and contains no script without that nonce", async ({
  open,
  baseURL,
}) => {
  const admin = await open(await newPerson({ isAdmin: true }));
  const nonces = new Set<string>();
  const stranger = await open();
  for (const [path, by] of PAGES) {
    if (path.includes("{")) continue;
    const { request } = by === "nobody" ? stranger : admin;
    const response = await request.get(`${baseURL}${path}`, { headers: { accept: "text/html" } });
    const headers = response.headers();
    const policy = headers["content-security-policy"] ?? "";
    const nonce = /script-src [^;]*'nonce-([^']+)'/.exec(policy)?.[1] ?? "none";
    expect(nonces.has(nonce), `${path} has a nonce of its own`).toBe(false);
    nonces.add(nonce);
    expect(policy, path).not.toMatch(/unsafe-inline|unsafe-eval/);
    for (const directive of ["default-src 'self'", "object-src 'none'", "base-uri 'self'", "frame-ancestors 'none'"])
      expect(policy, path).toContain(directive);
    expect(headers, path).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(headers["referrer-policy"], path).toMatch(/^(strict-origin|no-referrer|same-origin)/);
    expect(headers["permissions-policy"], path).toContain("camera=()");
    expect(headers["x-powered-by"], path).toBeUndefined();
    expect(headers["cache-control"], `${path} is in no shared cache`).toMatch(/private|no-store/);
    const html = await response.text();
    for (const [tag] of html.matchAll(/<script\b[^>]*>/g)) expect(tag, path).toContain(`nonce="${nonce}"`);
    expect(html.match(/<[^>]+\son[a-z]+=/i), `${path} has no handler in its markup`).toBeNull();
    expect(
      html.match(/<[a-z][^>]*\sstyle="/i),
      `${path} has no style attribute, which the policy would block`,
    ).toBeNull();
  }
});

test("static files, images and unknown addresses forbid content sniffing", async ({ page, baseURL, guard }) => {
  guard.allow(/404/);
  await page.goto("/sign-in");
  const script = guard.urls.find((url) => url.includes("/_next/static/") && url.endsWith(".js"));
  for (const url of [script!, `${baseURL}/icon.svg`, `${baseURL}/icons/192.png`, `${baseURL}/nowhere.html`])
    expect((await page.request.get(url)).headers()["x-content-type-options"], url).toBe("nosniff");
});

test("the favicon is served at the address that browsers request by default", async ({ page, baseURL }) => {
  const icon = await page.request.get(`${baseURL}/favicon.ico`);
  expect([icon.status(), icon.headers()["content-type"]]).toEqual([200, "image/x-icon"]);
});

test("API downloads are attachments and forbid content sniffing", async ({ signedIn, baseURL }) => {
  const made = await signedIn.request.post(`${baseURL}/api/v1/translate/file`, {
    headers: { "sec-fetch-site": "same-origin" },
    multipart: {
      source: "en",
      target: "es",
      file: { name: "page.html", mimeType: "text/html", buffer: Buffer.from("<p>The house <script>1</script></p>") },
    },
  });
  const { id } = await made.json();
  const content = await signedIn.request.get(`${baseURL}/api/v1/files/${id}/content`, {
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(content.status()).toBe(200);
  expect(content.headers()["content-disposition"]).toMatch(/^attachment/);
  expect(content.headers()["x-content-type-options"]).toBe("nosniff");
});
