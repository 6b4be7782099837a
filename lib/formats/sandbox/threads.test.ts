import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { chargeCpu } from "@/lib/base/pool/account-cpu";
import { inContext } from "@/lib/base/work-context";
import { bundleWorkers } from "@/lib/operate/launch/bundle.mjs";
import { DocumentThreads, type Task } from "./threads";

beforeAll(() => bundleWorkers());

test("a document that would keep its parser busy for minutes is refused at the deadline", async () => {
  const script = path.join(process.cwd(), ".build", "format-worker.mjs");
  const threads = new DocumentThreads({ script, threads: 1, memoryMb: 1_500, timeoutMs: 2_500 });
  const bytes = Buffer.from("- [a](<b)\n".repeat(180_000));
  const hostile = threads.run({ kind: "extract", bytes, fileName: "hostile.md", options: {} });
  const next = threads.run({ kind: "extract", bytes: Buffer.from("# Tea"), fileName: "tea.md", options: {} });
  await expect(hostile).resolves.toMatchObject({ failure: { type: "unreadable", reason: "timeout" } });
  await expect(next).resolves.toMatchObject({ extracted: { format: "md" } });
  await threads.close();
});

describe("a worker thread that misbehaves", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "sandbox-"));
  const script = path.join(folder, "thread.mjs");
  writeFileSync(
    script,
    `import { readlinkSync } from "node:fs";
     import { getPriority } from "node:os";
     import { parentPort, workerData } from "node:worker_threads";
     workerData[0] = process.platform === "linux" ? Number(readlinkSync("/proc/thread-self").split("/").pop()) : -1;
     const niceness = getPriority();
     const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
     parentPort.on("message", ({ fileName }) => {
       if (fileName === "hang") for (;;);
       if (fileName === "starve") sleep(2_000);
       if (fileName === "sleep") sleep(600_000);
       if (fileName === "hog") { const all = []; for (;;) all.push(new Array(1e5).fill(Math.random())); }
       if (fileName === "throw") throw new Error("unforeseen");
       if (fileName === "exit") process.exit(3);
       if (fileName === "niceness") fileName = niceness;
       if (fileName === "deep") { const down = (n) => down(n + 1) + 1; down(0); }
       parentPort.postMessage({ kind: "extracted", extracted: { format: fileName, segments: [], warnings: [] } });
     });`,
  );
  const pools: DocumentThreads[] = [];
  const pool = (timeoutMs: number) => {
    const made = new DocumentThreads({ script, threads: 1, memoryMb: 32, timeoutMs });
    pools.push(made);
    return made;
  };
  const task = (fileName: string, size = 100_000): Task => ({
    kind: "extract",
    bytes: new Uint8Array(size),
    fileName,
    options: {},
  });

  afterEach(() => Promise.all(pools.splice(0).map((made) => made.close())));
  afterAll(() => rmSync(folder, { recursive: true }));

  test("a hanging thread is terminated at the deadline, and the next document gets a new thread", async () => {
    const threads = pool(3_000);
    const hung = threads.run(task("hang"));
    const next = threads.run(task("well"));
    await expect(hung).resolves.toMatchObject({ failure: { type: "unreadable", reason: "timeout" } });
    await expect(next).resolves.toMatchObject({ extracted: { format: "well" } });
  });

  test("a thread gets more time while other work uses the processor, but not unlimited time", async () => {
    const threads = pool(1_000);
    await expect(threads.run(task("starve"))).resolves.toMatchObject({ kind: "extracted" });
    await expect(threads.run(task("sleep"))).resolves.toMatchObject({ failure: { reason: "timeout" } });
  });

  test.runIf(process.platform === "linux")(
    "a thread lowers its priority before it loads its script, and lowers it more for large documents",
    async () => {
      const threads = pool(30_000);
      const nicenessOf = async (size: number) => {
        const answer = await threads.run(task("niceness", size));
        return answer.kind === "extracted" ? Number(answer.extracted.format) : Number.NaN;
      };
      const small = await nicenessOf(10);
      expect(small).toBeGreaterThan(getPriority());
      expect(await nicenessOf(100_000)).toBeGreaterThan(small);
    },
  );

  test("a thread that runs out of memory is terminated, and the next document gets a new thread", async () => {
    const threads = pool(30_000);
    await expect(threads.run(task("hog"))).resolves.toMatchObject({
      failure: { type: "unreadable", reason: "memory" },
    });
    await expect(threads.run(task("well"))).resolves.toMatchObject({ kind: "extracted" });
  });

  test.each(["throw", "exit", "deep"])("a thread that fails with %s rejects only its own document", async (how) => {
    const threads = pool(30_000);
    await expect(threads.run(task(how))).rejects.toThrow();
    await expect(threads.run(task("well"))).resolves.toMatchObject({ kind: "extracted" });
  });

  test("uploads are inspected without delay while a thread is busy, and the busy thread keeps its document", async () => {
    const threads = pool(600_000);
    const hung = threads.run(task("hang"));
    const next = threads.run(task("well"));
    const outcomes = Promise.allSettled([hung, next]);
    const look = { kind: "inspect", bytes: new Uint8Array(8), fileName: "well" } as const;
    await expect(threads.run(look)).resolves.toMatchObject({ extracted: { format: "well" } });
    await expect(threads.run(look)).resolves.toMatchObject({ extracted: { format: "well" } });
    expect(await Promise.race([next, "waiting"])).toBe("waiting");
    await threads.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });

  test("small documents are read without delay while a thread is busy", async () => {
    const threads = pool(600_000);
    const hung = threads.run(task("hang"));
    const large = threads.run(task("well"));
    const outcomes = Promise.allSettled([hung, large]);
    await expect(threads.run(task("well", 8))).resolves.toMatchObject({ extracted: { format: "well" } });
    await expect(threads.run(task("well", 8))).resolves.toMatchObject({ extracted: { format: "well" } });
    expect(await Promise.race([large, "waiting"])).toBe("waiting");
    await threads.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });

  test("documents of other accounts are read without delay while a thread is busy", async () => {
    const threads = pool(600_000);
    const of = (account: string, name: string) => inContext({ owner: () => account }, () => threads.run(task(name)));
    const hung = of("a", "hang");
    const next = of("a", "well");
    const outcomes = Promise.allSettled([hung, next]);
    await expect(of("b", "well")).resolves.toMatchObject({ extracted: { format: "well" } });
    await expect(of("c", "well")).resolves.toMatchObject({ extracted: { format: "well" } });
    expect(await Promise.race([next, "waiting"])).toBe("waiting");
    await threads.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });

  test("a free thread reads a document of the account that used the least processor time", async () => {
    const threads = pool(600_000);
    const of = (account: string, name: string) => inContext({ owner: () => account }, () => threads.run(task(name)));
    chargeCpu("greedy", 1_000);
    const hung = [of("a", "hang"), of("b", "starve")];
    const order: string[] = [];
    const waiting = ["greedy", "modest"].map((account) => of(account, "well").then(() => order.push(account)));
    const outcomes = Promise.allSettled([...hung, ...waiting]);
    expect(threads.queued).toBe(2);
    await Promise.all(waiting);
    expect(order).toEqual(["modest", "greedy"]);
    await threads.close();
    await outcomes;
  });

  test("closing the pool doesn't wait for a busy thread", async () => {
    const threads = pool(600_000);
    const hung = threads.run(task("hang"));
    const waiting = threads.run(task("well"));
    const outcomes = Promise.allSettled([hung, waiting]);
    await threads.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});
