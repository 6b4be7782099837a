import { describe, expect, it } from "vitest";
import { describeBrowser } from "./browser-name";

describe("the name of a browser", () => {
  it("the browser's name is detected although user agents contain the names of other browsers", () => {
    const edge =
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0";
    expect(describeBrowser(edge)).toEqual({ browser: "Edge", system: "Windows", isPhone: false });
    const phone =
      "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
    expect(describeBrowser(phone)).toEqual({ browser: "Chrome", system: "Android", isPhone: true });
    const safari =
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15";
    expect(describeBrowser(safari)).toEqual({ browser: "Safari", system: "macOS", isPhone: false });
  });

  it("browser and system stay unknown if the user agent names no browser", () => {
    expect(describeBrowser("")).toEqual({ browser: null, system: null, isPhone: false });
  });
});
