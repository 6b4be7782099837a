import { recordAudit } from "@/lib/identity/audit/record";
import { axeFindings } from "./axe";
import { projectOf } from "./project-data";
import { expect, test } from "./test";

test("a date is typed and chosen in the interface's language, and an invalid date is refused", {
  tag: "@long",
}, async ({ open, person, api }) => {
  const id = await projectOf(api, [{ key: "a", source: "The house is big." }]);
  const page = await open(person, { locale: "de-DE" });
  const due = page.getByLabel("Fällig");
  const save = async () => {
    await page.getByRole("button", { name: "Speichern", exact: true }).click();
  };
  await page.goto(`/projects/${id}/settings`);
  await expect(due).toHaveAttribute("placeholder", "TT.MM.JJJJ");
  await due.fill("31.2.2027");
  await save();
  await expect(page.getByText("Ungültiges Datum.")).toBeVisible();
  await expect(due).toHaveValue("31.2.2027");
  await due.fill("3.2.27");
  await due.blur();
  await expect(due).toHaveValue("03.02.2027");

  await page.getByRole("button", { name: "Datum auswählen" }).click();
  const calendar = page.getByRole("dialog", { name: "Datum auswählen" });
  await expect(calendar.getByRole("grid", { name: "Februar 2027" })).toBeVisible();
  await expect(calendar.locator("th").first()).toHaveText("Mo");
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("PageDown");
  await page.keyboard.press("Enter");
  await expect(calendar).toBeHidden();
  await expect(due).toHaveValue("04.03.2027");
  await save();
  await expect(page.getByText("Gespeichert", { exact: true })).toBeVisible();
  await page.reload();
  await expect(due).toHaveValue("04.03.2027");
  await due.fill("");
  await save();
  await expect(page.getByText("Gespeichert", { exact: true })).toBeVisible();
  await page.reload();
  await expect(due).toHaveValue("");
});

for (const [locale, placeholder, time] of [
  ["en-GB", "DD/MM/YYYY", /^\d{1,2} \w+ \d{4}, \d{2}:\d{2}$/],
  ["en-US", "MM/DD/YYYY", /^\w+ \d{1,2}, \d{4}, \d{1,2}:\d{2}\s[AP]M$/],
  ["ja", "YYYY/MM/DD", /^\d{4}\/\d{2}\/\d{2} \d{1,2}:\d{2}$/],
] as const)
  test(`dates and times are written in the order of ${locale}`, async ({ open, person }) => {
    const actor = { type: "user", id: person.userId, name: "Ada" } as const;
    await recordAudit({ action: "session.started", actor, accountId: person.accountId, request: null });
    const page = await open(person, { locale });
    await page.goto("/settings/audit");
    await expect(page.getByRole("table").locator("time")).toHaveText(time);
    await page.goto("/projects/new");
    await expect(page.locator(`input[placeholder="${placeholder}"]`)).toBeVisible();
  });
