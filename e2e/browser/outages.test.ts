import type { TestPerson } from "@/e2e/people";
import { gate } from "./gate";
import { expect, test } from "./test";
import { filledWorkspace } from "./workspace";

let person: TestPerson;
test.beforeAll(async ({ baseURL }) => {
  person = (await filledWorkspace(baseURL!)).person;
});

const BUSY = { error: { code: "overloaded", message: "Busy.", details: { requestId: "req_test12345" } } };

test("a list that fails to load shows an error, and appears after a retry", async ({ open, guard }) => {
  guard.allow(/status of 503/, /status 503/);
  const page = await open(person);
  await page.goto("/projects");
  await page.route("**/api/v1/projects?*", (route) => route.fulfill({ status: 503, json: BUSY }));
  await page.getByRole("main").getByRole("searchbox").fill("help");
  const alert = page.getByRole("alert").filter({ hasText: "The server is busy." });
  await expect(alert).toBeVisible();
  await page.unroute("**/api/v1/projects?*");
  await alert.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("link", { name: "Help centre", exact: true })).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test("a list that loads slowly shows a placeholder until its content appears", async ({ open }) => {
  const page = await open(person);
  const held = gate();
  await page.goto("/projects");
  await page.route("**/api/v1/projects?*", (route) => held.opened.then(() => route.continue()));
  await page.getByRole("main").getByRole("searchbox").fill("help");
  const waiting = page.locator("main [aria-busy=true]");
  await expect(waiting).toBeVisible();
  await expect(page.getByText("No matching projects"), "it does not claim that there is nothing").toHaveCount(0);
  held.open();
  await expect(page.getByRole("link", { name: "Help centre", exact: true })).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

test("the files page shows its list without JavaScript", async ({ open, guard }) => {
  guard.allow(/^request failed: GET .*\.js: csp$/); // The browser reports that it runs no scripts.
  const page = await open(person, { javaScriptEnabled: false });
  await page.goto("/files");
  await expect(page.getByRole("region", { name: "File translations" }).getByText("letter.es.txt")).toBeVisible();
});

test("the previous usage figures stay visible if new figures fail to load, and loading can be retried", async ({
  open,
  guard,
}) => {
  guard.allow(/status of 503/, /status 503/);
  const page = await open(person);
  await page.goto("/usage");
  await page.route("**/api/v1/account/usage?*", (route) => route.fulfill({ status: 503, json: BUSY }));
  await page.getByText("90 days").click();
  const alert = page.getByRole("alert").filter({ hasText: "The server is busy." }).first();
  await expect(alert).toContainText("req_test12345");
  await page.unroute("**/api/v1/account/usage?*");
  await alert.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The server is busy." })).toHaveCount(0);
  await expect(page.getByRole("radio", { name: /^Requests/ })).toBeVisible();
});

test("only server errors are red and contain the request ID", async ({ open, guard }) => {
  guard.allow(/status of (409|503)/, /status (409|503)/);
  const page = await open(person);
  const taken = { error: { code: "conflict", message: "Changed.", details: { requestId: "req_test12345" } } };
  await page.goto("/settings");
  for (const [status, json, text, colour] of [
    [409, taken, "This has changed since you opened it.", /bg-warning-soft/],
    [503, BUSY, "The server is busy.", /bg-danger-soft/],
  ] as const) {
    await page.route("**/api/v1/account/profile", (route) => route.fulfill({ status, json }));
    await page.getByRole("button", { name: "Save" }).click();
    const alert = page.getByRole("alert").filter({ hasText: text });
    await expect(alert).toHaveClass(colour);
    await expect(alert.getByText("req_test12345")).toHaveCount(status === 503 ? 1 : 0);
    await page.unroute("**/api/v1/account/profile");
  }
});

test("a change that fails shows no success and keeps the input for a retry", async ({ open, guard }) => {
  guard.allow(/ERR_CONNECTION_RESET/);
  const page = await open(person);
  await page.goto("/settings");
  await page.route("**/api/v1/account/profile", (route) => route.abort("connectionreset"));
  await page.getByLabel("Name").fill("Ada Lovelace");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Couldn’t reach the server." })).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Ada Lovelace");
  await page.unroute("**/api/v1/account/profile");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Name")).toHaveValue("Ada Lovelace");
});
