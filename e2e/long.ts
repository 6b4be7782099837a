/**
 * Whether the long tests run (`npm run test:long`): many kills, slow hostile files, and clients and generators that
 * must be installed first. `npm test` runs a few of each.
 */
export const IS_LONG = process.env.TEST_LONG === "1";

/** Number of random cases of a property: all in a long run, else a fifth, which differ from run to run. */
export function runs(count: number): number {
  return IS_LONG ? count : Math.ceil(count / 5);
}

/** Selects from many similar cases: all in a long run, else every third. */
export function sample<T>(cases: readonly T[]): readonly T[] {
  return IS_LONG ? cases : cases.filter((_, index) => index % 3 === 0);
}
