import { MatchersV3 } from '@pact-foundation/pact';

/**
 * A value that the consumer compares, such as a status: the provider has to give this very one. Everywhere else in an example any value of
 * the same type will do.
 */
export const exactly = <Value extends string | number | boolean>(value: Value): Value => MatchersV3.equal(value) as unknown as Value;

/** What an example demands of the provider: these fields, each with this type. Of a list, which has one item, each is like that one. */
export function demanded(example: unknown): unknown {
  if (MatchersV3.isMatcher(example)) return example;
  if (example === null) return MatchersV3.nullValue();
  if (Array.isArray(example)) {
    if (example.length > 1) throw new Error('a list in an example has one item: all of them have to be like it');
    return example.length === 0 ? MatchersV3.like([]) : MatchersV3.eachLike(demanded(example[0]));
  }
  if (typeof example === 'object') {
    const fields = Object.entries(example).map(([name, value]) => [name, demanded(value)]);
    return fields.length === 0 ? MatchersV3.like({}) : Object.fromEntries(fields);
  }
  if (typeof example === 'number') return Number.isInteger(example) ? MatchersV3.integer(example) : MatchersV3.number(example);
  return MatchersV3.like(example);
}

/** The example as plain data. */
export const plain = <Example>(example: Example): Example => MatchersV3.reify(example) as Example;

/**
 * What was sent, with the values that a provider state names in place of those of the example: the provider puts in its own.
 * @param parameters the example's values by the names that the provider state gives them
 */
export function fromState(sent: unknown, parameters: Readonly<Record<string, string>>): unknown {
  if (typeof sent === 'string') return textFromState(sent, parameters);
  if (Array.isArray(sent)) return sent.map((item) => fromState(item, parameters));
  if (typeof sent !== 'object' || sent === null) return sent;
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, fromState(value, parameters)]));
}

/** The same of one text. */
export function textFromState(sent: string, parameters: Readonly<Record<string, string>>) {
  const named = Object.entries(parameters).filter(([, value]) => sent.includes(value));
  if (named.length === 0) return sent;
  const expression = named.reduce((text, [name, value]) => text.replaceAll(value, `\${${name}}`), sent);
  return MatchersV3.fromProviderState(expression, sent);
}
