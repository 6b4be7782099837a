import type { NextConfig } from "next";

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Pictures are served as they are: the optimiser would fetch and decode on behalf of strangers.
  images: { unoptimized: true },
  turbopack: { root: import.meta.dirname },
  // Native code, WebAssembly and worker files are found beside the package, not inside a bundle.
  serverExternalPackages: ["postgres", "pino", "fasttext.wasm.js", "eld", "@node-rs/argon2", "esbuild", "unpdf"],
  // Pages have theirs from the proxy, answers of the API from the API; this is for what is neither.
  headers: async () => [{ source: "/_next/:path*", headers: [{ key: "X-Content-Type-Options", value: "nosniff" }] }],
  rewrites: async () => [{ source: "/v1/:path*", destination: "/api/v1/:path*" }],
};

export default config;
