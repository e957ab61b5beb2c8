/** The requests of a workflow in three languages: curl, and two that GitHub folds. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from '@partner-ordering/openapi';
import { parse } from 'yaml';
import { withMarked } from '../marked.ts';
import { curlOf } from './curl.ts';
import { pythonOf } from './python.ts';
import { workflowOf, type ArazzoFile } from './steps.ts';
import { typescriptOf } from './typescript.ts';

/** A page with the blocks between its marks `<!-- tabs: contest -->` and `<!-- /tabs: contest -->` made from the workflow `contest`. */
export function withTabs(page: string, root: string): string {
  const document = (): Document => JSON.parse(readFileSync(join(root, 'services/gateway/generated/openapi.json'), 'utf8')) as Document;
  return [...page.matchAll(/<!-- tabs: ([\w-]+) -->/g)].reduce((text, [, name]) => {
    const file = readFileSync(join(root, `docs/partners/workflows/${name}.arazzo.yaml`), 'utf8');
    return withMarked(text, `tabs: ${name}`, tabsOf(parse(file) as ArazzoFile, document()));
  }, page);
}

function tabsOf(file: ArazzoFile, document: Document): string {
  const workflow = workflowOf(file, document);
  const block = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``;
  const folded = (title: string, text: string): string => `<details>\n<summary>${title}</summary>\n\n${text}\n\n</details>`;
  return [
    block('bash', curlOf(workflow)),
    folded('TypeScript', block('ts', typescriptOf(workflow))),
    folded('Python', block('python', pythonOf(workflow))),
  ].join('\n\n');
}
