/** The open keyboard layer. A store, so that any button can open it without a context. */
export type CommandLayer = "palette" | "shortcuts";

let layer: CommandLayer | null = null;
const listeners = new Set<() => void>();

export function openCommands(next: CommandLayer | null): void {
  layer = next;
  for (const listener of listeners) listener();
}

export function commandLayer(): CommandLayer | null {
  return layer;
}

export function onCommandLayer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
