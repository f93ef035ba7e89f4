import type { Feature } from '../../core/face.ts';
import { raisedFacts } from './centre/webhook-read-model.ts';
import { endConditions, raiseConditions } from './listeners.ts';
import { endMissedHomes, raiseMissedHomes } from './sources/safe-home.ts';
import { remindOfHomes } from './sources/safe-home-reminder.ts';
import { raiseZones } from './sources/zones.ts';
import { raiseServiceDue } from './sources/service.ts';
import { raiseSmsCredits } from './sources/sms-credits.ts';
import { raiseLostSensors, raiseSensors } from './sources/sensors.ts';
import { raiseSharedIdentity } from './sources/shared-identity.ts';
import { endTheftModes, raiseTheftModes } from './sources/theft-mode.ts';
import { countUnitsToldTo, giveReceivers } from './receivers/repository.ts';
import { markDeadNumber, markRefusedAddress } from './sources/out-of-reach.ts';
import { watchProjection } from './watch/projector.ts';
import type { UnitCondition } from './watch/rules.ts';

declare module '../../platform/events/events.ts' {
  interface DomainEvents {
    /** What units report that somebody is to know: of one moment of many units at once. */
    'conditions-began': { readonly conditions: readonly UnitCondition[] };
    /** Alarms of which somebody is told; of the same ones perhaps again, where a job is done twice. */
    'alarms-raised': { readonly ids: readonly number[] };
    'conditions-ended': { readonly conditions: readonly UnitCondition[] };
  }
}

export const feature: Feature = {
  name: 'alarms',
  projections: [watchProjection],
  routes: async (mount, { config, linkTo }) => {
    (await import('./routes.ts')).registerAlarmsRoutes(mount);
    (await import('./push/routes.ts')).registerPushRoutes(mount, config);
    (await import('./receivers/routes.ts')).registerReceiverRoutes(mount, { parents: config.parents, linkTo });
  },
  jobs: { handlers: async (deps) => (await import('./jobs.ts')).alarmHandlers(deps) },
  personalData: {
    tables: {
      alarm: {
        driversOwn: ['subject', 'dedup_key', 'at', 'noticed_at', 'ended_at', 'lat_e7', 'lon_e7', 'details'],
        momentColumn: 'at',
      },
      // What waits to be sent may tell of a private trip: the receiver's alone.
      sms: { driversOwn: ['body'] },
      push: { driversOwn: ['body'] },
      push_subscription: { driversOwn: ['endpoint'] },
    },
  },
  dependents: async (db, accountId, memberId) => ({ alarm_units: await countUnitsToldTo(db, accountId, memberId) }),
  webhooks: { 'alarm.raised': { 'alarms-raised': ({ ids }) => raisedFacts(ids) } },
  today: async (ctx) => [
    ...(await (await import('./centre/today.ts')).alarmsToday(ctx)),
    ...(await (await import('./receivers/untold.ts')).untoldToday(ctx)),
  ],
  listeners: {
    'car-changed': ({ accountId, ...units }, db) => giveReceivers(db, accountId, units),
    'conditions-began': raiseConditions,
    'conditions-ended': endConditions,
    'safe-homes-soon': remindOfHomes,
    'safe-homes-missed': raiseMissedHomes,
    'safe-homes-over': endMissedHomes,
    'zones-crossed': raiseZones,
    'service-due': raiseServiceDue,
    'sms-credits-low': raiseSmsCredits,
    'sms-number-died': markDeadNumber,
    'mail-address-refused': markRefusedAddress,
    'identity-shared': raiseSharedIdentity,
    'theft-modes-started': raiseTheftModes,
    'theft-modes-ended': endTheftModes,
    'sensor-conditions': raiseSensors,
    'sensors-watched': raiseLostSensors,
  },
};
