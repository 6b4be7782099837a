/** True for a JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Fields = Readonly<Record<string, unknown>>;

/** Applies a merge patch (RFC 7396): objects are merged recursively, null removes a field. */
export function mergePatch(current: Fields, patch: Fields): Record<string, unknown> {
  const result = new Map(Object.entries(current));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, isRecord(value) ? mergePatch(objectIn(result.get(name)), value) : value);
  }
  return Object.fromEntries(result);
}

function objectIn(value: unknown): Fields {
  return isRecord(value) ? value : {};
}
