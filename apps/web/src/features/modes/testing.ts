import type { ModeData, TheftMode } from '@spora/contract/modes/endpoints';

/** How a unit without operating modes reports, of which a test says only what it cares about; whoever looks may change nothing. */
export const modeOf = (over: Partial<ModeData> = {}): ModeData => ({
  profile: null,
  current: null,
  pending: null,
  theft: null,
  after_theft: null,
  interval_s: 60,
  rates: null,
  is_powered: true,
  security_receivers: 1,
  only_security_receiver: null,
  security_receiver_names: [],
  last_contact: null,
  expected_at: null,
  modes: [],
  can: { set: false, theft: false, track: false },
  ...over,
});

/** A theft mode that a person turned on and that goes on. */
export const theftModeOf = (over: Partial<TheftMode> = {}): TheftMode => ({
  since: '2026-11-02T10:00:00Z',
  ends_at: null,
  by: 'Maja Ek',
  cause: 'person',
  zone: '',
  mode_after: '24h',
  resting_after_s: 86_400,
  was_set: true,
  changes_reporting: true,
  ...over,
});
