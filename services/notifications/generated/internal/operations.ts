// Generated from openapi/internal/notifications.yaml by `npm run generate`. Do not edit.

/** What the service answers others: one function per operation of the document, but for what every service answers. */
export interface Operations {}
