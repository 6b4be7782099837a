type Numbers = { [index: number]: number };

/**
 * Heights and offsets of the rows of a long list, in pixels. Rows that have not been measured have the estimated
 * height. To read an offset, to find the row at one, and to change a height each take O(log n) steps, by a Fenwick tree
 * (https://doi.org/10.1002/spe.4380240306).
 */
export class RowOffsets {
  readonly count: number;
  readonly #heights: Numbers;
  /** One-based; entry i has the sum of the heights of the (i & -i) rows that end with row i - 1. */
  readonly #sums: Numbers;

  /** `heightOf` is called once per row, in order. `allocate` creates arrays of zeros for the offsets. */
  constructor(
    count: number,
    heightOf: (index: number) => number,
    allocate: (length: number) => Numbers = (length) => new Float64Array(length),
  ) {
    this.count = count;
    this.#heights = allocate(count);
    this.#sums = allocate(count + 1);
    for (let i = 1; i <= count; i++) {
      const height = heightOf(i - 1);
      this.#heights[i - 1] = height;
      this.#sums[i]! += height;
      const parent = i + (i & -i);
      if (parent <= count) this.#sums[parent]! += this.#sums[i]!;
    }
  }

  /** Height of all rows together. */
  get total(): number {
    return this.start(this.count);
  }

  height(index: number): number {
    return this.#heights[index] ?? 0;
  }

  /** Top of a row. For `count` and beyond, the bottom of the last row. */
  start(index: number): number {
    let sum = 0;
    for (let i = Math.min(index, this.count); i > 0; i -= i & -i) sum += this.#sums[i]!;
    return sum;
  }

  /** Bottom of a row. */
  end(index: number): number {
    return this.start(index) + this.height(index);
  }

  /** The row at an offset. Outside the list it is the first or last row; 0 for an empty list. */
  at(offset: number): number {
    let index = 0;
    let rest = offset;
    for (let step = 2 ** Math.floor(Math.log2(Math.max(this.count, 1))); step >= 1; step /= 2) {
      const sum = this.#sums[index + step];
      if (sum === undefined || sum > rest) continue;
      index += step;
      rest -= sum;
    }
    return Math.max(0, Math.min(index, this.count - 1));
  }

  /** Sets a row's height; returns the change. */
  measure(index: number, height: number): number {
    const change = height - this.height(index);
    if (change === 0 || index < 0 || index >= this.count) return 0;
    this.#heights[index] = height;
    for (let i = index + 1; i <= this.count; i += i & -i) this.#sums[i]! += change;
    return change;
  }
}
