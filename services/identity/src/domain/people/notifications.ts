import type { Notifications, NotificationsChange } from '../../../generated/models.ts';

export type NotificationKind = keyof Notifications;

// What the document names, complete: neither a kind that is missing here nor one too many compiles.
const byDefault: Readonly<Required<Notifications>> = {
  project_approval_required: true,
  project_approved: true,
  project_withdrawn: true,
  project_proposed: true,
  project_work_posted: true,
  project_delivered: true,
  project_finished: true,
};

/** The kinds of mails that users can switch off, in the document's order. */
export const notificationKinds = Object.keys(byDefault) as readonly NotificationKind[];

/** The notifications of a user who has switched these kinds off. */
export const notificationsOf = (off: readonly string[]): Notifications => ({
  ...byDefault,
  ...Object.fromEntries(off.map((kind) => [kind, false])),
});

/** The kinds that are switched off after a change. */
export const offAfter = (off: readonly string[], change: NotificationsChange = {}): NotificationKind[] =>
  notificationKinds.filter((kind) => (change[kind] === undefined ? off.includes(kind) : !change[kind]));
