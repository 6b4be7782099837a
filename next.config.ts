import type { NextConfig } from "next";

/**
 * A build on the operator's machine, of which only the browser's part has to be small. It writes no cache, which only a
 * second build would read (190 MB, 14 s), and neither source maps nor minified code for the server (20 s of processor
 * time; stacks have the names of the functions as they are).
 */
const lightBuild: NextConfig["experimental"] = {
  turbopackFileSystemCacheForBuild: false,
  turbopackSourceMaps: false,
  turbopackInputSourceMaps: false,
  turbopackMinify: { server: false, client: true },
};

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Images are served unoptimised: the optimiser would fetch and decode content for strangers.
  images: { unoptimized: true },
  turbopack: {
    root: import.meta.dirname,
    // Messages are parsed on the server (lib/i18n/page-messages.ts): pages load no parser.
    resolveAlias: { "use-intl/format-message": "use-intl/format-message/format-only" },
  },
  // Native code, WebAssembly and worker files are resolved next to the package, not from a bundle.
  serverExternalPackages: [
    "postgres",
    "pino",
    "fasttext.wasm.js",
    "eld",
    "cld3-asm",
    "@node-rs/argon2",
    "esbuild",
    "unpdf",
  ],
  // Pages, layouts and the manifest are .tsx. The route.ts files below app/api are endpoints of our own server.
  pageExtensions: ["tsx"],
  // `npm test` checks the types, in a stage of its own.
  typescript: { ignoreBuildErrors: true },
  experimental: process.env.NODE_ENV === "production" ? lightBuild : {},
};

export default config;
