import type { NextConfig } from "next";

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
};

export default config;
