export const today = {
  MenuToday: 'I dag',
  TodayStart: 'Börja här efter inloggning',
  TodayNothing: 'Inget väntar på dig',
  TodayNothingText: 'Larm, bokningar, service, tysta enheter och körjournaler att attestera visas här när de behöver dig.',
  'TodayGroup-now': 'Behöver dig nu',
  'TodayGroup-watch': 'Håll koll på',
  'TodayGroup-later': 'När du har tid',
  'TodayLine-alarms-urgent': '{count, plural, one {# larm som brådskar} other {# larm som brådskar}}',
  'TodayLine-alarms-soon': '{count, plural, one {# larm att se till} other {# larm att se till}}',
  'TodayLine-alarms-event': '{count, plural, one {# larmhändelse} other {# larmhändelser}}',
  'TodayLine-bookings-requested':
    '{count, plural, one {# bokning väntar på godkännande} other {# bokningar väntar på godkännande}}',
  'TodayLine-bookings-today': '{count, plural, one {# bokning i dag} other {# bokningar i dag}}',
  'TodayLine-service-overdue':
    '{count, plural, one {# försenad service eller besiktning} other {# försenade servicar och besiktningar}}',
  'TodayLine-service-due-soon':
    '{count, plural, one {# service eller besiktning snart} other {# servicar och besiktningar snart}}',
  'TodayLine-units-silent': '{count, plural, one {# enhet utan kontakt} other {# enheter utan kontakt}}',
  'TodayLine-units-missing': '{count, plural, one {# enhet där något saknas} other {# enheter där något saknas}}',
  'TodayLine-attest-open': '{count, plural, one {# oattesterad körjournal} other {# oattesterade körjournaler}}',
  'TodayLine-attest-reopened': '{count, plural, one {# körjournal öppnad igen} other {# körjournaler öppnade igen}}',
  'TodayLine-attest-user':
    '{count, plural, one {# körjournal att attestera efter föraren} other {# körjournaler att attestera efter förarna}}',
  'TodayLine-trips-purpose': '{count, plural, one {# resa utan ärende} other {# resor utan ärende}}',
  'TodayLine-trips-driver': '{count, plural, one {# resa utan förare} other {# resor utan förare}}',
  TodayTrips: '{count, plural, one {# resa} other {# resor}}',
  TodayTimes: '{count, plural, one {# gång} other {# gånger}}',
  TodayShowAll: '{count, plural, other {Visa alla #}}',
  TodayAccount: 'Kontot',
  TodayNeverHeard: 'Aldrig',
  TodayLongSilent: 'i över en timme',
  TodayDueToo: '{count, plural, one {och # larm om service, se servicekorten} other {och # larm om service, se servicekorten}}',
} as const;
