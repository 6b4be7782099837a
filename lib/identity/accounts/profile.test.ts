import { describe, expect, test } from "vitest";
import { newPerson } from "@/e2e/people";
import { MAX_PREFERENCES } from "@/lib/schemas/profile";
import { getProfile, updateProfile } from "./profile";

describe("changing a profile", () => {
  test("concurrent changes of a profile are all saved", async () => {
    const person = await newPerson();
    const changes = [
      { name: "Ada Byron" },
      { locale: "de" },
      ...["a", "b", "c", "d"].map((one) => ({ preferences: { [one]: true } })),
    ];
    await Promise.all(changes.map((change) => updateProfile(person, change)));
    expect(await getProfile(person)).toMatchObject({
      name: "Ada Byron",
      locale: "de",
      preferences: { a: true, b: true, c: true, d: true },
    });
  });

  test("the total size of a person's preferences is limited, however many requests add to them", async () => {
    const person = await newPerson();
    const filled = Object.fromEntries(Array.from({ length: MAX_PREFERENCES }, (_, i) => [`p${i}`, i]));
    await updateProfile(person, { preferences: filled });
    await expect(updateProfile(person, { preferences: { more: 1 } })).rejects.toMatchObject({
      code: "invalid_request",
      details: { errors: [{ path: "preferences", code: "range", maximum: MAX_PREFERENCES }] },
    });
    await updateProfile(person, { preferences: { p0: null, more: 1 } });
    expect(Object.keys((await getProfile(person)).preferences)).toHaveLength(MAX_PREFERENCES);
  });
});
