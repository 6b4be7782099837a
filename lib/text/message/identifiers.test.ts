import { describe, expect, test } from "vitest";
import { withinCpuMs } from "@/e2e/cpu-time";
import { plainSegment } from "@/lib/text/segment";
import { findIdentifiers } from "./identifiers";
import { protect, restore } from "./protect";

describe("identifiers", () => {
  test.each([
    "00:1A:2B:3C:4D:5E",
    "00-1a-2b-3c-4d-5e",
    "fe80::1ff:fe23:4567:890a",
    "2001:db8::/32",
    "::1",
    "192.168.100.200:8080",
    "10.0.0.0/8",
    "ES91 2100 0418 4502 0005 1332",
    "GB82WEST12345698765432",
    "+34 600 123 456",
    "(020) 7946 0958",
    "06 12 34 56 78",
    "030/1234567",
    "978-3-16-148410-0",
    "4111 1111 1111 1111",
    "244890123",
    "SN4X7Q9A",
    "XJ-900-B12",
    "3f2a9c1b7d",
    "550e8400-e29b-41d4-a716-446655440000",
  ])("an identifier is protected as a whole: %s", (identifier) => {
    const text = `The house ${identifier}, is red.`;
    expect(findIdentifiers(text).map(({ start, end }) => text.slice(start, end))).toEqual([identifier]);
    const { segment, protectedCodes } = protect(plainSegment(text));
    expect(segment.text).toBe("The house <x1/>, is red.");
    expect(restore(segment.text, protectedCodes)).toBe(text);
  });

  test("an identifier is found after a word ending in a digit, even if it contains a letter that could be an article", () => {
    const found = (text: string) => findIdentifiers(text).map(({ start, end }) => text.slice(start, end));
    expect(found("Use IPv6 fe80::1ff:fe23:4567:890a, please.")).toEqual(["fe80::1ff:fe23:4567:890a"]);
    expect(found("Seat 14a, room 3A and code 890a are free at 5a.m. on 2a")).toEqual(["14a", "3A", "890a", "2a"]);
  });

  test.each([
    "It costs 1,234,567.89 in 1990-1995 at 12:30:45 on 2026-01-31.",
    "The MP3 and G20 of 2024, 5kg, 1080p, 3000GT, A4 and the 24-Hour race",
    "It was 3.14159265, 120 000 000 or 1.000.000.",
    "He won 3-2-1, then 4-4-2. Use std::vector.",
  ])("plain numbers, units and names are not protected as identifiers: %s", (text) => {
    expect(findIdentifiers(text)).toEqual([]);
  });

  test("identifiers are found in linear time", async () => {
    for (const part of ["1:", "a1-", "+1 ", "1 ", "AB12 ", "0-", "1", "a", "::", "1."])
      await withinCpuMs(2_000, () => findIdentifiers(part.repeat(50_000)));
  });
});
