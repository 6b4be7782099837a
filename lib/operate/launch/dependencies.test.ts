import { expect, test } from "vitest";
import { dependencies } from "./dependencies.mjs";
import { refused } from "./licences.mjs";
import { sbom } from "./sbom.mjs";

test("the licences of all packages are compatible with Apache-2.0", () => {
  expect(dependencies().length).toBeGreaterThan(100);
  expect(refused(dependencies())).toEqual([]);
});

test.each([
  ["GPL-3.0-only", 1],
  ["LGPL-3.0-or-later", 1],
  ["(MIT OR GPL-3.0-only)", 0],
  ["MIT AND GPL-3.0-only", 1],
  [null, 1],
])("the licence check reports a package under %s with %d problems", (licence, times) => {
  const one = { name: "some-package", version: "1.0.0", licence, integrity: null, isOptional: false };
  expect(refused([one])).toHaveLength(times);
});

test("the dependency list omits development packages and contains each version once", () => {
  const packages = {
    "": { name: "dragoman" },
    "node_modules/a": { version: "1.0.0", license: "MIT" },
    "node_modules/b/node_modules/a": { version: "1.0.0", license: "MIT" },
    "node_modules/c/node_modules/a": { version: "2.0.0", license: "MIT" },
    "node_modules/d": { version: "1.0.0", license: "MIT", dev: true },
  };
  expect(dependencies({ packages }).map(({ name, version }) => `${name}@${version}`)).toEqual(["a@1.0.0", "a@2.0.0"]);
});

test("the bill of materials is in CycloneDX format, and equal packages give an equal file", () => {
  const bill = sbom();
  expect(bill).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6" });
  expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const refs = bill.components.map((component) => component["bom-ref"]);
  expect(new Set(refs).size).toBe(refs.length);
  const next = bill.components.find(({ name }) => name === "next");
  expect(next?.hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/);
  expect(
    bill.components.find((component) => component.purl.startsWith("pkg:npm/%40modelcontextprotocol/sdk@")),
  ).toBeDefined();
  expect(sbom()).toEqual(bill);
});
