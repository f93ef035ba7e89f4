import { DAY_MS } from '@spora/calendar/durations';
import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { verifyingKeys } from '../../platform/secrets/seal-keys.ts';
import { remindMonthly } from './reminders/service.ts';
import { logKeptSince } from './sealing/rules.ts';
import { forgetOldDocuments, tellWitness, witnessPeriod, witnessRest } from './sealing/service.ts';

/** ATT-014: the first days of each month, where the account wants it. */
export const remindAttest = defineJob({ name: 'trips.remind-attest', payload: z.object({}), retry: { attempts: 5 } });

/** Decision 0023: the witness hears of seals that it was not told of when they were made, as after a stop at the wrong moment. */
export const witnessSeals = defineJob({ name: 'trips.witness-seals', payload: z.object({}), retry: { attempts: 5 } });

/** CONST-060: a sealed document is kept as long as the trips in it. */
export const forgetSealed = defineJob({ name: 'attestation.forget-sealed', payload: z.object({}), retry: { attempts: 5 } });

export const attestationHandlers: readonly JobHandler[] = [
  handleJob(remindAttest, (ctx) => remindMonthly(ctx), { cron: '41 * * * *', makeUpMs: 3_600_000 }),
  handleJob(witnessPeriod, ({ db, ports }, { attestation_id }) => tellWitness(db, ports.sealWitness, attestation_id)),
  handleJob(
    witnessSeals,
    async ({ db, ports, log }) => {
      const told = await witnessRest(db, ports.sealWitness, await verifyingKeys(ports.sealKeys));
      if (told > 0) log.warn({ told }, 'the witness had not been told of some seals');
    },
    { cron: '53 * * * *', makeUpMs: 3_600_000 },
  ),
  handleJob(
    forgetSealed,
    async ({ db, now }) => {
      await forgetOldDocuments(db, logKeptSince(now()));
    },
    { cron: '43 2 * * *', makeUpMs: DAY_MS },
  ),
];
