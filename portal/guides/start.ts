import { codeOf, stepsOf, tabsOf } from './markdown.ts';

/**
 * The start page: its marks `<!-- requests: Sign in -->` are replaced by these requests of the first guide, by the first sentences of their
 * titles and in order, and `<!-- variables -->` by what they need.
 *
 * @throws Error for a request that the guide has not
 */
export function startPage(page: string, guide: string): string {
  const [, folded = ''] = /<!-- tabs: [\w-]+ -->(.*?)<!-- \/tabs/s.exec(guide)!;
  const programs = codeOf(folded).map(({ language, code }) => ({ language, requests: requestsOf(code) }));
  const tabs = (title: string): string =>
    tabsOf(programs.map(({ language, requests }) => ({ language, code: requestIn(requests, title) })));
  const [variables] = /^```sh\n.*?\n```$/ms.exec(guide)!;
  return page
    .replace('<!-- variables -->', () => variables)
    .replaceAll(/<!-- requests: (.+) -->/g, (_, titles: string) => titles.split('; ').map(tabs).join('\n\n'));
}

/** The requests of a program by the first sentences of their titles. */
function requestsOf(code: string): Map<string, string> {
  return new Map(stepsOf(code).map((request) => [/^(?:#|\/\/) ([^.\n]+)/m.exec(request)![1]!, request]));
}

function requestIn(requests: ReadonlyMap<string, string>, name: string): string {
  const request = requests.get(name);
  if (request === undefined) throw new Error(`start.md: the first guide has no request '${name}', but ${[...requests.keys()].join(', ')}`);
  return request;
}
