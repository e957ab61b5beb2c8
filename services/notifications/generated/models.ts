// Generated from openapi/notifications.yaml by `npm run generate`. Do not edit.
