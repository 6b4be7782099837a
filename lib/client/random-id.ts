/** 128 random bits in hex. (`randomUUID` requires a secure context, which plain HTTP in a local network is not.) */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
