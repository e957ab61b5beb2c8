import { codeOf, tabsOf } from './markdown.ts';

/** What stands before the title of a request, in each language. */
const title = /^(?:#|\/\/) (?=[A-Z])/m;

/**
 * The start page: its marks `<!-- requests: Sign in -->` are replaced by these requests of the first guide, by the first sentences of their
 * titles and in order, and `<!-- variables -->` by what they need.
 *
 * @throws Error for a request that the guide has not
 */
export function startPage(page: string, guide: string): string {
  const [, folded = ''] = /<!-- tabs: [\w-]+ -->(.*?)<!-- \/tabs/s.exec(guide)!;
  const programs = codeOf(folded).map(({ language, code }) => ({ language, requests: requestsOf(code) }));
  const tabs = (titles: readonly string[]): string =>
    tabsOf(programs.map(({ language, requests }) => ({ language, code: titles.map((each) => requestIn(requests, each)).join('\n\n') })));
  const [variables] = /^```sh\n.*?\n```$/ms.exec(guide)!;
  return page
    .replace('<!-- variables -->', () => variables)
    .replaceAll(/<!-- requests: (.+) -->/g, (_, titles: string) => tabs(titles.split('; ')));
}

/** The requests of a program by the first sentences of their titles. What stands before the first belongs to it. */
function requestsOf(code: string): Map<string, string> {
  const [head = '', ...rest] = code.split(/\n\n(?=(?:#|\/\/) [A-Z])/);
  const [first = '', ...others] = title.test(head) ? [head, ...rest] : [`${head}\n\n${rest[0]}`, ...rest.slice(1)];
  return new Map([first, ...others].map((request) => [/^(?:#|\/\/) ([^.\n]+)/m.exec(request)![1]!, request]));
}

function requestIn(requests: ReadonlyMap<string, string>, name: string): string {
  const request = requests.get(name);
  if (request === undefined) throw new Error(`start.md: the first guide has no request '${name}', but ${[...requests.keys()].join(', ')}`);
  return request;
}
