// Replaces the package server-only, which throws when loaded outside Next.
export {};
