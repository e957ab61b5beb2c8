import { stateEventType } from '../transport/envelope.ts';

/**
 * The statement with which a migration publishes states of rows that were there before their type was, each as version 1. `rows` is a query
 * with the columns `key` (text) and `state` (jsonb). What is in `shared_state` already stays as it is.
 */
export const publishExisting = ({ service, type, rows }: { service: string; type: string; rows: string }): string => `
  with stated as (
    insert into shared_state (type, key, version, state)
    select '${type}', key, 1, state from (${rows}) existing order by key
    on conflict do nothing
    returning key, state
  )
  insert into outbox (topic, key, event)
  select '${service}.state', '${type}/' || key, jsonb_build_object(
    'specversion', '1.0', 'id', gen_random_uuid(), 'source', '/services/${service}', 'type', '${stateEventType(type)}',
    'subject', '${type}/' || key, 'time', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'datacontenttype', 'application/json', 'dataversion', 1, 'data', state)
  from stated order by key`;
