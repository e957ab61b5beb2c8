export * from './demo-organizations.ts';
export * from './identity-references.ts';
export * from './organization-chain.ts';
export * from './price-lookup.ts';
export * from './vat.ts';
