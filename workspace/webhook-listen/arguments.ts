import { parseArgs } from 'node:util';

/** The options of `npm run webhook:listen -- …`. */
export interface ListenOptions {
  /** Address of the API. */
  url: string;
  /** The port of 127.0.0.1; 0 takes any free one. */
  port: number;
  /** Types and `project.*`; null is all. */
  events: string[] | null;
  status: number;
}

export const usage = `npm run webhook:listen [-- <option> …]
  --url=http://127.0.0.1:8080   the API of npm start
  --port=0                      of 127.0.0.1, to listen at; 0 takes a free one
  --events=project.*            only these types, separated by commas
  --status=204                  what is answered: 500 shows how attempts are repeated`;

/** Reads the arguments. Throws an Error of one line that names the wrong one. */
export function readArguments(args: readonly string[]): ListenOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8080' },
      port: { type: 'string', default: '0' },
      events: { type: 'string' },
      status: { type: 'string', default: '204' },
    },
  });
  return {
    url: values.url,
    port: numberIn('--port', values.port, 0, 65_535),
    events: values.events === undefined ? null : values.events.split(','),
    status: numberIn('--status', values.status, 200, 599),
  };
}

function numberIn(name: string, text: string, least: number, most: number): number {
  if (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new Error(`${name} is a whole number from ${least} to ${most}`);
}
