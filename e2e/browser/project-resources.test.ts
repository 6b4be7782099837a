import { newPerson } from "@/e2e/people";
import { projectOf } from "./project-data";
import { expect, test } from "./test";

const TEXTS = [{ key: "a", source: "The invoice is due." }];

test("a manager links memories and glossaries to a project in order, and chooses one memory for new translations", async ({
  signedIn: page,
  api,
}) => {
  const project = await projectOf(api, TEXTS);
  const manuals = await api("POST", "/translation-memories", { name: "Manuals", sourceLanguage: "en" });
  await api("POST", "/translation-memories", { name: "Manuels", sourceLanguage: "fr" });
  const billing = await api("POST", "/glossaries", { name: "Billing", sourceLanguage: "en" });
  const brand = await api("POST", "/glossaries", { name: "Brand", sourceLanguage: "en-GB" });
  const { memories: before } = await api("GET", `/projects/${project}/memories`);
  const linked = async (kind: "memories" | "glossaries") => (await api("GET", `/projects/${project}/${kind}`))[kind];

  await page.goto(`/projects/${project}/settings`);
  const memories = page.getByRole("list", { name: "Translation memories" });
  await page.getByRole("button", { name: "Add memory" }).click();
  await expect(page.getByRole("dialog").getByRole("option")).toHaveText(["Manuals"]);
  await page.getByRole("option", { name: "Manuals" }).click();
  await expect(memories.getByRole("listitem")).toHaveCount(2);
  await page.getByRole("button", { name: "Move Manuals up" }).click();
  await memories
    .getByRole("listitem")
    .filter({ hasText: "Manuals" })
    .getByRole("checkbox", { name: "Stores approved text" })
    .click(); // Not `check()`, which verifies the tick at once: the choice shows it later.
  await expect(memories.getByRole("checkbox", { checked: true })).toHaveCount(1);
  await expect
    .poll(() => linked("memories"))
    .toMatchObject([
      { memoryId: manuals.id, canWrite: true },
      { memoryId: before[0].memoryId, canWrite: false },
    ]);
  await page.getByRole("button", { name: `Remove ${before[0].name}` }).click();
  await expect(memories.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: "Add memory" }).click();
  await expect(page.getByRole("option", { name: before[0].name })).toBeVisible();
  await page.keyboard.press("Escape");

  await expect(page.getByText("No glossaries yet.")).toBeVisible();
  const glossaries = page.getByRole("list", { name: "Glossaries" });
  for (const name of ["Billing", "Brand"]) {
    await page.getByRole("button", { name: "Add glossary" }).click();
    await page.getByRole("option", { name }).click();
    await expect(glossaries).toContainText(name);
  }
  await page.getByRole("button", { name: "Move Brand up" }).click();
  await expect.poll(() => linked("glossaries")).toMatchObject([{ glossaryId: brand.id }, { glossaryId: billing.id }]);

  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("link", { name: "Manuals" })).toBeVisible();
  const names = page.getByRole("definition").filter({ hasText: "Billing" }).getByRole("link");
  await expect(names).toHaveText(["Brand", "Billing"]);
});

test("a refused choice of a memory or glossary is reverted with a message", { tag: "@long" }, async ({
  signedIn: page,
  guard,
  api,
}) => {
  guard.allow(/404/);
  const project = await projectOf(api, TEXTS);
  const { id } = await api("POST", "/glossaries", { name: "Billing", sourceLanguage: "en" });
  await page.goto(`/projects/${project}/settings`, { waitUntil: "networkidle" });
  await api("DELETE", `/glossaries/${id}`);
  await page.getByRole("button", { name: "Add glossary" }).click();
  await page.getByRole("option", { name: "Billing" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Couldn’t save" })).toBeVisible();
  await expect(page.getByText("No glossaries yet.")).toBeVisible();
});

test("a viewer sees a project's memories and glossaries, and an archived project keeps them", async ({
  signedIn: page,
  person,
  open,
  api,
}) => {
  const project = await projectOf(api, TEXTS);
  const { id: glossaryId } = await api("POST", "/glossaries", { name: "Billing", sourceLanguage: "en" });
  await api("PUT", `/projects/${project}/glossaries`, { glossaries: [{ glossaryId }] });
  const viewer = await open(await newPerson({ accountId: person.accountId, role: "viewer" }));
  await viewer.goto(`/projects/${project}`);
  await expect(viewer.getByRole("link", { name: "Billing" })).toBeVisible();

  for (const to of ["cancelled", "archived"]) await api("POST", `/projects/${project}/transitions`, { to });
  await page.goto(`/projects/${project}/settings`);
  await expect(page.getByRole("link", { name: "Billing" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Add|Remove|Move) / })).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: "Stores approved text" })).toBeDisabled();
});
