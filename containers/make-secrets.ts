import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes the secrets of compose.yaml but the services' keys, once, as files in the folder given. For development only: every container may read them all. An
 * installation that others use keeps secrets in what its platform has for them, each for the one service that needs it.
 */
const [folder = '/secrets', ...services] = process.argv.slice(2);

const random = (): string => randomBytes(32).toString('hex');

function keep(name: string, text: string): void {
  const file = join(folder, name);
  if (existsSync(file)) return;
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text, { mode: 0o444 });
}

keep('s3/access-key-id', random().slice(0, 20));
keep('s3/secret-access-key', random());
for (const name of services) {
  const password = random();
  keep(`${name}/database-url`, `postgres://${name}:${password}@postgres:5432/${name}`);
}
