import { z } from 'zod';
import { setAccount, type AccountId, type Ctx } from '../../platform/ctx.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { type AutoplanAnswer, type AutoplanCustomer, AutoplanError } from '../../platform/ports.ts';
import * as repository from './repository.ts';
import { stateAfter } from './rules.ts';
import { customerOf } from './settings.ts';

/** AUTO-008: speaks with the service about all reports of an account that are on their way. */
export const sendReports = defineJob({
  name: 'autoplan.send',
  payload: z.object({ account_id: z.number().int() }),
  retry: { attempts: 10 },
});

type SystemCtx = Ctx<{ readonly kind: 'system' }>;

/** Whoever has taken a report and not told in this time has died at it. */
const TAKEN_FOR_MS = 120_000;

/**
 * One after the other, each in two short transactions with the call between them: what a program that dies leaves is taken over, and the service
 * asked before it is told again.
 */
export async function send(ctx: SystemCtx, accountId: number): Promise<void> {
  const account = accountId as AccountId;
  const customer = await within(ctx, account, (inner) => customerOf(inner, account));
  for (;;) {
    const at = ctx.now();
    const taken = await within(ctx, account, ({ db }) =>
      repository.take(db, account, { at, since: new Date(at.getTime() - TAKEN_FOR_MS) }),
    );
    if (taken === null) return;
    const outcome = await tell(ctx, customer, { taken, key: `${account}-${taken.unitId}-${taken.month}` });
    await within(ctx, account, ({ db }) => repository.settle(db, taken, outcome, ctx.now()));
  }
}

const within = <T>(ctx: SystemCtx, account: AccountId, work: (inner: SystemCtx) => Promise<T>): Promise<T> =>
  ctx.db.transaction().execute(async (tx) => {
    await setAccount(tx, account);
    return work({ ...ctx, db: tx });
  });

async function tell(
  { ports }: SystemCtx,
  customer: AutoplanCustomer,
  { taken, key }: { readonly taken: repository.TakenReport; readonly key: string },
): Promise<repository.Outcome> {
  const { autoplan } = ports;
  try {
    const known = taken.mayBeKnown ? await autoplan.registered(customer, taken) : null;
    const answer: AutoplanAnswer =
      known === null ? await autoplan.register(customer, { ...taken, key }) : { kind: 'registered', km: known };
    if (answer.kind === 'registered') return { state: 'reported', problem: null, registeredKm: answer.km, mayBeKnown: true };
    const { problem } = answer;
    const registeredKm = problem === 'already-reported' ? await autoplan.registered(customer, taken) : null;
    return { state: stateAfter(problem), problem, registeredKm, mayBeKnown: false };
  } catch (error) {
    if (!(error instanceof AutoplanError)) throw error;
    return {
      state: 'failed',
      problem: error.kind,
      registeredKm: null,
      mayBeKnown: taken.mayBeKnown || error.kind === 'no-answer',
    };
  }
}
