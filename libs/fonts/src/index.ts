export * from './faces.ts';
export * from './runs.ts';
