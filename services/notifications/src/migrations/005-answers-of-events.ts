import { Migration } from '@mikro-orm/migrations';

/**
 * Finds the deliveries of an event, also those to webhooks that were deleted meanwhile. Day by day, each in a transaction of its own, so
 * that only writers of one day wait. What was done before it was cut off stays.
 */
export class AnswersOfEvents extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`do $$
      declare
        part regclass;
      begin
        create index if not exists delivery_event on only delivery (organization_gid, event_id);
        commit;
        loop
          select p.inhrelid into part from pg_inherits p where p.inhparent = 'delivery'::regclass
            and not exists (select from pg_inherits c join pg_index i on i.indexrelid = c.inhrelid
              where c.inhparent = 'delivery_event'::regclass and i.indrelid = p.inhrelid) limit 1;
          exit when part is null;
          execute format('create index if not exists %I on %s (organization_gid, event_id)', part || '_event', part);
          execute format('alter index delivery_event attach partition %I', part || '_event');
          commit;
        end loop;
      end $$`);
  }

  override down(): void {
    this.addSql('drop index delivery_event');
  }
}
