/** Escapes of unreserved characters, which do not change an address (RFC 3986, 6.2.2.2). */
const ESCAPED_UNRESERVED = /%(?:2[DE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/gi;

/**
 * The normalised address of a request: without unnecessary escapes and, for the API, without repeated or trailing
 * slashes. Null if its escapes cannot be decoded.
 */
export function normalAddress(url: string): string | null {
  const start = url.indexOf("?");
  let path = start < 0 ? url : url.slice(0, start);
  if (path.includes("%")) {
    if (!isDecodable(path)) return null;
    path = path.replace(ESCAPED_UNRESERVED, (escaped) => decodeURIComponent(escaped));
  }
  // Azure's paths ignore case: its Go client sends /Detect.
  if (/^[/\\]+(?:microsoft|translator)[/\\]/i.test(path)) path = path.toLowerCase();
  if (isOfApi(path)) path = path.replace(/[/\\]+/g, "/").replace(/\/$/, "");
  return start < 0 ? path : path + url.slice(start);
}

/** True for addresses of the API, whether they exist or not. All others are pages. */
export function isOfApi(path: string): boolean {
  return /^[/\\]+(?:api|deeplx|downloads|language|libretranslate|mcp|metrics|microsoft|translator|v\d+)(?:[/\\?]|$)/i.test(
    path,
  );
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
