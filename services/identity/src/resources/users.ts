import type { Principal } from '@partner-ordering/kernel';
import {
  isIn,
  column,
  expression,
  image,
  imageJson,
  jsonObject,
  list,
  literal,
  pick,
  raw,
  resource,
  sql,
  table,
  timeText,
  type Resource,
  type Sql,
} from '@partner-ordering/data';
import type { Image, Membership, Notifications, User } from '../../generated/models.ts';
import { notificationKinds } from '../domain/people/notifications.ts';
import { User as UserEntity } from '../domain/user.ts';
import type { Membership as MembershipEntity } from '../domain/membership.ts';
import { membershipJson, membershipTable } from './memberships.ts';

const u = table(UserEntity, 'u');
const { from, columns: m } = membershipTable;

const isAdmin = (principal: Principal): boolean => principal.isAdmin;

/** The memberships of user `u` that the principal may see. */
const visibleMemberships = ({ isAdmin: all, user, manages }: Principal): Sql =>
  all ? sql`m.user_gid = u.gid` : sql`m.user_gid = u.gid and (u.gid = ${user} or m.organization_gid = any(${[...manages]}))`;

const lastSeen = sql`(select ${timeText(raw('s.at'))} from last_seen s where s.user_gid = u.gid)`;

/** From ordering's states. */
const projectsOwned = raw(`(select count(*)::int from shared_state ps where ps.type = 'project' and ps.state->>'owner' = u.gid::text)`);

/** The uploaded avatar, or a drawing of the initials. Its name holds them and a color number, so it may be cached for ever. */
function avatarAt(issuer: string): Sql {
  const initials = 'upper(left(btrim(u.firstname), 1) || left(btrim(u.lastname), 1))';
  const name = `'avatar-' || encode(convert_to(${initials}, 'UTF8'), 'hex') || '-' || right(u.gid::text, 2)`;
  const drawingUrl = (variation: string): Sql => raw(`${literal(`${issuer.replace(/\/$/, '')}/v1/img/`)} || ${name} || '${variation}.png'`);
  return sql`coalesce(${image(u.avatarUrl).value as Sql}, ${imageJson(drawingUrl(''), drawingUrl)})`;
}

/** Users see themselves and the users of the organizations that they manage. `issuer` is the public address, for the URLs of avatars. */
export const usersOf = (issuer: string, memberships: Resource<Membership, MembershipEntity>): Resource<User, UserEntity> =>
  resource<User>()({
    noun: 'user',
    path: '/v1/users',
    table: u,
    fields: {
      ...pick(u, 'firstname', 'lastname', 'email', 'pending_email', 'locale', 'phone', 'mobile_phone'),
      mobile: column(u.mobilePhone),
      ...pick(u, 'roles'),
      avatar: expression<Image>(avatarAt(issuer)),
      is_enabled: { ...column(u.isEnabled), shownTo: isAdmin },
      last_seen: { ...expression<string | null>(lastSeen), shownTo: isAdmin },
      projects_count: { ...expression<number>(projectsOwned), shownTo: isAdmin },
      member_of: list<Membership>({
        from,
        on: visibleMemberships,
        item: { value: (principal) => membershipJson(memberships, principal) },
        order: raw('m.created_at, m.gid'),
        parts: { 'organization.gid': m.organizationGid },
      }),
    },
    where: raw('u.deleted_at is null'),
    visible: ({ user, manages }) => [
      isIn(u.gid, [user]),
      ...(manages.length === 0
        ? []
        : [sql`exists (select 1 from membership v where v.user_gid = u.gid and v.organization_gid = any(${[...manages]}))`]),
    ],
    isSearchable: true,
    isCounted: true,
  });

/** A user's own fields. */
export type OwnUser = User & { notifications: Notifications };

const isOn = (kind: string) => [kind, sql`not ${raw(literal(kind))} = any(u.notifications_off)`] as const;

/** Users as they see themselves: the fields that others see, and their notifications. */
export const meOf = (users: Resource<User, UserEntity>): Resource<OwnUser, UserEntity> => {
  const notifications = expression<Notifications>(jsonObject(Object.fromEntries(notificationKinds.map(isOn))));
  return { ...users, fields: { ...users.fields, notifications } };
};
