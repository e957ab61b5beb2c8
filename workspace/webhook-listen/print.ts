import { inspect, styleText } from 'node:util';
import type { Arrived } from './listener.ts';

type Style = Parameters<typeof styleText>[0];

/** The printed form of a request: a line, and the event's data below. Colors only if the terminal shows them. */
export function printed({ at, event, refusal, isRepeated }: Arrived, hasColours: boolean): string {
  const styled = (style: Style, text: string): string => (hasColours ? styleText(style, text, { validateStream: false }) : text);
  const time = styled('dim', at.toISOString().slice(11, 23));
  if (event === undefined) return `${time} ${styled('red', '✗ not verified')}: ${refusal}`;
  const { id, type, sequence, data } = event;
  const words = [
    `${time} ${styled('green', '✓')} ${styled(['bold', 'cyan'], type)}`,
    ...(sequence === null ? [] : [styled('yellow', `sequence ${sequence}`)]),
    styled('dim', id),
    ...(isRepeated ? [styled('magenta', 'again')] : []),
  ];
  return `${words.join('  ')}\n${indented(inspect(data, { colors: hasColours, depth: null, breakLength: 120 }))}`;
}

const indented = (text: string): string => text.replaceAll(/^/gm, '  ');
