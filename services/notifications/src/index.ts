import { readPrivateTargets, type ServiceModule } from '@partner-ordering/service';
import { openMailer, readMail } from '@partner-ordering/mail';
import { readEncryptionKeys, readProjectPage, readStaffMail, readTestWebhookOrigin } from './environment.ts';
import { createNotifications } from './service.ts';

/** The service as processes, standalone and tests run it. */
export const service: ServiceModule = {
  name: 'notifications',
  create: (config, environment) =>
    createNotifications({
      ...config,
      encryptionKeys: readEncryptionKeys(environment),
      allowsPrivateTargets: readPrivateTargets(environment),
      testWebhookOrigin: readTestWebhookOrigin(environment),
      mails: openMailer(readMail(environment), config.log),
      projectPage: readProjectPage(environment, config.issuer),
      staffMail: readStaffMail(environment),
    }),
};
