/** For more than a week, every ten minutes in the end, so that an outage of days gives nothing up. */
export const retryPolicy = { longestPauseMs: 600_000, maxAttempts: 1_500 };
