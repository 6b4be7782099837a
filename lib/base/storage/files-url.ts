/** The parts of FILES_URL; null if it is not valid. */
export function readFilesUrl(
  text: string,
): { bucket: string; prefix: string; endpoint: string | null; region: string } | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const endpoint = url.searchParams.get("endpoint");
  const unknown = [...url.searchParams.keys()].some((name) => name !== "endpoint" && name !== "region");
  if (url.protocol !== "s3:" || !/^[a-z0-9][a-z0-9.-]{1,62}$/.test(url.hostname) || url.username || unknown)
    return null;
  if (endpoint !== null && !/^https?:\/\/[^/?#@]+\/?$/.test(endpoint)) return null;
  if (!/^[\w./-]*$/.test(url.pathname)) return null;
  const prefix = url.pathname.replace(/^\/+|\/+$/g, "");
  return {
    bucket: url.hostname,
    prefix: prefix && `${prefix}/`,
    endpoint: endpoint?.replace(/\/$/, "") ?? null,
    region: url.searchParams.get("region") ?? "us-east-1",
  };
}
