import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LeasedDelivery } from '../domain/deliveries/leases.ts';
import { UnderWay } from './under-way.ts';

const leased = (gid: string, webhook: string, isFailing = false): LeasedDelivery => ({
  ...{ gid, webhook, isFailing, organization: 'o', position: '1', day: '2026-03-01', eventId: 'e', failures: 0 },
  ...{ url: 'https://partner.example/', body: '{}' },
});

describe('the attempts of an instance', () => {
  test('there is room for as many as its limits say, and for those to endpoints that fail for fewer', () => {
    const underWay = new UnderWay({ perWebhook: 8, perOrganization: 200, perInstance: 5, failing: 2, inAll: 7 });
    assert.deepEqual(underWay.capacity(0), { free: 5, freeForFailing: 2, slow: [] });
    underWay.begin(leased('1', 'fails', true), 0);
    underWay.begin(leased('2', 'answers'), 0);
    assert.deepEqual(underWay.capacity(10), { free: 4, freeForFailing: 1, slow: [] }, 'those that fail take no room of the others');
  });

  test('an endpoint that has not answered for half a second is taken for one that fails, until it does', () => {
    const underWay = new UnderWay({ perWebhook: 8, perOrganization: 200, perInstance: 5, failing: 2, inAll: 7 });
    const hanging = leased('1', 'hangs');
    underWay.begin(hanging, 0);
    underWay.begin(leased('2', 'answers'), 900);
    assert.deepEqual(underWay.capacity(1_001), { free: 4, freeForFailing: 1, slow: ['hangs'] });
    underWay.ended(hanging, 'answered');
    assert.deepEqual(underWay.capacity(1_001), { free: 3, freeForFailing: 2, slow: [] }, 'its outcome is still to be recorded');
    underWay.end(hanging);
    assert.deepEqual([underWay.capacity(1_001).free, underWay.gids()], [4, ['2']]);
  });

  test('a webhook that has failed is taken for one that fails until that is recorded, as nobody else knows of it before', () => {
    const underWay = new UnderWay({ perWebhook: 8, perOrganization: 200, perInstance: 5, failing: 2, inAll: 7 });
    const timedOut = leased('1', 'hangs');
    underWay.begin(timedOut, 0);
    underWay.ended(timedOut, 'failed');
    assert.deepEqual(underWay.capacity(30_000), { free: 5, freeForFailing: 1, slow: ['hangs'] });
    underWay.end(timedOut);
    assert.deepEqual(underWay.capacity(30_001), { free: 5, freeForFailing: 2, slow: [] });
  });

  test('endpoints that hang leave the whole room to the others, until there are as many attempts as there may be in all', () => {
    const underWay = new UnderWay({ perWebhook: 8, perOrganization: 200, perInstance: 5, failing: 2, inAll: 7 });
    for (let count = 0; count < 5; count++) underWay.begin(leased(`${count}`, `hangs ${count}`), 0);
    assert.equal(underWay.capacity(10).free, 0);
    assert.deepEqual([underWay.capacity(501).free, underWay.capacity(501).freeForFailing], [2, 0]);
    for (let count = 5; count < 7; count++) underWay.begin(leased(`${count}`, `hangs ${count}`), 501);
    assert.equal(underWay.capacity(1_002).free, 0);
  });

  test('whoever waits for their end is told when the last one has ended', async () => {
    const underWay = new UnderWay({ perWebhook: 8, perOrganization: 200, perInstance: 5, failing: 2, inAll: 7 });
    await underWay.none();
    const [one, other] = [leased('1', 'a'), leased('2', 'a')];
    for (const each of [one, other]) underWay.begin(each, 0);
    let isOver = false;
    const over = underWay.none().then(() => (isOver = true));
    underWay.end(one);
    await Promise.resolve();
    assert.equal(isOver, false);
    underWay.end(other);
    await over;
  });
});
