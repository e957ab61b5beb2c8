import type { VerifierOptions } from '@pact-foundation/pact';

/** Where contracts are fetched from and results are published to. */
export type Broker = Partial<VerifierOptions>;

/**
 * The Pact Broker that the environment names; undefined without `PACT_BROKER_BASE_URL`. Results are published under
 * `PACT_PROVIDER_VERSION`, by `PACT_PROVIDER_BRANCH`, where that version is given. Throws an Error that names what is missing.
 */
export function brokerOf(environment: NodeJS.ProcessEnv): Broker | undefined {
  const { PACT_BROKER_BASE_URL: url, PACT_BROKER_TOKEN: token, PACT_BROKER_USERNAME: name, PACT_BROKER_PASSWORD: password } = environment;
  const { PACT_PROVIDER_VERSION: version, PACT_PROVIDER_BRANCH: branch } = environment;
  if (!url) return undefined;
  if (!URL.canParse(url)) throw new Error(`PACT_BROKER_BASE_URL: ${url} is no address`);
  if (branch && !version) throw new Error('PACT_PROVIDER_BRANCH is set, PACT_PROVIDER_VERSION is not');
  if (name && !password) throw new Error('PACT_BROKER_USERNAME is set, PACT_BROKER_PASSWORD is not');
  if (password && !name) throw new Error('PACT_BROKER_PASSWORD is set, PACT_BROKER_USERNAME is not');
  return {
    pactBrokerUrl: url,
    ...(token ? { pactBrokerToken: token } : {}),
    // A wish that a consumer publishes is reported to it, and fails nothing here until it was kept once.
    ...(branch ? { providerVersionBranch: branch, enablePending: true } : {}),
    ...(name && password ? { pactBrokerUsername: name, pactBrokerPassword: password } : {}),
    // What each consumer is working on, and what of it runs somewhere.
    consumerVersionSelectors: [{ mainBranch: true }, { deployedOrReleased: true }],
    failIfNoPactsFound: false,
    ...(version ? { publishVerificationResult: true, providerVersion: version } : {}),
  };
}
