// Generated from openapi/internal/identity.yaml by `npm run generate`. Do not edit.
import type { InternalContext as Context } from '../../src/context.ts';
import type { BrowserSecret, BrowserToken, Gid, Memberships, RevocationPage, SeenUsers } from './models.ts';

/** The arguments of `issueBrowserToken`. */
export interface IssueBrowserTokenRequest {
  path: {};
  query: {};
  body: BrowserSecret;
}

/** The arguments of `listMemberships`. */
export interface ListMembershipsRequest {
  path: {};
  query: { user: Gid };
  body: undefined;
}

/** The arguments of `listRevocations`. */
export interface ListRevocationsRequest {
  path: {};
  query: { after?: number };
  body: undefined;
}

/** The arguments of `noteSeen`. */
export interface NoteSeenRequest {
  path: {};
  query: {};
  body: SeenUsers;
}

/** The internal operations of the service: one function for each in the document, except those that every service has. */
export interface Operations {
  /** Issues an access token for the user of a browser session, for the gateway's console. `POST /internal/browser_sessions/token` */
  issueBrowserToken(context: Context<IssueBrowserTokenRequest>): Promise<BrowserToken>;
  /** Lists the organizations of a user, for the gateway's limits. `GET /internal/memberships` */
  listMemberships(context: Context<ListMembershipsRequest>): Promise<Memberships>;
  /** Lists the sessions that have ended and whose access tokens have not expired yet. `GET /internal/revocations` */
  listRevocations(context: Context<ListRevocationsRequest>): Promise<RevocationPage>;
  /** Stores that users have just sent requests. `POST /internal/seen` */
  noteSeen(context: Context<NoteSeenRequest>): Promise<void>;
}
