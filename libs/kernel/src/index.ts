export * from './country.ts';
export * from './failures.ts';
export * from './gid.ts';
export * from './money.ts';
export * from './nul.ts';
export * from './principal.ts';
export * from './retry.ts';
export * from './times.ts';
