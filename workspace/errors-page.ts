/** The tables of docs/partners/errors.md: the codes of details, and what their parameters mean. */
import { faultParams } from '@partner-ordering/kernel/faults';
import type { DescribedCode } from './fault-tables.ts';
import { inCell, withMarked } from './marked.ts';

/** The page with its tables replaced. */
export function withCodes(page: string, codes: readonly DescribedCode[]): string {
  const rows = codes.map(({ code, sentence, params, service }) => {
    return `| \`${code}\` | ${inCell(escaped(sentence))} | ${params.map((name) => `\`${name}\``).join(', ')} | ${service ?? 'several'} |`;
  });
  const ofCodes = ['| code | sentence | `params` | service |', '| --- | --- | --- | --- |', ...rows].join('\n');
  const ofParams = Object.entries(faultParams).map(([name, { type, description }]) => {
    return `| \`${name}\` | ${type === 'array' ? 'list of texts' : type} | ${inCell(description)} |`;
  });
  return withMarked(
    withMarked(page, 'codes', ofCodes),
    'params',
    ['| name | type | meaning |', '| --- | --- | --- |', ...ofParams].join('\n'),
  );
}

/** A sentence with the marks of Markdown escaped. */
export const escaped = (sentence: string): string => sentence.replaceAll(/[\\`*_<[\]]/g, String.raw`\$&`);
