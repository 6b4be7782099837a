import { expect, test } from "vitest";
import { FileNames } from "./file-names";

test("exported files are named by the pattern, and no two names differ only in case", () => {
  const names = new FileNames("{language}/{name}");
  expect(names.unique("es", "docs/a.md")).toBe("es/a.md");
  expect(names.unique("es", "other/a.md")).toBe("es/a-2.md");
  expect(names.unique("es", "third/A.md")).toBe("es/A-3.md");
  expect(names.unique("fr", "docs/a.md")).toBe("fr/a.md");
});

test("a number that makes a file name unique is added before the extension, or at the end if there is none", () => {
  const twice = (path: string) => {
    const names = new FileNames("v1.2/{path}");
    return [names.unique("es", path), names.unique("es", path)];
  };
  expect(twice("a.tar.gz")).toEqual(["v1.2/a.tar.gz", "v1.2/a.tar-2.gz"]);
  expect(twice("README")).toEqual(["v1.2/README", "v1.2/README-2"]);
  expect(twice(".env")).toEqual(["v1.2/.env", "v1.2/.env-2"]);
});
