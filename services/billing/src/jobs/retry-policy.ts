/** For more than a week, every ten minutes in the end: a storage or provider that was down for days finds nothing given up. */
export const retryPolicy = { longestPauseMs: 600_000, maxAttempts: 1_500 };
