import { sql } from "drizzle-orm";
import { type AnyPgColumn, bigint, customType, index, text, timestamp } from "drizzle-orm/pg-core";

/** A point in time, set by the database's clock; a Date in JavaScript. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 6 });

/** Bytes, as a Buffer. */
export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** Where a row's bytes are in object storage; the row's own bytes are then empty. See lib/base/storage. */
export const objectColumns = {
  objectKey: text("object_key"),
  objectBytes: bigint("object_bytes", { mode: "number" }),
};

/** Index by which references to an object are found before it is deleted. */
export const objectIndex = (table: string, { objectKey }: { objectKey: AnyPgColumn }) =>
  index(`${table}_object`).on(objectKey).where(sql`${objectKey} is not null`);
