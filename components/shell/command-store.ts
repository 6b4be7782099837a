import { Store } from "@/lib/client/store";

export type CommandLayer = "palette" | "shortcuts";

/** The open keyboard layer. It is a store, so that any button can open it without a context. */
export const commandLayer = new Store<CommandLayer | null>(null);
