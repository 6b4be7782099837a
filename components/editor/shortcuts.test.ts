import { expect, test } from "vitest";
import {
  actionOf,
  DEFAULT_SHORTCUTS,
  EDITOR_ACTIONS,
  readShortcuts,
  shortcutFault,
  shortcutOf,
  shownKeys,
  writeShortcuts,
} from "./shortcuts";

const press = (key: string, code: string, more = {}) =>
  shortcutOf({ key, code, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...more });

test("a shortcut is named by the physical key if a modifier is pressed, and otherwise by the character", () => {
  expect(press("Enter", "Enter", { metaKey: true })).toBe("Mod+Enter");
  expect(press("ç", "KeyC", { altKey: true })).toBe("Alt+C");
  expect(press("N", "KeyN", { altKey: true, shiftKey: true })).toBe("Alt+Shift+N");
  expect(press("/", "Digit7", { shiftKey: true })).toBe("/");
  expect(press("Shift", "ShiftLeft", { shiftKey: true })).toBeNull();
});

test("a shortcut is refused if it types a character, is reserved by the browser or belongs to another action", () => {
  expect(shortcutFault(DEFAULT_SHORTCUTS, "suggest", "a")).toEqual({ fault: "modifier" });
  expect(shortcutFault(DEFAULT_SHORTCUTS, "suggest", "Mod+W")).toEqual({ fault: "reserved" });
  expect(shortcutFault(DEFAULT_SHORTCUTS, "suggest", "Alt+3")).toEqual({ fault: "reserved" });
  expect(shortcutFault(DEFAULT_SHORTCUTS, "suggest", "Alt+C")).toEqual({ fault: "taken", by: "copySource" });
  for (const keys of ["Alt+D", "Alt+M", "F8", "Mod+Shift+M"])
    expect(shortcutFault(DEFAULT_SHORTCUTS, "suggest", keys), keys).toBeNull();
});

test("only changed shortcuts are stored, and invalid entries are ignored when stored shortcuts are read", () => {
  const exchanged = { ...DEFAULT_SHORTCUTS, suggest: "Alt+C", copySource: "Alt+M", search: "F2" };
  expect(readShortcuts(writeShortcuts(exchanged))).toEqual(exchanged);
  expect(writeShortcuts(DEFAULT_SHORTCUTS)).toBeNull();
  for (const stored of ["suggest=Alt+C", "suggest=x", "other=Alt+D", "", 5, null])
    expect(readShortcuts(stored)).toEqual(DEFAULT_SHORTCUTS);
  const longest = Object.fromEntries(EDITOR_ACTIONS.map((action, i) => [action, `Mod+Alt+Shift+F${i + 1}`]));
  expect(writeShortcuts(longest as never)!.length).toBeLessThan(1_000);
});

test("shortcuts are displayed with the symbols printed on the keys", () => {
  expect(shownKeys("Mod+Shift+C", "⌘")).toEqual(["⌘", "Shift", "C"]);
  expect(shownKeys("Alt+ArrowDown", "Ctrl")).toEqual(["Alt", "↓"]);
  expect(shownKeys("/", "Ctrl")).toEqual(["/"]);
});

test("holding a key down confirms only one segment, and a single character triggers no shortcut inside a text field", () => {
  const none = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, repeat: false };
  const enter = { ...none, key: "Enter", code: "Enter", ctrlKey: true };
  expect(actionOf(enter, DEFAULT_SHORTCUTS, true)).toBe("confirm");
  expect(actionOf({ ...enter, repeat: true }, DEFAULT_SHORTCUTS, true)).toBe("none");
  const slash = { ...none, key: "/", code: "Slash" };
  expect(actionOf(slash, DEFAULT_SHORTCUTS, false)).toBe("search");
  expect(actionOf(slash, DEFAULT_SHORTCUTS, true)).toBeNull();
  const third = { ...none, key: "3", code: "Digit3", altKey: true };
  expect(actionOf(third, DEFAULT_SHORTCUTS, true)).toEqual({ match: 2 });
});
