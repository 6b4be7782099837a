import { describe, expect, test } from "vitest";
import { newPerson } from "@/e2e/people";
import { AppError } from "@/lib/base/errors";
import { changeAddresses, createKey, revokeKey, rotateKey } from "@/lib/identity/accounts/keys";
import { CreateKeyBody, PatchKeyBody } from "@/lib/schemas/keys";
import { authenticate } from "./authenticate";
import { PEER_HEADER } from "./client-address";

describe("API keys restricted to IP addresses", () => {
  const allowedAddresses = ["203.0.113.0/24", "198.51.100.7", "2001:db8:5::/48"];
  const useFrom = (secret: string, peer: string, headers: Record<string, string> = {}) =>
    authenticate(
      {
        method: "GET",
        url: "http://localhost/v1/me",
        headers: new Headers({ authorization: `Bearer ${secret}`, [PEER_HEADER]: peer, ...headers }),
      },
      { charge: true },
    );

  test.each([
    ["203.0.113.200", true],
    ["198.51.100.7", true],
    ["2001:db8:5:1::9", true],
    ["::ffff:203.0.113.5", true],
    ["198.51.100.8", false],
    ["2001:db8:6::1", false],
    ["", false],
  ])("an API key with allowed addresses is accepted or refused from %s: %s", async (peer, isAllowed) => {
    const { secret } = await createKey(await newPerson(), { name: "CI", allowedAddresses });
    const outcome = await useFrom(secret, peer).then(
      () => "admitted",
      (error: AppError) => [error.status, error.details.required],
    );
    expect(outcome).toEqual(isAllowed ? "admitted" : [403, "allowed_address"]);
  });

  test("a request from an address that is not allowed doesn't count toward the key's limit, whatever its headers", async () => {
    const person = await newPerson({ tier: "free" });
    const { secret } = await createKey(person, { name: "CI", allowedAddresses });
    const limit = person.limits.requestsPerHour ?? 0;
    for (let i = 0; i < 5; i++)
      await expect(useFrom(secret, "192.0.2.1", { "x-forwarded-for": "203.0.113.5" })).rejects.toBeInstanceOf(AppError);
    expect((await useFrom(secret, "203.0.113.5")).decision?.account?.remaining).toBe(limit - 1);
  });

  test("a rotated API key keeps its allowed addresses, and an empty list allows all addresses", async () => {
    const person = await newPerson();
    const { key } = await createKey(person, { name: "CI", allowedAddresses });
    expect((await rotateKey(person, key.id, 0)).key.allowedAddresses).toEqual(allowedAddresses);
    const { key: open, secret } = await createKey(person, { name: "Open", allowedAddresses: [] });
    expect(open.allowedAddresses).toBeNull();
    expect((await useFrom(secret, "192.0.2.1")).caller.keyId).toBe(open.id);
  });

  test("a changed list of allowed addresses applies from the key's next request", async () => {
    const person = await newPerson();
    const { key, secret } = await createKey(person, { name: "CI", allowedAddresses });
    const outcome = () =>
      useFrom(secret, "192.0.2.1").then(
        () => "admitted",
        (error: AppError) => error.status,
      );
    expect(await outcome()).toBe(403);
    await changeAddresses(person, key.id, ["192.0.2.0/24"]);
    expect(await outcome()).toBe("admitted");
    await changeAddresses(person, key.id, ["198.51.100.7"]);
    expect(await outcome()).toBe(403);
    await changeAddresses(person, key.id, []);
    expect(await outcome()).toBe("admitted");
    await expect(changeAddresses(await newPerson(), key.id, allowedAddresses)).rejects.toMatchObject({ status: 404 });
    await revokeKey(person, key.id);
    await expect(changeAddresses(person, key.id, null)).rejects.toMatchObject({ status: 409 });
  });

  test.each(["10.0.0.0/33", "300.1.1.1", "example.org", "10.0.0.0/8/8", "2001:db8::/129", ""])(
    "an invalid allowed address is refused: %j",
    (text) => {
      expect(CreateKeyBody.safeParse({ name: "CI", allowedAddresses: [text] }).success).toBe(false);
      expect(PatchKeyBody.safeParse({ allowedAddresses: [text] }).success).toBe(false);
    },
  );
});

test("invalid keys sent from different addresses of one IPv6 network are throttled together", async () => {
  const wrongKeyFrom = (peer: string) => {
    const headers = new Headers({ authorization: "Bearer dgm_live_wrong", [PEER_HEADER]: peer });
    const request = { method: "GET", url: "http://localhost/v1/me", headers };
    return authenticate(request, { charge: true }).catch(({ code }) => code);
  };
  const codes: string[] = [];
  for (let i = 1; i <= 21; i++) codes.push(await wrongKeyFrom(`2001:db8:7:7::${i}`));
  expect(codes).toEqual([...Array(20).fill("unauthorized"), "rate_limit_exceeded"]);
  expect(await wrongKeyFrom("2001:db8:7:8::1")).toBe("unauthorized");
});
