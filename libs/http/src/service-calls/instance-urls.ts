import { urlVariable } from '@partner-ordering/kernel';

/** Base URLs of the instances of a service that is needed. Throws an Error that names its variable when they are missing or wrong. */
export function instanceUrls(urls: Readonly<Record<string, readonly string[]>>, service: string): readonly string[] {
  const found = urls[service];
  if (!found) throw new Error(`${urlVariable(service)} is missing (where that service listens)`);
  if (!found.every((url) => URL.canParse(url))) throw new Error(`${urlVariable(service)}: must be a URL, or several separated by commas`);
  return found;
}
