import { generate, type SelfsignedOptions } from 'selfsigned';

/** A certificate and its private key, both PEM. */
export interface TestCertificate {
  cert: string;
  key: string;
}

interface CertificateOptions extends Pick<SelfsignedOptions, 'notAfterDate' | 'passphrase'> {
  /** The host that it names, instead of `localhost` and 127.0.0.1. */
  host?: string;
}

/** Makes a self-signed certificate. A client with it as `ca` trusts nothing else. */
export async function testCertificate({ host, ...options }: CertificateOptions = {}): Promise<TestCertificate> {
  const name = { type: 2, value: host ?? 'localhost' } as const;
  const address = { type: 7, ip: '127.0.0.1' } as const;
  const { cert, private: key } = await generate([{ name: 'commonName', value: name.value }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: host === undefined ? [name, address] : [name] },
    ],
    ...options,
  });
  return { cert, key };
}
