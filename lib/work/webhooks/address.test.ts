import { describe, expect, test } from "vitest";
import { checkedLookup, isPublicAddress, leadsInside, literalAddress, type Resolve } from "./address";

const INSIDE = [
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "100.64.0.1",
  "100.127.255.255",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.170",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.7",
  "203.0.113.7",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::127.0.0.1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::ffff:0:127.0.0.1",
  "::ffff:8.8.8.8",
  "64:ff9b::7f00:1",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:0:4136:e378:8000:63bf:3fff:fdd2",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd12:3456:789a::1",
  "fe80::1",
  "fec0::1",
  "ff02::1",
  "localhost",
  "",
];
const OUTSIDE = [
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "169.253.255.255",
  "172.15.255.255",
  "172.32.0.0",
  "192.167.255.255",
  "192.169.0.0",
  "223.255.255.255",
  "2606:4700:4700::1111",
  "2a00:1450:4001:831::200e",
];

describe("isPublicAddress", () => {
  test.each(INSIDE)("the address %j is recognised as private", (address) =>
    expect(isPublicAddress(address)).toBe(false),
  );
  test.each(OUTSIDE)("the address %s is recognised as public", (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );
});

test.each([
  "http://2130706433/",
  "http://0x7f000001/",
  "http://0177.0.0.1/",
  "http://127.1/",
  "http://0/",
  "http://0x7f.1/",
  "http://①②⑦.⓪.⓪.①/",
  "http://127.0.0.1./",
  "http://[::1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::ffff:7f00:1]/",
  "http://[0:0:0:0:0:0:0:1]/",
  "http://user@127.0.0.1/",
  "http://example.org@127.0.0.1/",
  "http://127.0.0.1#@example.org/",
  "http://127.0.0.1:8080/",
])("the URL %s is recognised as private without a DNS query", (url) => {
  const address = literalAddress(new URL(url));
  expect(address).not.toBeNull();
  expect(isPublicAddress(address ?? "")).toBe(false);
});

describe("resolving a webhook's host name", () => {
  const answers = (...addresses: string[]): Resolve => {
    return async () => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
  const look = (resolve: Resolve, all: boolean) =>
    new Promise<unknown>((done) =>
      checkedLookup(false, resolve)("example.org", { all }, (error, address) => done(error?.name ?? address)),
    );

  test("resolving a host name returns the addresses to connect to, in both result formats of Node", async () => {
    expect(await look(answers("1.1.1.1", "2606:4700::1"), true)).toEqual([
      { address: "1.1.1.1", family: 4 },
      { address: "2606:4700::1", family: 6 },
    ]);
    expect(await look(answers("1.1.1.1"), false)).toBe("1.1.1.1");
  });

  test("a host name is refused if any of its addresses is private, or if it has none", async () => {
    expect(await look(answers("1.1.1.1", "10.0.0.1"), true)).toBe("AddressRefused");
    expect(await look(answers("1.1.1.1", "::1"), false)).toBe("AddressRefused");
    expect(await look(answers(), true)).toBe("AddressRefused");
  });
});

test.each([
  ["a private address", async () => [{ address: "127.0.0.1", family: 4 }], true],
  [
    "a public and a private address",
    async () => [
      { address: "93.184.216.34", family: 4 },
      { address: "::1", family: 6 },
    ],
    true,
  ],
  ["public addresses", async () => [{ address: "93.184.216.34", family: 4 }], false],
  ["nothing", () => Promise.reject(new Error("ENOTFOUND")), false],
] as const)(
  "a webhook's host name that resolves to %s is correctly classified as private or public",
  async (_, resolve, isInside) => {
    expect(await leadsInside(new URL("https://hooks.example.org/a"), resolve)).toBe(isInside);
  },
);
