import { afterAll } from "vitest";
import { closeDatabase } from "@/db/client";
import { closeEngines, setEngines } from "@/lib/engines/registry";

// Test files share a process: none leaves its engines or connections to the next.
afterAll(async () => {
  await closeEngines();
  setEngines(null);
  await closeDatabase();
});
