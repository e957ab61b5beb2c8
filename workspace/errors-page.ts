/** The tables of docs/partners/errors.md: the codes of details, and what their parameters mean. */
import { faultParams } from '@partner-ordering/kernel/faults';
import type { DescribedCode } from './fault-tables.ts';
import { inCell, withMarked } from './marked.ts';

/** What to do, where the sentence of a code does not tell. */
const advice: Readonly<Record<string, string>> = {
  approval_needed: 'A manager publishes it: [over budget](approvals-and-budgets.md#over-budget).',
  body_not_allowed: 'Send none, `null`, `{}` or `[]`.',
  form_already_used: 'Ask for another one: `GET /v1/upload_form`.',
  key_already_used: 'Give each new request a key of its own.',
  no_price: 'Choose other options, or order it as a [specific request](ordering.md#specific-request).',
  not_one_of: 'Send one of `params.allowed`.',
  ordering_not_allowed: 'Choose an organization of `GET /v1/me/member_of`.',
  price_changed: 'Read the price again at `GET /v1/prices/for`, show it, and send it.',
  proposal_changed: 'Read the order again, show its `price`, and send it.',
  quota_full: 'Remove files: [uploads beyond a quota](#uploads-beyond-a-quota).',
  webhook_disabled: 'Enable it first: `PUT {"is_enabled": true}`.',
  wrong_state: 'Read the order again: its [state](orders.md) decides what you can do.',
};

/**
 * The page with its tables replaced.
 *
 * @throws Error for advice on a code that is gone
 */
export function withCodes(page: string, codes: readonly DescribedCode[]): string {
  const gone = Object.keys(advice).filter((name) => !codes.some(({ code }) => code === name));
  if (gone.length > 0) throw new Error(`errors-page.ts: no fault has the code ${gone.join(', ')}`);
  const rows = codes.map(({ code, sentence, params, service }) => {
    const meaning = [escaped(sentence), advice[code] ?? []].flat().join(' → ');
    return `| \`${code}\` | ${inCell(meaning)} | ${params.map((name) => `\`${name}\``).join(', ')} | ${service ?? 'several'} |`;
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
