export const alarms = {
  OptOutTitle: 'Stopp alarmer',
  OptOutLead: 'Stopp alarmer til deg uten å logge inn. Brukernavn og passord viser at det er deg.',
  OptOutUsernameHelp: 'E-postadressen din.',
  OptOutPush: 'Stopp også pushvarsler',
  OptOutStopsAlerts:
    'Alarmer til deg på e-post og SMS opphører. Pushvarsler fortsetter som nå. Vil du ha alarmer igjen, logger du inn og åpner profilen din.',
  OptOutStopsAll:
    'Alle alarmer til deg opphører: e-post, SMS og pushvarsler. Vil du ha dem igjen, logger du inn og åpner profilen din.',
  OptOutBusy: 'Stopper alarmer',
  OptOutDone: 'Alarmene er stoppet',
  OptOutDoneAlerts: 'Alarmer på e-post og SMS er stoppet for {email}. Pushvarsler fortsetter som før.',
  OptOutDoneAll: 'Alarmer på e-post, SMS og pushvarsler er stoppet for {email}.',
  OptOutResume: 'Vil du ha dem igjen, logger du inn og åpner profilen din.',
} as const;
