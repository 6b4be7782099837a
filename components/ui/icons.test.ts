import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { iconsModule } from "@/e2e/icons/generate.mjs";

test("the icons equal those of the installed Lucide package (npm run icons updates them)", async () => {
  expect(fs.readFileSync(path.join(import.meta.dirname, "icons.ts"), "utf8")).toBe(await iconsModule());
});
