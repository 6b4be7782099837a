import { customType, timestamp } from "drizzle-orm/pg-core";

/** A point in time, set by the database's clock; a Date in JavaScript. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 6 });

/** Bytes, as a Buffer. */
export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });
