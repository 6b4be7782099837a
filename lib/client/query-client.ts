import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error";

/**
 * The browser's copy of what the service said. Reads are tried again twice where that may help; changes never by
 * themselves, for the person may not mean it any more.
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
