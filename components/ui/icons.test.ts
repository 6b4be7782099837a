import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { iconsModule } from "@/e2e/icons/generate.mjs";

test("the icons are those of the installed Lucide: npm run icons writes them", async () => {
  expect(fs.readFileSync(path.join(import.meta.dirname, "icons.ts"), "utf8")).toBe(await iconsModule());
});
