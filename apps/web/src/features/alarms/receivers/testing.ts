import type { AlarmReceiver } from '@spora/contract/alarms/receivers';

/** A receiver of tests. */
export const alarmReceiver = (over: Partial<AlarmReceiver> = {}): AlarmReceiver => ({
  id: 1,
  name: 'Åsa Öst',
  email: 'asa@example.test',
  country_code: '',
  phone: '',
  is_number_dead: false,
  is_address_refused: false,
  member_id: null,
  push_notification: 0,
  security_alarm: 1,
  function_alarm: 0,
  total_units: 2,
  total_ble_units: 0,
  only_unit: null,
  member: null,
  state: 'active',
  stopped_at: null,
  quiet_from: null,
  quiet_to: null,
  escalate_after_min: null,
  escalate_to: null,
  ...over,
});
