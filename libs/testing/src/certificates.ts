import { generate, type SelfsignedOptions } from 'selfsigned';

/** A certificate and its private key, both PEM. */
export interface TestCertificate {
  cert: string;
  key: string;
}

/** Makes a certificate of `localhost` and 127.0.0.1, which signs itself: whoever trusts it by `ca` trusts nothing else. */
export async function testCertificate(
  options: Pick<SelfsignedOptions, 'notBeforeDate' | 'notAfterDate' | 'passphrase'> = {},
): Promise<TestCertificate> {
  const altNames = [{ type: 2, value: 'localhost' } as const, { type: 7, ip: '127.0.0.1' } as const];
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...{ keyType: 'ec', curve: 'P-256', algorithm: 'sha256' },
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames },
    ],
    ...options,
  });
  return { cert, key };
}
