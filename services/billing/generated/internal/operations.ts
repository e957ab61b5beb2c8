// Generated from openapi/internal/billing.yaml by `npm run generate`. Do not edit.

/** The internal operations of the service: one function for each in the document, except those that every service has. */
export interface Operations {}
