-- apply_crud accepts what devices send and nothing else. The app writes ads, their clients, child-safety reports and consents by REST or a function, under
-- the same row level security; nobody has sent them this way.

delete from private.crud_tables where table_name in ('ads', 'ad_clients', 'csae_reports', 'user_consents');
