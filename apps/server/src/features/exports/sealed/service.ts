import type { Trip } from '@spora/contract/trips/endpoints';
import { withhold } from '@spora/seal/document';
import { inTransaction } from '../../../platform/ctx.ts';
import type { LogExport } from '../log.ts';
import { moneyOf } from '../rules.ts';
import { statementOf } from '../statement-rules.ts';
import { alteredOf, type Sight, withholdingFrom } from './rules.ts';
import { comparePeriod, sealedPeriod } from '../../attestation/sealing/api.ts';
import { logKeptSince } from '../../attestation/sealing/rules.ts';

/** Marks the file for programs and for the verification page. */
export const LOG_FORMAT = 'spora-log-1';

/** DRV-007: columns and fields about passengers are there once a rate is set. */
const hasRate = ({ columns }: LogExport): boolean => columns.some(({ id }) => id === 'passenger_reimbursement');
/** Where tolls are found. */
const hasTolls = ({ columns }: LogExport): boolean => columns.some(({ id }) => id === 'tolls');

/** A trip without what only the screen asks for. */
function written(whole: Trip, log: LogExport) {
  const { can: _can, suggests_merge: _merge, has_route: _route, ...trip } = whole;
  return {
    ...trip,
    ...(hasRate(log) ? { passenger_reimbursement: log.words.supplementOf(whole) } : {}),
    ...(hasTolls(log) ? { tolls: log.words.tollsOf(whole) } : {}),
  };
}

/**
 * The log as JSON: its trips as the reader sees them, and every attested period of theirs as it was sealed, with its seal and those
 * before and after it in the unit's chain, and with where the log differed from it by then. What the reader may not see is withheld in a
 * way that leaves the seal whole.
 */
export async function* writeJson(log: LogExport): AsyncGenerator<string> {
  const { facts, tally, words } = log;
  const { query } = facts;
  const seen = new Map<number, Sight>();
  yield `{"format":"${LOG_FORMAT}","account":${JSON.stringify(facts.account)},"time_zone":${JSON.stringify(facts.timeZone)},"made_at":"${facts.madeAt.toISOString()}","from":"${query.from}","to":"${query.to}","trips":[`;
  let isFirst = true;
  for await (const page of log.pages()) {
    for (const { trip } of page)
      seen.set(trip.id, trip.is_masked ? 'masked' : trip.driver_id === log.ctx.actor.memberId ? 'own' : 'open');
    const rows = page.map(({ trip }) => JSON.stringify(written(trip, log)));
    if (rows.length > 0) yield `${isFirst ? '' : ','}\n${rows.join(',\n')}`;
    isFirst &&= rows.length === 0;
  }
  const periods = await log.periods();
  // Beside the sealed periods, which hold trips: nobody attests to what was filled.
  yield `],\n"refuelling":${JSON.stringify(log.refuellings)}`;
  yield `,\n"totals":${JSON.stringify({ trips: tally.trips, distance_m: tally.metres, by_type: tally.byType, ...(hasRate(log) ? { passenger_reimbursement: moneyOf(tally.supplements) } : {}), ...(hasTolls(log) ? { tolls: moneyOf(tally.tolls) } : {}), ...tally.used })},\n"statement":${JSON.stringify(statementOf(facts, tally, periods, words))},\n"periods":[`;
  isFirst = true;
  for (const { id } of periods) {
    const found = await inTransaction(log.ctx, async ({ db }) => {
      const sealed = await sealedPeriod(db, id);
      return sealed && { sealed, now: await comparePeriod(db, id, sealed.document, logKeptSince(facts.madeAt)) };
    });
    if (!found) continue;
    const { seal, before, after } = found.sealed;
    const document = withhold(found.sealed.document, withholdingFrom(found.sealed.document, seen));
    const altered = alteredOf(document, found.now, seen);
    yield `${isFirst ? '' : ','}\n${JSON.stringify({ seal, document, before, after, altered })}`;
    isFirst = false;
  }
  yield ']}\n';
}
