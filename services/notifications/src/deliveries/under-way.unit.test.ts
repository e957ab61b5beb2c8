import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LeasedDelivery } from '../domain/deliveries/lease-due.ts';
import type { Limits } from '../domain/deliveries/leases.ts';
import { UnderWay } from './under-way.ts';

const leased = (gid: string, webhook: string, isFailing = false, organization = 'o'): LeasedDelivery => ({
  ...{ gid, webhook, isFailing, organization, position: '1', day: '2026-03-01', eventId: 'e', failures: 0 },
  url: 'https://partner.example/',
});

const bytes = { perOrganization: 800, perInstance: 1_000, failing: 400, inAll: 1_200 };
const limits: Limits = { perWebhook: 8, perOrganization: 200, perInstance: 5, failing: 2, inAll: 7, bytes };
/** How many more there may be. */
const places = (underWay: UnderWay, nowMs: number) => {
  const { free, freeForFailing, slow } = underWay.capacity(nowMs);
  return { free, freeForFailing, slow };
};

describe('the attempts of an instance', () => {
  test('there is room for as many as its limits say, and for those to endpoints that fail for fewer', () => {
    const underWay = new UnderWay(limits);
    assert.deepEqual(places(underWay, 0), { free: 5, freeForFailing: 2, slow: [] });
    underWay.begin(leased('1', 'fails', true), 1, 0);
    underWay.begin(leased('2', 'answers'), 1, 0);
    assert.deepEqual(places(underWay, 10), { free: 4, freeForFailing: 1, slow: [] }, 'those that fail take no room of the others');
  });

  test('an endpoint that has not answered for half a second is taken for one that fails, until it does', () => {
    const underWay = new UnderWay(limits);
    const hanging = leased('1', 'hangs');
    underWay.begin(hanging, 1, 0);
    underWay.begin(leased('2', 'answers'), 1, 900);
    assert.deepEqual(places(underWay, 1_001), { free: 4, freeForFailing: 1, slow: ['hangs'] });
    underWay.ended(hanging, 'answered');
    assert.deepEqual(places(underWay, 1_001), { free: 3, freeForFailing: 2, slow: [] }, 'its outcome is still to be recorded');
    underWay.end(hanging);
    assert.deepEqual([underWay.capacity(1_001).free, underWay.gids()], [4, ['2']]);
  });

  test('a webhook that has failed is taken for one that fails until that is recorded, as nobody else knows of it before', () => {
    const underWay = new UnderWay(limits);
    const timedOut = leased('1', 'hangs');
    underWay.begin(timedOut, 1, 0);
    underWay.ended(timedOut, 'failed');
    assert.deepEqual(places(underWay, 30_000), { free: 5, freeForFailing: 1, slow: ['hangs'] });
    underWay.end(timedOut);
    assert.deepEqual(places(underWay, 30_001), { free: 5, freeForFailing: 2, slow: [] });
  });

  test('endpoints that hang leave the whole room to the others, until there are as many attempts as there may be in all', () => {
    const underWay = new UnderWay(limits);
    for (let count = 0; count < 5; count++) underWay.begin(leased(`${count}`, `hangs ${count}`), 1, 0);
    assert.equal(underWay.capacity(10).free, 0);
    assert.deepEqual([underWay.capacity(501).free, underWay.capacity(501).freeForFailing], [2, 0]);
    for (let count = 5; count < 7; count++) underWay.begin(leased(`${count}`, `hangs ${count}`), 1, 501);
    assert.equal(underWay.capacity(1_002).free, 0);
  });

  test('whoever waits for their end is told when the last one has ended', async () => {
    const underWay = new UnderWay(limits);
    await underWay.none();
    const [one, other] = [leased('1', 'a'), leased('2', 'a')];
    for (const each of [one, other]) underWay.begin(each, 1, 0);
    let isOver = false;
    const over = underWay.none().then(() => (isOver = true));
    underWay.end(one);
    await Promise.resolve();
    assert.equal(isOver, false);
    underWay.end(other);
    await over;
  });

  test('of their bytes there is as much room as its limits say, those to endpoints that fail apart, until they are answered', () => {
    const underWay = new UnderWay(limits);
    assert.deepEqual(underWay.capacity(0).freeBytes, { all: 1_000, failing: 400 });
    const [fails, answers] = [leased('1', 'fails', true), leased('2', 'answers')];
    underWay.begin(fails, 300, 0);
    underWay.begin(answers, 600, 0);
    assert.deepEqual(underWay.capacity(10).freeBytes, { all: 300, failing: 100 }, 'all together are limited');
    underWay.ended(fails, 'failed');
    assert.deepEqual(underWay.capacity(10).freeBytes, { all: 400, failing: 400 }, 'its outcome is still to be recorded, without its body');
    underWay.ended(answers, 'answered');
    assert.deepEqual(underWay.capacity(10).freeBytes, { all: 1_000, failing: 400 });
  });

  test('a body that is longer than the room leaves none, in number neither', () => {
    const underWay = new UnderWay(limits);
    underWay.begin(leased('1', 'fails', true), 500, 0);
    assert.deepEqual(places(underWay, 10), { free: 5, freeForFailing: 0, slow: [] }, 'those that fail take no room of the others');
    underWay.begin(leased('2', 'answers'), 2_000, 0);
    assert.deepEqual(places(underWay, 10), { free: 0, freeForFailing: 0, slow: [] });
    assert.deepEqual(underWay.capacity(10).freeBytes, { all: 0, failing: 0 });
  });

  test('the bytes of organizations with many are told, those to endpoints that fail or hang apart', () => {
    const underWay = new UnderWay(limits);
    underWay.begin(leased('1', 'a', false, 'long'), 60, 0);
    underWay.begin(leased('2', 'b', false, 'long'), 60, 900);
    underWay.begin(leased('3', 'c', true, 'fails'), 100, 900);
    underWay.begin(leased('4', 'd', false, 'short'), 99, 900);
    assert.deepEqual(underWay.capacity(10).bytesUnderWay, { long: 120, 'failing fails': 100 });
    assert.deepEqual(underWay.capacity(1_001).bytesUnderWay, { 'failing fails': 100 }, 'half of the long ones hang');
  });

  test('what hangs of an organization beyond its limit counts with what does not, so that one alone cannot take all the room', () => {
    const underWay = new UnderWay(limits);
    underWay.begin(leased('1', 'a'), 800, 0);
    assert.deepEqual(underWay.capacity(10).bytesUnderWay, { o: 800 });
    assert.deepEqual(underWay.capacity(501).bytesUnderWay, { 'failing o': 800 });
    underWay.begin(leased('2', 'b'), 300, 501);
    assert.deepEqual(underWay.capacity(1_002).bytesUnderWay, { o: 300, 'failing o': 1_100 });
  });
});
