import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raw } from '../connection/sql.ts';
import { resourcePath } from './paths.ts';
import type { Column } from './tables.ts';

const column = (name: string): Column => ({ sql: raw(name), type: 'uuid', nullable: false });

test('a path is the same as text and as a field', () => {
  const path = resourcePath('/v1/orgs/{organization}/webhooks/{gid}', { organization: column('w.organization_gid'), gid: column('w.gid') });
  assert.equal(path.of({ organization: 'o', gid: 'g' }), '/v1/orgs/o/webhooks/g');
  assert.equal((path.field.value as { sql: string }).sql, `'/v1/orgs/' || w.organization_gid || '/webhooks/' || w.gid`);
  const inner = resourcePath('/v1/orgs/{organization}/payment_source', { organization: column('p.organization_gid') });
  assert.equal(inner.of({ organization: 'o' }), '/v1/orgs/o/payment_source');
  assert.equal((inner.field.value as { sql: string }).sql, `'/v1/orgs/' || p.organization_gid || '/payment_source'`);
});
