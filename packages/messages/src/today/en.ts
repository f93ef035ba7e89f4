export const today = {
  MenuToday: 'Today',
  TodayStart: 'Start here after signing in',
  TodayNothing: 'Nothing waits for you',
  TodayNothingText: 'Alarms, bookings, service, silent units and logs to attest show up here when they need you.',
  'TodayGroup-now': 'Needs you now',
  'TodayGroup-watch': 'Keep an eye on',
  'TodayGroup-later': 'When there is time',
  'TodayLine-alarms-security': '{count, plural, one {# security alarm} other {# security alarms}}',
  'TodayLine-alarms-function': '{count, plural, one {# function alarm} other {# function alarms}}',
  'TodayLine-bookings-requested': '{count, plural, one {# booking waits for approval} other {# bookings wait for approval}}',
  'TodayLine-bookings-today': '{count, plural, one {# booking today} other {# bookings today}}',
  'TodayLine-service-overdue':
    '{count, plural, one {# service or inspection overdue} other {# services and inspections overdue}}',
  'TodayLine-service-due-soon':
    '{count, plural, one {# service or inspection due soon} other {# services and inspections due soon}}',
  'TodayLine-units-silent': '{count, plural, one {# unit without contact} other {# units without contact}}',
  'TodayLine-units-missing': '{count, plural, one {# unit with something missing} other {# units with something missing}}',
  'TodayLine-attest-open': '{count, plural, one {# log not attested} other {# logs not attested}}',
  'TodayLine-attest-reopened': '{count, plural, one {# log opened again} other {# logs opened again}}',
  'TodayLine-attest-user':
    '{count, plural, one {# log attested by its driver, not by you} other {# logs attested by their drivers, not by you}}',
  'TodayLine-trips-purpose': '{count, plural, one {# trip without a purpose} other {# trips without a purpose}}',
  'TodayLine-trips-driver': '{count, plural, one {# trip without a driver} other {# trips without a driver}}',
  TodayTrips: '{count, plural, one {# trip} other {# trips}}',
  TodayShowAll: '{count, plural, other {Show all #}}',
  TodayAccount: 'The account',
  TodayNeverHeard: 'Never',
} as const;
