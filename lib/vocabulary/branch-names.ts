/** Longest name of a branch, in UTF-16 units. */
export const MAX_BRANCH_NAME = 200;

/** Whether a branch may be called so: as git allows it. `main` names the project itself. */
export function isBranchName(name: string): boolean {
  return (
    name.length <= MAX_BRANCH_NAME &&
    name !== "main" &&
    /^[^\s\p{C}\\~^:?*[]+$/u.test(name) &&
    !/^\/|\/$|\/\/|\.\.|^\.|\.$|^-/.test(name)
  );
}
