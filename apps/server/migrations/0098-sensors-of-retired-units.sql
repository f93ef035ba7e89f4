-- BLE-004: units that were taken out of use before that freed their sensors hold them still, and nobody can unpair them from there. They
-- are free from the time when the unit went.
WITH ended AS (
  UPDATE sensor_pairing p SET ended_at = greatest(u.retired_at, p.requested_at, p.paired_at)
    FROM unit u WHERE u.id = p.unit_id AND u.account_id = p.account_id AND u.retired_at IS NOT NULL AND p.ended_at IS NULL
    RETURNING p.unit_id, p.account_id, p.ended_at
)
UPDATE unit_bluetooth b SET is_on = false, command_id = NULL, changed_at = greatest(b.changed_at, e.ended_at)
  FROM ended e WHERE b.unit_id = e.unit_id AND b.account_id = e.account_id;
