/** `ok`: no problem. `warning`: works, but with a risk or a limit. `error`: does not work. */
export type Level = "ok" | "warning" | "error";

export type Finding = {
  /** What was checked, such as `database`. */
  readonly check: string;
  readonly level: Level;
  /** One or two sentences: the problem and what to do. Contains no secret and no address with a password. */
  readonly message: string;
};

export type Check = { readonly name: string; readonly run: () => Promise<readonly Omit<Finding, "check">[]> };

export const ok = (message: string) => ({ level: "ok", message }) as const;
export const warning = (message: string) => ({ level: "warning", message }) as const;
export const error = (message: string) => ({ level: "error", message }) as const;

/** Maximum milliseconds for one check. */
const TIMEOUT_MS = 20_000;

/** Runs all checks, one after another. A check that throws is itself reported as a finding. */
export async function examine(
  checks: readonly Check[],
  onFinding: (finding: Finding) => void = () => {},
): Promise<Finding[]> {
  const all: Finding[] = [];
  for (const { name, run } of checks)
    for (const found of await within(run)) {
      const finding = { check: name, ...found };
      all.push(finding);
      onFinding(finding);
    }
  return all;
}

async function within(run: Check["run"]): Promise<readonly Omit<Finding, "check">[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly Omit<Finding, "check">[]>((resolve) => {
    timer = setTimeout(() => resolve([error(`No result within ${TIMEOUT_MS / 1000} seconds.`)]), TIMEOUT_MS);
  });
  const failed = (thrown: unknown) => [error(`The check failed: ${reasonOf(thrown)}.`)];
  return Promise.race([run().catch(failed), late]).finally(() => clearTimeout(timer));
}

/** Code or first line of an error, without addresses. */
export function reasonOf(thrown: unknown): string {
  const { code, message, cause } = thrown as { code?: string; message?: string; cause?: { code?: string } };
  return code ?? cause?.code ?? message?.split("\n")[0]?.replace(/\.$/, "") ?? "unknown reason";
}
