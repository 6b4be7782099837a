type Fields = Readonly<Record<string, unknown>>;

/** What an object becomes by a merge patch (RFC 7396): objects are merged with those that stand there, and what is null is removed. */
export function mergePatch(current: Fields, patch: Fields): Record<string, unknown> {
  const result = new Map(Object.entries(current));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, isObject(value) ? mergePatch(objectIn(result.get(name)), value) : value);
  }
  return Object.fromEntries(result);
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function objectIn(value: unknown): Fields {
  return isObject(value) ? value : {};
}
