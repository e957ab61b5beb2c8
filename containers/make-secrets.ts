import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes the secrets of compose.yaml once, without the services' keys: files in a folder for each container, which alone mounts it. */
const [folder = '/secrets', ...services] = process.argv.slice(2);
/** The user id of the images. */
const USER = 1000;

const random = (): string => randomBytes(32).toString('hex');

/** Writes a text to a file unless it exists, and returns the content of the file. */
function keep(name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(join(file, '..'), { recursive: true });
  if (!existsSync(file)) writeFileSync(file, text, { mode: 0o444 });
  return readFileSync(file, 'utf8');
}

keep('s3/access-key-id', random().slice(0, 20));
keep('s3/secret-access-key', random());
const kafkaUsers = [`user_admin="${keep('kafka/admin-password', random())}"`];
for (const name of services) {
  const url = keep(`${name}/database-url`, `postgres://${name}:${random()}@postgres:5432/${name}?sslmode=disable`);
  keep(`postgres/${name}`, new URL(url).password);
  kafkaUsers.push(`user_${name}="${keep(`${name}/kafka-password`, random())}"`);
}
// Written each time, since a new service adds its user.
const jaas = `org.apache.kafka.common.security.plain.PlainLoginModule required ${kafkaUsers.join(' ')};`;
writeFileSync(join(folder, 'kafka/users.properties'), `jaas=${jaas}\n`, { mode: 0o444 });
// `keys` writes there as the user of the images.
for (const name of ['', 'gateway', ...services]) chownSync(join(folder, name), USER, USER);
