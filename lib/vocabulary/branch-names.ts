/** Maximum length of a branch name in UTF-16 units. */
export const MAX_BRANCH_NAME = 200;

/** Whether a branch may have this name, by git's rules. `main` is the project itself. */
export function isBranchName(name: string): boolean {
  return (
    name.length <= MAX_BRANCH_NAME &&
    name !== "main" &&
    /^[^\s\p{C}\\~^:?*[]+$/u.test(name) &&
    !/^\/|\/$|\/\/|\.\.|^\.|\.$|^-/.test(name)
  );
}
