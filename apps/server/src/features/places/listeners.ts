import type { Kysely } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';
import type { EventOf } from '../../platform/events/events.ts';
import * as repository from './repository.ts';

const RULE_FIELDS = { purposes: 'purpose', projects: 'project' } as const;

/** ADM-013: rules that set a purpose or a project set it by its new name on trips to come; those that have been keep what was written. */
export async function renameInRules(
  { accountId, memberId, kind, from, to }: EventOf<'group-renamed'>,
  db: Kysely<Db>,
  at: Date,
): Promise<void> {
  if (kind !== 'purposes' && kind !== 'projects') return;
  const field = RULE_FIELDS[kind];
  const naming = (await repository.placesOf(db, accountId)).filter(({ rules }) => rules.some((rule) => rule[field] === from));
  for (const { id } of naming) {
    await repository.lockPlace(db, accountId, id);
    const row = await repository.findPlace(db, accountId, id);
    if (!row) continue;
    const { latE7, lonE7, radiusM, position, unitIds, schedule, isActive } = row;
    const rules = row.rules.map((rule) => (rule[field] === from ? { ...rule, [field]: to } : rule));
    const place = { madeMs: at.getTime(), madeBy: memberId, latE7, lonE7, radiusM, position, unitIds };
    await repository.endVersions(db, accountId, id, at);
    await repository.insertVersion(db, accountId, { placeId: id, from: at, holds: isActive, place, rules, schedule });
  }
}
