import { createPrivateKey, type X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { certificatesIn, variableReader } from '@partner-ordering/service';
import { reread } from '@partner-ordering/kernel';

/** The certificate of a TLS server, with its key. */
export interface Certificate extends Required<Pick<SecureContextOptions, 'cert' | 'key'>> {
  /** When the first of its chain expires. */
  expiresAt: Date;
}

/** Opens a reader of the current certificate; `onError` gets the error of an unusable change, and the certificate before stays in use. */
export type OpenCertificate = (onError?: (error: unknown) => void) => () => Certificate;

/** Parts two texts that are read as one; no PEM contains it. */
const SEPARATOR = '\0';

/**
 * Reads the certificate and key of `TLS_CERT_FILE` and `TLS_KEY_FILE`, again when they change; undefined without both. Throws an Error of
 * one line that names a missing or unusable one. `nowMs` is a monotonic clock.
 */
export function readCertificate(environment: NodeJS.ProcessEnv, nowMs?: () => number): OpenCertificate | undefined {
  const [certFile, keyFile] = [environment['TLS_CERT_FILE'], environment['TLS_KEY_FILE']];
  if (!certFile && !keyFile) return undefined;
  if (!certFile) throw new Error('TLS_CERT_FILE is missing (TLS_KEY_FILE is given)');
  if (!keyFile) throw new Error('TLS_KEY_FILE is missing (TLS_CERT_FILE is given)');
  const [cert, key] = [variableReader(environment, 'TLS_CERT'), variableReader(environment, 'TLS_KEY')];
  const read = (): string => `${cert()}${SEPARATOR}${key()}`;
  certificateIn(read());
  return (onError) => reread({ read, parse: certificateIn, onError, nowMs });
}

function certificateIn(texts: string): Certificate {
  const [cert = '', key = ''] = texts.split(SEPARATOR);
  const chain = chainIn(cert);
  if (!chain[0]!.checkPrivateKey(privateKeyIn(key)))
    throw new Error('TLS_KEY_FILE: is not the key of the first certificate in TLS_CERT_FILE');
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    // Such as a key that is too short.
    throw new Error(`TLS_CERT_FILE: ${(error as Error).message}`, { cause: error });
  }
  return { cert, key, expiresAt: new Date(Math.min(...chain.map(({ validToDate }) => validToDate.getTime()))) };
}

function chainIn(text: string): X509Certificate[] {
  const chain = certificatesIn(text);
  if (chain.length === 0) throw new Error('TLS_CERT_FILE: holds no certificate (PEM)');
  return chain;
}

function privateKeyIn(text: string): ReturnType<typeof createPrivateKey> {
  try {
    return createPrivateKey(text);
  } catch (error) {
    const problem = text.includes('ENCRYPTED') ? 'its key needs a passphrase; give it without one' : 'holds no private key (PEM)';
    throw new Error(`TLS_KEY_FILE: ${problem}`, { cause: error });
  }
}
