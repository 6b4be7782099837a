import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error";

/**
 * The browser's cache of responses. Failed reads are retried twice if that may help. Changes are never retried, because
 * the person may have changed their mind.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => count < 2 && error instanceof ApiError && error.mayPass && error.status !== 429,
      },
      mutations: { retry: false },
    },
  });
}
