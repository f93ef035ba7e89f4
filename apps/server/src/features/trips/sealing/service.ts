import { documentOf } from '@spora/seal/document';
import { FIRST_PREVIOUS, linkOf, seal, type SealFault, verifySeal } from '@spora/seal/seal';
import type { Kysely } from 'kysely';
import type { MemberCtx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/db.generated.ts';
import * as repository from './repository.ts';
import { differences, headDifferences, type SealDifference, type SealedValues, valuesOf } from './rules.ts';

/**
 * Seals an attested period as it stands, as the next of its unit's chain; in the transaction that attests it. Attested once more, by
 * an administrator after the user, it is sealed once more: the newest seal of a period is the one that counts.
 */
export async function sealPeriod(ctx: MemberCtx, attestationId: number): Promise<void> {
  const { db } = ctx;
  const head = await repository.headOf(db, attestationId);
  const before = await repository.lockNewestSeal(db, head.unit_id);
  const rows = (await repository.tripsOf(db, attestationId)).map(valuesOf);
  const sealed = await seal(
    documentOf(headValues(head, rows), rows),
    {
      unit: head.unit_id,
      number: (before?.number ?? 0) + 1,
      previous: before ? await linkOf(before) : FIRST_PREVIOUS,
      at: ctx.now().toISOString(),
    },
    await ctx.ports.sealKeys.current(),
  );
  await repository.insertSeal(db, { accountId: head.account_id, attestationId }, sealed);
}

/** What is sealed of the period itself: whose, when, by whom attested, and the sums that a reader adds up again. */
const headValues = (head: repository.SealableHead, rows: readonly SealedValues[]): SealedValues => {
  const sum = (type: string): number =>
    rows.reduce((metres, row) => metres + (row['type'] === type ? Number(row['distance_m']) : 0), 0);
  return {
    account: head.account,
    unit: head.unit,
    registration_number: head.registration_number,
    driver: head.driver,
    from_day: head.from_day,
    to_day: head.to_day,
    time_zone: head.time_zone,
    note: head.note,
    user_attested_at: head.user_attested_at?.toISOString() ?? null,
    user_attested_by: head.user_attested_by,
    admin_attested_at: head.admin_attested_at?.toISOString() ?? null,
    admin_attested_by: head.admin_attested_by,
    trips: rows.length,
    business_m: sum('business'),
    private_m: sum('private'),
    other_m: sum('other'),
    start_odometer_m: rows[0]?.['start_odometer_m'] ?? null,
    stop_odometer_m: rows.at(-1)?.['stop_odometer_m'] ?? null,
  };
};

type HeadDifference = ReturnType<typeof headDifferences>[number];

/** Something that is not as it was sealed. */
export type LogProblem = { readonly unitId: number; readonly unit: string; readonly account: string } & (
  | { readonly kind: 'seal'; readonly number: number; readonly fault: SealFault }
  | ({ readonly kind: 'trip'; readonly number: number } & SealDifference)
  | ({ readonly kind: 'period'; readonly number: number } & HeadDifference)
  | { readonly kind: 'unsealed'; readonly attestationId: number }
  | { readonly kind: 'stray'; readonly tripId: number }
);

export interface LogVerdict {
  readonly units: number;
  readonly seals: number;
  readonly trips: number;
  readonly problems: readonly LogProblem[];
}

/**
 * Looks whether everything that was attested is still what it was: each unit's chain from its first seal, and of every period that
 * is attested now the trips and changes as the database has them. Reads as an owner of the database, over all accounts.
 */
export async function verifyLog(db: Kysely<Db>, keys: ReadonlyMap<string, CryptoKey>): Promise<LogVerdict> {
  const problems: LogProblem[] = [];
  let [seals, trips] = [0, 0];
  const units = await repository.sealedUnits(db);
  for (const unit of units) {
    const chain = await repository.chainOf(db, unit.unitId);
    for (const [i, sealed] of chain.entries()) {
      const { faults } = await verifySeal(sealed, keys, chain[i - 1]?.seal ?? null);
      problems.push(
        ...faults.map((fault) => ({ ...unit, kind: 'seal' as const, number: sealed.seal.number, fault, unit: unit.name })),
      );
      if (sealed.isCurrent) {
        const now = (await repository.tripsOf(db, sealed.attestationId)).map(valuesOf);
        trips += now.length;
        const head = headValues(await repository.headOf(db, sealed.attestationId), now);
        problems.push(
          ...headDifferences(sealed.document, head).map((one) => ({
            ...unit,
            unit: unit.name,
            kind: 'period' as const,
            number: sealed.seal.number,
            ...one,
          })),
        );
        const found = differences(sealed.document, now);
        problems.push(
          ...found.map((one) => ({ ...unit, unit: unit.name, kind: 'trip' as const, number: sealed.seal.number, ...one })),
        );
      }
    }
    seals += chain.length;
    const without = await repository.unsealed(db, unit.unitId);
    problems.push(
      ...without.attestations.map((attestationId) => ({ ...unit, unit: unit.name, kind: 'unsealed' as const, attestationId })),
      ...without.trips.map((tripId) => ({ ...unit, unit: unit.name, kind: 'stray' as const, tripId })),
    );
  }
  return { units: units.length, seals, trips, problems };
}
