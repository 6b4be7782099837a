/** Unreserved characters need no escape: with or without one, the address is the same (RFC 3986, 6.2.2.2). */
const ESCAPED_UNRESERVED = /%(?:2[DE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/gi;

/**
 * The address of a request in its normal form: no needless escapes, and for the API one slash where several stand and none at
 * the end. Null for one whose escapes cannot be decoded.
 */
export function normalAddress(url: string): string | null {
  const start = url.indexOf("?");
  let path = start < 0 ? url : url.slice(0, start);
  if (path.includes("%")) {
    if (!isDecodable(path)) return null;
    path = path.replace(ESCAPED_UNRESERVED, (escaped) => decodeURIComponent(escaped));
  }
  if (isOfApi(path)) path = path.replace(/[/\\]+/g, "/").replace(/\/$/, "");
  return start < 0 ? path : path + url.slice(start);
}

/** True for addresses that the API answers, known or not. Everything else is for pages. */
export function isOfApi(path: string): boolean {
  return /^[/\\]+(?:api|libretranslate|metrics|v\d+)(?:[/\\?]|$)/i.test(path);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
