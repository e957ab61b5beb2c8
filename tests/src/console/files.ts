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
