// Generated from openapi/notifications.yaml by `npm run generate`. Do not edit.

/** What the service decides: one function per operation of the document. */
export interface Operations {}

/** What the service shows: one declaration per `x-resource` of the document, with every field of its model. */
export interface Resources {}
