create index receipt_unpaid on receipt (status, created_at, gid) where status <> 'paid';
