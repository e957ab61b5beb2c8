/** How old what is known may be before identity is asked again. */
const MAX_AGE_MS = 60_000;
/** Those that were asked for first are forgotten then. */
const MOST_USERS = 50_000;

/** The organizations of a user by identity's last answer, at first none. No request waits for identity. */
export function knownOrganizations(
  read: (user: string) => Promise<readonly string[]>,
  nowMs: () => number,
): (user: string) => readonly string[] {
  const known = new Map<string, { askedAtMs: number; organizations: readonly string[] }>();
  return (user) => {
    const entry = known.get(user);
    if (entry !== undefined && nowMs() - entry.askedAtMs < MAX_AGE_MS) return entry.organizations;
    const asked = { askedAtMs: nowMs(), organizations: entry?.organizations ?? [] };
    if (entry === undefined && known.size >= MOST_USERS) known.delete(known.keys().next().value!);
    known.set(user, asked);
    read(user).then(
      (organizations) => (asked.organizations = organizations),
      () => undefined,
    );
    return asked.organizations;
  };
}
