import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

describe("running work while the person is idle", () => {
  const window = new EventTarget();
  const press = () => window.dispatchEvent(new Event("keydown"));
  let atRest: typeof import("./at-rest").atRest;

  beforeEach(async () => {
    vi.useFakeTimers();
    vi.stubGlobal("window", window);
    vi.resetModules();
    ({ atRest } = await import("./at-rest"));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it("atRest runs the work immediately if the person is idle", () => {
    const work = vi.fn();
    atRest(work);
    expect(work).toHaveBeenCalledOnce();
  });

  it("atRest runs the work 400 ms after the last key press", () => {
    const work = vi.fn();
    press();
    atRest(work);
    vi.advanceTimersByTime(300);
    press();
    vi.advanceTimersByTime(399);
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(work).toHaveBeenCalledOnce();
  });

  it("atRest runs the work once after a maximum delay if the person keeps typing", () => {
    const work = vi.fn();
    press();
    atRest(work);
    for (let i = 0; i < 50; i++) {
      vi.advanceTimersByTime(100);
      press();
    }
    expect(work).toHaveBeenCalledOnce();
  });

  it("atRest doesn't run cancelled work", () => {
    const work = vi.fn();
    press();
    const cancel = atRest(work);
    cancel();
    vi.advanceTimersByTime(10_000);
    expect(work).not.toHaveBeenCalled();
  });
});
