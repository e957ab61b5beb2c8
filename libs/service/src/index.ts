export { certificatesIn } from './parts/certificates.ts';
export { drainOf, IDLE_GRACE_MS } from './parts/drain.ts';
export { readServiceKeys, serviceKeyNames, serviceKeyVariables, type OpenServiceKeys } from './environment/service-keys.ts';
export { listenOn, MAX_HEADER_BYTES } from './parts/listener.ts';
export { commandOf, type ProcessCommand } from './process/commands.ts';
export { derivedKey, keyRing, readKeyRing } from './keys/key-ring.ts';
export { decryptWith, encryptWith, rowCipher, UnknownEncryptionKey, type Encrypted, type RowCipher } from './keys/row-cipher.ts';
export { changeKeys } from './keys/key-commands.ts';
export { keysInFolder, keyVariables, makeKeys, newSecret, writeSafely } from './keys/key-folder.ts';
export { readAccessLog, readConsole, readPrivateTargets, readTryIt, tracingOf, type TryIt } from './environment/environment.ts';
export { runService, startFailure } from './process/run-service.ts';
export type { IntegrityChecks } from './parts/integrity-checks.ts';
export { createService } from './service.ts';
export type {
  EventBatchHandler,
  EventHandler,
  EventHandlers,
  Extension,
  ExtensionParts,
  JobDefinitions,
  JobParts,
  Service,
  ServiceConfig,
  ServiceDefinition,
  ServiceModule,
} from './parts/service-definition.ts';
export { serveMetrics } from './process/metrics-server.ts';
export { aborted, stopSignal, unlessAborted } from './process/stop-signal.ts';
export { accessLog, baseUrl, logLevel, readVariables, variableReader, wholeNumber, withSecretFiles } from './environment/variables.ts';
