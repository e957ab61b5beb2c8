import { createPublicKey } from 'node:crypto';
import { generate, type SelfsignedOptions } from 'selfsigned';

/** A certificate and its private key, both PEM. */
export interface TestCertificate {
  cert: string;
  key: string;
}

interface CertificateOptions extends Pick<SelfsignedOptions, 'notAfterDate' | 'passphrase'> {
  /** The host that it names, instead of `localhost` and 127.0.0.1. */
  host?: string;
  /** The authority that signs it. */
  authority?: TestCertificate;
  /** The one whose key it keeps. */
  renews?: TestCertificate;
}

/** Makes a certificate, by default self-signed. A client with such a one as `ca` trusts nothing else. */
export async function testCertificate({ host, authority, renews, ...options }: CertificateOptions = {}): Promise<TestCertificate> {
  const name = { type: 2, value: host ?? 'localhost' } as const;
  const address = { type: 7, ip: '127.0.0.1' } as const;
  const { cert, private: key } = await generate([{ name: 'commonName', value: name.value }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: authority === undefined },
      { name: 'subjectAltName', altNames: host === undefined ? [name, address] : [name] },
    ],
    ...(authority && { ca: authority }),
    ...(renews && { keyPair: { privateKey: renews.key, publicKey: publicKeyOf(renews.key) } }),
    ...options,
  });
  return { cert, key };
}

const publicKeyOf = (privateKey: string): string => createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }) as string;
