/** Error codes of the driver, the network and PostgreSQL that mean that the database is down. */
const DOWN =
  /^(CONNECTION_|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|E(HOST|NET)UNREACH|57P0[123]|08|53300)/;

/**
 * Why the database cannot work: `down` if it is unreachable, starting or shutting down, `full` if it is read-only
 * because its disk is full. Null for any other error.
 */
export function databaseFault(error: unknown): "down" | "full" | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: string }).code ?? "";
    if (code === "53100") return "full";
    if (DOWN.test(code)) return "down";
  }
  return null;
}
