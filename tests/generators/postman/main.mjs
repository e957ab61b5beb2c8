// Signs in, reads a user, an organization and a project, and orders, by requests of the Postman collection as they are: newman sends the
// examples of the document, and only names, passwords, gids, the order's state and an optional skill are filled in.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import newman from 'newman';

const collection = JSON.parse(readFileSync(join(import.meta.dirname, 'client/collection.json'), 'utf8'));
const BAKERY = '019a0000-0000-7000-8000-0000000000a1';
const all = collection.item.flatMap(function flat(item) {
  return item.item?.flatMap(flat) ?? [item];
});

/** A request of the collection, with a script that holds its status and keeps what the next ones need. Optional parameters are off. */
function step(method, path, status, { script = '', at = {}, optional = [], auth = bearer } = {}) {
  const { request } = all.find((each) => each.request.method === method && each.request.url.path.join('/') === path);
  for (const variable of request.url.variable) if (at[variable.key]) variable.value = at[variable.key];
  for (const parameter of request.url.query) if (optional.includes(parameter.key)) parameter.disabled = false;
  const lines = [`pm.test('${method} ${path} answers ${status}', () => pm.response.to.have.status(${status}));`, script];
  return { name: `${method} ${path}`, request: { ...request, auth }, event: [{ listen: 'test', script: { exec: lines } }] };
}
const basic = { type: 'basic', basic: pairs({ username: 'demo-app', password: 'demo-secret' }) };
const bearer = { type: 'bearer', bearer: pairs({ token: '{{token}}' }) };
function pairs(values) {
  return Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' }));
}
const keep = (name, expression) => `pm.environment.set('${name}', ${expression});`;

const signIn = step('POST', 'oauth2/token', 200, { auth: basic, script: keep('token', 'pm.response.json().access_token') });
signIn.request.body.urlencoded = pairs({ grant_type: 'password', username: 'user@example.com', password: 'demo-password' });
const order = step('POST', 'v1/projects', 201, { script: keep('project', "pm.response.headers.get('Location').split('/').pop()") });
order.request.body.raw = JSON.stringify({ ...JSON.parse(order.request.body.raw), title: process.argv[2], state: 'published' });
const item = [
  signIn,
  step('GET', 'v1/me', 200, { script: keep('user', 'pm.response.json().gid') }),
  step('GET', 'v1/users/:gid', 200, { at: { gid: '{{user}}' } }),
  step('GET', 'v1/organizations/:gid', 200, { at: { gid: BAKERY } }),
  step('GET', 'v1/prices/for', 200, { optional: ['options.skill'] }),
  step('GET', 'v1/products', 200),
  order,
  step('GET', 'v1/projects/:gid', 200, { at: { gid: '{{project}}' } }),
];
newman.run({ collection: { ...collection, item } }, (error, { run, environment } = {}) => {
  const failures = [error, ...(run?.failures ?? []).map((failure) => failure.error)].filter(Boolean);
  for (const { test, message } of failures) console.error(`${test ?? ''}: ${message}`);
  if (failures.length === 0) console.log(environment.get('project'));
  process.exitCode = failures.length === 0 ? 0 : 1;
});
