import type { Attack } from '../attack.ts';
import { requestText, tokenRequest } from '../wire.ts';
import { largePicture } from './batches.ts';

const PIPELINED = 1100;

const signIn = tokenRequest({ grant_type: 'password', username: 'user@other.example.com', password: 'demo-password' });

export const pipelinedSignIns: Attack = {
  name: '5 pipelined password requests (1,100)',
  prepare: () => Promise.resolve({ everyMs: 1000, round: (wire) => void wire.send(signIn.repeat(PIPELINED)) }),
};

export const unreadImages: Attack = {
  name: '5 pipelined images that nobody takes (1,100)',
  async prepare(product) {
    const { client, path } = await largePicture(product);
    const request = requestText('GET', `/v1/img/${path}`, { token: client.token! });
    return { everyMs: 1000, round: (wire) => void wire.send(request.repeat(PIPELINED), { takes: 0 }) };
  },
};

export const manySignIns: Attack = {
  name: '5 sign-ins in flight (200)',
  prepare: () => Promise.resolve({ everyMs: 1000, round: (wire) => Array.from({ length: 200 }).forEach(() => wire.send(signIn)) }),
};

export const manyRequests: Attack = {
  name: '5 requests of one user in flight (200)',
  async prepare(product) {
    const { token } = await product.signIn('colleague@example.com');
    const request = requestText('GET', '/v1/projects?limit=75', { token: token! });
    return { everyMs: 1000, round: (wire) => Array.from({ length: 200 }).forEach(() => wire.send(request)) };
  },
};
