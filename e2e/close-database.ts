import { afterAll } from "vitest";
import { closeDatabase } from "@/db/client";

// Runs after each test file, even if files share a process and this module is loaded only once.
afterAll(closeDatabase);
