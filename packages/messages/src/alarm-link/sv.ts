/** What the page behind the link of an alarm's message says. */
export const alarmLink = {
  AlarmLink: 'Larm',
  AlarmLinkTime: '{time} ({zone})',
  AlarmLinkDelayed: 'Uppgiften kom sent till oss: det hände vid den här tiden, inte när meddelandet kom.',
  AlarmLinkPlace: 'Vid {place}',
  AlarmLinkPoint: 'Koordinater: {point}',
  AlarmLinkThen: 'Kartan visar var enheten var när det hände, inte var den är nu. Den visas till {day}.',
  AlarmLinkMap: 'Karta över var det hände',
  AlarmLinkBack: 'Visa var det hände',
  AlarmLinkOver: 'Larmet visas inte längre',
  AlarmLinkOverText:
    'Länken till ett larm fungerar i högst fyra veckor, eller så fattas en del av adressen. Om du kopierade den, kontrollera att hela kom med. Vill du veta mer kan du fråga den som gjorde dig till larmmottagare.',
  AlarmLinkOffline: 'Ingen anslutning. Försöker igen.',
  AlarmLinkLanguage: 'Språk',
};
