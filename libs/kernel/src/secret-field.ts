const secretName = /(?:^|_)(?:token|secret|password|signature)$/;

/**
 * Whether a part of an OpenAPI document, or what it refers to, has a field that holds a secret, by the end of its name: `access_token`,
 * `client_secret`, the `signature` of an upload form. `resolve` finds what a `$ref` names.
 */
export function hasSecret(part: unknown, resolve: (reference: { $ref: string }) => unknown, seen = new Set<unknown>()): boolean {
  if (part === null || typeof part !== 'object' || seen.has(part)) return false;
  seen.add(part);
  const { $ref, properties } = part as { $ref?: unknown; properties?: object | null };
  if (typeof $ref === 'string' && hasSecret(resolve({ $ref }), resolve, seen)) return true;
  return (
    Object.keys(properties ?? {}).some((name) => secretName.test(name)) ||
    Object.values(part).some((inner) => hasSecret(inner, resolve, seen))
  );
}
