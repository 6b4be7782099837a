import { PICTURE_FILE } from "@/e2e/doubles/pdf-files";
import { requireRecognition } from "@/lib/formats/sandbox/recognition";
import { axeFindings } from "./axe";
import { gate } from "./gate";
import { expect, type Page, test } from "./test";
import { source, translation } from "./translator-page";

const READ = "**/api/v1/account/picture-text";
const PICTURE = { name: "sign.png", mimeType: "image/png", buffer: PICTURE_FILE };

test.beforeAll(() => requireRecognition("picture"));

test("the text of a chosen picture is read and translated, and undo restores the earlier text", async ({
  signedIn,
}) => {
  await signedIn.goto("/");
  await choose(signedIn, PICTURE);
  await expect(source(signedIn)).toHaveValue(/The house is big\./);
  await expect(translation(signedIn)).toContainText("La casa es grande.");
  await expect(signedIn.getByText("Text read. Compare it with the picture.")).toBeVisible();

  await source(signedIn).fill("My own words");
  await choose(signedIn, PICTURE);
  await expect(source(signedIn)).toHaveValue(/The house is big\./);
  await signedIn.getByRole("button", { name: "Undo" }).last().click();
  await expect(source(signedIn)).toHaveValue("My own words");
});

test("dropped and pasted pictures are read in the translator, and other files open the files page", async ({
  signedIn,
}) => {
  await signedIn.goto("/");
  await expect(signedIn.getByRole("button", { name: "Read text from a picture" })).toBeVisible();
  await expect(signedIn.getByRole("button", { name: "Take a photo of text" }), "without a touch screen").toBeHidden();
  for (const event of ["drop", "paste"] as const) {
    await source(signedIn).fill("");
    await hand(signedIn, event, "sign.png", "image/png", PICTURE_FILE);
    await expect(source(signedIn), event).toHaveValue(/The house is big\./);
  }
  await hand(signedIn, "drop", "notes.txt", "text/plain", Buffer.from("The house is big."));
  await expect(signedIn).toHaveURL(/\/files$/);
});

test("reading a picture can be cancelled, and a picture without text or of an unknown type shows a message", async ({
  signedIn,
  guard,
}) => {
  guard.allow(/status of 4(15|22)/, /status 4(15|22)/, /picture-text/);
  const answer = gate();
  await signedIn.route(READ, async (route) => {
    await answer.opened;
    await route.abort().catch(() => {});
  });
  await signedIn.goto("/");
  await choose(signedIn, PICTURE);
  await expect(signedIn.getByText("Reading the picture…")).toBeVisible();
  expect(await axeFindings(signedIn)).toEqual([]);
  await signedIn.getByRole("button", { name: "Cancel" }).click();
  await expect(signedIn.getByText("Reading the picture…")).toHaveCount(0);
  answer.open();
  await signedIn.unroute(READ);
  await expect(source(signedIn)).toHaveValue("");

  await choose(signedIn, { ...PICTURE, buffer: await blankPicture(signedIn) });
  await expect(signedIn.getByText("No text found in the picture.")).toBeVisible();
  await choose(signedIn, { name: "a.webp", mimeType: "image/webp", buffer: Buffer.from("no picture") });
  await expect(signedIn.getByText("This kind of picture isn’t supported.")).toBeVisible();
});

test("a touch device offers to take a photo", async ({ open, person }) => {
  const page = await open(person, { hasTouch: true, isMobile: true, viewport: { width: 375, height: 760 } });
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Take a photo of text" })).toBeVisible();
  await expect(page.locator("input[capture=environment]")).toHaveAttribute("accept", "image/*");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
});

async function choose(page: Page, file: typeof PICTURE): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Read text from a picture" }).click();
  await (await chooser).setFiles(file);
}

async function hand(page: Page, event: "drop" | "paste", name: string, type: string, bytes: Buffer): Promise<void> {
  const given = { event, name, type, bytes: bytes.toString("base64") };
  await page.evaluate(({ event, name, type, bytes }) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], name, { type }));
    const target = document.querySelector("main textarea")!;
    const options = { bubbles: true, cancelable: true };
    target.dispatchEvent(
      event === "drop"
        ? new DragEvent("drop", { ...options, dataTransfer: transfer })
        : new ClipboardEvent("paste", { ...options, clipboardData: transfer }),
    );
  }, given);
}

async function blankPicture(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.getContext("2d")!.fillRect(0, 0, 0, 0);
    return canvas.toDataURL("image/png").split(",")[1]!;
  });
  return Buffer.from(base64, "base64");
}
