import { afterEach, expect, test, vi } from "vitest";
import { EndNotices } from "./end-notices";

afterEach(() => vi.useRealTimers());

test("waiting for a job's end times out on time even if the machine's clock is set back by an hour", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { signal } = new AbortController();
  const read = async () => "running";
  const waited = new EndNotices("dragoman_test_ends").wait({
    id: "x",
    read,
    hasEnded: () => false,
    seconds: 1,
    signal,
  });
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(await waited).toBe("running");
});
