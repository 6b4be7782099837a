import { db } from "@/db/client";
import { createKey } from "@/lib/identity/accounts/keys";
import { axeFindings } from "./axe";
import { type Api, projectOf } from "./project-data";
import { expect, test } from "./test";

/** Uploads texts to a branch and waits until they are imported. */
async function upload(
  api: Api,
  base: string,
  secret: string,
  project: string,
  branch: string,
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  const form = new FormData();
  form.set("file", new File([JSON.stringify(texts)], "more.json"));
  const sent = await fetch(`${base}/v1/projects/${project}/documents?path=more.json&branch=${branch}`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${secret}` },
    body: form,
  });
  expect(sent.ok).toBe(true);
  await expect
    .poll(async () => (await api("GET", `/projects/${project}/documents?branch=${branch}`)).documents[0]?.status)
    .toBe("ready");
}

test("a branch is created and merged after a preview, and another branch is deleted after a confirmation", async ({
  signedIn: page,
  person,
  baseURL,
  api,
}) => {
  const { secret } = await db().transaction((tx) => createKey(person, { name: "Upload" }, tx));
  const id = await projectOf(api, [{ key: "a", source: "The house is big." }]);
  await page.goto(`/projects/${id}/files`);
  await expect(page.getByText(/^No branches\./)).toBeVisible();
  await api("POST", `/projects/${id}/languages`, { language: "ca" });
  await upload(api, baseURL!, secret, id, "feature%2Fgarden", { more: "The garden.", bye: "Goodbye." });
  await page.reload();
  await expect(page.getByRole("list", { name: "Branches" })).toContainText("3 words");
  await page.getByRole("link", { name: "feature/garden" }).click();
  await expect(page).toHaveURL(/\/branches\/feature%2Fgarden$/);
  await expect(page.getByRole("row", { name: /^more\.json New document 2 0 0 0 0$/ })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Merge branch" }).click();
  const dialog = page.getByRole("dialog", { name: "Merge feature/garden?" });
  await expect(dialog).toContainText("2 segments added");
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Merge branch" }).click();
  await expect(page).toHaveURL(/\/files$/);
  await expect(page.getByRole("cell", { name: /^more\.json/ }).first()).toBeVisible();
  await expect(page.getByText(/^No branches\./)).toBeVisible();

  await upload(api, baseURL!, secret, id, "old", { more: "The gardens." });
  await page.goto(`/projects/${id}/branches/old`);
  await page.getByRole("button", { name: "Delete branch" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete branch" }).click();
  await expect(page).toHaveURL(/\/files$/);
  expect((await api("GET", `/projects/${id}/branches`)).branches).toEqual([]);
});

test("a cancelled merge is not shown as failed", async ({ signedIn: page, person, baseURL, api }) => {
  const { secret } = await db().transaction((tx) => createKey(person, { name: "Upload" }, tx));
  const id = await projectOf(api, [{ key: "a", source: "The house is big." }]);
  await upload(api, baseURL!, secret, id, "garden", { more: "The garden." });
  // A real merge of two texts would end before anyone can cancel it.
  const job = {
    ...{ id: "job_1", type: "branch_merge", projectId: id, language: null, document: null, result: null, error: null },
    ...{ errors: [], createdAt: new Date().toISOString(), startedAt: null, finishedAt: null },
    progress: { total: 0, done: 0, failed: 0 },
    links: { self: "", errors: "", project: null, segments: null },
  };
  await page.route("**/branches/garden/merge*", (route) => route.fulfill({ json: { ...job, status: "queued" } }));
  await page.route("**/jobs/job_1", (route) => route.fulfill({ json: { ...job, status: "cancelled" } }));
  await page.goto(`/projects/${id}/branches/garden`);
  await page.getByRole("button", { name: "Merge branch" }).click();
  const dialog = page.getByRole("dialog", { name: "Merge garden?" });
  await dialog.getByRole("button", { name: "Merge branch" }).click();
  await expect(dialog.getByRole("status").filter({ hasText: "Merge cancelled." })).toBeVisible();
  await expect(dialog.getByRole("alert")).toHaveCount(0);
});

test("a branch is translated in the editor, which switches between the branch and main", async ({
  signedIn: page,
  person,
  baseURL,
  guard,
  api,
}) => {
  guard.allow(/404/);
  const { secret } = await db().transaction((tx) => createKey(person, { name: "Upload" }, tx));
  const id = await projectOf(api, [{ key: "a", source: "The house is big." }]);
  await upload(api, baseURL!, secret, id, "feature%2Fgarden", { more: "The garden is green." });
  await page.goto(`/projects/${id}/branches/feature%2Fgarden`);
  await page.getByRole("link", { name: "Spanish" }).click();
  await expect(page).toHaveURL(/\/edit\/es\?branch=feature%2Fgarden/);
  const branch = page.getByRole("combobox", { name: "Branch" });
  await expect(branch).toHaveValue("feature/garden");
  await expect(page.getByText("The house is big.")).toHaveCount(0);
  const field = page.getByRole("textbox", { name: /^Translation/ });
  await field.click();
  await page.keyboard.type("El jardín es verde.");
  await page.keyboard.press("Control+Enter");
  const inBranch = async () =>
    (await api("GET", `/projects/${id}/segments?language=es&branch=feature%2Fgarden`)).segments[0].translation;
  await expect.poll(inBranch).toMatchObject({ text: "El jardín es verde." });
  expect(await axeFindings(page)).toEqual([]);

  await branch.selectOption("Main");
  await expect(page).toHaveURL(/\/edit\/es(\?segment=[^&]*)?$/);
  await expect(page.getByText("The house is big.").first()).toBeVisible();
  await expect(page.getByText("The garden is green.")).toHaveCount(0);
  await page.getByRole("combobox", { name: "Branch" }).selectOption("feature/garden");
  await expect(page.getByText("El jardín es verde.").first()).toBeVisible();
  await page.getByRole("link", { name: "Back to the branch" }).click();
  await expect(page).toHaveURL(/\/branches\/feature%2Fgarden$/);
  await page.goto(`/projects/${id}/edit/es?branch=other`);
  await expect(page.getByRole("heading", { name: /not found/i })).toBeVisible();
});
