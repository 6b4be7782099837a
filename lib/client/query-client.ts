import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error";

/**
 * The browser's cache of responses. Reads are retried twice if that may help; changes never, because the person may
 * have changed their mind.
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
