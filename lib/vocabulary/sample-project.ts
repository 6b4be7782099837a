/** The external id that marks the sample project of a workspace. */
export const SAMPLE_PROJECT = "dragoman-sample";
