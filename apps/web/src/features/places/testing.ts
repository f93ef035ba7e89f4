import type { Place } from '@spora/contract/places/endpoints';

/** A place of which a test says only what it cares about. */
export const place = (fields: Partial<Place> = {}): Place => ({
  id: 1,
  label: 'Kontoret',
  address: '',
  lat: 59,
  lng: 18,
  radius: 100,
  is_active: true,
  imeis: null,
  unit_names: [],
  rules: [],
  schedule: { is_active: false, intervals: [] },
  valid_from: '2026-01-01T00:00:00Z',
  visits: 0,
  undo_until: null,
  can: { edit: true },
  ...fields,
});
