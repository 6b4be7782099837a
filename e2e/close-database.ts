import { afterAll } from "vitest";
import { closeDatabase } from "@/db/client";

// After each test file, also where files share a process and this module is loaded once.
afterAll(closeDatabase);
