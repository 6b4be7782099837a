import { run } from "./run.mjs";

/**
 * The packages that are not installed, or null without a Debian package system.
 * @param {string[]} packages
 * @returns {Promise<string[] | null>}
 */
export async function missingPackages(packages) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the fields are for dpkg-query to fill in
  const query = ["-W", "-f", "${Package} ${db:Status-Status}\n", ...packages];
  const { code, output } = await run("dpkg-query", query, { env: { ...process.env, LC_ALL: "C" } });
  if (code === 127) return null;
  const installed = new Set(
    output
      .split("\n")
      .filter((line) => line.endsWith(" installed"))
      .map((line) => line.split(" ")[0]),
  );
  return packages.filter((name) => !installed.has(name));
}

/**
 * Installs packages if this process may: as root, or through sudo without a password.
 * @param {string[]} packages
 * @returns {Promise<{ state: "installed" | "forbidden" | "failed", unknown: string[], output: string }>} unknown: names
 * missing from this system's package sources
 */
export async function installPackages(packages) {
  const prefix = await privilege();
  if (!prefix) return { state: "forbidden", unknown: [], output: "" };
  const apt = (...args) => {
    const [command, ...rest] = [
      ...prefix,
      "env",
      "DEBIAN_FRONTEND=noninteractive",
      "LC_ALL=C.UTF-8",
      "apt-get",
      ...OPTIONS,
      ...args,
    ];
    return run(command, rest);
  };
  await apt("update"); // If this fails, the next step shows it, unless the existing lists are enough.
  const known = await knownPackages(packages);
  const unknown = packages.filter((name) => !known.has(name));
  if (known.size === 0) return { state: "failed", unknown, output: "" };
  const { code, output } = await apt("install", "-y", "--no-install-recommends", ...known);
  return { state: code === 0 ? "installed" : "failed", unknown, output };
}

/** The packages in this machine's lists, without network access. */
export async function knownPackages(packages) {
  const { output } = await run("apt-cache", ["--generate", "pkgnames"]);
  const names = new Set(output.split("\n"));
  return new Set(packages.filter((name) => names.has(name)));
}

/** The command for an administrator to run instead. */
export const installCommand = (packages) =>
  `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(" ")}`;

/** Other programs, such as unattended upgrades, may hold the lock, so wait for it. */
const OPTIONS = ["-q", "-o", "DPkg::Lock::Timeout=300", "-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20"];

async function privilege() {
  if (process.getuid?.() === 0) return [];
  const { code } = await run("sudo", ["-n", "true"]);
  return code === 0 ? ["sudo", "-n"] : null;
}
