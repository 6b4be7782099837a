import { execFile, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { installVendorClients } from "@/e2e/clients/install";
import { baseUrl, newAccount } from "./client";

let key: string;
beforeAll(async () => {
  ({ key } = await newAccount({ tier: "pro" }));
});

describe("clients that other people wrote, unmodified", () => {
  test("npm libretranslate", async () => {
    const load = createRequire(path.join(await installVendorClients(), "package.json"));
    const { translate } = load("libretranslate") as { translate: (wanted: Record<string, string>) => Promise<unknown> };
    const apiurl = `${baseUrl()}/libretranslate`;
    const wanted = { query: "The house is big.", source: "en", target: "es", apiurl, apiKey: key };
    expect(await translate(wanted)).toBe("La casa es grande.");
    expect(await translate({ ...wanted, query: "<b>The house</b>", format: "html" })).toBe("<b>La casa</b>");
    expect(await translate({ ...wanted, query: "The house is big and the garden is small.", source: "auto" })).toMatch(
      /casa/,
    );
    expect(await translate({ ...wanted, apiKey: "wrong" })).toBeUndefined();
  });

  const python = pythonPath();
  const name = "libretranslatepy";
  test.skipIf(python === null)(
    python === null ? `${name} (skipped: it cannot be installed by pip)` : name,
    async () => {
      const script = `
import json, os
from libretranslatepy import LibreTranslateAPI
lt = LibreTranslateAPI(os.environ["ADDRESS"], os.environ["KEY"])
codes = [one["code"] for one in lt.languages()]
print(json.dumps([lt.translate("The house is big.", "en", "es"), lt.detect("Bonjour tout le monde, comment allez-vous ?")[0]["language"], "es" in codes]))`;
      const env = { ...process.env, ...python, ADDRESS: `${baseUrl()}/libretranslate`, KEY: key };
      const { stdout } = await promisify(execFile)("python3", ["-c", script], { env });
      expect(JSON.parse(stdout)).toEqual(["La casa es grande.", "fr", true]);
    },
  );
});

/** Environment in which Python finds libretranslatepy, which is installed with pip if needed; null if that fails. */
function pythonPath(): Record<string, string> | null {
  const folder = path.join(path.resolve(import.meta.dirname, "../.."), ".build/python");
  const searched = [folder, process.env.PYTHONPATH].filter(Boolean).join(path.delimiter);
  const env = { ...process.env, PYTHONPATH: searched };
  const has = () => spawnSync("python3", ["-c", "import libretranslatepy"], { env }).status === 0;
  if (has()) return { PYTHONPATH: searched };
  const options = ["--quiet", "--retries", "0", "--timeout", "10", "--target", folder];
  spawnSync("python3", ["-m", "pip", "install", ...options, "libretranslatepy==2.1.4"], { timeout: 60_000 });
  return has() ? { PYTHONPATH: searched } : null;
}
