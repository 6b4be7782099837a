import { newPerson } from "@/e2e/people";
import { expect, test } from "./test";

test.describe("A member without the right", () => {
  for (const role of ["viewer", "translator", "reviewer"] as const)
    test(`sees no keys, makes none and creates no project: ${role}`, async ({ open, guard }) => {
      guard.allow(/403/, /404/);
      const owner = await newPerson();
      const page = await open(await newPerson({ accountId: owner.accountId, role }));
      await page.goto("/keys");
      await expect(page.getByText("Keys are made, seen and revoked by managers and owners")).toBeVisible();
      await expect(page.getByRole("button", { name: "Create a key" })).toHaveCount(0);
      await page.goto("/projects");
      await expect(page.getByRole("heading", { name: "Projects", exact: true })).toBeVisible();
      await expect(page.getByRole("link", { name: "New project" })).toHaveCount(0);
      await page.goto("/projects/new");
      await expect(page.getByText("Projects are created by managers and owners")).toBeVisible();
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
});
