import fs from "node:fs";
import path from "node:path";
import type { Mutant } from "./sample";

/** Purpose of running a test file. */
export type Task =
  /** Unchanged: records which test reaches which mutant. */
  | { kind: "cover" }
  /** Repeats each test with each of its mutants active, in one process. */
  | { kind: "try"; tests: Record<string, number[]> }
  /** The whole file with one mutant active from the start. */
  | { kind: "fresh"; mutant: number; hits: number; passed: string[] };

/** Mutants reached by a test file. */
export interface Coverage {
  file: string;
  /** Milliseconds from the start of the process to its end. */
  duration: number;
  tests: CoveredTest[];
  /** Mutants reached outside tests: by imports and hooks. */
  outside: number[];
  /** Evaluations of each mutant. */
  hits: Record<number, number>;
}

export interface CoveredTest {
  name: string;
  passed: boolean;
  duration: number;
  /** Evaluations of each mutant. */
  hits: Record<number, number>;
}

export interface Kill {
  id: number;
  by: string;
  how: "failed" | "timeout";
}

/** What a try leaves to a separate process. */
export interface Left {
  file: string;
  /** Tests that fail when repeated unchanged, with the mutants that they could not judge. */
  mutants: number[];
}

/** Files for communication between the command, its shards and the test processes. */
export class State {
  constructor(readonly folder: string) {}

  get mutants(): Mutant[] {
    return this.read<Mutant[]>("mutants.json") ?? [];
  }

  isKilled(id: number): boolean {
    return fs.existsSync(path.join(this.folder, "killed", `${id}.json`));
  }

  revoke(id: number): void {
    fs.rmSync(path.join(this.folder, "killed", `${id}.json`), { force: true });
  }

  kill(kill: Kill): void {
    this.write(`killed/${kill.id}.json`, kill);
  }

  read<T>(name: string): T | undefined {
    const file = path.join(this.folder, name);
    return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, "utf8")) as T) : undefined;
  }

  list<T>(folder: string): T[] {
    const all = path.join(this.folder, folder);
    if (!fs.existsSync(all)) return [];
    return fs
      .readdirSync(all)
      .map((name) => this.read<T>(`${folder}/${name}`))
      .filter((value) => value !== undefined);
  }

  /** Atomic: readers see the whole value or none. */
  write(name: string, value: unknown): void {
    const file = path.join(this.folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(`${file}.${process.pid}.part`, JSON.stringify(value));
    fs.renameSync(`${file}.${process.pid}.part`, file);
  }
}
