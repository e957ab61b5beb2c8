/** What the guides call the installation that they were written with. */
export const DEMO_ORIGIN = 'http://127.0.0.1:8080';
