import { adminLink } from "@/lib/identity/accounts/first-admin";
import { expect, test } from "./test";

test("the link printed by the first start creates the administrator only once", async ({
  page,
  open,
  baseURL,
  guard,
}) => {
  await page.goto("/sign-in");
  await expect(page.getByText("This server has no administrator yet.")).toBeVisible();
  await page.goto("/setup");
  await expect(page.getByText("Open this page with the link printed in the terminal")).toBeVisible();

  guard.allow(/status of 404/, /status 404/);
  await page.goto(`/setup#${"x".repeat(43)}`);
  await expect(page.getByText("This setup link isn’t valid.")).toBeVisible();
  await expect(page.getByLabel("Your name")).toHaveCount(0);

  const link = await adminLink(baseURL!);
  await page.goto(link!);
  await page.getByLabel("Your name").fill("Grace");
  await page.getByLabel("E-mail address").fill("grace@example.org");
  await page.getByLabel("Password", { exact: true }).fill("larch-otter-42-vellum");
  await page.getByRole("button", { name: "Create administrator" }).click();
  await expect(page.getByRole("link", { name: "Administration" })).toBeVisible();
  expect(
    guard.urls.filter((url) => url.includes(new URL(link!).hash.slice(1))),
    "the token stays in the browser",
  ).toEqual([]);

  const late = await open();
  await late.goto(link!);
  await expect(late.getByRole("heading", { name: "This server is set up" })).toBeVisible();
  await expect(late.getByLabel("Your name")).toHaveCount(0);
  await late.getByRole("link", { name: "Sign in", exact: true }).click();
  await expect(late.getByText("This server has no administrator yet.")).toHaveCount(0);
});
