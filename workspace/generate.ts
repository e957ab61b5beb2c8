/** `npm run generate`, second part: writes what follows from the register of services, the chart's values, faults and workflows. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serviceNames } from '@partner-ordering/kernel';
import { currentReadme } from './chart-readme.ts';
import { withCodes } from './errors-page.ts';
import { describedCodes } from './fault-tables.ts';
import { formatted } from './format.ts';
import { withDependencies, withReferences } from './manifests.ts';
import { modules } from './modules.ts';
import { withTabs } from './workflows/tabs.ts';

const root = dirname(import.meta.dirname);

/** Changes a file of the repository, or makes it. */
async function rewrite(file: string, change: (text: string) => string): Promise<void> {
  const path = join(root, file);
  const text = change(readFileSync(path, { encoding: 'utf8', flag: 'a+' }));
  writeFileSync(path, await formatted(path, text));
}

mkdirSync(join(root, 'services/standalone/generated'), { recursive: true });
await rewrite('services/standalone/generated/modules.ts', () => modules(serviceNames));
await rewrite('services/standalone/package.json', (text) => withDependencies(text, serviceNames));
await rewrite('services/standalone/tsconfig.json', (text) => withReferences(text, '../', [...serviceNames, 'gateway']));
await rewrite('tests/tsconfig.json', (text) => withReferences(text, '../services/', [...serviceNames, 'gateway', 'standalone']));
await rewrite('tsconfig.json', (text) => withReferences(text, './services/', [...serviceNames, 'gateway', 'standalone']));
const readme = await currentReadme();
await rewrite('charts/partner-ordering/README.md', () => readme);
const codes = await describedCodes();
await rewrite('docs/partners/errors.md', (page) => withCodes(page, codes));
for (const page of globSync('docs/partners/*.md', { cwd: root })) await rewrite(page, (text) => withTabs(text, root));
