// Replaces the package server-only, which fails to load outside Next.
export {};
