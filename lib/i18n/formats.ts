/** Styles that messages name, such as `{share, number, percent}`: compiled messages know none by themselves. */
export const FORMATS = { number: { percent: { style: "percent" } } } as const;
