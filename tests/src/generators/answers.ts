import type { Operation } from '../document.ts';
import { Stage, type Exchange } from '../golden/recorder.ts';
import { scenarios, variables } from '../golden/scenarios/index.ts';
import { headerOf } from '../golden/wire.ts';

export const services: readonly string[] = Object.keys(scenarios);

/** The served document, and what a service answered in its scenario of the golden corpus, a line each for tests/generators/prism. */
export async function answersOf(service: string): Promise<{ document: string; answers: readonly string[] }> {
  const stage = await Stage.open(variables[service]);
  try {
    await scenarios[service]!(stage);
    const document = await (await fetch(`${stage.system.url}/v1/openapi.json`)).text();
    return { document, answers: stage.exchanges.filter((each) => isOwn(each, stage.operation(each.operationId))).map(lineOf) };
  } finally {
    await stage.system.stop();
  }
}

/** Whether it is an answer that the document has a shape for, in a form that Prism reads. It describes `Prefer` in words only. */
function isOwn({ request, answer }: Exchange, { method, path }: Operation): boolean {
  const form = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}(\\?|$)`);
  const isReadable = !headerOf(answer, 'content-type')?.includes('/xml') && headerOf(answer, 'preference-applied') === undefined;
  return request.method === method && form.test(request.target) && isReadable;
}

function lineOf({ operationId, title, answer }: Exchange): string {
  const text = answer.body.toString();
  const isJson = /[/+]json(;|$)/.test(headerOf(answer, 'content-type') ?? '');
  const body = text === '' ? undefined : isJson ? (JSON.parse(text) as unknown) : text;
  const headers = Object.fromEntries(answer.headers.map(([name, value]) => [name.toLowerCase(), value]));
  return JSON.stringify({ title: `${operationId}: ${title}`, operationId, statusCode: answer.status, headers, body });
}
