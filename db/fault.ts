/** Codes of the driver, of the network and of PostgreSQL. */
const DOWN =
  /^(CONNECTION_|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|E(HOST|NET)UNREACH|57P0[123]|08|53300)/;

/**
 * Why the database cannot work: unreachable, starting or shutting down (`down`), or read-only because its disk is full
 * (`full`). Null for any other error.
 */
export function databaseFault(error: unknown): "down" | "full" | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: string }).code ?? "";
    if (code === "53100") return "full";
    if (DOWN.test(code)) return "down";
  }
  return null;
}
