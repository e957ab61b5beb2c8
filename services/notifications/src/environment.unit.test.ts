import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProjectPage, readStaffMail, readTestWebhookOrigin } from './environment.ts';

const issuer = 'https://orders.example';

test('mails about projects lead to the page that the environment names, else to the console unless it is off', () => {
  assert.equal(readProjectPage({}, issuer), 'https://orders.example/console/orders/{gid}');
  assert.equal(readProjectPage({ CONSOLE: 'off' }, issuer), undefined);
  const page = 'https://shop.example/#/projects/{gid}';
  for (const CONSOLE of ['on', 'off']) assert.equal(readProjectPage({ CONSOLE, PROJECT_PAGE_URL: page }, issuer), page);
});

test('a page of projects that is no web address, or has no place for the gid, is refused by the name of its variable', () => {
  for (const wrong of ['https://shop.example/projects', 'javascript:{gid}', '/projects/{gid}'])
    assert.throws(() => readProjectPage({ PROJECT_PAGE_URL: wrong }, issuer), {
      message: 'PROJECT_PAGE_URL: must be the https:// address of a page, with {gid} where the project is named',
    });
});

test('our staff has no address unless the environment names one', () => {
  assert.deepEqual([readStaffMail({}), readStaffMail({ STAFF_MAIL: '' })], [undefined, undefined]);
  assert.equal(readStaffMail({ STAFF_MAIL: 'staff@example.com' }), 'staff@example.com');
  for (const wrong of ['staff', 'Staff <staff@example.com>', 'a@example.com, b@example.com'])
    assert.throws(() => readStaffMail({ STAFF_MAIL: wrong }), { message: 'STAFF_MAIL: must be one address, such as: staff@example.com' });
});

test('webhooks have no origin besides public ones unless the environment names one', () => {
  for (const none of [{}, { TEST_WEBHOOK_ORIGIN: '' }]) assert.equal(readTestWebhookOrigin(none), undefined);
  for (const origin of ['http://orders-test:8099', 'http://Orders-Test:8099'])
    assert.equal(readTestWebhookOrigin({ TEST_WEBHOOK_ORIGIN: origin }), 'http://orders-test:8099');
});

test('an origin of test webhooks that is not http://host:port is refused by the name of its variable', () => {
  const wrong = [
    'orders-test:8099',
    'https://orders-test:8099',
    'http://orders-test',
    'http://orders-test:80',
    'http://orders-test:8099/',
    'http://orders-test:8099/hook',
    'http://orders-test:8099?a=1',
    'http://me@orders-test:8099',
    'http://orders-test:99999',
    'http://a:8099,http://b:8099',
    'blob:http://orders-test:8099',
    '*',
  ];
  for (const text of wrong)
    assert.throws(
      () => readTestWebhookOrigin({ TEST_WEBHOOK_ORIGIN: text }),
      { message: 'TEST_WEBHOOK_ORIGIN: must be an address as http://host:port, without a path' },
      text,
    );
});
