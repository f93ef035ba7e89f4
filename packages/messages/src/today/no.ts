export const today = {
  MenuToday: 'I dag',
  TodayStart: 'Start her etter innlogging',
  TodayNothing: 'Ingenting venter på deg',
  TodayNothingText: 'Alarmer, bookinger, service, tause enheter og kjørebøker som skal attesteres, vises her når de trenger deg.',
  TodayUnits: 'Enhetene dine',
  TodayNothingAlone: 'Alarmer, service, enheter uten kontakt og turer som skal attesteres, vises her når de trenger deg.',
  'TodayGroup-now': 'Trenger deg nå',
  'TodayGroup-watch': 'Følg med på',
  'TodayGroup-later': 'Når du har tid',
  'TodayLine-alarms-urgent': '{count, plural, one {# alarm som haster} other {# alarmer som haster}}',
  'TodayLine-alarms-soon': '{count, plural, one {# alarm å se på} other {# alarmer å se på}}',
  'TodayLine-alarms-event': '{count, plural, one {# alarmhendelse} other {# alarmhendelser}}',
  'TodayLine-bookings-requested':
    '{count, plural, one {# booking venter på godkjenning} other {# bookinger venter på godkjenning}}',
  'TodayLine-bookings-today': '{count, plural, one {# booking i dag} other {# bookinger i dag}}',
  'TodayLine-service-overdue':
    '{count, plural, one {# forfalt service eller EU-kontroll} other {# forfalte servicer og EU-kontroller}}',
  'TodayLine-service-due-soon':
    '{count, plural, one {# service eller EU-kontroll forfaller snart} other {# servicer og EU-kontroller forfaller snart}}',
  'TodayLine-units-silent': '{count, plural, one {# enhet uten kontakt} other {# enheter uten kontakt}}',
  'TodayLine-units-missing': '{count, plural, one {# enhet der noe mangler} other {# enheter der noe mangler}}',
  'TodayLine-attest-open': '{count, plural, one {# kjørebok ikke attestert} other {# kjørebøker ikke attestert}}',
  'TodayLine-attest-reopened': '{count, plural, one {# kjørebok åpnet igjen} other {# kjørebøker åpnet igjen}}',
  'TodayLine-attest-user':
    '{count, plural, one {# kjørebok å attestere etter føreren} other {# kjørebøker å attestere etter førerne}}',
  'TodayLine-trips-purpose': '{count, plural, one {# tur uten formål} other {# turer uten formål}}',
  'TodayLine-trips-driver': '{count, plural, one {# tur uten fører} other {# turer uten fører}}',
  TodayTrips: '{count, plural, one {# tur} other {# turer}}',
  TodayTimes: '{count, plural, one {# gang} other {# ganger}}',
  TodayShowAll: '{count, plural, other {Vis alle #}}',
  TodayAccount: 'Kontoen',
  TodayNeverHeard: 'Aldri',
  TodayLongSilent: 'i over en time',
  TodayDueToo:
    '{count, plural, one {og # alarm om service, se servicekortene} other {og # alarmer om service, se servicekortene}}',
} as const;
