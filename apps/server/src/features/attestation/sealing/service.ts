import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { countFields, documentOf, type Hash, withhold } from '@spora/seal/document';
import type { FieldDifference } from '@spora/seal/fields';
import { FIRST_PREVIOUS, isSigned, linkOf, seal, type SealedDocument, type SealFault, verifySeal } from '@spora/seal/seal';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { MemberCtx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { addJob, defineJob } from '../../../platform/jobs/jobs.ts';
import type { SealWitness, Testimony, WitnessedSeal } from '../../../platform/secrets/seal-witness.ts';
import * as repository from './repository.ts';
import { comparePeriod } from './api.ts';
import { forgetting, headValues, lacksFields, type SealDifference, valuesOf } from './rules.ts';

/** Decision 0023: the worker tells the witness of a seal if and only if the transaction that made it commits. */
export const witnessPeriod = defineJob({
  name: 'trips.witness-period',
  payload: z.object({ attestation_id: z.number().int() }),
  retry: { attempts: 10 },
});

/** By way of a text of bytes: asked for a buffer of each hash, the platform spends most of the time on making it. */
function nativeHash(): Hash {
  let bytes: Buffer = Buffer.alloc(0);
  return (of, into, at) => {
    if (into.buffer !== bytes.buffer) bytes = Buffer.from(into.buffer);
    bytes.write(hash('sha256', of, 'binary'), into.byteOffset + at, 'binary');
  };
}

/**
 * Seals attested periods as they stand, each as the next of its unit's chain; in the transaction that attests them. Attested once more,
 * by an administrator after the user, a period is sealed once more: the newest seal of a period is the one that counts. Of several the
 * database keeps one and reads the next while this process hashes, with stops in which it hears of that.
 */
export async function sealPeriods(ctx: MemberCtx, attestationIds: readonly number[]): Promise<void> {
  const { db } = ctx;
  const key = await ctx.ports.sealKeys.current();
  const sha256 = nativeHash();
  const newest = await repository.lockChains(db, attestationIds);
  let kept = inBackground(Promise.resolve());
  let next = inBackground(readPeriod(db, attestationIds[0]));
  for (const [i, attestationId] of attestationIds.entries()) {
    const period = await next;
    if (!period) throw new Error('an attestation to be sealed is not there');
    next = inBackground(readPeriod(db, attestationIds[i + 1]));
    const { account_id: accountId, unit_id: unit } = period.head;
    const before = newest.get(unit);
    const sealed = await seal(
      documentOf(headValues(period.head, period.rows), period.rows),
      {
        unit,
        number: (before?.number ?? 0) + 1,
        previous: before ? linkOf(before) : FIRST_PREVIOUS,
        at: ctx.now().toISOString(),
      },
      key,
      { hash: sha256, pause: setImmediate },
    );
    newest.set(unit, sealed.seal);
    await kept;
    kept = inBackground(keep(db, { accountId, attestationId }, sealed));
  }
  await kept;
}

/** Awaited later: what it fails with is told then, and not as nobody's. */
function inBackground<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}

/** What is sealed of an attestation; null without one. */
async function readPeriod(db: Kysely<Db>, attestationId: number | undefined) {
  if (attestationId === undefined) return null;
  const [head, trips] = await Promise.all([repository.headOf(db, attestationId), repository.tripsOf(db, attestationId)]);
  return { head, rows: trips.map(valuesOf) };
}

async function keep(
  db: Kysely<Db>,
  of: { readonly accountId: number; readonly attestationId: number },
  sealed: SealedDocument,
): Promise<void> {
  await repository.insertSeal(db, of, sealed);
  await addJob(db, witnessPeriod, { attestation_id: of.attestationId });
}

/** Something that is not as it was sealed. */
export type LogProblem = { readonly unitId: number; readonly unit: string; readonly account: string } & (
  | { readonly kind: 'seal'; readonly number: number; readonly fault: SealFault }
  | ({ readonly kind: 'trip'; readonly number: number } & SealDifference)
  | ({ readonly kind: 'period'; readonly number: number } & FieldDifference)
  | { readonly kind: 'unsealed'; readonly attestationId: number }
  | { readonly kind: 'stray'; readonly tripId: number }
  /** The document of a seal lacks what is not old enough to be forgotten. */
  | { readonly kind: 'withheld'; readonly number: number }
  /** The witness knows of a seal that is not there, or not the same. */
  | { readonly kind: 'gone'; readonly number: number; readonly at: string }
);

export interface LogVerdict {
  readonly units: number;
  readonly seals: number;
  readonly trips: number;
  readonly problems: readonly LogProblem[];
  /** What is called otherwise than when it was sealed, and is who or what it was: to be told, and no fault by itself. */
  readonly renamed: readonly LogProblem[];
}

/** What the log is held against beside itself; without them no seal is missed and nothing is old enough to be gone. */
export interface LogMeasures {
  readonly testimony?: Testimony;
  /** Rows that ended before are kept no longer (CONST-060). */
  readonly keptSince?: Date;
}

/**
 * Looks whether everything that was attested is still what it was: each unit's chain from its first seal, whether every seal that the
 * witness knows of is in it, and of every period that is attested now the trips and changes as the database has them. Reads as an
 * owner of the database, over all accounts.
 */
