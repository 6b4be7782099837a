import { endSessions, startSession } from "@/lib/identity/auth/session";
import { type Api, projectOf } from "./project-data";
import { expect, type Page, signIn, test } from "./test";

const field = (page: Page, number: number) =>
  page.getByRole("textbox", { name: `Translation of segment ${number}`, exact: true });
const translationsOf = async (api: Api, id: string) =>
  (await api("GET", `/projects/${id}/segments?language=es&limit=100`)).segments.map((one: any) => one.translation);

test("saving a segment re-renders only the row of that segment", async ({ signedIn: page, api }) => {
  const texts = Array.from({ length: 8 }, (_, i) => ({ key: `k${i}`, source: `Text ${i}.`, target: `Texto ${i}.` }));
  const id = await projectOf(api, texts);
  await page.goto(`/projects/${id}/edit/es`);
  await expect(field(page, 1)).toBeFocused();
  // Waits for the last request that follows a save.
  const read = () => page.waitForResponse(/\/documents\?/).then(() => page.waitForTimeout(300));
  await Promise.all([read(), page.keyboard.press("Control+Enter")]);
  // The response may have been that of the page's own request.
  await expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Segments" }).getByRole("img", { name: "Reviewed" })).toBeVisible();
  // React gives an element new props whenever its component renders, so equal props mean that it has not rendered.
  const propsOf = () =>
    page.evaluate(() => {
      const rows = [...document.querySelectorAll("li[data-index] > div > button")];
      const store = window as { before?: unknown[] };
      const props = rows.map((row) => (row as any)[Object.keys(row).find((key) => key.startsWith("__reactProps"))!]);
      const same = store.before ? props.filter((one) => store.before!.includes(one)).length : 0;
      store.before = props;
      return { rows: props.length, same };
    });
  const { rows } = await propsOf();
  await field(page, 2).press("End");
  await page.keyboard.type(" Bien.");
  await Promise.all([read(), page.keyboard.press("Control+Enter")]);
  // Only the newly opened row has rendered.
  expect((await propsOf()).same).toBe(rows - 1);
});

test("an expired session in the editor offers sign-in and keeps the typed text", async ({
  signedIn: page,
  person,
  guard,
  api,
}) => {
  guard.allow(/401/);
  const id = await projectOf(api, [
    { key: "a", source: "The house is big." },
    { key: "b", source: "The bread.", target: "El pan." },
    { key: "c", source: "The sea." },
  ]);
  const listed = page.waitForResponse(/\/segments\/ids\?/);
  await page.goto(`/projects/${id}/edit/es#q=the`);
  await listed;
  await expect(field(page, 1)).toBeFocused();
  await endSessions(person.userId);
  await page.keyboard.type("La casa");
  await page.keyboard.press("Control+Enter");
  await expect(field(page, 2)).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("region", { name: "Segments" }).getByRole("listitem").first()).toContainText(
    "Not saved: Your session has ended.",
  );
  await page.getByRole("button", { name: /segments? not saved/ }).click();
  await expect(field(page, 1)).toHaveText("La casa");
  await expect(page.getByRole("region", { name: "Segment 1", exact: true }).getByRole("alert")).toBeVisible();
  const link = page.getByRole("status").getByRole("link", { name: "Sign in" });
  await expect(link).toBeVisible();
  await link.click();
  await expect(page).toHaveURL(new RegExp(`/sign-in\\?callbackUrl=%2Fprojects%2F${id}%2Fedit%2Fes`));
  expect(page.url(), "no typed text in an address").not.toContain("q%3D");
  await signIn(page.context(), { token: await startSession(person.userId, person.accountId, "Test") });
  await page.goto(`/projects/${id}/edit/es`);
  await expect(field(page, 1)).toHaveText("La casa");
  await expect
    .poll(async () => (await translationsOf(api, id)).map((one: any) => [one.text, one.state]), "as they were decided")
    .toEqual([
      ["La casa", "reviewed"],
      ["El pan.", "reviewed"],
      [null, "untranslated"],
    ]);
});

test("a decision made right before leaving the editor is saved", async ({ signedIn: page, guard, api }) => {
  // The page left before the save's response arrived, and sends the save again; the server has it already.
  guard.allow(/412/);
  const id = await projectOf(api, [
    { key: "a", source: "The house is big." },
    { key: "b", source: "The bread.", target: "El pan." },
  ]);
  await page.goto(`/projects/${id}/edit/es`);
  await expect(field(page, 1)).toBeFocused();
  await page.keyboard.type("La casa es grande.");
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Control+Enter");
  await page.goto("/docs");
  const states = async () => (await translationsOf(api, id)).map((one: any) => one.state);
  await expect.poll(async () => (await states())[0], "without the editor").toBe("reviewed");
  // Approvals that waited for this save are sent when the editor is opened again.
  await page.goto(`/projects/${id}/edit/es`);
  await expect.poll(states).toEqual(["reviewed", "reviewed"]);
});

test("the editor reports that it is offline, and saves decisions once the connection returns", async ({
  signedIn: page,
  guard,
  api,
}) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED/);
  const id = await projectOf(api, [
    { key: "a", source: "The house is big." },
    { key: "b", source: "The bread.", target: "El pan." },
    { key: "c", source: "The sea.", target: "El mar." },
  ]);
  await page.goto(`/projects/${id}/edit/es`);
  await expect(field(page, 1)).toBeFocused();
  await page.context().setOffline(true);
  await expect(page.getByText("You’re offline. Your text is kept here until you’re back online.")).toBeVisible();
  await page.keyboard.type("La casa es grande.");
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Control+Enter");
  await expect(field(page, 3)).toBeFocused();
  const list = page.getByRole("region", { name: "Segments" });
  await expect(list.getByRole("img", { name: "Saving…" }).or(list.getByText("Not saved")).first()).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();
  expect((await translationsOf(api, id)).map((one: any) => [one.text, one.state])).toEqual([
    ["La casa es grande.", "reviewed"],
    ["El pan.", "reviewed"],
    ["El mar.", "translated"],
  ]);
});
