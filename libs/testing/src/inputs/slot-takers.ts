import type { FairQueue } from '@partner-ordering/kernel';

/** Takes and leaves slots by name: the parties, then a slash and the operation, as `a and b/list`. `held` lists who got one. */
export function slotTakers(queue: Pick<FairQueue<{ parties: readonly string[]; operation: string }>, 'take'>) {
  const held: string[] = [];
  const leaves: { name: string; leave: () => void }[] = [];
  return {
    held,
    /** Returns what ends the wait of each. */
    take: (...names: string[]) =>
      names.map((name) => {
        const [parties, operation = ''] = name.split('/');
        return queue.take({ parties: parties!.split(' and '), operation }, (leave) => {
          held.push(name);
          leaves.push({ name, leave });
        });
      }),
    /** The first with this name leaves its slot. */
    leave(...names: string[]) {
      for (const name of names) {
        const index = leaves.findIndex((each) => each.name === name);
        leaves.splice(index, 1)[0]!.leave();
      }
    },
  };
}
