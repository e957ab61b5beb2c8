import assert from 'node:assert/strict';
import type { Requests } from './requests.ts';
import type { Side } from './sides.ts';

const SAMPLES = 25;

/** Throws unless both sides give equal answers to reads and make equal projects of orders. */
export async function checkSameAnswers([one, other]: readonly [Side, Side], requests: Requests): Promise<void> {
  for (const texts of [requests.get, requests.list]) {
    for (let n = 0; n < SAMPLES; n++) {
      const text = texts[Math.floor((n * texts.length) / SAMPLES)]!;
      assert.deepEqual(await answer(one, text), await answer(other, text));
    }
  }
  const order = requests.post[0]!;
  const projects = [await placeOrder(one, order), await placeOrder(other, order)];
  assert.deepEqual(projects[0], projects[1]);
}

async function answer(side: Side, text: string): Promise<unknown> {
  const response = await send(side, text);
  assert.equal(response.status, 200, `${side.name} answered ${response.status}`);
  return response.json();
}

/** Places an order and reads it, without the gid, the characters of the short code and the times, which differ between two orders. */
async function placeOrder(side: Side, text: string): Promise<unknown> {
  const response = await send(side, text);
  assert.equal(response.status, 201, `${side.name} answered ${response.status}: ${await response.text()}`);
  const [, token = ''] = /Authorization: (.+)\r\n/.exec(text)!;
  const path = response.headers.get('location')!;
  const read = await fetch(`http://127.0.0.1:${side.port}${path}`, { headers: { authorization: token } });
  const project = (await read.text()).replaceAll(path.slice('/v1/projects/'.length), 'its gid');
  const { created_at: madeAt } = JSON.parse(project) as { created_at: string };
  return JSON.parse(project, (name, value: string | null) => {
    if (name === 'short_code') return value?.length;
    return name.endsWith('_at') && value !== null ? Date.parse(value) - Date.parse(madeAt) : value;
  });
}

function send({ port }: Side, text: string): Promise<Response> {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const [method = '', target = ''] = first.split(' ');
  const headers = lines.map((line) => line.split(': ') as [string, string]).filter(([name]) => !/^(host|content-length)$/i.test(name));
  return fetch(`http://127.0.0.1:${port}${target}`, { method, headers, ...(body === '' ? {} : { body }) });
}
