import fs from "node:fs";
import path from "node:path";

/**
 * True if the error means that the process or machine cannot open another file, connection or thread. While a thread
 * starts, Node reports this as a missing file or a failed initialisation.
 */
export function lacksDescriptors(thrown: unknown): boolean {
  for (let cause = thrown; cause instanceof Error; cause = cause.cause) {
    const { code = "" } = cause as { code?: string };
    if (["EMFILE", "ENFILE", "ERR_WORKER_INIT_FAILED"].includes(code)) return true;
    if (code === "ERR_MODULE_NOT_FOUND" && isThere(cause.message)) return true;
  }
  return false;
}

/** Whether a file or package exists although an error message reports it as missing. */
function isThere(message: string): boolean {
  const [, name] = /'([^']+)'/.exec(message) ?? [];
  const file = name && path.resolve("node_modules", name);
  // Node looks for index.js if it cannot open a package's package.json either.
  return !!file && (fs.existsSync(file) || fs.existsSync(file.replace(/index\.js$/, "package.json")));
}
