import { expect, type Page, test } from "./test";

const LIGHT_ABOVE = 160;

test.describe("The appearance", () => {
  test("the chosen appearance survives a reload", async ({ signedIn }) => {
    await signedIn.goto("/");
    await signedIn.getByRole("button", { name: /^Account menu for/ }).click();
    await signedIn.getByRole("menuitemradio", { name: "Dark" }).click();
    await expect(signedIn.locator("html")).toHaveAttribute("data-theme", "dark");
    await signedIn.reload();
    await expect(signedIn.locator("html")).toHaveAttribute("data-theme", "dark");
  });

  test("changing the theme with reduced motion updates all colours immediately", async ({ open, person }) => {
    const page = await open(person, { reducedMotion: "reduce" });
    await page.goto("/keys");
    for (const theme of ["Dark", "Light", "Dark"]) {
      await page.getByRole("button", { name: /^Account menu for/ }).click();
      await page.getByRole("menuitemradio", { name: theme }).click();
      await expect(page.getByRole("menu")).toHaveCount(0);
    }
    const colours = () =>
      page.locator("main :is(h1, h2, p, dt, dd)").evaluateAll((all) => all.map((each) => getComputedStyle(each).color));
    const changed = await colours();
    await page.reload();
    expect(changed.length).toBeGreaterThan(5);
    expect(await colours()).toEqual(changed);
  });

  for (const theme of ["dark", "light"] as const)
    test(`the first paint is ${theme} before any script runs, regardless of the system's preference`, async ({
      open,
      baseURL,
      guard,
    }) => {
      guard.allow(/\.js: csp$/); // Chromium's message about scripts that it does not run.
      const page = await open(undefined, {
        javaScriptEnabled: false,
        colorScheme: theme === "dark" ? "light" : "dark",
      });
      await page.context().addCookies([{ name: "theme", value: theme, url: baseURL! }]);
      await page.goto("/");
      const picture = await page.screenshot({ clip: { x: 2, y: 400, width: 1, height: 1 } });
      expect((await brightness(page, picture)) > LIGHT_ABOVE).toBe(theme === "light");
    });
});

test.describe("The interface's language", () => {
  test("the interface's language is changed in the account menu, sets the text direction, and survives a reload", async ({
    signedIn,
  }) => {
    await signedIn.goto("/files");
    await signedIn.getByRole("button", { name: /^Account menu for/ }).click();
    await signedIn.getByRole("menuitemradio", { name: "العربية" }).click();
    const html = signedIn.locator("html");
    await expect(html).toHaveAttribute("lang", "ar");
    await expect(html).toHaveAttribute("dir", "rtl");
    await expect(signedIn.getByRole("heading", { level: 1 })).toHaveText("الملفات");
    await signedIn.reload();
    await expect(html).toHaveAttribute("dir", "rtl");
    const [navigation, content] = await Promise.all([
      signedIn.getByRole("navigation").first().boundingBox(),
      signedIn.getByRole("heading", { level: 1 }).boundingBox(),
    ]);
    expect(navigation!.x, "the navigation stands at the right").toBeGreaterThan(content!.x);
  });

  for (const [locale, title] of [
    ["es-MX", "Iniciar sesión"],
    ["fr-CA", "Se connecter"],
    ["de-AT", "Anmelden"],
    ["ja-JP", "ログイン"],
  ] as const)
    test(`the interface starts in the browser's language ${locale}`, async ({ open }) => {
      const page = await open(undefined, { locale });
      await page.goto("/sign-in");
      await expect(page.locator("html")).toHaveAttribute("lang", locale.slice(0, 2));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    });
});

/** Mean channel value of a picture scaled to one pixel, decoded in another page of the same browser. */
async function brightness(page: Page, picture: Buffer): Promise<number> {
  const reader = await page.context().browser()!.newPage();
  const mean = await reader.evaluate(
    async (data) => {
      const bitmap = await createImageBitmap(await (await fetch(data)).blob());
      const context = new OffscreenCanvas(1, 1).getContext("2d")!;
      context.drawImage(bitmap, 0, 0);
      const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
      return (red + green + blue) / 3;
    },
    `data:image/png;base64,${picture.toString("base64")}`,
  );
  await reader.close();
  return mean;
}
