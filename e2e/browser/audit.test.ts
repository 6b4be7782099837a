import { newPerson } from "@/e2e/people";
import { type NewAuditEntry, recordAudit } from "@/lib/identity/audit/record";
import { SYSTEM_ACTORS } from "@/lib/vocabulary/accounts";
import { expect, test } from "./test";

test("the audit log describes what was done and by whom", async ({ open }) => {
  const person = await newPerson({ personName: "Olga Owner" });
  const record = (entry: Partial<NewAuditEntry> & Pick<NewAuditEntry, "action">) =>
    recordAudit({
      actor: { type: "user", id: person.userId, name: "Olga Owner" },
      accountId: person.accountId,
      request: null,
      ...entry,
    });
  await record({ action: "session.started", details: { provider: "password" } });
  await record({
    action: "member.role_changed",
    actor: { type: "system", id: null, name: SYSTEM_ACTORS.provider },
    target: { id: "usr_1", name: "Rita Reviewer" },
    details: { role: "reviewer" },
  });
  await record({
    action: "webhook.updated",
    actor: { type: "key", id: "key_1", name: "Deploys" },
    target: { id: "whk_1", name: "Content management" },
    details: { fields: ["url", "eventTypes"] },
  });

  const page = await open(person);
  await page.goto("/settings/audit");
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows.filter({ hasText: "Signed in" })).toContainText(/Olga Owner.*Method\s*Password/);
  await expect(rows.filter({ hasText: "Role changed" })).toContainText(
    /Identity provider.*Rita Reviewer.*Role\s*Reviewer/,
  );
  await expect(rows.filter({ hasText: "Webhook changed" })).toContainText(/API key Deploys.*Changed\s*URL, Events/);
  await expect(page.getByRole("main")).not.toContainText(/provider: |eventTypes|usr_1|whk_1/);

  const actions = page.getByLabel("Action", { exact: true });
  const groups = await actions.locator("optgroup").evaluateAll((all) => all.map((each) => each.getAttribute("label")));
  expect(groups).toEqual(["Sign-in", "Members and accounts", "Workspace", "API keys and webhooks", "Exports"]);
  await actions.selectOption("Role changed");
  await expect(rows).toHaveCount(2);

  const phone = await open(person, { viewport: { width: 375, height: 812 } });
  await phone.goto("/settings/audit");
  const stacked = phone.getByRole("row").filter({ hasText: "Webhook changed" });
  await expect(stacked).toContainText(/API key Deploys.*Content management/);
  const list = phone
    .getByRole("region", { name: "Audit log" })
    .filter({ has: phone.getByRole("table") })
    .last();
  expect(await list.evaluate((element) => element.scrollWidth - element.clientWidth), "scrolls sideways").toBe(0);

  // In a page in Arabic, a Latin name also starts at the beginning of the line.
  const arabic = await open(person, { locale: "ar" });
  await arabic.goto("/settings/audit");
  const name = arabic.getByRole("cell").getByText("Rita Reviewer");
  const [right, edge] = await name.evaluate((element) => [
    element.getBoundingClientRect().right,
    element.closest("td")!.getBoundingClientRect().right,
  ]);
  expect(edge! - right!).toBeLessThan(20);
});
