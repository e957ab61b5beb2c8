import type { IncomingHttpHeaders } from 'node:http';

type Given = Readonly<Record<string, unknown>>;

/** A request on its way from a contract to the provider, with its body as Pact's proxy has parsed it. */
interface Passing {
  headers: IncomingHttpHeaders;
  body?: unknown;
}

/**
 * Gives the fields of a form the values that the provider state has by their names, as only the provider knows them: `refresh_token`, the
 * fields of an upload form. The proxy would send a form as JSON, so its body is written anew in any case.
 */
export function fillForm(request: Passing, given: Given): void {
  const type = request.headers['content-type'] ?? '';
  const isMultipart = type.startsWith('multipart/form-data');
  if (!isMultipart && !type.startsWith('application/x-www-form-urlencoded')) return;
  const body = isMultipart
    ? Buffer.from(withParts((request.body as Buffer).toString('latin1'), given), 'latin1')
    : Buffer.from(new URLSearchParams(withFields(request.body as Record<string, string>, given)).toString());
  request.headers['content-length'] = String(body.byteLength);
  request.body = body;
}

const withFields = (fields: Record<string, string>, given: Given): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(given[name] ?? value)]));

const withParts = (body: string, given: Given): string =>
  body.replaceAll(/(; name="(\w+)"\r\n\r\n)([^\r]*)/g, (_part, head: string, name: string, value: string) => `${head}${given[name] ?? value}`);
