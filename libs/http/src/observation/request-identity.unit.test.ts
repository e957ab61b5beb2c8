import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestIdentity } from './observe.ts';

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

test('a well-formed identity stays unchanged', () => {
  assert.deepEqual(requestIdentity({ 'x-request-id': 'a.b:c/d+e=', traceparent }), { requestId: 'a.b:c/d+e=', traceparent });
});

test('a malformed part is replaced, and the other one stays', () => {
  const { requestId, ...rest } = requestIdentity({ 'x-request-id': 'a b', traceparent });
  assert.match(requestId, /^[0-9a-f-]{36}$/);
  assert.deepEqual(rest, { traceparent });
  for (const broken of ['00-xyz', traceparent.replace('00f067aa0ba902b7', '0'.repeat(16)), `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`]) {
    const made = requestIdentity({ 'x-request-id': 'order-17', traceparent: broken });
    assert.equal(made.requestId, 'order-17');
    assert.match(made.traceparent, /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    assert.notEqual(made.traceparent, broken);
  }
});

test('a new trace id contains the new request id', () => {
  const { requestId, traceparent: made } = requestIdentity({});
  assert.equal(made.split('-')[1], requestId.replaceAll('-', ''));
});
