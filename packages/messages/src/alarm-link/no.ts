/** What the page behind the link of an alarm's message says. */
export const alarmLink = {
  AlarmLink: 'Alarm',
  AlarmLinkTime: '{time} ({zone})',
  AlarmLinkDelayed: 'Opplysningen kom sent til oss: det skjedde på dette tidspunktet, ikke da meldingen kom.',
  AlarmLinkPlace: 'Ved {place}',
  AlarmLinkPoint: 'Koordinater: {point}',
  AlarmLinkThen: 'Kartet viser hvor enheten var da det skjedde, ikke hvor den er nå. Det vises til {day}.',
  AlarmLinkMap: 'Kart over hvor det skjedde',
  AlarmLinkBack: 'Vis hvor det skjedde',
  AlarmLinkOver: 'Alarmen vises ikke lenger',
  AlarmLinkOverText:
    'Lenken til en alarm virker i høyst fire uker, eller en del av adressen mangler. Hvis du kopierte den, sjekk at hele kom med. Vil du vite mer, kan du spørre den som gjorde deg til alarmmottaker.',
  AlarmLinkOffline: 'Ingen forbindelse. Prøver igjen.',
  AlarmLinkLanguage: 'Språk',
};
