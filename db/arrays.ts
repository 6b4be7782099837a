import type postgres from "postgres";

/**
 * OIDs of PostgreSQL's own types and of their arrays (pg_type.dat), which never change: bool, bytea, "char", name, int8,
 * int2, int4, text, oid, json, cidr, float4, float8, inet, bpchar, varchar, date, time, timestamp, timestamptz, interval,
 * numeric, uuid, jsonb.
 */
const ARRAY_TYPES: readonly (readonly [element: number, array: number])[] = [
  [16, 1000],
  [17, 1001],
  [18, 1002],
  [19, 1003],
  [20, 1016],
  [21, 1005],
  [23, 1007],
  [25, 1009],
  [26, 1028],
  [114, 199],
  [650, 651],
  [700, 1021],
  [701, 1022],
  [869, 1041],
  [1042, 1014],
  [1043, 1015],
  [1082, 1182],
  [1083, 1183],
  [1114, 1115],
  [1184, 1185],
  [1186, 1187],
  [1700, 1231],
  [2950, 2951],
  [3802, 3807],
];

type Convert = (value: unknown) => unknown;

/**
 * Sets the array types of a client, in place of its option `fetch_types`. With that option each connection first
 * queries the types. If the connection is lost during that query, as behind a pooler whose database is down, the driver
 * opens the next one without types: arrays then stay text until all connections have been replaced.
 */
export function readArrays<Client extends postgres.Sql>(client: Client): Client {
  const { parsers, serializers } = client.options;
  for (const [element, array] of ARRAY_TYPES) {
    const parse = parsers[element] as Convert | undefined;
    parsers[array] = (text: string) => parseArray(text, parse);
    serializers[array] = (value: unknown) => writeArray(value, serializers[element] as Convert | undefined);
  }
  return client;
}

/**
 * The elements of an array in PostgreSQL's notation, such as `{a,"b c",NULL}`; nested for more dimensions.
 * @param parse converts an element's text
 */
function parseArray(text: string, parse: Convert = (element) => element): unknown[] {
  let at = 1;
  const quoted = (): string => {
    let value = "";
    for (at += 1; text[at] !== '"' && at < text.length; at += 1) {
      if (text[at] === "\\") at += 1;
      value += text[at];
    }
    at += 1;
    return value;
  };
  const plain = (): string => {
    const from = at;
    while (at < text.length && text[at] !== "," && text[at] !== "}") at += 1;
    return text.slice(from, at);
  };
  const element = (): unknown => {
    if (text[at] === '"') return parse(quoted());
    const value = plain();
    return value === "NULL" ? null : parse(value);
  };
  const elements = (): unknown[] => {
    const found: unknown[] = [];
    while (at < text.length && text[at] !== "}") {
      if (text[at] === ",") at += 1;
      else if (text[at] === "{") {
        at += 1;
        found.push(elements());
      } else found.push(element());
    }
    at += 1;
    return found;
  };
  return elements();
}

function writeArray(value: unknown, serialize: Convert = String): unknown {
  // A string is already in PostgreSQL's notation.
  if (!Array.isArray(value)) return value;
  const elements = value.map((one: unknown) => {
    if (Array.isArray(one)) return writeArray(one, serialize);
    if (one === null) return "NULL";
    return `"${String(serialize(one)).replace(/[\\"]/g, "\\$&")}"`;
  });
  return `{${elements.join(",")}}`;
}
