import {
  createService,
  UnknownEncryptionKey,
  type Extension,
  type ExtensionParts,
  type Service,
  type ServiceConfig,
  type TryIt,
} from '@partner-ordering/service';
import internalDocument from '../generated/internal/openapi.json' with { type: 'json' };
import { createRouter as createInternalRouter } from '../generated/internal/router.ts';
import document from '../generated/openapi.json' with { type: 'json' };
import { follows } from '../generated/events.ts';
import { createRouter } from '../generated/router.ts';
import type { Dependencies } from './context.ts';
import { ApplicationSchema } from './domain/application.ts';
import { AuthorizationSchema } from './domain/authorization.ts';
import { AuthorizationCodeSchema } from './domain/authorization-code.ts';
import { BrowserSessionSchema } from './domain/people/browser-session.ts';
import { keyCipher, SigningKeySchema } from './domain/keys/signing-key.ts';
import { InvitationSchema } from './domain/invitation.ts';
import { MembershipSchema } from './domain/membership.ts';
import { OrganizationSchema } from './domain/organization.ts';
import { RefreshTokenSchema, SessionSchema } from './domain/session.ts';
import { UndeliveredMailSchema } from './domain/undelivered-mail.ts';
import { UserSchema } from './domain/user.ts';
import { faults } from './faults.ts';
import { internalOperations } from '../generated/internal/operation-index.ts';
import { jobsOf, type IdentityJobParts } from './jobs/index.ts';
import { migrations } from './migrations.ts';
import { authorizationServer } from './oauth/authorization-server.ts';
import { operations } from '../generated/operation-index.ts';
import { applications } from './resources/applications.ts';
import { invitations } from './resources/invitations.ts';
import { membershipsOf } from './resources/memberships.ts';
import { organizations } from './resources/organizations.ts';
import { undeliveredMails } from './resources/undelivered-mails.ts';
import { meOf, usersOf } from './resources/users.ts';
import { webhookPayloadsOf } from './webhook-payloads.ts';
import { states } from './states.ts';

/** Configuration of this service, besides the common one. */
export type IdentityConfig = ServiceConfig &
  IdentityJobParts & {
    /** The present keys that encrypt the private signing keys; see `keyCipher`. */
    encryptionKeys: () => string;
    tryIt: TryIt;
  };

/** Tokens, passwords, users, memberships and organizations. */
export function createIdentity(config: IdentityConfig): Promise<Service> {
  const memberships = membershipsOf(config.clock);
  const users = usersOf(config.issuer, memberships);
  return createService(
    {
      name: 'identity',
      document,
      createRouter,
      internal: { document: internalDocument, createRouter: (routes) => createInternalRouter(internalOperations, routes) },
      operations,
      resources: { applications, users, memberships, organizations, invitations, undeliveredMails },
      entities: [
        ApplicationSchema,
        AuthorizationSchema,
        AuthorizationCodeSchema,
        BrowserSessionSchema,
        InvitationSchema,
        MembershipSchema,
        OrganizationSchema,
        RefreshTokenSchema,
        SessionSchema,
        SigningKeySchema,
        UndeliveredMailSchema,
        UserSchema,
      ],
      migrations,
      states,
      webhookPayloads: webhookPayloadsOf(memberships),
      jobs: (parts) => jobsOf(config, parts),
      follows,
      constraints: {
        user_email: faults.email_taken('email'),
        invitation_organization_email: faults.already_invited('email'),
        membership_user_organization: faults.already_member('organization'),
        organization_hostname: faults.hostname_taken('hostname'),
      },
      extend: (parts) => authority(config, parts, { users, memberships }),
    },
    config,
  );
}

/** Identity checks its own tokens. The keys and revocations come from its own database. */
function authority(
  config: IdentityConfig,
  { database, wakeJobs }: ExtensionParts,
  resources: Pick<Dependencies, 'users' | 'memberships'>,
): Extension {
  const { issuer, clock, log, tryIt } = config;
  const cipher = keyCipher({
    read: config.encryptionKeys,
    onError: (err) => log.warn({ err }, 'The encryption keys were not taken over'),
  });
  const server = authorizationServer({ database, cipher, issuer, audience: issuer, clock, wakeJobs, product: config.mails.sender, tryIt });
  const dependencies: Dependencies = { authorizationServer: server, ...resources, me: meOf(resources.users) };
  return {
    dependencies,
    authority: { keys: server.jwks, revocations: server.revocationsAfter },
    // A database that is down makes the service unready, but does not keep it from starting.
    start: () =>
      server.start().catch((error: unknown) => {
        if (error instanceof UnknownEncryptionKey) throw error;
        log.warn({ err: error }, 'The signing keys could not be read');
      }),
  };
}
