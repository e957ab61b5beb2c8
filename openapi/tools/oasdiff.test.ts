import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import type { Document, Schema } from '@partner-ordering/openapi';
import { breaksBetween } from './oasdiff.ts';
import { promisedDocuments } from './promises.ts';

const skip = spawnSync('go', ['version']).status === 0 ? false : 'there is no Go, which oasdiff is built with';

describe('the comparison with the base', { skip }, () => {
  const documents = promisedDocuments();

  /** The breaking changes that this change to a document's schema makes. */
  function breaksAfterChange(name: string, schema: string, change: (schema: Schema) => void): string[] {
    const base = documents.get(name)!;
    const revision = structuredClone(base);
    change(revision.components.schemas![schema]!);
    return breaksBetween(base, revision);
  }

  const rename =
    (field: string) =>
    ({ properties, required }: Schema): void => {
      properties!['renamed'] = properties![field]!;
      Reflect.deleteProperty(properties!, field);
      required!.splice(required!.indexOf(field), 1, 'renamed');
    };

  test('a renamed field of a webhook event is reported', () => {
    const breaks = breaksAfterChange('openapi.json', 'ProjectSharedEvent', rename('timestamp'));
    assert.deepEqual(breaks, [
      'GET /webhooks/project.shared removed the required property `timestamp` from the response with the `200` status',
    ]);
  });

  test('a renamed field of an event between services is reported', () => {
    const [first] = breaksAfterChange('events/ordering.json', 'ProjectState', rename('short_code'));
    assert.match(first ?? '', /^GET \/ordering\.state\/project\.state removed the required property `short_code`/);
  });

  test('a removed event is reported', () => {
    const base = documents.get('events/billing.json')!;
    const { '/billing.facts/receipt.paid': _, ...paths } = base.paths;
    assert.deepEqual(breaksBetween(base, { ...base, paths } as Document), [
      'GET /billing.facts/receipt.paid api path removed without deprecation',
    ]);
  });

  test('a removed code of errors is reported, and a new one is not', () => {
    const codesOf = (schema: Schema) => schema['x-extensible-enum'] as string[];
    assert.deepEqual(
      breaksAfterChange(
        'openapi.json',
        'ErrorCode',
        (schema) => void codesOf(schema).splice(codesOf(schema).indexOf('required'), 1, 'new_one'),
      ),
      ['ErrorCode lost the value required'],
    );
    assert.deepEqual(
      breaksAfterChange('openapi.json', 'ErrorCode', (schema) => void codesOf(schema).push('new_one')),
      [],
    );
  });

  test('a removed value of a status is reported', () => {
    const [lost] = breaksAfterChange(
      'openapi.json',
      'Payment',
      ({ properties }) => void properties!['status']!['x-extensible-enum']!.pop(),
    );
    assert.equal(lost, 'Payment.properties.status lost the value canceled');
  });

  test('an end without half a year of notice is reported', () => {
    const base = documents.get('openapi.json')!;
    const breaksBefore = (days: number): string[] => {
      const revision = structuredClone(base);
      const sunset = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
      Object.assign(revision.paths['/v1/me']!.get!, { deprecated: true, 'x-sunset': sunset });
      return breaksBetween(base, revision);
    };
    assert.match(breaksBefore(180).join(), /^GET \/v1\/me .*sunset/);
    assert.deepEqual(breaksBefore(185), []);
  });

  test('an addition to an event is not reported', () => {
    const add = ({ properties, required }: Schema): void => {
      properties!['added'] = { type: 'string' };
      required!.push('added');
    };
    assert.deepEqual(breaksAfterChange('openapi.json', 'ProjectSharedEvent', add), []);
  });
});
