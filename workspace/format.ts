import { readFileSync } from 'node:fs';
import { format, type FormatOptions } from 'oxfmt';

const options = JSON.parse(readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8')) as FormatOptions;

/**
 * The text as `npm run format` leaves it.
 *
 * @param path says the language, by its extension
 * @throws Error for a text that is not of that language
 */
export async function formatted(path: string, text: string): Promise<string> {
  const { code, errors } = await format(path, text, options);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  return code;
}
