import { getAlarm, listAlarms, muteUnit, openAlarms, setAlarmState } from '@spora/contract/alarms/centre';
import { lookAtAlarmLink } from '@spora/contract/alarms/alarm-link';
import { optOut } from '@spora/contract/alarms/endpoints';
import { getUnitAlarms, setUnitAlarms } from '@spora/contract/alarms/unit-settings';
import type { Mount } from '../../platform/http/mount.ts';
import * as centre from './centre/service.ts';
import * as unitSettings from './unit-settings.ts';
import { lookAtAlarm } from './telling/by-link.ts';
import * as service from './service.ts';

/** Nobody guesses 128 bits; several receivers may look from behind one address. */
const BY_LINK = { rate: { burst: 40, perSecond: 1 } };

export function registerAlarmsRoutes(mount: Mount): void {
  mount(optOut, (ctx, { body }, facts) => service.optOut(ctx, body, facts), {
    transaction: 'none',
    rate: { burst: 20, perSecond: 0.2 },
  });
  mount(lookAtAlarmLink, (ctx, { body }) => lookAtAlarm(ctx, body), BY_LINK);
  mount(listAlarms, (ctx, input) => centre.listAlarms(ctx, input));
  mount(openAlarms, (ctx) => centre.openAlarms(ctx));
  mount(getAlarm, (ctx, { params }) => centre.getAlarm(ctx, params.id));
  mount(muteUnit, (ctx, input) => centre.muteUnit(ctx, input));
  mount(getUnitAlarms, (ctx, { params }) => unitSettings.getUnitAlarms(ctx, params.imei));
  mount(setUnitAlarms, (ctx, input) => unitSettings.setUnitAlarms(ctx, input));
  mount(setAlarmState, (ctx, input) => centre.setState(ctx, input));
}
