import type { Notifications, NotificationsChange } from '../../../generated/models.ts';

export type NotificationKind = keyof Notifications;

// The document's kinds; a missing or an extra kind does not compile.
const defaultNotifications: Readonly<Required<Notifications>> = {
  project_approval_required: true,
  project_approved: true,
  project_withdrawn: true,
  project_proposed: true,
  project_message: true,
  project_work_posted: true,
  project_delivered: true,
  project_finished: true,
};

/** The kinds of mails that users can switch off, in the document's order. */
export const notificationKinds = Object.keys(defaultNotifications) as readonly NotificationKind[];

/** The notifications of a user who has switched these kinds off. */
export const notificationsOf = (kindsOff: readonly string[]): Notifications => ({
  ...defaultNotifications,
  ...Object.fromEntries(kindsOff.map((kind) => [kind, false])),
});

/** The kinds that are switched off after a change. */
export const switchedOffKinds = (kindsOff: readonly string[], change: NotificationsChange = {}): NotificationKind[] =>
  notificationKinds.filter((kind) => (change[kind] === undefined ? kindsOff.includes(kind) : !change[kind]));
