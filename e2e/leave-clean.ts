import { afterAll } from "vitest";
import { closeDatabase } from "@/db/client";
import { closeEngines, setEngines } from "@/lib/engines/registry";

// Test files share a process, so each closes its engines and connections.
afterAll(async () => {
  await closeEngines();
  setEngines(null);
  await closeDatabase();
});
