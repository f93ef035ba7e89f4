export const alarms = {
  OptOutTitle: 'Stop alerts',
  OptOutLead: 'Stop alerts to you without signing in. Your user name and password show that it is you.',
  OptOutUsernameHelp: 'Your e-mail address.',
  OptOutPush: 'Stop push notifications too',
  OptOutStopsAlerts:
    'Alerts to you by e-mail and SMS stop. Push notifications go on as now. To turn alerts on again, sign in and open your profile.',
  OptOutStopsAll:
    'All alerts to you stop: e-mail, SMS and push notifications. To turn them on again, sign in and open your profile.',
  OptOutBusy: 'Stopping alerts',
  OptOutDone: 'Alerts are stopped',
  OptOutDoneAlerts: 'Alerts by e-mail and SMS are stopped for {email}. Push notifications go on as before.',
  OptOutDoneAll: 'Alerts by e-mail, SMS and push notification are stopped for {email}.',
  OptOutResume: 'To turn them on again, sign in and open your profile.',
} as const;
