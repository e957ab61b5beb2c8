export * from './document.ts';
export * from './operations.ts';
export * from './references.ts';
export * from './routes.ts';
export * from './schemas.ts';
export * from './secrets.ts';
