import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Gauge, type Registry } from 'prom-client';

/** The certificates of a text in PEM; none for any other text. */
export function certificatesIn(text: string): X509Certificate[] {
  const parts = text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  try {
    return parts.map((part) => new X509Certificate(part));
  } catch {
    return [];
  }
}

/** Measures how long the certificates in these files are valid, by what they are for. The files are read for each answer. */
export function watchCertificates(files: Readonly<Record<string, string>>, clock: () => Date, registry: Registry): void {
  new Gauge({
    name: 'certificate_expiry_seconds',
    help: 'Seconds until a certificate that connections use expires; 0 if its file holds none',
    labelNames: ['for'],
    registers: [registry],
    collect() {
      for (const [name, file] of Object.entries(files)) this.set({ for: name }, secondsLeft(file, clock()));
    },
  });
}

/** Beside a renewed certificate its predecessor may expire. */
function secondsLeft(file: string, now: Date): number {
  const expiryBySubject = new Map<string, number>();
  for (const { subject, validToDate } of certificatesIn(textOf(file)))
    expiryBySubject.set(subject, Math.max(expiryBySubject.get(subject) ?? 0, validToDate.getTime()));
  return expiryBySubject.size === 0 ? 0 : (Math.min(...expiryBySubject.values()) - now.getTime()) / 1000;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
