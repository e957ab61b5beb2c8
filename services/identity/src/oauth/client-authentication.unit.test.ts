import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { basicCredentials } from './client-authentication.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('basicCredentials', () => {
  test('the scheme `Basic` may have any case', () => {
    for (const scheme of ['Basic', 'basic', 'BASIC']) {
      assert.deepEqual(basicCredentials(`${scheme} ${base64('app:secret')}`), { clientId: 'app', secret: 'secret' });
    }
  });

  test('client id and secret are form-encoded', () => {
    assert.deepEqual(basicCredentials(`Basic ${base64('a%3Ab:c%2Bd+e:f')}`), { clientId: 'a:b', secret: 'c+d e:f' });
  });

  test('an empty secret is a secret', () => {
    assert.deepEqual(basicCredentials(`Basic ${base64('app:')}`), { clientId: 'app', secret: '' });
  });

  test('everything else is no authentication', () => {
    const others = [undefined, '', 'Basic', 'Basic !!', `Basic ${base64('nocolon')}`, `Basic ${base64(':x')}`, `Basic ${base64('a:%zz')}`];
    for (const header of [...others, `Bearer ${base64('a:b')}`]) assert.equal(basicCredentials(header), undefined);
  });
});
