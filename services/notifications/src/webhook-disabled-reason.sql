create index webhook_disabled_reason on webhook (disabled_reason) where not is_enabled;
