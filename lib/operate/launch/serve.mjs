import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { bundleServer, SERVER_BUNDLE } from "./bundle.mjs";
import { root } from "./run.mjs";

/**
 * The web server's process: `node lib/operate/launch/serve.mjs [--dev]`, with HOST, PORT and the settings of
 * lib/base/env.ts in the environment. In development it bundles changed sources of the API again; Next reloads pages.
 */
const dev = process.argv.includes("--dev");
const bundle = SERVER_BUNDLE[dev ? "development" : "production"];
const { runServer, createDispatcher } = await import(pathToFileURL(bundle).href);
const server = await runServer(createDispatcher, { host: process.env.HOST, port: Number(process.env.PORT), dev });
if (dev) watch();

function watch() {
  let timer;
  for (const folder of ["app/api", "lib", "db"])
    fs.watch(path.join(root, folder), { recursive: true }, (_event, name) => {
      if (!/\.(?:ts|json)$/.test(name ?? "") || /\.test\.ts$/.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(reload, 100);
    });
}

/** Requests use the new bundle; jobs run the old code until the next start. */
async function reload() {
  const started = performance.now();
  try {
    await bundleServer(bundle);
    const fresh = await import(`${pathToFileURL(bundle).href}?${Date.now()}`);
    server.use(fresh.createDispatcher);
    console.log(`API reloaded in ${Math.round(performance.now() - started)} ms`);
  } catch (error) {
    console.error(`The API was not reloaded: ${error.message}`);
  }
}
