import { Migration } from '@mikro-orm/migrations';

/** Webhooks of organizations that were deleted before their deletion disabled them. */
export class DeletedOrganizations extends Migration {
  override up(): void {
    this
      .addSql(`update webhook w set is_enabled = false, disabled_at = now(), modified_at = now(), disabled_reason = 'Its organization was deleted.'
      from shared_state o where o.type = 'organization' and o.key = w.organization_gid::text and w.is_enabled
        and (o.state is null or o.state->'is_deleted' = 'true')`);
  }

  override down(): void {}
}
