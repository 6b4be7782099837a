/** Maximum checks of a project's own. */
export const MAX_CUSTOM_CHECKS = 20;

/** The id of a check within its project; findings have the check `custom.{id}`. */
export const CUSTOM_CHECK_ID = /^[a-z0-9][a-z0-9_-]{0,39}$/;
