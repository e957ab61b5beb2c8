import type { Locator } from 'playwright-core';
import { onePixel } from '../requests.ts';

/** A file, as somebody chooses it. */
export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A file of text. */
export const reads = (name: string, text: string, mimeType = 'text/plain'): ChosenFile => ({ name, mimeType, buffer: Buffer.from(text) });

/** An image. */
export const shows = (name: string): ChosenFile => ({ name, mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') });

/** Drops a file of text there, as somebody who drags it from a folder does. */
export async function drop(target: Locator, name: string): Promise<void> {
  const given = `{ const given = new DataTransfer(); given.items.add(new File(['Text'], ${JSON.stringify(name)})); given; }`;
  await target.dispatchEvent('drop', { dataTransfer: await target.page().evaluateHandle(given) });
}
