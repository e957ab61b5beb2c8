import { readKeyRing, readTryIt, type ServiceModule } from '@partner-ordering/service';
import { openMailer, readMail } from '@partner-ordering/mail';
import { applicationAddresses, disableApplication, disableUser, enableApplication, enableUser, endSessionsOf } from './access.ts';
import { createAdmin } from './create-admin.ts';
import { seedDemo } from './demo.ts';
import { readMailPages } from './environment.ts';
import { replaceSigningKey } from './replace-signing-key.ts';
import { createIdentity } from './service.ts';

export { demoGids } from './demo.ts';

/** The service as processes, standalone and tests run it. */
export const service: ServiceModule = {
  name: 'identity',
  create: (config, environment) => {
    const desc = 'what encrypts the signing keys in the database';
    return createIdentity({
      ...config,
      encryptionKeys: readKeyRing(environment, 'SIGNING_KEY_ENCRYPTION_KEYS', desc),
      mails: openMailer(readMail(environment), config.log),
      pages: readMailPages(environment, config.issuer),
      tryIt: readTryIt(environment),
    });
  },
  demo: seedDemo,
  commands: {
    'create-admin': createAdmin,
    'disable-user': disableUser,
    'enable-user': enableUser,
    'disable-application': disableApplication,
    'enable-application': enableApplication,
    'end-sessions': endSessionsOf,
    'application-addresses': applicationAddresses,
    'replace-signing-key': replaceSigningKey,
  },
};
