import type { Commit } from './sources.ts';

const MAX_LENGTH = 72;
const form = /^(?:feat|fix|perf|refactor|docs|test|build|ci|chore|revert)(?:\([\w,-]+\))?!?: (\S+) .+[^.]$/;

/** The verbs with which a subject begins. Add the one that you miss, if it says more than these. */
const verbs = new Set(
  `accept add allow answer apply ask assert avoid batch begin bind bound build cache check close combine compare compile compress count cut
   declare decode delay delete deny derive describe detect disable document drop enable encode end enforce ensure escape exclude expire explain
   export extend fail fetch filter find fix fold follow forbid forget forward free generate give grant group guard handle hide hold ignore
   import include index inline insert keep let limit link list load lock log make mark match measure mend merge migrate move name normalize
   notify open order pack pass pin poll precompute prefetch prepare press prevent print propose publish put queue raise read rebuild record reduce refuse
   reject release reload remove rename render replace report require reset resolve restore retry return reuse revert revoke rewrite rotate
   round run save say scope search seed send separate serve set share shorten show sign skip sort speed split stamp start stop store stream
   strip support swap sync take test time tighten trace track translate trim unify update upgrade use validate verify wait wake warn widen
   wrap write`.split(/\s+/),
);

/** The faults of a commit's subject: its form (Conventional Commits), its length or its first word. */
export function subjectFaults(subject: string): string[] {
  const [, verb] = form.exec(subject) ?? [];
  return [
    ...(subject.length > MAX_LENGTH
      ? [`A subject has at most ${MAX_LENGTH} characters, not ${subject.length}: the why stands in the body.`]
      : []),
    ...(verb === undefined ? ['A subject reads `type(scope): verb effect`, without a full stop.'] : []),
    ...(verb !== undefined && !verbs.has(verb)
      ? [`'${verb}' is no verb in the imperative (workspace/prose/subjects.ts has the list).`]
      : []),
  ];
}

/** The faults of a commit besides its subject: a merge, or a `perf` or `refactor` whose body does not say why. */
export function commitFaults({ parents, subject, body }: Omit<Commit, 'place'>): string[] {
  const trailersAlone = body.split('\n').every((line) => line.trim() === '' || /^[\w-]+: .+@/.test(line));
  return [
    ...(parents > 1 ? ['History is linear: rebase the branch instead of a merge.'] : []),
    ...(/^(?:perf|refactor)\b/.test(subject) && trailersAlone ? ['A `perf` or `refactor` says why in its body.'] : []),
  ];
}
