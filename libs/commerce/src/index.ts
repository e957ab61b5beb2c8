export * from './demo-organizations.ts';
export * from './identity-references.ts';
export * from './managers.ts';
export * from './options.ts';
export * from './vat.ts';
