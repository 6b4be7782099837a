/** Mutants that no test can detect, because they do not change behaviour, each with its reason. */
export const EQUIVALENT: readonly { file: string; original: string; replacement: string; reason: string }[] = [];
