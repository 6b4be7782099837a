import type { Finding, Subject } from "./subject";

/** Milliseconds within which no one can read a text. */
const TOO_FAST = 2_000;

/** Issues about a translation's history: an outdated source, a confirmed fuzzy match, an open problem. */
export function* provenance({ segment, target, context }: Subject): Generator<Finding> {
  const { state, origin, editMs } = context;
  if (context.outdated) yield { check: "outdated", tiedTo: segment.text };
  if (context.openIssues) yield { check: "issue.open", params: { count: context.openIssues } };
  const confirmed = state === "translated" || state === "reviewed";
  if (!origin || origin.edited || !confirmed) return;
  const { match } = origin;
  if (origin.type === "tm" && typeof match === "number" && match < 100) {
    yield { check: "fuzzy.unedited", params: { match }, tiedTo: target.encoded };
  }
  if (origin.type === "mt" && state === "reviewed" && typeof editMs === "number" && editMs < TOO_FAST) {
    yield { check: "mt.unedited_approved", tiedTo: target.encoded };
  }
}
