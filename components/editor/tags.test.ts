import { describe, expect, test } from "vitest";
import { tagChoices, withMissingTags } from "./tags";

const SOURCE = "Click <g1>here</g1> for <x2/> or <g3>there</g3>";

describe("the tags that a translation can contain", () => {
  test("the list of tags follows the order of the source and marks tags that the translation lacks", () => {
    expect(tagChoices(SOURCE, "Haga clic <g1>aquí</g1>")).toEqual([
      { id: 1, encoded: "<g1></g1>", isMissing: false },
      { id: 2, encoded: "<x2/>", isMissing: true },
      { id: 3, encoded: "<g3></g3>", isMissing: true },
    ]);
  });

  test("inserting missing tags appends them to the text, and changes nothing if the text has all tags", () => {
    const filled = withMissingTags(SOURCE, "Haga clic <g1>aquí</g1>");
    expect(filled).toBe("Haga clic <g1>aquí</g1><x2/><g3></g3>");
    expect(withMissingTags(SOURCE, filled)).toBe(filled);
  });
});
