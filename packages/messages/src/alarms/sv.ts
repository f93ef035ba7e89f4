export const alarms = {
  OptOutTitle: 'Stoppa larm',
  OptOutLead: 'Stoppa larm till dig utan att logga in. Användarnamn och lösenord visar att det är du.',
  OptOutUsernameHelp: 'Din e-postadress.',
  OptOutPush: 'Stoppa även pushnotiser',
  OptOutStopsAlerts:
    'Larm till dig via e-post och sms upphör. Pushnotiser fortsätter som nu. Vill du ha larm igen loggar du in och öppnar din profil.',
  OptOutStopsAll:
    'Alla larm till dig upphör: e-post, sms och pushnotiser. Vill du ha dem igen loggar du in och öppnar din profil.',
  OptOutBusy: 'Stoppar larm',
  OptOutDone: 'Larmen är stoppade',
  OptOutDoneAlerts: 'Larm via e-post och sms är stoppade för {email}. Pushnotiser fortsätter som förut.',
  OptOutDoneAll: 'Larm via e-post, sms och pushnotiser är stoppade för {email}.',
  OptOutResume: 'Vill du ha dem igen loggar du in och öppnar din profil.',
} as const;
