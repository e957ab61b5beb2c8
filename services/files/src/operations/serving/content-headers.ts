import { isShownInline } from '../../domain/content.ts';

/** Type and disposition of a file (RFC 6266): only images are shown in place, and nothing runs whatever a browser takes it for. */
export const contentHeaders = ({ name, contentType }: { name: string; contentType: string }) => ({
  'Content-Type': contentType === 'text/plain' ? 'text/plain; charset=utf-8' : contentType,
  'Content-Disposition': `${isShownInline(contentType) ? 'inline' : 'attachment'}; filename="${ascii(name)}"; filename*=UTF-8''${encoded(name)}`,
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
});

/** For clients that do not know `filename*`. */
const ascii = (name: string): string => name.replace(/[^ -~]|["\\%]/g, '_');

/** RFC 8187: what `encodeURIComponent` leaves and a header may not hold. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
