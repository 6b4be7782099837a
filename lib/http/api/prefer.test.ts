import { expect, test } from "vitest";
import { AppError } from "@/lib/base/errors";
import { acceptsBytes, waitSeconds } from "./prefer";

const waitOf = (prefer: string) => waitSeconds(new Request("http://localhost/", { headers: { Prefer: prefer } }));

test.each([
  ["", 10],
  ["handling=lenient", 10],
  ["respond-async", 0],
  ["wait=0", 0],
  ["WAIT=60", 60],
  ['wait="5"', 5],
  ["wait = 5", 5],
  ["respond-async, wait=20", 20],
  ["respond-async; wait=20", 20],
])("the header Prefer: %s makes the server wait up to %i seconds for the result", (prefer, seconds) => {
  expect(waitOf(prefer)).toBe(seconds);
});

test.each(["wait=61", "wait=-1", "wait=1.5", "wait=x", "wait=", 'wait="5', "wait=5s"])(
  "an invalid header Prefer: %s is refused",
  (prefer) => {
    expect(() => waitOf(prefer)).toThrow(AppError);
  },
);

test.each([
  ["application/octet-stream", true],
  ["Application/Octet-Stream;q=0.5", true],
  ["application/json;q=0.5, application/octet-stream; q=1.0", true],
  ["application/octet-stream;q=0, application/json", false],
  ["application/octet-stream; Q=0.000", false],
  ["application/octet-streaming", false],
  ["*/*", false],
  ["application/json", false],
])("the header Accept: %s requests the file instead of its metadata: %s", (accept, bytes) => {
  expect(acceptsBytes(new Request("http://localhost/", { headers: { Accept: accept } }))).toBe(bytes);
});
