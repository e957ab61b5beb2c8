import { showVersion, type LostState } from '@partner-ordering/messaging';
import type { Service } from '../service/service-definition.ts';

/**
 * Publishes a service's states anew after its database was restored, or says in a dry run what is lost. Prints a line for each lost state
 * and one that counts them.
 */
export async function republishAndTell(service: Service, isDryRun: boolean, print: (line: string) => void): Promise<void> {
  const counts = { gone: 0, older: 0, back: 0 };
  const onLost = (lost: LostState): void => {
    const what = whatIsLost(lost);
    counts[what]++;
    print(lostLine(lost, what));
  };
  const { published, generation } = await service.republish({ isDryRun, onLost });
  const lost = `${counts.gone} gone, ${counts.older} back to an older version, ${counts.back} deleted that exist again`;
  const done = generation === undefined ? 'nothing was changed' : `${published} states published anew with generation ${generation}`;
  print(`${service.name}: ${lost}; ${done}`);
}

function whatIsLost({ state, ownState }: LostState): 'gone' | 'older' | 'back' {
  if (ownState === null) return 'gone';
  return state === null ? 'back' : 'older';
}

function lostLine({ type, key, version, ownVersion = 0 }: LostState, what: ReturnType<typeof whatIsLost>): string {
  const [last, own] = [showVersion(version), showVersion(ownVersion)];
  if (what === 'gone') return `gone: ${type} ${key} (last version ${last})`;
  if (what === 'back') return `exists again: ${type} ${key} (deleted with version ${last}, now version ${own})`;
  return `older: ${type} ${key} (last version ${last}, now version ${own})`;
}
