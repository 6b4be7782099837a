import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { invalidRequest } from "./errors";
import { serverSecret } from "./secret-box";

/**
 * Encodes an opaque list cursor: the sort values of the last row, signed, and bound to the list's filters by `scope`. A
 * cursor of another list or filter is rejected, because it would silently skip rows.
 */
export function encodeCursor(scope: string, values: readonly (string | null)[]): string {
  const body = Buffer.from(JSON.stringify(values)).toString("base64url");
  return `${body}.${sign(scope, body)}`;
}

const Values = z.array(z.string().nullable());

/** The sort values of a cursor. Throws 400 for an invalid cursor or one of another list. */
export function decodeCursor(scope: string, cursor: string): (string | null)[] {
  const dot = cursor.indexOf(".");
  const body = cursor.slice(0, Math.max(dot, 0));
  const signature = Buffer.from(cursor.slice(dot + 1));
  const expected = Buffer.from(sign(scope, body));
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) throw broken();
  return Values.parse(JSON.parse(Buffer.from(body, "base64url").toString("utf8")));
}

/** Splits rows that were read with one row beyond the limit. That row shows whether there is a next page. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { readonly rows: readonly Row[]; readonly nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > limit && last ? cursorOf(last) : null };
}

function sign(scope: string, body: string): string {
  return createHmac("sha256", serverSecret()).update(`${scope}\n${body}`).digest("base64url").slice(0, 16);
}

function broken() {
  return invalidRequest([
    { path: "cursor", code: "format", message: "The cursor is not valid for this list. Start again without it." },
  ]);
}
