/** How many versions a generation has room for. Whole numbers are exact in JSON up to about 9,007 generations. */
export const VERSIONS_PER_GENERATION = 1_000_000_000_000;

/**
 * The version of a public state, as its two parts. It travels and is stored as one whole number, so versions are compared as numbers: every
 * version of a generation is newer than all versions of the generations before.
 */
export interface StateVersion {
  /** How often the owning service's database was restored from a backup; 0 in most installations. */
  generation: number;
  /** From 1, one more with every publication of the generation. */
  n: number;
}

/** The number that a version travels as. */
export const versionOf = ({ generation, n }: StateVersion): number => generation * VERSIONS_PER_GENERATION + n;

/** The parts of a version. */
export const partsOf = (version: number): StateVersion => ({
  generation: Math.floor(version / VERSIONS_PER_GENERATION),
  n: version % VERSIONS_PER_GENERATION,
});

/** For people: `7`, or `7 of generation 2`. */
export function showVersion(version: number): string {
  const { generation, n } = partsOf(version);
  return generation === 0 ? String(n) : `${n} of generation ${generation}`;
}
