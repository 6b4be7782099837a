import { expect, test } from "vitest";
import { EventStreamParser } from "./event-stream";

test("server-sent events are read from chunks of any size", () => {
  const text = 'retry: 1500\n\n: still here\n\nevent: changes\nid: 4.\ndata: {"a":"b: c"}\n\ndata: 1\n\nevent: half';
  for (const size of [1, 7, text.length]) {
    const parser = new EventStreamParser();
    const parts = (text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? []).map((piece) => parser.push(piece));
    expect(parts.flatMap(({ messages }) => messages)).toEqual([
      { event: "changes", id: "4.", data: { a: "b: c" } },
      { event: "message", id: null, data: 1 },
    ]);
    expect(parts.flatMap(({ retry }) => retry ?? [])).toEqual([1500]);
  }
});
