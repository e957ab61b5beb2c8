/**
 * `npm run generate`: writes services/<service>/generated, libs/service-client/generated and libs/client/generated from the documents
 * of this folder.
 */
import { join } from 'node:path';
import { openapiFolder, root } from './documents.ts';
import { generate } from './pipeline.ts';

try {
  await generate(openapiFolder, {
    services: join(root, 'services'),
    serviceClient: join(root, 'libs/service-client'),
    client: join(root, 'libs/client'),
    corpus: join(root, 'tests/golden'),
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
