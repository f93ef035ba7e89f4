import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { LOG_KEPT_YEARS } from '@spora/contract/limits';
import { remindMonthly } from '../attestation/reminders/service.ts';
import { verifyingKeys } from '../../platform/secrets/seal-keys.ts';
import { dropFingerprints } from '../exports/repository.ts';
import { dropExpiredRoutes, dropOldEditsAndDays, dropOldRows } from './retention-repository.ts';
import { forgetOldDocuments, tellWitness, witnessPeriod, witnessRest } from '../attestation/sealing/service.ts';

/** Routes follow the span of the positions they were made of; the log's rows stay. */
export const dropRoutes = defineJob({ name: 'trips.drop-routes', payload: z.object({}), retry: { attempts: 5 } });

/** CONST-060: rows of the log, their edits and their days. */
export const dropLogRows = defineJob({ name: 'trips.drop-log-rows', payload: z.object({}), retry: { attempts: 5 } });

/** ATT-014: the first days of each month, where the account wants it. */
export const remindAttest = defineJob({ name: 'trips.remind-attest', payload: z.object({}), retry: { attempts: 5 } });

/** Decision 0023: the witness hears of seals that it was not told of when they were made, as after a stop at the wrong moment. */
export const witnessSeals = defineJob({ name: 'trips.witness-seals', payload: z.object({}), retry: { attempts: 5 } });

const AT_ONCE = 1000;

export const tripsHandlers: readonly JobHandler[] = [
  handleJob(remindAttest, (ctx) => remindMonthly(ctx), { cron: '41 * * * *', makeUpMs: 3_600_000 }),
  handleJob(
    dropRoutes,
    async ({ db, now, log }) => {
      let dropped = 0;
      for (let done = AT_ONCE; done === AT_ONCE; dropped += done) done = await dropExpiredRoutes(db, now(), AT_ONCE);
      if (dropped > 0) log.info({ dropped }, 'routes of expired positions were dropped');
    },
    { cron: '8 2 * * *', makeUpMs: 86_400_000 },
  ),
  handleJob(
    dropLogRows,
    async ({ db, now, log }) => {
      const before = new Date(now());
      before.setUTCFullYear(before.getUTCFullYear() - LOG_KEPT_YEARS);
      let dropped = 0;
      for (let done = AT_ONCE; done === AT_ONCE; dropped += done) done = await dropOldRows(db, before, AT_ONCE);
      await dropOldEditsAndDays(db, before);
      // A file is never younger than the trips in it: as long as one of those is kept, /verify knows the file.
      await dropFingerprints(db, before);
      await forgetOldDocuments(db, before);
      if (dropped > 0) log.info({ dropped }, 'rows of the log that are kept no longer were dropped');
    },
    { cron: '38 2 * * *', makeUpMs: 86_400_000 },
  ),
  handleJob(witnessPeriod, ({ db, ports }, { attestation_id }) => tellWitness(db, ports.sealWitness, attestation_id)),
  handleJob(
    witnessSeals,
    async ({ db, ports, log }) => {
      const told = await witnessRest(db, ports.sealWitness, await verifyingKeys(ports.sealKeys));
      if (told > 0) log.warn({ told }, 'the witness had not been told of some seals');
    },
    { cron: '53 * * * *', makeUpMs: 3_600_000 },
  ),
];
