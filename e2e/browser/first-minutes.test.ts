import { newPerson } from "@/e2e/people";
import { expect, type Page, test } from "./test";
import { source, translation } from "./translator-page";

const PASSWORD = "larch-otter-42-vellum";

test.describe("A visitor", () => {
  test("a visitor sees what the product does, and can try the translator until the limit is reached", async ({
    page,
    guard,
  }) => {
    guard.allow(/status of 4(00|29)/, /status 4(00|29)/);
    let load = () => {};
    const loading = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route(/\/_next\/static\/.*\.js/, async (route) => {
      await loading;
      await route.continue();
    });
    await page.goto("/", { waitUntil: "commit" });
    await expect(page.getByRole("heading", { name: "Translation on your own server" })).toBeVisible();
    const box = page.getByRole("region", { name: "Try a sentence" });
    await source(page).fill("Good morning");
    load();
    await expect(box.getByText("12 / 500"), "what was typed before the scripts ran counts").toBeVisible();
    await source(page).fill("Good morning. ".repeat(40));
    await expect(box.getByText(/^60 characters over the limit/), "nothing is cut off").toBeVisible();
    await expect(box.getByRole("button", { name: "Translate", exact: true })).toBeDisabled();
    await source(page).fill("");
    await box.getByRole("button", { name: "Our office is closed on Sundays." }).click();
    await expect(box.getByText(/oficina está cerrada/)).toBeVisible();
    await source(page).fill("The house is big");
    await expect(box.getByText(/oficina está cerrada/), "no answer stays under another text").toHaveCount(0);
    await box.getByRole("button", { name: "Translate", exact: true }).click();
    await expect(box.getByText("La casa es grande")).toBeVisible();
    await source(page).fill("Das Haus ist groß und der Garten ist klein.");
    await box.getByRole("button", { name: "Translate", exact: true }).click();
    await expect(box.getByText("This is German, which isn’t available on this server yet")).toBeVisible();
    await expect(box.getByRole("button", { name: "Ask the administrator" })).toHaveCount(0);

    const statuses = await page.evaluate(async () => {
      const send = (text: string) =>
        fetch("/api/v1/try", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ text, source: "en", target: "es" }),
        }).then(({ status }) => status);
      const found = [await send("x".repeat(501))];
      for (let i = 0; i < 40; i++) found.push(await send("Good morning"));
      return found;
    });
    expect(statuses[0], "only short texts").toBe(400);
    expect(statuses.at(-1), "strict limit of a network").toBe(429);
    await source(page).fill("The garden is small");
    await box.getByRole("button", { name: "Translate", exact: true }).click();
    await expect(box.getByText(/used up the free tries/)).toBeVisible();
  });
});

test.describe("The first steps", () => {
  test("an administrator's first steps list languages, API keys and colleagues, and can be dismissed", async ({
    open,
  }) => {
    const page = await open(await newPerson({ isAdmin: true }));
    await page.goto("/");
    const steps = stepsOf(page);
    await expect(steps.getByRole("listitem")).toHaveCount(3);
    const noted = page.waitForResponse("**/account/profile");
    await steps.getByRole("link", { name: /Check your languages/ }).click();
    await noted;
    await expect(page).toHaveURL(/\/admin\/models$/);
    await page.goto("/");
    await expect(steps.getByText("1 of 3 done")).toBeVisible();
    await steps.getByRole("link", { name: /Create an API key/ }).click();
    await expect(page).toHaveURL(/\/keys$/);
    await page.goto("/");
    await expect(steps.getByRole("link", { name: /Invite colleagues/ })).toBeVisible();
    const kept = page.waitForResponse("**/account/profile");
    await steps.getByRole("button", { name: "Dismiss" }).click();
    await kept;
    await expect(steps).toHaveCount(0);
    await page.reload();
    await expect(source(page)).toBeVisible();
    await expect(steps).toHaveCount(0);
  });

  test("an owner's first steps show a curl command for the key", async ({ signedIn }) => {
    await signedIn.goto("/");
    await stepsOf(signedIn)
      .getByRole("button", { name: /Send your first request/ })
      .click();
    await expect(signedIn.getByRole("dialog").getByText(/curl .*\/v1\/translate/)).toBeVisible();
  });
});

test("a sample sentence is translated with one click", async ({ signedIn }) => {
  await signedIn.goto("/");
  await signedIn.getByRole("button", { name: "Our office is closed on Sundays." }).click();
  await expect(source(signedIn)).toHaveValue("Our office is closed on Sundays.");
  await expect(translation(signedIn)).toContainText("Nuestra oficina");
  await expect(signedIn.getByRole("list", { name: "Sentences to try" })).toHaveCount(0);
});

test("a reviewer starts on the page of their work and sees no developer pages", async ({ page }) => {
  const owner = await newPerson();
  const { email } = await newPerson({ accountId: owner.accountId, role: "reviewer", password: PASSWORD });
  await page.goto("/sign-in");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/inbox$/);
  const nav = page.getByRole("navigation", { name: "Main" });
  await expect(nav.getByRole("link", { name: "My work" })).toBeVisible();
  for (const name of ["API keys", "Webhooks", "Usage", "Administration"])
    await expect(nav.getByRole("link", { name })).toHaveCount(0);
  await expect(stepsOf(page).getByText("1 of 3 done")).toBeVisible();
  await stepsOf(page)
    .getByRole("button", { name: /Learn the shortcuts/ })
    .click();
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
});

test("a sample project with pending work is created with one click and removed completely", async ({ signedIn }) => {
  await signedIn.goto("/projects");
  await signedIn.getByRole("button", { name: "Create sample project" }).click();
  await expect(signedIn.getByRole("heading", { name: "Sample: bike rental" })).toBeVisible();
  await expect(signedIn.getByText("This is a sample project")).toBeVisible();
  await expect(signedIn.getByText(/segments? waits? for review|segments? to review/).first()).toBeVisible({
    timeout: 30_000,
  });
  await signedIn.goto("/glossaries");
  await expect(signedIn.getByRole("link", { name: "Sample: bike rental" })).toBeVisible();
  await signedIn.goto("/inbox");
  await expect(signedIn.getByRole("link", { name: /^Review Sample: bike rental/ }).first()).toBeVisible();

  await signedIn.getByRole("heading", { name: "Sample: bike rental" }).first().getByRole("link").click();
  await signedIn.getByRole("button", { name: "Remove sample project" }).click();
  await signedIn.getByRole("dialog").getByRole("button", { name: "Remove sample project" }).click();
  await expect(signedIn).toHaveURL(/\/projects$/);
  await expect(signedIn.getByText("Create sample project")).toBeVisible();
  await signedIn.goto("/glossaries");
  await expect(signedIn.getByRole("link", { name: "Sample: bike rental" })).toHaveCount(0);
});

function stepsOf(page: Page) {
  return page.getByRole("region", { name: "First steps" });
}
