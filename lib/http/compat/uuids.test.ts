import fc from "fast-check";
import { expect, test } from "vitest";
import { isId, newId } from "@/lib/base/ids";
import { idOfUuid, uuidOf } from "./uuids";

test("converting ids to UUIDs and back preserves them", () => {
  for (let i = 0; i < 100; i++) {
    const id = newId("glossary");
    expect(uuidOf(id)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(idOfUuid("glossary", uuidOf(id))).toBe(id);
  }
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      const id = idOfUuid("file", uuid)!;
      expect(isId("file", id)).toBe(true);
      expect(uuidOf(id)).toBe(uuid);
      expect(idOfUuid("file", uuid.replaceAll("-", ""))).toBe(id);
    }),
  );
  for (const other of ["", "invalid", "gls_01", "96ab91fd-e715-41a1-adeb"])
    expect(idOfUuid("glossary", other)).toBeNull();
});
