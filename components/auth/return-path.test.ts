import { describe, expect, it } from "vitest";
import { returnPath, START_PATH } from "./return-path";

describe("the return path after signing in", () => {
  it("the return path is the page that was requested before signing in", () => {
    expect(returnPath("/keys?page=2#top")).toBe("/keys?page=2#top");
  });

  it.each([
    "https://evil.example",
    "//evil.example/x",
    "/\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "",
  ])("the return path never leads to another site: %j", (wanted) => {
    expect(returnPath(wanted)).toBe(START_PATH);
  });

  it("the return path is the start page if the sign-in address names no page to return to, or several pages", () => {
    expect(returnPath(["/a", "/b"])).toBe(START_PATH);
    expect(returnPath(undefined)).toBe(START_PATH);
  });
});
