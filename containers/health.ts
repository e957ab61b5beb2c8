import { get as getPlain } from 'node:http';
import { get as getOverTls } from 'node:https';

/** What a container's health check runs: exit code 0 when the service in it answers 200 at the path given. */
const [path = '/livez'] = process.argv.slice(2);
const { PORT = '8080', TLS_CERT_FILE = '' } = process.env;
const get = TLS_CERT_FILE === '' ? getPlain : getOverTls;
// Its certificate is for the public name, and nobody stands between a container and itself.
get({ host: '127.0.0.1', port: PORT, path, rejectUnauthorized: false }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on(
  'error',
  () => process.exit(1),
);
