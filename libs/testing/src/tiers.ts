/** The tiers that have a command of their own, `npm run test:<tier>`; `npm test` runs the tier `test`. See tests/README.md. */
export const tiers = ['unit', 'stress', 'contracts', 'containers', 'generators', 'incidents'] as const;

export type Tier = (typeof tiers)[number] | 'test';

const bySuffix: Readonly<Record<string, Tier>> = {
  unit: 'unit',
  stress: 'stress',
  contract: 'contracts',
  container: 'containers',
  generator: 'generators',
  incident: 'incidents',
};

/** The one tier of a test file: `name.unit.test.ts`, `name.stress.test.ts` and so on, or `name.test.ts`. */
export const tierOf = (file: string): Tier => bySuffix[/\.(\w+)\.test\.ts$/.exec(file)?.[1] ?? ''] ?? 'test';
