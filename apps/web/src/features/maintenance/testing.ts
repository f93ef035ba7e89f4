import type { ServicePlan } from '@spora/contract/maintenance/endpoints';

/** A service every 15,000 km of which a test says only what it cares about. */
export const servicePlan = (over: Partial<ServicePlan> & { id: number }): ServicePlan => ({
  kind: 'service',
  name: '',
  interval_km: 15_000,
  interval_hours: null,
  interval_months: null,
  repeats: true,
  last_done_on: '2026-05-22',
  last_done_km: 100_000,
  last_done_hours: null,
  warn_km: 1000,
  warn_hours: 25,
  warn_days: 30,
  note: '',
  state: 'ok',
  due_km: 115_000,
  due_hours: null,
  due_on: null,
  remaining_km: 5000,
  remaining_hours: null,
  remaining_days: null,
  forecast_on: '2027-01-11',
  missing: [],
  ...over,
});
