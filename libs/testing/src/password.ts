/** The password of the demo data and of people in tests. */
export const TEST_PASSWORD = 'demo-password';

/** Its hash with the least that argon2 takes: a sign-in costs 0.3 ms instead of 45. */
export const TEST_PASSWORD_HASH = '$argon2id$v=19$m=8,t=1,p=1$H0t1rhojxb/PAsejUsRCsQ$yDJE7i0l9wUFLEPzHXlmKTcnnHh7/CGaaBkH4zxqgHc';
