/** Mutants that no test can find, since they change no behaviour, each with its reason. */
export const EQUIVALENT: readonly { file: string; original: string; replacement: string; reason: string }[] = [];
