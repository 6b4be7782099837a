import { newPerson } from "@/e2e/people";
import { createKey } from "@/lib/identity/accounts/keys";
import { expect, test } from "./test";
import { filledWorkspace } from "./workspace";

test.describe("members without the required right", () => {
  for (const role of ["viewer", "translator", "reviewer"] as const)
    test(`a member without the required right sees no API keys and can't create API keys or projects: ${role}`, async ({
      open,
      guard,
    }) => {
      guard.allow(/403/, /404/);
      const owner = await newPerson();
      const page = await open(await newPerson({ accountId: owner.accountId, role }));
      await page.goto("/keys");
      await expect(page.getByText("Only managers and owners can create, see and revoke keys")).toBeVisible();
      await expect(page.getByRole("button", { name: "Create key" })).toHaveCount(0);
      await page.goto("/projects");
      await expect(page.getByRole("heading", { name: "Projects", exact: true })).toBeVisible();
      await expect(page.getByRole("link", { name: "New project" })).toHaveCount(0);
      await page.goto("/projects/new");
      await expect(page.getByText("Only managers and owners can create projects")).toBeVisible();
      await expect(page.getByRole("link", { name: "Administration" })).toHaveCount(0);
      expect((await page.goto("/admin"))?.status()).toBe(404);

      await page.goto("/");
      const statuses = await page.evaluate(async () => {
        const post = (path: string, method: string, body: unknown) =>
          fetch(`/api/v1${path}`, {
            method,
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify(body),
          });
        const answers = [
          await fetch("/api/v1/account/keys"),
          await post("/account/keys", "POST", { name: "Mine" }),
          await post("/projects", "POST", { name: "Mine", sourceLanguage: "en", targetLanguages: ["es"] }),
          await post("/account", "PATCH", { name: "Mine" }),
          await post("/account/invitations", "POST", { email: "friend@example.org", role: "owner" }),
          await fetch("/api/v1/admin/accounts"),
        ];
        return answers.map(({ status }) => status);
      });
      expect(statuses).toEqual([403, 403, 403, 403, 403, 403]);
    });

  test("a viewer sees and downloads files, and can neither upload, delete nor retry them", async ({
    open,
    guard,
    baseURL,
  }) => {
    guard.allow(/403/);
    const { person: owner } = await filledWorkspace(baseURL!);
    const page = await open(await newPerson({ accountId: owner.accountId, role: "viewer" }));
    await page.goto("/files");
    const list = page.getByRole("region", { name: "File translations" });
    await expect(list.getByText("letter.es.txt")).toBeVisible();
    await expect(page.getByText("can upload and delete files")).toBeVisible();
    await expect(page.getByRole("button", { name: "Choose files" })).toHaveCount(0);
    await expect(list.getByRole("button", { name: /^Delete/ })).toHaveCount(0);
    await expect(list.getByRole("link", { name: "Download letter.es.txt" })).toBeVisible();
    const statuses = await page.evaluate(async () => {
      const { files } = await (await fetch("/api/v1/files")).json();
      const body = new FormData();
      body.set("target", "es");
      body.set("file", new File(["The house"], "mine.txt"));
      return Promise.all([
        fetch("/api/v1/translate/file", { method: "POST", body }).then(({ status }) => status),
        fetch(`/api/v1/files/${files[0].id}`, { method: "DELETE" }).then(({ status }) => status),
        fetch(`/api/v1/files/${files[0].id}/retry`, { method: "POST" }).then(({ status }) => status),
      ]);
    });
    expect(statuses).toEqual([403, 403, 403]);
  });
});

test("a member's new role and removal take effect immediately", async ({ open, signedIn, person, guard }) => {
  guard.allow(/401/);
  const member = await newPerson({ accountId: person.accountId, role: "viewer", personName: "Bo Member" });
  const theirs = await open(member);
  await theirs.goto("/files");
  await expect(theirs.getByText("can upload and delete files")).toBeVisible();

  await signedIn.goto("/settings/members");
  const saved = signedIn.waitForResponse(`**/api/v1/account/members/${member.userId}`);
  await signedIn.getByLabel("Role of Bo Member").selectOption("Translator");
  expect((await saved).ok()).toBe(true);
  await theirs.reload();
  await expect(theirs.getByRole("button", { name: "Choose files" })).toBeVisible();

  const { secret } = await createKey(member, { name: "Their key" });
  await signedIn.getByRole("button", { name: "Remove Bo Member" }).click();
  const dialog = signedIn.getByRole("dialog");
  await expect(dialog.getByText("Their key")).toBeVisible();
  await expect(dialog.getByRole("checkbox", { name: /^Revoke their API keys/ })).toBeChecked();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(signedIn.getByText("Bo Member", { exact: true })).toHaveCount(0);
  const status = async () => {
    const headers = { Authorization: `Bearer ${secret}` };
    return (await fetch(`${process.env.TEST_BASE_URL}/v1/me`, { headers })).status;
  };
  expect(await status()).toBe(401);
  await theirs.goto("/files");
  await expect(theirs).toHaveURL(/\/sign-in\?callbackUrl=%2Ffiles$/);
});
