-- DEC-01: how small zones may be is support's to say, account by account.
CREATE OR REPLACE FUNCTION support_change_account(change jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE account a SET
    car_schedule = coalesce((change ->> 'car_schedule')::boolean, a.car_schedule),
    safe_return_home = coalesce((change ->> 'safe_return_home')::boolean, a.safe_return_home),
    real_time_map = coalesce((change ->> 'real_time_map')::boolean, a.real_time_map),
    geofence_min_radius = coalesce((change ->> 'geofence_min_radius')::integer, a.geofence_min_radius),
    parent_id = CASE WHEN change ? 'parent_id' THEN nullif(change ->> 'parent_id', '') ELSE a.parent_id END
  WHERE a.id = current_account_id() AND current_support_id() IS NOT NULL
$$;