export async function verifyLog(
  db: Kysely<Db>,
  keys: ReadonlyMap<string, CryptoKey>,
  { testimony = { seals: [], unreadable: 0 }, keptSince = new Date(0) }: LogMeasures = {},
): Promise<LogVerdict> {
  const problems: LogProblem[] = [];
  const renamed: LogProblem[] = [];
  let [seals, trips] = [0, 0];
  const units = await repository.sealedUnits(db);
  const missed = new Map(testimony.seals.map((seal) => [placeOf(seal), seal]));
  for (const { unitId, name: unit, account } of units) {
    const chain = await repository.chainOf(db, unitId);
    const at = { unitId, unit, account };
    for (const [i, sealed] of chain.entries()) {
      const { number } = sealed.seal;
      const { faults } = await verifySeal(sealed, keys, chain[i - 1]?.seal ?? null);
      problems.push(...faults.map((fault) => ({ ...at, kind: 'seal' as const, number, fault })));
      // A broken one has no link, so that the witness misses what it was, and nothing to be compared.
      if (faults.includes('malformed')) continue;
      missed.delete(placeOf(await witnessed({ accountId: 0, seal: sealed.seal })));
      if (lacksFields(sealed.document, keptSince)) problems.push({ ...at, kind: 'withheld', number });
      if (!sealed.isCurrent) continue;
      const compared = await comparePeriod(db, sealed.attestationId, sealed.document, keptSince);
      trips += compared.trips;
      for (const one of compared.head) (one.isName ? renamed : problems).push({ ...at, kind: 'period', number, ...one });
      for (const one of compared.rows) (one.isName ? renamed : problems).push({ ...at, kind: 'trip', number, ...one });
    }
    seals += chain.length;
    const without = await repository.unsealed(db, unitId);
    problems.push(
      ...without.attestations.map((attestationId) => ({ ...at, kind: 'unsealed' as const, attestationId })),
      ...without.trips.map((tripId) => ({ ...at, kind: 'stray' as const, tripId })),
    );
  }
  problems.push(...(await goneSeals(db, [...missed.values()], units)));
  return { units: units.length, seals, trips, problems, renamed };
}

const placeOf = ({ unit, number, link }: WitnessedSeal): string => `${unit} ${number} ${link}`;

/** Seals that the witness knows of and the chains have not; an account that was erased whole took its own along. */
async function goneSeals(
  db: Kysely<Db>,
  missed: readonly WitnessedSeal[],
  units: readonly { unitId: number; name: string; account: string }[],
): Promise<LogProblem[]> {
  const erased = await repository.erasedAccounts(db, [...new Set(missed.map(({ account }) => account))]);
  const known = new Map(units.map((unit) => [unit.unitId, unit]));
  return missed
    .filter(({ account }) => !erased.has(account))
    .map(({ account, unit, number, at }) => ({
      unitId: unit,
      unit: known.get(unit)?.name ?? '',
      account: known.get(unit)?.account ?? `account ${account}`,
      kind: 'gone',
      number,
      at,
    }));
}

const witnessed = async ({ accountId, seal: sealed }: repository.OwnedSeal): Promise<WitnessedSeal> => ({
  account: accountId,
  unit: sealed.unit,
  number: sealed.number,
  link: linkOf(sealed),
  at: sealed.at,
});

/**
 * Tells the witness of the seals of a period, by the job that came with them: once their transaction is committed, so that it never
 * knows of one that is not there. What the job did not get to tell, `witnessRest` does.
 */
export async function tellWitness(db: Kysely<Db>, witness: SealWitness, attestationId: number): Promise<void> {
  await witness.append(await Promise.all((await repository.sealsOf(db, attestationId)).map(witnessed)));
}

/**
 * Tells the witness of seals whose places it knows nothing of, and answers of how many. Only what a key of ours has signed; a place
 * that it knows with another seal stays what it is, for `verifyLog` to find.
 */
export async function witnessRest(db: Kysely<Db>, witness: SealWitness, keys: ReadonlyMap<string, CryptoKey>): Promise<number> {
  const rest = [];
  for (const one of await repository.sealsBeside(db, (await witness.read()).seals))
    if (await isSigned(one.seal, keys)) rest.push(await witnessed(one));
  await witness.append(rest);
  return rest.length;
}

/** Few enough that their documents are no burden. */
const AT_ONCE = 100;

/**
 * CONST-060: what is sealed of rows that are kept no longer is reduced to its hashes, so that the chain verifies without them; after
 * the rows are gone. Answers of how many seals.
 */
export async function forgetOldDocuments(db: Kysely<Db>, before: Date): Promise<number> {
  let [forgotten, after] = [0, 0];
  for (;;) {
    const seals = await repository.oldSeals(db, before.toISOString().slice(0, 10), after, AT_ONCE);
    for (const { id, attestationId, document } of seals) {
      after = id;
      const reduced = withhold(document, forgetting(document, before));
      if (countFields(reduced).withheld === countFields(document).withheld) continue;
      await repository.saveDocument(db, id, reduced);
      if ('hash' in (reduced.head['note'] ?? {})) await repository.dropNotes(db, attestationId);
      forgotten++;
    }
    if (seals.length < AT_ONCE) return forgotten;
  }
}
