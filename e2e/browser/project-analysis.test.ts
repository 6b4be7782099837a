import { readFile } from "node:fs/promises";
import { newPerson } from "@/e2e/people";
import { axeFindings } from "./axe";
import { projectOf } from "./project-data";
import { expect, type Page, test } from "./test";

const TEXTS = [
  { key: "a", source: "The house is very big today." },
  { key: "b", source: "The house is very big today." },
  { key: "c", source: "The tree is green." },
];

const row = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });

test("a project's analysis shows match bands with costs at the workspace's rates, and can be downloaded as a table", async ({
  signedIn: page,
  person,
  open,
  api,
}) => {
  const id = await projectOf(api, TEXTS);
  await page.goto(`/projects/${id}/analysis`);
  await expect(row(page, "Repetitions")).toHaveText("Repetitions1628");
  await expect(row(page, "New")).toHaveText("New21046");
  await expect(page.getByRole("columnheader", { name: "Cost" })).toHaveCount(0);

  await page.getByRole("button", { name: "Set rates" }).click();
  const dialog = page.getByRole("dialog", { name: "Rates" });
  await dialog.getByLabel("Currency").selectOption("EUR");
  await dialog.getByLabel("Price per new word").fill("0.12");
  await dialog.getByLabel("Repetitions").fill("25");
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row(page, "New").getByRole("cell").last()).toHaveText("€1.20");
  await expect(row(page, "Total").getByRole("cell").last()).toHaveText("€1.38");
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await axeFindings(page)).toEqual([]);
  }

  await page.getByRole("button", { name: "Download" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "CSV table" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`analysis-es-${id}.csv`);
  expect(await readFile(await download.path(), "utf8")).toContain("es,texts.json,before,new,2,10,46,1.2,EUR");

  const viewer = await open(await newPerson({ accountId: person.accountId, role: "viewer" }));
  await viewer.goto(`/projects/${id}/analysis`);
  await expect(row(viewer, "New")).toBeVisible();
  await expect(viewer.getByRole("button", { name: /rates/ })).toHaveCount(0);
});
