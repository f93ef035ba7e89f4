/** What the page behind the link of an alarm's message says: it loads these texts and no others before its map. */
export const alarmLink = {
  AlarmLink: 'Alarm',
  AlarmLinkTime: '{time} ({zone})',
  AlarmLinkDelayed: 'This came to us late: it happened at the time given, not when the message came.',
  AlarmLinkPlace: 'At {place}',
  AlarmLinkPoint: 'Coordinates: {point}',
  AlarmLinkThen: 'The map shows where the unit was when it happened, not where it is now. It is shown until {day}.',
  AlarmLinkMap: 'Map of where it happened',
  AlarmLinkBack: 'Show where it happened',
  AlarmLinkOver: 'This alarm is not shown any more',
  AlarmLinkOverText:
    'The link of an alarm works for four weeks at most, or part of the address is missing. If you copied it, check that all of it came along. If you need to know more, ask whoever made you an alarm receiver.',
  AlarmLinkOffline: 'No connection. Trying again.',
  AlarmLinkLanguage: 'Language',
} as const;
