/** Editor actions whose keys can be changed, in the order of the list, with their default keys. */
export const DEFAULT_SHORTCUTS = {
  confirm: "Mod+Enter",
  confirmStay: "Alt+Enter",
  saveDraft: "Mod+Shift+Enter",
  sendBack: "Mod+Backspace",
  undo: "Alt+Z",
  next: "Alt+ArrowDown",
  previous: "Alt+ArrowUp",
  nextOpen: "Alt+PageDown",
  nextForm: "Alt+N",
  previousForm: "Alt+Shift+N",
  openTags: "Alt+T",
  openCharacters: "Alt+S",
  insertMissingTags: "Alt+Shift+T",
  copySource: "Alt+C",
  suggest: "Alt+M",
  fixAll: "Alt+F",
  ignoreFirst: "Alt+I",
  comment: "Mod+Shift+C",
  search: "/",
} as const;

/** Name of the preference that stores a person's shortcuts. */
export const SHORTCUTS_PREFERENCE = "editorShortcuts";

export type EditorAction = keyof typeof DEFAULT_SHORTCUTS;
export type Shortcuts = Readonly<Record<EditorAction, string>>;

export const EDITOR_ACTIONS = Object.keys(DEFAULT_SHORTCUTS) as EditorAction[];

/** Keys that browsers reserve, that edit text, or that have another meaning here. */
const RESERVED = new Set([
  ..."ACFHJKLNOPQRSTVWXYZ".split("").map((letter) => `Mod+${letter}`),
  ..."INPTWZ".split("").map((letter) => `Mod+Shift+${letter}`),
  ..."123456789".split("").flatMap((digit) => [`Alt+${digit}`, `Mod+${digit}`]),
  "Alt+F4",
  "Alt+ArrowLeft",
  "Alt+ArrowRight",
  "Alt+Tab",
  "F5",
  "F11",
  "F12",
]);

type Pressed = Pick<KeyboardEvent, "code" | "key" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey">;

/**
 * The name of pressed keys, such as `Mod+Shift+C`, where Mod is Ctrl or ⌘; null for modifiers alone. Letters and digits
 * are named by their position on the keyboard, because with Alt some systems type other characters.
 */
export function shortcutOf({ code, key, altKey, ctrlKey, metaKey, shiftKey }: Pressed): string | null {
  if (["Alt", "AltGraph", "Control", "Meta", "Shift", "Dead", "Process", "Unidentified"].includes(key)) return null;
  const command = ctrlKey || metaKey;
  const place = /^(?:Key([A-Z])|Digit(\d))$/.exec(code);
  const named = (command || altKey ? (place?.[1] ?? place?.[2]) : undefined) ?? (key === " " ? "Space" : key);
  // A character without other modifiers, such as ?, includes Shift.
  const hasShift = shiftKey && (command || altKey || named.length > 1);
  return [command && "Mod", altKey && "Alt", hasShift && "Shift", named].filter(Boolean).join("+");
}

export type ShortcutFault =
  | { readonly fault: "modifier" }
  | { readonly fault: "reserved" }
  | { readonly fault: "taken"; readonly by: EditorAction };

/** Why keys cannot be assigned to an action; null if they can. */
export function shortcutFault(shortcuts: Shortcuts, action: EditorAction, keys: string): ShortcutFault | null {
  if (keys === DEFAULT_SHORTCUTS[action] && ownerOf(shortcuts, keys) === null) return null;
  if (!/^(?:Mod|Alt)\+|^(?:Shift\+)?F\d{1,2}$/.test(keys)) return { fault: "modifier" };
  if (RESERVED.has(keys)) return { fault: "reserved" };
  const by = ownerOf(shortcuts, keys);
  return by === null || by === action ? null : { fault: "taken", by };
}

/** The action to which the keys are assigned, if any. */
function ownerOf(shortcuts: Shortcuts, keys: string): EditorAction | null {
  return EDITOR_ACTIONS.find((action) => shortcuts[action] === keys) ?? null;
}

/** An action of the editor's keys, the index of the match to insert, or "none" for keys without an effect. */
export type KeyAction = EditorAction | { readonly match: number } | "none";

/** The action of pressed keys; null if they have none. Single characters are no shortcuts in text fields. */
export function actionOf(
  event: Pressed & Pick<KeyboardEvent, "repeat">,
  shortcuts: Shortcuts,
  isTyping: boolean,
): KeyAction | null {
  const keys = shortcutOf(event);
  if (keys === null) return null;
  const match = /^Alt\+([1-9])$/.exec(keys)?.[1];
  if (match) return { match: Number(match) - 1 };
  const action = ownerOf(shortcuts, keys);
  if (action && isTyping && [...keys].length === 1) return null;
  // A key that is held down confirms only one segment.
  return (action === "confirm" || action === "confirmStay") && event.repeat ? "none" : action;
}

/** The shortcuts with a person's changes, as {@link writeShortcuts} stores them. Ignores invalid ones. */
export function readShortcuts(stored: unknown): Shortcuts {
  let shortcuts: Shortcuts = DEFAULT_SHORTCUTS;
  if (typeof stored !== "string") return shortcuts;
  const changes = stored.split(" ").flatMap((entry) => {
    const at = entry.indexOf("=");
    const action = EDITOR_ACTIONS.find((one) => one === entry.slice(0, at));
    return action ? [[action, entry.slice(at + 1)] as const] : [];
  });
  // All changes are applied before the check, because two actions may have exchanged their keys.
  const all: Shortcuts = { ...shortcuts, ...Object.fromEntries(changes) };
  for (const [action, keys] of changes)
    if (shortcutFault({ ...all, [action]: "" }, action, keys) === null) shortcuts = { ...shortcuts, [action]: keys };
  return new Set(Object.values(shortcuts)).size === EDITOR_ACTIONS.length ? shortcuts : DEFAULT_SHORTCUTS;
}

/** A person's changes with one word per action, such as `suggest=Alt+D`. Null if there are none. */
export function writeShortcuts(shortcuts: Shortcuts): string | null {
  const changed = EDITOR_ACTIONS.filter((action) => shortcuts[action] !== DEFAULT_SHORTCUTS[action]);
  return changed.length === 0 ? null : changed.map((action) => `${action}=${shortcuts[action]}`).join(" ");
}

const SHOWN: Readonly<Record<string, string>> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  ArrowLeft: "←",
  ArrowRight: "→",
  PageDown: "PgDn",
  PageUp: "PgUp",
};

/** The keys of a shortcut as printed on a keyboard. */
export function shownKeys(shortcut: string, modifier: string): readonly string[] {
  return shortcut.split(/(?<=.)\+/).map((key) => (key === "Mod" ? modifier : (SHOWN[key] ?? key)));
}
